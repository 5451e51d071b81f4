/** The editor of tile sets, with totals beside the printed ones, and of boards whose spaces can be moved. */

import { useSignal } from "@preact/signals";

import { Checks } from "../../workshop/checks";
import type { FileEditorProps, GameEditor } from "../../workshop/editor";
import { FileForm, Stepper } from "../../workshop/form";
import { LivePicture } from "../../workshop/picture";
import { at, isTable, numberAt, tableAt, textAt, type Table, type Value } from "../../workshop/values";
import { read, totalsOf, written } from "./editor/totals";
import "./editor/editor.css";

const VALUES = ["0", "1", "2", "3", "4", "5"];
const MOST_HITS = 12;

function BiplanesEditor(props: FileEditorProps) {
  const Main = props.file === "sets.toml" ? Sets : Boards;
  return (
    <div class="wmain">
      <div class="dataform">
        <Main {...props} />
        <details class="part">
          <summary>All keys</summary>
          <FileForm {...props} />
        </details>
      </div>
      <aside class="wside" aria-label="Check and picture">
        <Checks {...props} />
        <LivePicture bench={props.bench} />
      </aside>
    </div>
  );
}

const pips = (field: "track" | "opening_hand" | "range"): string =>
  ({ track: "Track", opening_hand: "Hand", range: "Range" })[field];

function Sets({ bench, file }: FileEditorProps) {
  const sets = tableAt(bench.values(file), "sets");
  const printed = tableAt(bench.printed(file), "sets");
  const name = useSignal("");
  const base = useSignal(Object.keys(sets)[0] ?? "");
  const add = (event: Event): void => {
    event.preventDefault();
    const key = name.value.trim().toLowerCase();
    const from = sets[base.value];
    if (!/^[a-z]+$/.test(key) || key in sets || !isTable(from)) return;
    bench.set(file, ["sets", key], { ...from, source_values: "ours", source_hits: "ours" });
    name.value = "";
  };
  return (
    <section aria-label="Tile sets">
      <h2>Tile sets</h2>
      <p class="about">Tiles of each value by their hits: “0 1 1” is one without a hit and two with one.</p>
      <div class="setscroll" tabindex={0} role="region" aria-label="Tile sets, all columns">
        <table class="tilesets">
          <thead>
            <tr>
              <th scope="col">Set</th>
              {(["track", "opening_hand", "range"] as const).map((field) => (
                <th key={field} scope="col">
                  {pips(field)}
                </th>
              ))}
              {VALUES.map((value) => (
                <th key={value} scope="col">
                  {value}
                </th>
              ))}
              <th scope="col">In all</th>
              <th scope="col">Printed</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(sets).map(([key, set]) => (
              <SetRow key={key} {...{ bench, file }} name={key} set={set as Table} printed={printed[key]} />
            ))}
          </tbody>
        </table>
      </div>
      <form class="adding" onSubmit={add}>
        <label>
          A further biplane
          <input value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <label>
          that begins as
          <select value={base.value} onChange={(event) => (base.value = event.currentTarget.value)}>
            {Object.keys(sets).map((key) => (
              <option key={key}>{key}</option>
            ))}
          </select>
        </label>
        <button class="btn small">Add</button>
      </form>
    </section>
  );
}

function SetRow(props: FileEditorProps & { name: string; set: Table; printed: Value | undefined }) {
  const { bench, file, name, set, printed } = props;
  const path = ["sets", name];
  const wrong = bench.at(file, path, true);
  return (
    <tr class={wrong.length ? "wrong" : ""}>
      <th scope="row">
        {name}
        {wrong.map((finding) => (
          <span key={finding.text} class="fault" role="alert">
            {finding.expected}
          </span>
        ))}
      </th>
      {(["track", "opening_hand", "range"] as const).map((field) => (
        <td key={field}>
          <Stepper
            id={`${name}-${field}`}
            label={`${name}, ${pips(field)}`}
            value={numberAt(set, field)}
            field={{ kind: "number", minimum: 1, maximum: 99 }}
            set={(value) => bench.set(file, [...path, field], value)}
          />
        </td>
      ))}
      {VALUES.map((value) => (
        <td key={value}>
          <input
            class="hits"
            aria-label={`${name}, hits of the tiles of value ${value}`}
            value={written(at(set, ["tiles", value]))}
            onChange={(event) => {
              const hits = read(event.currentTarget.value);
              if (hits && hits.length <= MOST_HITS)
                bench.set(file, [...path, "tiles", value], hits.length ? hits : undefined);
              else event.currentTarget.value = written(at(set, ["tiles", value]));
            }}
          />
        </td>
      ))}
      <td>
        <Sum tiles={set["tiles"]} />
      </td>
      <td>{printed === undefined ? "–" : <Sum tiles={at(printed, ["tiles"])} />}</td>
    </tr>
  );
}

