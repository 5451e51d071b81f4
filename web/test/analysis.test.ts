import { describe, expect, it } from "vitest";

import type { Analysis, Choice, ResultPart, Split } from "../src/api/types";
import { columns, nextSlip, partAt, sharesText, signed, splitWords, wholeParts } from "../src/state/analysis";

const split: Split = {
  side: "Red",
  number: 0,
  seats: [0],
  start: 0.5,
  result: 0,
  luck: -0.124,
  guesses: -0.346,
  choices: -0.054,
  gifts: 0.024,
  unexplained: 0,
  luck_error: 0,
  choices_error: 0,
  gifts_error: 0,
};
const choice = (move: number, seat: number, verdict: Choice["verdict"]): Choice => ({
  move,
  seat,
  notation: "a",
  text: "a",
  verdict,
  cost: 0.05,
  error: 0,
  exact: false,
  better: "",
  better_words: "",
  imagined: 0,
  effect: seat === 0 ? [-0.05, 0.05] : [0.05, -0.05],
  options: [],
  unlisted: 0,
  better_why: "",
});
const part = (turn: number, first: number, last: number, choices: Choice[]): ResultPart => ({
  kind: "sealed",
  turn,
  first,
  last,
  story: [],
  before: [0.5, 0.5],
  after: [0.4, 0.6],
  errors: [0, 0],
  luck: [0, 0],
  guesses: [-0.1, 0.1],
  unexplained: [0, 0],
  choices,
  harmful: false,
});
const analysis: Analysis = {
  game: "toy",
  seed: 0,
  samples: 8,
  judged: true,
  skipped: 0,
  ended: "",
  rule: "",
  winners: [1],
  sides: ["Red", "Green"],
  splits: [split, { ...split, side: "Green", number: 1, seats: [1] }],
  seats: [],
  moments: [],
  stories: [],
  broken_off: false,
  parts: [
    part(1, 1, 2, [choice(1, 0, "best"), choice(2, 1, "slip")]),
    part(2, 3, 4, [choice(3, 0, "blunder"), choice(4, 1, "fine")]),
  ],
};

describe("a finished game in its parts", () => {
  it("rounds so that the parts lead from the start to the result", () => {
    const parts = wholeParts(split);
    expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(-50);
    expect(splitWords(analysis, 0)).toBe("luck −12 %, guesses −35 %, choices −5 %, the other's slips +2 %");
  });
  it("names shares in words, without signs", () => {
    const causes = [
      { name: "guesses", share: 0.52 },
      { name: "luck", share: 0.31 },
      { name: "choices", share: 0.17 },
    ] as const;
    expect(sharesText(analysis, causes)).toBe("Most of it was guesses, much of it luck, some of it choices.");
  });
  it("tells only the luck until the choices are judged", () => {
    expect(splitWords({ ...analysis, judged: false }, 0)).toBe("luck −12 %");
  });
  it("goes from slip to slip, round and round, of one seat or of all", () => {
    expect(nextSlip(analysis, 0, null)).toBe(2);
    expect(nextSlip(analysis, 2, null)).toBe(3);
    expect(nextSlip(analysis, 3, null)).toBe(2);
    expect(nextSlip(analysis, 0, 0)).toBe(3);
    expect(nextSlip({ ...analysis, parts: [] }, 0, 0)).toBeNull();
  });
  it("has a column for each turn, with own choices apart from the other's", () => {
    expect(columns(analysis, 0).map((one) => [one.turn, one.first, one.last])).toEqual([
      [1, 1, 2],
      [2, 3, 4],
    ]);
    expect(columns(analysis, 0)[0]!.parts.choices).toBeCloseTo(-0.05);
    expect(columns(analysis, 0)[0]!.parts.gifts).toBeCloseTo(0.05);
  });
  it("knows the step at hand", () => {
    expect(partAt(analysis, 3)?.turn).toBe(2);
    expect(signed(-3)).toBe("−3 %");
    expect(signed(0)).toBe("0 %");
  });
});
