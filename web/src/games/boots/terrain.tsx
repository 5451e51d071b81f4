/** The ground of Combat Boots: every terrain is a tint and a drawn sign, so that it reads in grey. */

import type { Ground } from "./board";
import type { JSX } from "preact";

import { angle, hexPoints, round, type Point } from "../../boards/geometry";

export const HEX_SIDE = 34;
export const BAND_HEIGHT = 92;
export const OUTSIDE = ["line1|2", "band2", "line2|3", "band3", "line3|4", "band4"];
const MARGIN = 52;
const STEP_X = 51;
const STEP_Y = 29.44;

/** Where hexes, bands and lines lie on the paper. */
export class Layout {
  readonly columns: number;
  readonly rows: number;

  constructor(readonly ground: Ground) {
    this.columns = ground.terrain[0]?.length ?? 0;
    this.rows = ground.terrain.length;
  }

  get top(): number {
    return this.ground.bands === "north" ? 3 * BAND_HEIGHT : 0;
  }

  get fieldHeight(): number {
    return 2 * MARGIN + STEP_Y * (2 * this.rows - 1);
  }

  get width(): number {
    return 2 * MARGIN + STEP_X * (this.columns - 1);
  }

  get height(): number {
    return this.fieldHeight + (this.ground.bands ? 3 * BAND_HEIGHT : 0);
  }

  cell(column: number, row: number): Point {
    return { x: MARGIN + STEP_X * column, y: round(this.top + MARGIN + STEP_Y * (2 * row + (column % 2))) };
  }

  /** A hex, a band or a line by its name; null for pieces that are nowhere. */
  at(place: string): Point | null {
    const hex = /^([A-Z])(\d+)$/.exec(place);
    if (hex) return this.cell(hex[1]!.charCodeAt(0) - 65, Number(hex[2]) - 1);
    const out = OUTSIDE.indexOf(place);
    if (out < 0 || !this.ground.bands) return null;
    const away = out * (BAND_HEIGHT / 2) + 4;
    return { x: this.width / 2, y: this.ground.bands === "north" ? this.top - away : this.fieldHeight + away };
  }

  hexes(): { name: string; column: number; row: number; at: Point; terrain: string; elevation: number }[] {
    return this.ground.terrain.flatMap((row, r) =>
      [...row].map((terrain, c) => ({
        name: `${String.fromCharCode(65 + c)}${r + 1}`,
        column: c,
        row: r,
        at: this.cell(c, r),
        terrain,
        elevation: Number(this.ground.elevation[r]?.[c] ?? 0),
      })),
    );
  }
}

export const TERRAIN_NAMES: Record<string, string> = {
  ".": "open",
  B: "building",
  F: "forest",
  b: "brush",
  R: "rocks",
  s: "sand",
  M: "marsh",
  W: "water",
};

const TINTS: Record<string, string> = {
  B: "var(--house-bg)",
  F: "var(--forest-bg)",
  s: "var(--sand)",
  W: "var(--water)",
};
const SPOTS: readonly (readonly [number, number])[] = [
  [-14, -10],
  [8, -13],
  [-2, 2],
  [16, 4],
  [-15, 13],
];

const SIGNS: Record<string, () => JSX.Element> = {
  F: () => (
    <g fill="var(--forest)">
      {SPOTS.map(([x, y]) => (
        <path
          key={x}
          transform={`translate(${x} ${y})`}
          d="M-1 7V2H-5A5 4 0 0 1-4-4 5 5 0 0 1 5-4 5 4 0 0 1 5 2H1V7z"
        />
      ))}
    </g>
  ),
  B: () => <path d="M-17 -14h20v12h-20zM7 -21h12v16h-12zM-4 6h22v10h-22z" fill="var(--house)" opacity=".85" />,
  b: () => (
    <path
      d={SPOTS.map(([x, y]) => `M${x - 4} ${y + 4}l-2-6M${x} ${y + 4}v-8M${x + 4} ${y + 4}l2-6`).join("")}
      fill="none"
      stroke="var(--brush)"
      stroke-width="1.5"
    />
  ),
  R: () => (
    <path
      d="M-18 6-12 -6-3 -8 3 2-2 10zM4 12 10 0 18 -2 22 8 14 15zM2 -10 8 -18 15 -13 12 -6z"
      fill="var(--rock)"
      stroke="var(--ink-2)"
    />
  ),
  s: () => (
    <g fill="var(--road-edge)">
      {SPOTS.concat([
        [4, 17],
        [-6, -18],
        [18, -8],
      ]).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="1.4" />
      ))}
    </g>
  ),
  M: () => <path d="M-18 -8h12M2 -12h14M-12 2h14M8 4h12M-16 12h10M-2 14h14" stroke="var(--water)" stroke-width="2.4" />,
  W: () => (
    <path
      d="M-22 -6q5.5-5 11 0t11 0 11 0 11 0M-22 6q5.5-5 11 0t11 0 11 0 11 0"
      fill="none"
      stroke="var(--sky-1)"
      stroke-width="2"
    />
  ),
};

const LEVELS = ["var(--land)", "var(--land-3)", "var(--land-4)", "var(--road-edge)"];

