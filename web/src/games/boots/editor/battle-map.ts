/** The map of a battle file as hexes, and what a pen does to it. Every function returns what has to be set. */

import {
  isTable,
  numberAt,
  tableAt,
  textAt,
  textsAt,
  type Path,
  type Table,
  type Value,
} from "../../../workshop/values";
import type { Ground } from "../board";

export interface Sets {
  path: Path;
  value: Value | undefined;
}

export interface Cell {
  column: number;
  row: number;
}

export const MOST_COLUMNS = 26;
export const MOST_ROWS = 99;
export const MOST_HEXES = 1000;

export const nameOf = ({ column, row }: Cell): string => `${String.fromCharCode(65 + column)}${row + 1}`;

export function cellOf(name: string): Cell | null {
  const match = /^([A-Z])([1-9]\d?)$/.exec(name);
  return match && { column: match[1]!.charCodeAt(0) - 65, row: Number(match[2]) - 1 };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/\s/g, ""))
    .filter((line) => line !== "");

const text = (rows: readonly string[]): string => `${rows.join("\n")}\n`;

export interface Field {
  terrain: string[];
  heights: string[];
  columns: number;
  rows: number;
}

export function fieldOf(battle: Table): Field {
  const terrain = linesOf(textAt(battle, "map", "terrain"));
  const columns = Math.max(0, ...terrain.map((row) => row.length));
  const heights = linesOf(textAt(battle, "map", "elev"));
  return {
    terrain: terrain.map((row) => row.padEnd(columns, ".")),
    heights: terrain.map((_, r) => (heights[r] ?? "").replace(/\D/g, "0").slice(0, columns).padEnd(columns, "0")),
    columns,
    rows: terrain.length,
  };
}

const inside = (field: Field, { column, row }: Cell): boolean =>
  column >= 0 && row >= 0 && column < field.columns && row < field.rows;

const isOn = (field: Field, name: string): boolean => {
  const cell = cellOf(name);
  return cell !== null && inside(field, cell);
};

export const chainsOf = (battle: Table): string[][] =>
  textsAt(battle, "map", "roads").map((chain) => chain.split(/\s+/).filter(Boolean));

const pairsOf = (chains: readonly string[][]): [string, string][] =>
  chains.flatMap((chain) => chain.slice(1).map((name, n): [string, string] => [chain[n]!, name]));

/** The map as boards draw it; what lies nowhere is left out. */
export function groundOf(battle: Table): Ground {
  const field = fieldOf(battle);
  const on = ([a, b]: [string, string]): boolean => isOn(field, a) && isOn(field, b);
  const ridges = textsAt(battle, "map", "ridges").map((side): [string, string] => {
    const [a = "", b = ""] = side.split("-");
    return [a, b];
  });
  return {
    terrain: field.terrain,
    elevation: field.heights,
    roads: pairsOf(chainsOf(battle)).filter(on),
    ridges: ridges.filter(on),
    trenches: textsAt(battle, "map", "trenches").filter((name) => isOn(field, name)),
    bands: textAt(battle, "map", "bands"),
  };
}

/** A hex by its column and its middle in half rows: sums of these are hexes again. */
export const halfRows = ({ column, row }: Cell): [number, number] => [column, 2 * row + (column % 2)];

export const cellAt = (column: number, half: number): Cell => ({ column, row: (half - (Math.abs(column) % 2)) / 2 });

const AROUND: readonly (readonly [number, number])[] = [
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
];

export function neighbours(field: Field, name: string): string[] {
  const cell = cellOf(name);
  if (!cell) return [];
  const [column, half] = halfRows(cell);
  return AROUND.map(([dc, dh]) => cellAt(column + dc, half + dh))
    .filter((near) => inside(field, near))
    .map(nameOf);
}

/** The hexes under a brush of 1, 7 or 19. */
export function brushed(field: Field, name: string, reach: number): string[] {
  let hexes = new Set([name]);
  for (let ring = 0; ring < reach; ring++)
    hexes = new Set([...hexes, ...[...hexes].flatMap((hex) => neighbours(field, hex))]);
  return [...hexes];
}

function drawn(rows: readonly string[], hexes: readonly string[], letter: string): string {
  const lines = rows.map((row) => [...row]);
  for (const hex of hexes) {
    const cell = cellOf(hex);
    if (cell && lines[cell.row]?.[cell.column] !== undefined) lines[cell.row]![cell.column] = letter;
  }
  return text(lines.map((line) => line.join("")));
}