function Sum({ tiles }: { tiles: Value | undefined }) {
  const { tiles: count, hits, mean, shots } = totalsOf(tiles);
  return (
    <span class="num">
      {count} tiles, {hits} hits
      <small>
        value {mean}, {shots} a tile
      </small>
    </span>
  );
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function Boards({ bench, file }: FileEditorProps) {
  const boards = tableAt(bench.values(file), "boards");
  return (
    <>
      {Object.entries(boards).map(([name, board]) => (
        <BoardMap key={name} {...{ bench, file }} name={name} board={board as Table} />
      ))}
    </>
  );
}

function BoardMap({ bench, file, name, board }: FileEditorProps & { name: string; board: Table }) {
  const held = useSignal(-1);
  const spaces = (Array.isArray(board["spaces"]) ? board["spaces"] : []).filter(isTable);
  const [width, height] = Array.isArray(board["size"]) ? board["size"].map(Number) : [100, 100];
  const spot = (id: Value | undefined): [number, number] | null => {
    const space = spaces.find((one) => one["id"] === id);
    const xy = space?.["xy"];
    return Array.isArray(xy) ? [Number(xy[0]), Number(xy[1])] : null;
  };
  const move = (n: number, x: number, y: number, gesture: string): void => {
    const inside = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
    const xy = [inside(x, width ?? 100), inside(y, height ?? 100)];
    bench.set(file, ["boards", name, "spaces", n, "xy"], xy, gesture);
  };
  return (
    <section aria-label={`Board ${name}`}>
      <h2>Board {name}</h2>
      <p class="about">Drag a space, or choose one with Tab and move it with the arrow keys.</p>
      <svg class="boardmap" viewBox={`-6 -6 ${(width ?? 100) + 12} ${(height ?? 100) + 12}`} role="group">
        {spaces.map((space) => {
          const [from, to] = [spot(space["id"]), spot(space["next"])];
          return from && to && <path key={textAt(space, "id")} d={`M${from}L${to}`} stroke="var(--rule)" />;
        })}
        {spaces.map((space, n) => {
          const here = spot(space["id"]);
          if (!here) return null;
          const id = textAt(space, "id");
          return (
            <g
              key={id}
              class="space"
              transform={`translate(${here})`}
              tabindex={0}
              role="button"
              aria-label={`${id}, ${textAt(space, "colour").replace("_", " and ")}, at ${here.join(", ")}`}
              onKeyDown={(event) => {
                const way = ARROWS[event.key];
                if (!way) return;
                event.preventDefault();
                move(n, here[0] + way[0], here[1] + way[1], `${name}/${id}`);
              }}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                held.value = n;
              }}
              onPointerMove={(event) => {
                const matrix = event.currentTarget.ownerSVGElement?.getScreenCTM();
                if (held.value !== n || !matrix) return;
                const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
                move(n, x, y, `${name}/${id}`);
              }}
              onPointerUp={() => (held.value = -1)}
              onPointerCancel={() => (held.value = -1)}
            >
              <circle r="5" class={textAt(space, "colour")} />
              <text y="1.4" text-anchor="middle" font-size="3.6">
                {id}
              </text>
            </g>
          );
        })}
      </svg>
    </section>
  );
}

export const editor: GameEditor = {
  edits: (file) => file === "sets.toml" || file === "boards.toml",
  Editor: BiplanesEditor,
  starts: [],
};
