/** The map of a battle under the pen: drawn on by mouse, finger and keys. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";

import type { Finding } from "../../../api/types";
import { hexPoints, type Point } from "../../../boards/geometry";
import { numberAt, tableAt, textsAt, type Table } from "../../../workshop/values";
import { HEX_SIDE, Layout, Terrain } from "../terrain";
import { cellOf, groundOf, hexesOf, nameOf, type Region } from "./battle-map";
import { colourOf, PieceCounter } from "./sides-panel";

export interface MapViewProps {
  battle: Table;
  pieces: Table;
  layers: ReadonlySet<string>;
  /** Hexes with faults, and what is wrong there. */
  wrong: ReadonlyMap<string, Finding>;
  /** What cannot be seen from the hex that was asked about. */
  sight: { at: string; rows: readonly string[] } | null;
  copied: Region | null;
  cursor: string;
  move: (hex: string) => void;
  pen: (phase: "down" | "move" | "up", hex: string) => void;
  pick: (hex: string) => void;
}

const HOLD_MS = 550;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The hex under a point of the paper. */
export function hexAt(layout: Layout, point: Point): string {
  let best = "";
  let least = HEX_SIDE;
  for (const { name, at } of layout.hexes()) {
    const away = Math.hypot(at.x - point.x, at.y - point.y);
    if (away < least) [best, least] = [name, away];
  }
  return best;
}

/** Where a pointer is on the paper of a drawing. */
export function onPaper(svg: SVGSVGElement, event: { clientX: number; clientY: number }): Point {
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: -1, y: -1 };
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y };
}

export function MapView(props: MapViewProps) {
  const { battle, layers, wrong, sight, cursor, copied } = props;
  const ground = useMemo(() => groundOf(battle), [battle["map"]]);
  const layout = useMemo(() => new Layout(ground), [ground]);
  const hover = useSignal("");
  const down = useSignal(false);
  const held = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hexOf = (event: PointerEvent & { currentTarget: SVGSVGElement }): string =>
    hexAt(layout, onPaper(event.currentTarget, event));
  const lift = (): void => {
    clearTimeout(held.current);
    if (!down.value) return;
    down.value = false;
    props.pen("up", hover.value);
  };
  const key = (event: KeyboardEvent): void => {
    const way = ARROWS[event.key];
    const cell = cellOf(cursor);
    if (way && cell) {
      const next = { column: cell.column + way[0], row: cell.row + way[1] };
      if (
        layout.at(nameOf(next)) &&
        next.column >= 0 &&
        next.row >= 0 &&
        next.column < layout.columns &&
        next.row < layout.rows
      ) {
        props.move(nameOf(next));
        if (event.shiftKey) props.pen("move", nameOf(next));
      }
    } else if (event.key === "Enter" || event.key === " ") {
      props.pen("down", cursor);
      props.pen("up", cursor);
    } else return;
    event.preventDefault();
  };
  const polygon = (name: string, inset: number, attributes: Record<string, unknown>) => {
    const at = layout.at(name);
    return at && <polygon points={hexPoints(at.x, at.y, HEX_SIDE - inset, false)} {...attributes} />;
  };
  return (
    <svg
      class="bmap"
      data-map
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      tabindex={0}
      role="application"
      aria-label="Map of the battle: arrow keys move, Enter uses the tool, Shift draws on"
      aria-describedby="map-hex"
      onKeyDown={key}
      onContextMenu={(event) => {
        event.preventDefault();
        props.pick(hexAt(layout, onPaper(event.currentTarget, event)));
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        const hex = hexOf(event);
        if (!hex) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        down.value = true;
        hover.value = hex;
        props.move(hex);
        props.pen("down", hex);
        if (event.pointerType === "touch") held.current = setTimeout(() => props.pick(hex), HOLD_MS);
      }}
      onPointerMove={(event) => {
        const hex = hexOf(event);
        if (hex === hover.value) return;
        hover.value = hex;
        clearTimeout(held.current);
        if (down.value && hex) props.pen("move", hex);
      }}
      onPointerUp={lift}
      onPointerCancel={lift}
      onPointerLeave={() => (hover.value = down.value ? hover.value : "")}
    >
      <defs>
        <pattern id="zone-0" width="9" height="9" patternUnits="userSpaceOnUse">
          <circle cx="2.5" cy="2.5" r="1.8" fill={colourOf(0)} />
        </pattern>
        <pattern id="zone-1" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0H8" stroke={colourOf(1)} stroke-width="3" />
        </pattern>
      </defs>
      <Terrain layout={layout} />
      {layers.has("zones") &&
        [0, 1].map((side) =>
          Object.values(tableAt(battle, "side", side, "zones")).flatMap((areas) =>
            [...hexesOf(Array.isArray(areas) ? areas.filter((one) => typeof one === "string") : []).hexes].map((name) =>
              polygon(name, 3, {
                key: `${side}${name}`,
                fill: `url(#zone-${side})`,
                opacity: 0.55,
                stroke: colourOf(side),
              }),
            ),
          ),
        )}
      {[0, 1].map((side) =>
        textsAt(battle, "side", side, "exits").map((name) =>
          polygon(name, 7, {
            key: `x${name}`,
            fill: "none",
            stroke: colourOf(side),
            "stroke-width": 3,
            "stroke-dasharray": "3 5",
          }),
        ),
      )}
      {textsAt(battle, "battle", "objectives").map((name) => (
        <Star key={name} at={layout.at(name)} holder={tableAt(battle, "battle", "control")[name]} />
      ))}
      {layers.has("units") && [0, 1].map((side) => <Units key={side} {...props} side={side} layout={layout} />)}
      {sight &&
        sight.rows.map((row, r) =>
          [...row].map(
            (letter, c) =>
              letter === "x" &&
              polygon(nameOf({ column: c, row: r }), 0, { key: `${c} ${r}`, fill: "var(--ink)", opacity: 0.42 }),
          ),
        )}
      {sight && polygon(sight.at, 4, { fill: "none", stroke: "var(--link)", "stroke-width": 4 })}
      {copied && layout.at(nameOf(copied.first)) && layout.at(nameOf(copied.last)) && (
        <Frame from={layout.at(nameOf(copied.first))!} to={layout.at(nameOf(copied.last))!} />
      )}
      {[...wrong.keys()].map((name) =>
        polygon(name, 2, {
          key: `w${name}`,
          class: "wronghex",
          fill: "var(--arc-threat)",
          stroke: "var(--danger)",
          "stroke-width": 4,
        }),
      )}
      {polygon(cursor, 1, { class: "cursor", fill: "none", stroke: "var(--ink)", "stroke-width": 2.5 })}
      {hover.value &&
        hover.value !== cursor &&
        polygon(hover.value, 1, { fill: "none", stroke: "var(--act)", "stroke-width": 3 })}
    </svg>
  );
}

