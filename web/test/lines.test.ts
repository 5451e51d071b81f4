import { describe, expect, it } from "vitest";

import type { SquadronsBoard } from "../src/games/squadrons/board";
import type { Legal, View } from "../src/api/types";
import { shooterOf } from "../src/games/boots/facts";
import { dodge } from "../src/boards/label-placement";
import { promiseOf } from "../src/games/boots/sights";
import { linesOf } from "../src/games/squadrons";

const planes = [
  { name: "R1", square: "e7", heading: "W" },
  { name: "R2", square: "h8", heading: "W" },
  { name: "R3", square: "e10", heading: "N" },
  { name: "G1", square: "d7", heading: "E" },
  { name: "G4", square: "g8", heading: "N" },
];
const seen = (table: Partial<SquadronsBoard>, seat = 1): View<SquadronsBoard> =>
  ({ seat, board: { planes, named: "G4", aims: [], shots: [], ...table } }) as unknown as View<SquadronsBoard>;
const aims = [
  { by: "R2", at: "G4", how: "other" },
  { by: "G1", at: "R1", how: "head" },
  { by: "R1", at: "G1", how: "head" },
];
const left: Legal = {
  action: 1,
  notation: "TL",
  text: "",
  kind: "fly",
  acting_piece: "G4",
  piece: "TL",
  places: ["f9"],
  facing: "NW",
  bears: ["R3"],
  aims: [{ by: "G4", at: "R3", how: "tail" }],
};

describe("lines of fire in Squadrons", () => {
  it("draws one line between two planes head to head, and tells mine from theirs", () => {
    const lines = linesOf(seen({ aims }), null);
    expect(lines.map((line) => [line.by, line.at, line.how, line.mine])).toEqual([
      ["R2", "G4", "other", false],
      ["G1", "R1", "head", true],
    ]);
    expect(linesOf(seen({ aims }, 0), null)[0]).toMatchObject({ by: "R2", mine: true });
  });

  it("shows the named plane's lines where a planned move leads, and nobody else's twice", () => {
    const lines = linesOf(seen({ aims }), left);
    expect(lines.map((line) => [line.by, line.at, line.from, line.to, line.planned])).toEqual([
      ["G4", "R3", "f9", "e10", true],
      ["G1", "R1", "d7", "e7", false],
    ]);
  });

  it("shows every shot of the phase with its card", () => {
    const shots: SquadronsBoard["shots"] = [
      { shooter: "G1", target: "R1", kind: "head", card: "9H" },
      { shooter: "R1", target: "G1", kind: "head", card: "?" },
    ];
    expect(linesOf(seen({ shots }), null).map((line) => [line.by, line.card])).toEqual([
      ["G1", "9H"],
      ["R1", "?"],
    ]);
  });
});

describe("who fires in Combat Boots", () => {
  it("is the counter that is picked, or that was", () => {
    const picked: Legal = { action: 1, notation: "", text: "", kind: "fire", acting_piece: "mg34-1" };
    expect(shooterOf({ stage: "acting", lead: "" }, picked)).toBe("mg34-1");
    expect(shooterOf({ stage: "aiming", lead: "RIFLE-2" }, { ...picked, kind: "at", acting_piece: "RIFLE-2" })).toBe(
      "RIFLE-2",
    );
    expect(shooterOf({ stage: "acting", lead: "" }, { ...picked, kind: "move" })).toBeNull();
  });

  it("promises what the server says, not what its words end with", () => {
    expect(promiseOf({ action: 1, notation: "", text: "", odds_text: "best 2-2: pin 28.2 %, kill 12.0 %" })).toBe(
      "best 2-2: pin 28.2 %, kill 12.0 %",
    );
    expect(promiseOf({ action: 1, notation: "", text: "fire with MG34 in G6 (2-2)" })).toBe("no shot");
  });
});

const paper = { width: 500, height: 500, pieces: [], side: 38, moves: [], scale: 1 };
const halfOf = (text: string): number => 8 + (text.length * 12 * 0.56) / 2;

describe("words on a board", () => {
  it("keep clear of pieces, of each other and of the edge", () => {
    const pieces = [
      { x: 20, y: 100 },
      { x: 20, y: 69 },
      { x: 20, y: 50 },
    ];
    const words = [
      { near: pieces[0]!, text: "tail · red card" },
      { near: pieces[0]!, text: "other · ♦ only" },
    ];
    const spots = dodge(words, { ...paper, pieces }).map((spot) => spot!);
    for (const [n, spot] of spots.entries()) {
      const half = halfOf(words[n]!.text);
      expect(spot.x - half).toBeGreaterThanOrEqual(0);
      for (const piece of pieces)
        expect(Math.abs(spot.x - piece.x) >= half + 19 || Math.abs(spot.y - piece.y) >= 29).toBe(true);
    }
    expect(
      Math.abs(spots[0]!.y - spots[1]!.y) >= 19 || Math.abs(spots[0]!.x - spots[1]!.x) >= 2 * halfOf("tail · red card"),
    ).toBe(true);
  });

  it("never cover the middle of a place that can be pressed, and are left out where there is no other spot", () => {
    const near = { x: 100, y: 100 };
    const [free] = dodge([{ near, text: "here" }], { ...paper, moves: [{ x: 100, y: 69 }] });
    expect(free).toEqual({ x: 100, y: 131 });
    const everywhere = Array.from({ length: 400 }, (_, n) => ({ x: (n % 20) * 25, y: Math.floor(n / 20) * 25 }));
    expect(dodge([{ near, text: "here" }], { ...paper, moves: everywhere })).toEqual([null]);
  });
});
