/** The editor of battles: ground, sides and victory, with the check at its place. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";

import type { Refused } from "../../api/http";
import type { Finding } from "../../api/types";
import { hexPoints } from "../../boards/geometry";
import { workshop } from "../../workshop/api";
import { Checks } from "../../workshop/checks";
import type { FileEditorProps, GameEditor } from "../../workshop/editor";
import { FileForm } from "../../workshop/form";
import { slug } from "../../workshop/takealong";
import { tableAt, textAt, textsAt, type Table } from "../../workshop/values";
import {
  emptyBattle,
  fieldOf,
  groundOf,
  hexesOf,
  mirrored,
  MOST_COLUMNS,
  MOST_HEXES,
  MOST_ROWS,
  nameOf,
  resized,
  type Sets,
} from "./editor/battle-map";
import { hexAt, MapView, onPaper } from "./editor/map-view";
import { PieceCounter, SidesPanel } from "./editor/sides-panel";
import { copiedBy, drags, putsAt, spoken, worked, type Stroke, type Tool } from "./editor/tools";
import { VictoryPanel } from "./editor/victory-panel";
import { Layout, Terrain } from "./terrain";
import "./editor/editor.css";

const TABS = ["Check", "Sides", "Victory", "Map", "All keys"] as const;
const HEX = /\b[A-Z][1-9]\d?\b/g;
const RETURN_MS = 4;

interface Sight {
  at: string;
  rows: string[];
}

/** The hexes that a fault is about: those it names, or the row of the map. */
export function hexesIn(finding: Finding, battle: Table): string[] {
  const named = (finding.got.match(HEX) ?? []).filter((name) => new Set(cells(battle)).has(name));
  if (named.length) return named;
  const row = / row (\d+)$/.exec(finding.key);
  if (row && finding.place[0] === "map") return cells(battle).filter((name) => name.slice(1) === row[1]);
  if (finding.place[0] === "side" && finding.place[2] === "zones") {
    const zones = tableAt(battle, "side", finding.place[1] as number, "zones");
    return Object.values(zones).flatMap((areas) =>
      Array.isArray(areas) ? [...hexesOf(areas.filter((area) => typeof area === "string")).hexes] : [],
    );
  }
  return [];
}

function cells(battle: Table): string[] {
  const { columns, rows } = fieldOf(battle);
  return Array.from({ length: columns * rows }, (_, n) =>
    nameOf({ column: n % columns, row: Math.floor(n / columns) }),
  );
}