export const painted = (battle: Table, hexes: readonly string[], letter: string): Sets[] => [
  { path: ["map", "terrain"], value: drawn(fieldOf(battle).terrain, hexes, letter) },
];

/** Heights; a ridge needs equal ground on both sides, so those that have lost it go. */
export function raised(battle: Table, hexes: readonly string[], height: number): Sets[] {
  const elev = drawn(fieldOf(battle).heights, hexes, String(height));
  const heights = linesOf(elev);
  const heightOf = (name: string | undefined): string | undefined => {
    const cell = cellOf(name ?? "");
    return cell ? heights[cell.row]?.[cell.column] : undefined;
  };
  const before = textsAt(battle, "map", "ridges");
  const ridges = before.filter((side) => heightOf(side.split("-")[0]) === heightOf(side.split("-")[1]));
  const sets: Sets[] = [{ path: ["map", "elev"], value: elev }];
  return ridges.length === before.length ? sets : [...sets, { path: ["map", "ridges"], value: ridges }];
}

/** A road one hex on; a link that is there already is taken away by drawing over it again. */
export function linked(battle: Table, from: string, to: string, away: boolean): Sets[] {
  const pairs = pairsOf(chainsOf(battle));
  const is = ([a, b]: [string, string]): boolean => (a === from && b === to) || (a === to && b === from);
  if (away !== pairs.some(is)) return [];
  const kept = away ? pairs.filter((pair) => !is(pair)) : [...pairs, [from, to] as [string, string]];
  return [{ path: ["map", "roads"], value: chained(kept).map((chain) => chain.join(" ")) }];
}

/** Links as long chains, in the order in which they were drawn. */
function chained(pairs: readonly [string, string][]): string[][] {
  const chains: string[][] = [];
  for (const [a, b] of pairs) {
    const before = chains.find((chain) => chain.at(-1) === a);
    if (before) before.push(b);
    else chains.push([a, b]);
  }
  return chains;
}

export function ridged(battle: Table, a: string, b: string): Sets[] {
  const ridges = textsAt(battle, "map", "ridges");
  const known = ridges.filter((side) => side !== `${a}-${b}` && side !== `${b}-${a}`);
  return [{ path: ["map", "ridges"], value: known.length < ridges.length ? known : [...ridges, `${a}-${b}`] }];
}

/** A list of hexes with some put in or taken out. */
export function listed(battle: Table, path: Path, hexes: readonly string[], put: boolean): Sets[] {
  const before = textsAt(battle, ...path);
  const rest = before.filter((name) => !hexes.includes(name));
  return [{ path, value: put ? [...rest, ...hexes] : rest }];
}

/** A star: first nobody's, then one side's, then the other's, then gone. */
export function starred(battle: Table, name: string): Sets[] {
  const objectives = textsAt(battle, "battle", "objectives");
  const control = tableAt(battle, "battle", "control");
  const path = ["battle", "control"];
  if (!objectives.includes(name)) return [{ path: ["battle", "objectives"], value: [...objectives, name] }];
  const holder = control[name];
  if (holder !== 1) return [{ path, value: { ...control, [name]: holder === undefined ? 0 : 1 } }];
  const { [name]: _, ...others } = control;
  return [
    { path: ["battle", "objectives"], value: objectives.filter((one) => one !== name) },
    { path, value: others },
  ];
}

// --- zones ---

/** The hexes of the areas of a zone, and what is no hex: bands and lines. */
export function hexesOf(areas: readonly string[]): { hexes: Set<string>; others: string[] } {
  const hexes = new Set<string>();
  const others: string[] = [];
  for (const area of areas) {
    const [first = "", last = first] = area.split(":");
    const [a, b] = [cellOf(first), cellOf(last)];
    if (!a || !b) others.push(area);
    else
      for (let column = a.column; column <= b.column; column++)
        for (let row = a.row; row <= b.row; row++) hexes.add(nameOf({ column, row }));
  }
  return { hexes, others };
}