function Frame({ from, to }: { from: Point; to: Point }) {
  const x = Math.min(from.x, to.x) - HEX_SIDE;
  const y = Math.min(from.y, to.y) - HEX_SIDE;
  return (
    <rect
      {...{ x, y }}
      width={Math.abs(from.x - to.x) + 2 * HEX_SIDE}
      height={Math.abs(from.y - to.y) + 2 * HEX_SIDE}
      fill="none"
      stroke="var(--link)"
      stroke-width="3"
      stroke-dasharray="10 6"
    />
  );
}

function Star({ at, holder }: { at: Point | null; holder: unknown }) {
  if (!at) return null;
  const colour = holder === 0 || holder === 1 ? colourOf(holder) : "var(--sheet)";
  return (
    <g>
      <polygon points={hexPoints(at.x, at.y, HEX_SIDE - 5, false)} fill="none" stroke="var(--ink)" stroke-width="2.4" />
      <path
        transform={`translate(${at.x} ${at.y - 25}) scale(1.2)`}
        d="M0 -8 2.3 -2.6 8 -2.4 3.6 1.2 5 6.8 0 3.6-5 6.8-3.6 1.2-8 -2.4-2.3 -2.6z"
        fill={colour}
        stroke="var(--ink)"
        stroke-width="1.5"
      />
    </g>
  );
}

/** Units with a zone of their own stand in it, one in each hex; the last hex says how many are left. */
function Units({ battle, pieces, side, layout }: MapViewProps & { side: number; layout: Layout }) {
  const zones = tableAt(battle, "side", side, "zones");
  const taken = new Map<string, number>();
  return (
    <>
      {Object.keys(tableAt(battle, "side", side, "units")).flatMap((key) => {
        const spots = [...hexesOf(textsAt(zones, key)).hexes];
        const count = numberAt(battle, "side", side, "units", key);
        return spots.slice(0, count).map((name, n) => {
          const at = layout.at(name);
          if (!at) return null;
          const others = taken.get(name) ?? 0;
          taken.set(name, others + 1);
          const more = n === spots.length - 1 ? count - n : 1;
          return (
            <g key={`${key}${name}`} transform={`translate(${at.x + 4 * others} ${at.y - 4 * others}) scale(.9)`}>
              <PieceCounter piece={tableAt(pieces, key)} side={side} />
              {more > 1 && (
                <g transform="translate(18 -18)">
                  <circle r="9" fill="var(--ink)" />
                  <text y="4.5" text-anchor="middle" font-size="12" font-weight="700" style={{ fill: "var(--paper)" }}>
                    {more}
                  </text>
                </g>
              )}
            </g>
          );
        });
      })}
    </>
  );
}