function BattleEditor({ bench, file }: FileEditorProps) {
  const battle = bench.values(file);
  const pieces = bench.catalogue("pieces.toml");
  const batteries = bench.catalogue("batteries.toml");
  const letters = bench.catalogue("terrain.toml");
  const terrain = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(letters)
          .map(([key, kind]): [string, string] => [textAt(kind, "letter"), key])
          .filter(([letter]) => letter),
      ),
    [letters],
  );
  const tool = useSignal<Tool>({ kind: "terrain", letter: "F" });
  const reach = useSignal(0);
  const tab = useSignal<(typeof TABS)[number]>("Check");
  const cursor = useSignal("A1");
  const sight = useSignal<Sight | null>(null);
  const layers = useSignal<ReadonlySet<string>>(new Set(["zones", "units"]));
  const stroke = useRef<Stroke | null>(null);
  const ghost = useSignal<{ x: number; y: number; side: number; piece: string } | null>(null);
  const message = useSignal("");
  const set = (sets: Sets[], gesture = ""): void =>
    bench.setAll(
      sets.map((one) => ({ ...one, file })),
      gesture && `${file}/${gesture}`,
    );
  const sides = [0, 1].map((side) => textAt(battle, "side", side, "name") || `Side ${side + 1}`);
  const wrong = useMemo(() => {
    const held = new Map<string, Finding>();
    for (const finding of bench.findings.value)
      if (finding.file === file) for (const name of hexesIn(finding, battle)) held.set(name, finding);
    return held;
  }, [bench.findings.value, battle]);

  useEffect(() => {
    sight.value = null;
  }, [battle["map"]]);

  const look = (hex: string): void => {
    const key = file.replace(/^battle_|\.toml$/g, "");
    const texts = { ...bench.texts.value };
    workshop
      .write(battle, bench.draft.value.texts[file] ?? "")
      .then((text) => workshop.ask<Sight>(bench.game, { ...texts, [file]: text }, "sight", { battle: key, hex }))
      .then(
        (seen) => (sight.value = seen),
        (refused: Refused) => (message.value = refused.message),
      );
  };

  const pen = (phase: "down" | "move" | "up", hex: string): void => {
    message.value = "";
    if (phase === "down") {
      const puts = putsAt(bench.values(file), tool.value, hex);
      stroke.current = { id: crypto.randomUUID(), first: hex, last: "", puts };
    }
    const going = (stroke.current ??= { id: crypto.randomUUID(), first: hex, last: cursor.value, puts: true });
    if (phase === "up") {
      const copied = tool.value.kind === "copy" ? copiedBy(going) : null;
      if (copied) tool.value = { kind: "paste", copied };
      stroke.current = null;
      return;
    }
    if (tool.value.kind === "sight") look(hex);
    if (phase === "move" && !drags(tool.value)) return;
    set(worked(bench.values(file), tool.value, hex, going, reach.value), going.id);
    going.last = hex;
  };

  /** Takes up what lies in a hex as the tool. */
  const pick = (hex: string): void => {
    stroke.current = null;
    const field = fieldOf(battle);
    const column = hex.charCodeAt(0) - 65;
    const row = Number(hex.slice(1)) - 1;
    const letter = field.terrain[row]?.[column];
    if (letter) tool.value = { kind: "terrain", letter };
  };

  const carry = (event: PointerEvent, side: number, piece: string): void => {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    const source = event.currentTarget as HTMLElement;
    source.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent): void => {
      if (!ghost.value && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < RETURN_MS) return;
      ghost.value = { x: moved.clientX, y: moved.clientY, side, piece };
    };
    const end = (ended: PointerEvent): void => {
      source.removeEventListener("pointermove", move);
      source.removeEventListener("pointerup", end);
      source.removeEventListener("pointercancel", end);
      const carried = ghost.value !== null && ended.type === "pointerup";
      ghost.value = null;
      if (!carried) return;
      const target = document.elementFromPoint(ended.clientX, ended.clientY)?.closest<SVGSVGElement>("svg[data-map]");
      if (!target) {
        message.value = "Dropped beside the map: nothing was placed.";
        return;
      }
      tool.value = { kind: "unit", side, piece };
      const hex = hexAt(new Layout(groundOf(bench.values(file))), onPaper(target, ended));
      if (hex) {
        cursor.value = hex;
        pen("down", hex);
        pen("up", hex);
      }
    };
    source.addEventListener("pointermove", move);
    source.addEventListener("pointerup", end);
    source.addEventListener("pointercancel", end);
  };

  const toggle = (layer: string): void => {
    const next = new Set(layers.value);
    if (!next.delete(layer)) next.add(layer);
    layers.value = next;
  };
  const isDogfight = tableAt(battle, "battle")["dogfight"] === true;
  if (isDogfight)
    return (
      <>
        <FileForm bench={bench} file={file} />
        <aside class="wside">
          <Checks bench={bench} file={file} />
        </aside>
      </>
    );
  return (
    <div class="battle">
      <Tools
        {...{ terrain, tool: tool.value, sides, pieces, battle }}
        reach={reach.value}
        setReach={(n) => (reach.value = n)}
        choose={(next) => (tool.value = next)}
      />
      <div class="mapw">
        <div class="layers">
          {["zones", "units"].map((layer) => (
            <button key={layer} class="tg2" aria-pressed={layers.value.has(layer)} onClick={() => toggle(layer)}>
              {layer}
            </button>
          ))}
          <span id="map-hex" role="status">
            {message.value ||
              [spoken(battle, terrain, cursor.value), wrong.get(cursor.value)?.expected].filter(Boolean).join(" · ")}
          </span>
        </div>
        <MapView
          {...{ battle, pieces, wrong, pen, pick }}
          layers={layers.value}
          sight={sight.value}
          copied={tool.value.kind === "paste" ? tool.value.copied : null}
          cursor={cursor.value}
          move={(hex) => (cursor.value = hex)}
        />
      </div>
      <aside class="bside" aria-label="Battle">
        <div class="choices" role="tablist" aria-label="Panels">
          {TABS.map((name) => (
            <button
              key={name}
              role="tab"
              class={`btn small ${tab.value === name ? "go" : ""}`}
              aria-selected={tab.value === name}
              onClick={() => (tab.value = name)}
            >
              {name}
              {name === "Check" && bench.findings.value.length > 0 && (
                <span class="count">{bench.findings.value.length}</span>
              )}
            </button>
          ))}
        </div>
        <div class="panel" role="tabpanel" aria-label={tab.value} tabindex={0}>
          {tab.value === "Check" && (
            <Checks
              bench={bench}
              file={file}
              show={(finding) => {
                const [hex] = finding.file === file ? hexesIn(finding, battle) : [];
                return hex ? () => (cursor.value = hex) : null;
              }}
            />
          )}
          {tab.value === "Sides" && (
            <SidesPanel
              {...{ battle, pieces, batteries, sides, set, carry }}
              tool={tool.value}
              choose={(next) => (tool.value = next)}
            />
          )}
          {tab.value === "Victory" && <VictoryPanel {...{ battle, pieces, sides, set }} />}
          {tab.value === "Map" && <MapPanel {...{ battle, set }} say={(words) => (message.value = words)} />}
          {tab.value === "All keys" && <FileForm bench={bench} file={file} />}
        </div>
      </aside>
      {ghost.value && (
        <svg class="ghost" viewBox="-24 -24 48 48" style={{ left: `${ghost.value.x}px`, top: `${ghost.value.y}px` }}>
          <PieceCounter piece={tableAt(pieces, ghost.value.piece)} side={ghost.value.side} />
        </svg>
      )}
    </div>
  );
}