/** Hexes as few rectangles: each as deep as it goes, then as wide. */
export function areasOf(hexes: ReadonlySet<string>): string[] {
  const left = new Set(hexes);
  const cells = [...hexes].flatMap((name) => cellOf(name) ?? []).sort((a, b) => a.column - b.column || a.row - b.row);
  const areas: string[] = [];
  for (const first of cells) {
    if (!left.has(nameOf(first))) continue;
    let last = first;
    while (left.has(nameOf({ column: first.column, row: last.row + 1 }))) last = { ...last, row: last.row + 1 };
    const column = (n: number): string[] =>
      Array.from({ length: last.row - first.row + 1 }, (_, k) => nameOf({ column: n, row: first.row + k }));
    while (column(last.column + 1).every((name) => left.has(name))) last = { ...last, column: last.column + 1 };
    for (let n = first.column; n <= last.column; n++) for (const name of column(n)) left.delete(name);
    areas.push(first === last ? nameOf(first) : `${nameOf(first)}:${nameOf(last)}`);
  }
  return areas;
}

/** A zone of a side with some hexes put in or taken out. */
export function zoned(battle: Table, side: number, zone: string, hexes: readonly string[], put: boolean): Sets[] {
  const path = ["side", side, "zones", zone];
  const known = hexesOf(textsAt(battle, ...path));
  for (const hex of hexes) known.hexes[put ? "add" : "delete"](hex);
  const areas = [...areasOf(known.hexes), ...known.others];
  return [{ path, value: areas.length || zone === "any" ? areas : undefined }];
}

/** One more unit of a kind, set up in a hex: its kind gets a zone of its own unless it may stand there already. */
export function placed(battle: Table, side: number, piece: string, hex: string): Sets[] {
  const count = numberAt(battle, "side", side, "units", piece);
  const sets: Sets[] = [{ path: ["side", side, "units", piece], value: count + 1 }];
  const zones = tableAt(battle, "side", side, "zones");
  const zone = piece in zones ? piece : "any";
  if (hexesOf(textsAt(zones, zone)).hexes.has(hex)) return sets;
  return [...sets, ...zoned(battle, side, count > 0 && zone === "any" ? "any" : piece, [hex], true)];
}

export function taken(battle: Table, side: number, piece: string): Sets[] {
  const count = numberAt(battle, "side", side, "units", piece);
  const zones: Sets[] = isTable(tableAt(battle, "side", side, "zones")[piece])
    ? []
    : [{ path: ["side", side, "zones", piece], value: undefined }];
  return count > 1
    ? [{ path: ["side", side, "units", piece], value: count - 1 }]
    : [{ path: ["side", side, "units", piece], value: undefined }, ...zones];
}

// --- the whole map ---

export function resized(battle: Table, columns: number, rows: number): Sets[] {
  const field = fieldOf(battle);
  const cut = (lines: readonly string[], fill: string): string =>
    text(Array.from({ length: rows }, (_, r) => (lines[r] ?? "").slice(0, columns).padEnd(columns, fill)));
  const next = { ...field, columns, rows };
  const on = (name: string): boolean => isOn(next, name);
  const sets: Sets[] = [
    { path: ["map", "terrain"], value: cut(field.terrain, ".") },
    { path: ["map", "roads"], value: chained(pairsOf(chainsOf(battle)).filter((pair) => pair.every(on))).map(joined) },
    { path: ["map", "ridges"], value: textsAt(battle, "map", "ridges").filter((side) => side.split("-").every(on)) },
    { path: ["map", "trenches"], value: textsAt(battle, "map", "trenches").filter(on) },
    { path: ["battle", "objectives"], value: textsAt(battle, "battle", "objectives").filter(on) },
    {
      path: ["battle", "control"],
      value: Object.fromEntries(Object.entries(tableAt(battle, "battle", "control")).filter(([name]) => on(name))),
    },
  ];
  if (textAt(battle, "map", "elev")) sets.push({ path: ["map", "elev"], value: cut(field.heights, "0") });
  [0, 1].forEach((side) => {
    for (const [zone, areas] of Object.entries(tableAt(battle, "side", side, "zones"))) {
      const known = hexesOf(Array.isArray(areas) ? areas.filter((area) => typeof area === "string") : []);
      const kept = areasOf(new Set([...known.hexes].filter(on)));
      sets.push({ path: ["side", side, "zones", zone], value: [...kept, ...known.others] });
    }
  });
  return sets.filter(
    ({ path, value }) => !(Array.isArray(value) && value.length === 0 && !textsAt(battle, ...path).length),
  );
}

const joined = (chain: readonly string[]): string => chain.join(" ");

/** A part of a map that was picked up. */
export interface Region {
  first: Cell;
  last: Cell;
}

