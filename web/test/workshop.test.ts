/** Drafts, their changes and the map of a battle, without a page. */

import { describe, expect, it } from "vitest";

import {
  areasOf,
  brushed,
  cellOf,
  emptyBattle,
  fieldOf,
  groundOf,
  hexesOf,
  linked,
  mirrored,
  nameOf,
  neighbours,
  painted,
  pasted,
  placed,
  raised,
  region,
  resized,
  ridged,
  starred,
  zoned,
  type Sets,
} from "../src/games/boots/editor/battle-map";
import { conditionsIn, written } from "../src/games/boots/editor/victory";
import { edited, newDraft, redo, undo, type Draft } from "../src/workshop/drafts";
import { at, put, textAt, type Table } from "../src/workshop/values";
import { checksum, unzipped, zipped } from "../src/workshop/zip";

const FILE = "battle_new.toml";

const after = (battle: Table, sets: Sets[]): Table =>
  sets.reduce<Table>((held, { path, value }) => put(held, path, value) as Table, battle);

describe("drafts", () => {
  const begun = (): Draft => newDraft("boots", "New", { [FILE]: emptyBattle("New") }, {});
  const set = (draft: Draft, path: (string | number)[], value: string | number | undefined, gesture = ""): Draft =>
    edited(draft, [{ file: FILE, path, value }], gesture);

  it("go back and forth through any number of changes", () => {
    let draft = begun();
    const states = [draft.files];
    for (let n = 0; n < 500; n++) {
      draft = set(draft, ["map", "terrain"], `${".".repeat(n % 60)}F${".".repeat(60)}\n`);
      states.push(draft.files);
    }
    for (let n = 499; n >= 0; n--) expect((draft = undo(draft)).files).toEqual(states[n]);
    expect(undo(draft)).toBe(draft);
    for (let n = 1; n <= 500; n++) expect((draft = redo(draft)).files).toEqual(states[n]);
    expect(redo(draft)).toBe(draft);
  });

  it("number every change, and never twice", () => {
    const first = set(begun(), ["battle", "turns"], 9);
    const other = set(undo(first), ["battle", "turns"], 7);
    expect(first.done.at(-1)?.number).toBe(2);
    expect(other.done.at(-1)?.number).toBe(3);
    expect(other.undone).toEqual([]);
  });

  it("take a gesture as one change, and nothing as none", () => {
    const draft = begun();
    const stroke = set(set(draft, ["battle", "turns"], 9, "a"), ["battle", "first"], 1, "a");
    expect(stroke.done).toHaveLength(1);
    expect(undo(stroke).files).toEqual(draft.files);
    expect(set(stroke, ["battle", "turns"], 9)).toBe(stroke);
  });

  it("keep names that every object has apart", () => {
    const table = put({}, ["__proto__", "x"], 1) as Table;
    expect(Object.keys(table)).toEqual(["__proto__"]);
    expect(at({}, ["constructor"])).toBeUndefined();
  });
});