interface ToolsProps {
  terrain: Record<string, string>;
  tool: Tool;
  reach: number;
  setReach: (reach: number) => void;
  sides: readonly string[];
  pieces: Table;
  battle: Table;
  choose: (tool: Tool) => void;
}

const same = (a: Tool, b: Tool): boolean => JSON.stringify(a) === JSON.stringify(b);

function Tools({ terrain, tool, reach, setReach, sides, pieces, battle, choose }: ToolsProps) {
  const zone = tool.kind === "zone" ? tool : null;
  const pen = (name: string, next: Tool, picture: ComponentChildren) => (
    <button key={name} class="br" aria-pressed={same(tool, next)} onClick={() => choose(next)}>
      {picture}
      {name}
    </button>
  );
  return (
    <aside class="tools2" aria-label="Tools">
      <h2>Brush</h2>
      <div class="choices" role="group" aria-label="Size of the brush">
        {[1, 7, 19].map((count, n) => (
          <button key={count} class="tg2" aria-pressed={reach === n} onClick={() => setReach(n)}>
            {count}
          </button>
        ))}
      </div>
      <div class="brush" role="group" aria-label="What to draw">
        {Object.entries(terrain).map(([letter, name]) =>
          pen(name, { kind: "terrain", letter }, <Swatch letter={letter} height="0" />),
        )}
        {[0, 1, 2].map((height) =>
          pen(`height ${height}`, { kind: "height", height }, <Swatch letter="." height={String(height)} />),
        )}
        {pen("road", { kind: "road" }, <Pen d="M-22 12 22 -12" colour="var(--road-edge)" />)}
        {pen("ridge", { kind: "ridge" }, <Pen d="M-18 0H18M-12 -6V6M0 -6V6M12 -6V6" colour="var(--loop-brown)" thin />)}
        {pen("trench", { kind: "trench" }, <Pen d="M-22 4l7-7 7 7 7-7 7 7 7-7 7 7" colour="var(--ink)" thin />)}
        {pen(
          "objective",
          { kind: "star" },
          <Pen d="M0 -16 5 -5 16 -5 7 2 10 13 0 7-10 13-7 2-16 -5-5 -5z" colour="var(--ink)" thin />,
        )}
        {pen(
          "zone",
          { kind: "zone", side: zone?.side ?? 0, zone: zone?.zone ?? "any" },
          <Swatch letter="." height="0" zone />,
        )}
        {pen(
          "exit",
          { kind: "exit", side: tool.kind === "exit" ? tool.side : 0 },
          <Pen d="M-18 0H14M4 -10 14 0 4 10" colour="var(--ink)" thin />,
        )}
        {pen(
          "sight",
          { kind: "sight" },
          <Pen d="M-20 0Q0 -20 20 0Q0 20 -20 0zM-5 0a5 5 0 1 1 10 0 5 5 0 0 1-10 0" colour="var(--link)" thin />,
        )}
        {pen("copy", { kind: "copy" }, <Pen d="M-16 -14H6V8H-16zM-6 8V16H16V-6H6" colour="var(--link)" thin />)}
      </div>
      {(zone || tool.kind === "exit") && (
        <label>
          Side
          <select
            value={zone?.side ?? (tool.kind === "exit" ? tool.side : 0)}
            onChange={(event) => {
              const side = Number(event.currentTarget.value);
              choose(zone ? { kind: "zone", side, zone: "any" } : { kind: "exit", side });
            }}
          >
            {sides.map((name, side) => (
              <option key={side} value={side}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {zone && (
        <label>
          Zone for
          <select value={zone.zone} onChange={(event) => choose({ ...zone, zone: event.currentTarget.value })}>
            <option value="any">any unit</option>
            <option value="reinforcements">reinforcements</option>
            {Object.keys(tableAt(battle, "side", zone.side, "units")).map((key) => (
              <option key={key} value={key}>
                {textAt(pieces, key, "name") || key}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="hint" role="status">
        {HINTS[tool.kind]}
      </p>
    </aside>
  );
}

const HINTS: Record<Tool["kind"], string> = {
  terrain: "Draw over hexes. Right button or a long press picks up what lies there.",
  height: "Draw hills; their lines draw themselves.",
  road: "Draw through hexes, one after the other.",
  ridge: "Draw from a hex to its neighbour of the same height.",
  trench: "Draw over hexes; again takes it away.",
  star: "Press a hex: nobody's, one side's, the other's, none.",
  sight: "Press a hex: what it does not see grows dark.",
  copy: "Draw from corner to corner of what you want once more.",
  paste: "Press where its first hex is to lie. Choose another tool when done.",
  zone: "Draw where units may be set up; again takes it away.",
  exit: "Press the hexes by which units can leave the map.",
  unit: "Press a hex to set one up there.",
};

function Swatch({ letter, height, zone }: { letter: string; height: string; zone?: boolean }) {
  const layout = new Layout({ terrain: [letter], elevation: [height], roads: [], ridges: [], trenches: [], bands: "" });
  const at = layout.cell(0, 0);
  return (
    <svg viewBox={`${at.x - 36} ${at.y - 32} 72 64`} aria-hidden="true">
      <Terrain layout={layout} />
      {zone && <polygon points={hexPoints(at.x, at.y, 30, false)} fill="url(#zone-0)" />}
    </svg>
  );
}

function Pen({ d, colour, thin }: { d: string; colour: string; thin?: boolean }) {
  return (
    <svg viewBox="-30 -26 60 52" aria-hidden="true">
      <path {...{ d }} fill="none" stroke={colour} stroke-width={thin ? 3.5 : 9} stroke-linecap="round" />
    </svg>
  );
}

interface MapPanelProps {
  battle: Table;
  set: (sets: Sets[], gesture?: string) => void;
  say: (words: string) => void;
}

function MapPanel({ battle, set, say }: MapPanelProps) {
  const field = fieldOf(battle);
  const columns = useSignal(field.columns);
  const rows = useSignal(field.rows);
  const resize = (event: Event): void => {
    event.preventDefault();
    if (columns.value * rows.value > MOST_HEXES) say(`A map has at most ${MOST_HEXES} hexes.`);
    else set(resized(battle, columns.value, rows.value));
  };
  return (
    <section class="vic" aria-label="Map">
      <form class="adding" onSubmit={resize}>
        <label>
          Columns
          <input
            type="number"
            min={1}
            max={MOST_COLUMNS}
            value={columns.value}
            onInput={(event) => (columns.value = event.currentTarget.valueAsNumber || 1)}
          />
        </label>
        <label>
          Rows
          <input
            type="number"
            min={1}
            max={MOST_ROWS}
            value={rows.value}
            onInput={(event) => (rows.value = event.currentTarget.valueAsNumber || 1)}
          />
        </label>
        <button class="btn small">Set the size</button>
      </form>
      <button
        class="btn small"
        onClick={() => {
          const sets = mirrored(battle);
          if (sets) set(sets);
          else say("A mirror needs an odd number of columns.");
        }}
      >
        Mirror the west in the east
      </button>
      <label>
        Range bands
        <select
          value={textAt(battle, "map", "bands")}
          onChange={(event) => set([{ path: ["map", "bands"], value: event.currentTarget.value || undefined }])}
        >
          <option value="">none</option>
          <option value="north">beyond the north edge</option>
          <option value="south">beyond the south edge</option>
        </select>
      </label>
      <p class="about">
        {field.columns} by {field.rows} hexes, {textsAt(battle, "battle", "objectives").length} objectives.
      </p>
    </section>
  );
}

export const editor: GameEditor = {
  edits: (file) => file.startsWith("battle_"),
  Editor: BattleEditor,
  starts: [
    {
      title: "Empty battle",
      about: "Open ground, two squads, one objective: draw the rest.",
      file: (name) => `battle_${slug(name)}.toml`,
      values: emptyBattle,
    },
  ],
};