export function region(a: string, b: string): Region | null {
  const [from, to] = [cellOf(a), cellOf(b)];
  if (!from || !to) return null;
  return {
    first: { column: Math.min(from.column, to.column), row: Math.min(from.row, to.row) },
    last: { column: Math.max(from.column, to.column), row: Math.max(from.row, to.row) },
  };
}

const holds = ({ first, last }: Region, { column, row }: Cell): boolean =>
  column >= first.column && column <= last.column && row >= first.row && row <= last.row;

/** Carries the ground over from where a hex comes to where it goes: terrain, heights, roads, ridges, trenches. */
function carried(battle: Table, from: (cell: Cell) => boolean, to: (cell: Cell) => Cell): Sets[] {
  const field = fieldOf(battle);
  const terrain = field.terrain.map((row) => [...row]);
  const heights = field.heights.map((row) => [...row]);
  const goes = new Map<string, string>();
  field.terrain.forEach((line, row) =>
    [...line].forEach((letter, column) => {
      const cell = { column, row };
      if (!from(cell)) return;
      const there = to(cell);
      if (!inside(field, there)) return;
      terrain[there.row]![there.column] = letter;
      heights[there.row]![there.column] = field.heights[row]![column]!;
      goes.set(nameOf(cell), nameOf(there));
    }),
  );
  const covered = new Set(goes.values());
  const moved = ([a, b]: [string, string]): [string, string][] =>
    goes.has(a) && goes.has(b) ? [[goes.get(a)!, goes.get(b)!]] : [];
  const merged = (pairs: [string, string][]): [string, string][] => {
    const kept = pairs.filter((pair) => !pair.every((name) => covered.has(name)));
    const all = [...kept, ...pairs.flatMap(moved)];
    const keys = all.map((pair) => [...pair].sort().join());
    return all.filter((_, n) => keys.indexOf(keys[n]!) === n);
  };
  const ground = groundOf(battle);
  const trenches = [
    ...ground.trenches.filter((name) => !covered.has(name)),
    ...ground.trenches.flatMap((name) => goes.get(name) ?? []),
  ];
  const sets: Sets[] = [
    { path: ["map", "terrain"], value: text(terrain.map((row) => row.join(""))) },
    { path: ["map", "roads"], value: chained(merged(ground.roads)).map(joined) },
    { path: ["map", "ridges"], value: merged(ground.ridges).map(([a, b]) => `${a}-${b}`) },
    { path: ["map", "trenches"], value: [...new Set(trenches)] },
  ];
  if (textAt(battle, "map", "elev"))
    sets.push({ path: ["map", "elev"], value: text(heights.map((row) => row.join(""))) });
  return sets.filter(
    ({ path, value }) => !(Array.isArray(value) && value.length === 0 && !textsAt(battle, ...path).length),
  );
}

/** A region once more, its first hex at another; whole steps keep neighbours neighbours. */
export function pasted(battle: Table, copied: Region, at: string): Sets[] {
  const target = cellOf(at);
  if (!target) return [];
  const [column, half] = halfRows(copied.first);
  const [toColumn, toHalf] = halfRows(target);
  return carried(
    battle,
    (cell) => holds(copied, cell),
    (cell) => {
      const [c, h] = halfRows(cell);
      return cellAt(c + toColumn - column, h + toHalf - half);
    },
  );
}

/** The west half once more in the east, as in a mirror; only an odd number of columns has a middle. */
export function mirrored(battle: Table): Sets[] | null {
  const field = fieldOf(battle);
  if (field.columns % 2 === 0) return null;
  const middle = (field.columns - 1) / 2;
  return carried(
    battle,
    ({ column }) => column <= middle,
    ({ column, row }) => ({ column: field.columns - 1 - column, row }),
  );
}

// --- a battle to begin with ---

export function emptyBattle(name: string): Table {
  const columns = 15;
  const rows = 10;
  return {
    battle: {
      name: name.slice(0, 40),
      setup: [0, 1],
      first: 0,
      turns: 8,
      objectives: ["H5"],
      victory: "Seat 0 wins at the end of turn 8 if it controls at least 1 objective.",
      else: "Seat 1 wins.",
    },
    map: { terrain: text(Array<string>(rows).fill(".".repeat(columns))) },
    side: [
      { seat: 0, name: "British", morale: 4, units: { bri_rifle: 1 }, zones: { any: ["A1:C10"] } },
      { seat: 1, name: "German", morale: 4, units: { ger_rifle: 1 }, zones: { any: ["M1:O10"] } },
    ],
  };
}