export function Terrain({ layout }: { layout: Layout }) {
  const { ground } = layout;
  const hexes = layout.hexes();
  return (
    <g>
      <rect
        x="1"
        y="1"
        width={layout.width - 2}
        height={layout.height - 2}
        fill="var(--sheet)"
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      {ground.bands && <Bands layout={layout} />}
      {hexes.map((hex) => (
        <polygon
          key={hex.name}
          points={hexPoints(hex.at.x, hex.at.y, HEX_SIDE, false)}
          fill={TINTS[hex.terrain] ?? LEVELS[hex.elevation] ?? LEVELS[3]}
          stroke="var(--grid-soft)"
        />
      ))}
      <Slopes layout={layout} />
      {["var(--road-edge) 11", "var(--road) 8"].map((pen) => (
        <path
          key={pen}
          d={ground.roads.map(([a, b]) => line(layout.at(a), layout.at(b))).join("")}
          stroke={pen.split(" ")[0]}
          stroke-width={pen.split(" ")[1]}
          stroke-linecap="round"
        />
      ))}
      {hexes.map((hex) => {
        const Mark = SIGNS[hex.terrain];
        if (!Mark && hex.terrain in TERRAIN_NAMES) return null;
        return (
          <g key={hex.name} transform={`translate(${hex.at.x} ${hex.at.y})`}>
            {Mark ? (
              <Mark />
            ) : (
              <text y="8" text-anchor="middle" font-size="22" class="unknown-terrain" style={{ fill: "var(--ink-2)" }}>
                {hex.terrain}
              </text>
            )}
          </g>
        );
      })}
      {ground.trenches.map((name) => {
        const at = layout.at(name);
        return (
          at && (
            <path
              key={name}
              transform={`translate(${at.x} ${at.y})`}
              d="M-24 22l6-5 6 5 6-5 6 5 6-5 6 5 6-5 6 5"
              fill="none"
              stroke="var(--ink)"
              stroke-width="2.4"
            />
          )
        );
      })}
      {Array.from({ length: layout.columns }, (_, c) => (
        <text key={c} x={layout.cell(c, 0).x} y={layout.top + 15} text-anchor="middle" class="co">
          {String.fromCharCode(65 + c)}
        </text>
      ))}
      {Array.from({ length: layout.rows }, (_, r) => (
        <text key={r} x="9" y={layout.cell(0, r).y + 4} text-anchor="middle" class="co">
          {r + 1}
        </text>
      ))}
    </g>
  );
}

const line = (a: Point | null, b: Point | null): string => (a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : "");

/** Strips beyond an edge of the field, with rails between them. */
function Bands({ layout }: { layout: Layout }) {
  const north = layout.ground.bands === "north";
  return (
    <g>
      {[0, 1, 2].map((n) => {
        const y = north ? layout.top - (n + 1) * BAND_HEIGHT : layout.fieldHeight + n * BAND_HEIGHT;
        return (
          <g key={n}>
            <rect
              x="8"
              y={y}
              width={layout.width - 16}
              height={BAND_HEIGHT}
              fill={n % 2 ? "var(--land)" : "var(--land-2)"}
              stroke="var(--grid)"
            />
            <text x="18" y={y + 20} font-size="14" font-weight="700" style={{ fill: "var(--ink-2)" }}>
              band {n + 2}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface Edge {
  a: Point;
  b: Point;
  downhill: Point | null;
}

/** Lines where neighbours differ in height, hachured downhill; ridges hachured both ways. */
function Slopes({ layout }: { layout: Layout }) {
  const edges = slopes(layout);
  return (
    <g stroke="var(--loop-brown)" fill="none">
      <path d={edges.map(({ a, b }) => line(a, b)).join("")} stroke-width="2.6" stroke-linecap="round" />
      <path d={edges.map(hachures).join("")} stroke-width="1.1" />
    </g>
  );
}

function hachures({ a, b, downhill }: Edge): string {
  const turn = ((angle(a, b) + 90) * Math.PI) / 180;
  const out = { x: Math.cos(turn) * 7, y: Math.sin(turn) * 7 };
  const towards = downhill === null ? 0 : (downhill.x - a.x) * out.x + (downhill.y - a.y) * out.y > 0 ? 1 : -1;
  return [0.15, 0.32, 0.5, 0.68, 0.85]
    .map((share) => {
      const [x, y] = [a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share];
      const [from, to] = towards === 0 ? [-0.7, 1.4] : [0, towards];
      return `M${round(x + out.x * from)} ${round(y + out.y * from)}l${round(out.x * to)} ${round(out.y * to)}`;
    })
    .join("");
}

/** Neighbours of a flat-topped hex: N, NE, SE, S, SW, NW, as steps in columns and half rows. */
const STEPS: readonly (readonly [number, number])[] = [
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
];

function slopes(layout: Layout): Edge[] {
  const byHeight = new Map(layout.hexes().map((hex) => [halfRows(hex.name).join(), hex]));
  const ridges = new Set(layout.ground.ridges.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]));
  const found: Edge[] = [];
  for (const hex of byHeight.values()) {
    const [column, height] = halfRows(hex.name);
    STEPS.forEach(([dc, dh], n) => {
      const there = byHeight.get([column + dc, height + dh].join());
      if (!there) return;
      const ridge = hex.name < there.name && ridges.has(`${hex.name}-${there.name}`);
      if (hex.elevation > there.elevation || ridge)
        found.push({ ...side(hex.at, n), downhill: ridge ? null : there.at });
    });
  }
  return found;
}

/** A hex by its column and by its centre's height in half rows. */
function halfRows(name: string): [number, number] {
  const column = name.charCodeAt(0) - 65;
  return [column, 2 * (Number(name.slice(1)) - 1) + (column % 2)];
}

/** The side of a hex towards its n-th neighbour. */
function side(at: Point, n: number): { a: Point; b: Point } {
  const corner = (k: number): Point => {
    const turn = ((k * 60 - 120) * Math.PI) / 180;
    return { x: round(at.x + HEX_SIDE * Math.cos(turn)), y: round(at.y + HEX_SIDE * Math.sin(turn)) };
  };
  return { a: corner(n), b: corner(n + 1) };
}