describe("a map", () => {
  const battle = emptyBattle("New");
  const field = fieldOf(battle);

  it("has brushes of 1, 7 and 19 hexes", () => {
    expect([0, 1, 2].map((reach) => brushed(field, "H5", reach).length)).toEqual([1, 7, 19]);
    expect(brushed(field, "A1", 1).sort()).toEqual(["A1", "A2", "B1"]);
  });

  it("is painted and raised in its rows; ridges on a slope go", () => {
    const painting = after(battle, painted(battle, ["B2", "C2"], "F"));
    expect(fieldOf(painting).terrain[1]).toBe(".FF............");
    const ridge = after(battle, ridged(battle, "C4", "C5"));
    expect(groundOf(ridge).ridges).toEqual([["C4", "C5"]]);
    expect(groundOf(after(ridge, raised(ridge, ["C4"], 2))).ridges).toEqual([]);
  });

  it("has roads as chains, drawn and taken away", () => {
    let road = after(battle, linked(battle, "B5", "C6", false));
    road = after(road, linked(road, "C6", "D6", false));
    expect(at(road, ["map", "roads"])).toEqual(["B5 C6 D6"]);
    expect(linked(road, "D6", "C6", false)).toEqual([]);
    expect(at(after(road, linked(road, "B5", "C6", true)), ["map", "roads"])).toEqual(["C6 D6"]);
  });

  it("has objectives that change hands and go", () => {
    let star = after(battle, starred(battle, "C3"));
    expect(at(star, ["battle", "objectives"])).toEqual(["H5", "C3"]);
    for (const side of [0, 1])
      expect(at((star = after(star, starred(star, "C3"))), ["battle", "control", "C3"])).toBe(side);
    expect(at(after(star, starred(star, "C3")), ["battle", "objectives"])).toEqual(["H5"]);
  });

  it("has zones as few rectangles", () => {
    const { hexes, others } = hexesOf(["A1:C6", "E2", "band 3"]);
    expect(areasOf(hexes)).toEqual(["A1:C6", "E2"]);
    expect(others).toEqual(["band 3"]);
    const zone = after(battle, zoned(battle, 0, "any", ["B3"], false));
    const left = hexesOf(at(zone, ["side", 0, "zones", "any"]) as string[]).hexes;
    expect(left.size).toBe(29);
    expect(left.has("B3")).toBe(false);
  });

  it("gets a unit where it is dropped", () => {
    const inside = after(battle, placed(battle, 0, "bri_rifle", "A2"));
    expect(at(inside, ["side", 0, "units", "bri_rifle"])).toBe(2);
    const outside = after(battle, placed(battle, 0, "bri_bren", "G7"));
    expect(at(outside, ["side", 0, "zones", "bri_bren"])).toEqual(["G7"]);
  });

  it("is carried over so that neighbours stay neighbours", () => {
    let drawn = after(battle, painted(battle, ["B2", "C3"], "B"));
    drawn = after(drawn, linked(drawn, "B2", "C3", false));
    const copy = after(drawn, pasted(drawn, region("B2", "C3")!, "G6"));
    const [[a, b]] = groundOf(copy).roads.filter(([from]) => from === "G6") as [[string, string]];
    expect(neighbours(field, a)).toContain(b);
    expect(fieldOf(copy).terrain[cellOf(b)!.row]![cellOf(b)!.column]).toBe("B");
  });

  it("is mirrored about its middle column, and again the same", () => {
    const drawn = after(battle, painted(battle, ["A1", "C4"], "F"));
    const mirror = after(drawn, mirrored(drawn)!);
    expect(fieldOf(mirror).terrain[0]).toBe("F.............F");
    expect(after(mirror, mirrored(mirror)!)).toEqual(mirror);
    expect(mirrored(after(battle, resized(battle, 14, 10)))).toBeNull();
  });

  it("is cut with all that lies on it", () => {
    let drawn = after(battle, starred(battle, "O9"));
    drawn = after(drawn, linked(drawn, "N9", "O9", false));
    const small = after(drawn, resized(drawn, 10, 8));
    expect([fieldOf(small).columns, fieldOf(small).rows]).toEqual([10, 8]);
    expect(at(small, ["battle", "objectives"])).toEqual(["H5"]);
    expect(groundOf(small).roads).toEqual([]);
    expect(textAt(small, "map", "terrain").split("\n")[0]).toHaveLength(10);
  });

  it("names its hexes both ways", () => {
    for (const name of ["A1", "Z99", "H5"]) expect(nameOf(cellOf(name)!)).toBe(name);
    for (const name of ["", "A0", "AA1", "A100", "a1"]) expect(cellOf(name)).toBeNull();
  });
});

describe("victory", () => {
  it("is read as sentences with slots and written back", () => {
    const text =
      "Seat 0 wins at the end of turn 10 if it controls at least two objectives; it wins at once, in any End phase, if " +
      "it controls all three. Seat 1 wins at once, in any End phase, if no British tanks are left.";
    const conditions = conditionsIn(text, 3)!;
    expect(conditions).toEqual([
      { seat: 0, turn: 10, kind: "controls", count: 2, units: "" },
      { seat: 0, turn: 0, kind: "controls", count: 3, units: "" },
      { seat: 1, turn: 0, kind: "fewer", count: 1, units: "British tanks" },
    ]);
    expect(conditionsIn(written(conditions), 3)).toEqual(conditions);
    expect(conditionsIn("Everybody wins.", 3)).toBeNull();
  });
});

describe("a zip", () => {
  it("comes back as it went", async () => {
    const files = { "pack.toml": 'name = "Größe"\n', "boots/battle_a.toml": "x".repeat(9000) };
    expect(await unzipped(zipped(files))).toEqual(files);
    expect(checksum(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });

  it("is refused where it is none, or cut off", async () => {
    await expect(unzipped(new Blob(["nonsense that is long enough to be one"]))).rejects.toThrow("Expected a zip");
    const whole = new Uint8Array(await zipped({ "a.toml": "a = 1" }).arrayBuffer());
    await expect(unzipped(new Blob([whole.slice(30)]))).rejects.toThrow();
  });
});
