import { describe, expect, it } from "vitest";

import type { TableLine } from "../src/api/types";
import { timed, whose } from "../src/ui/deadlines";

const players = [
  { player: 0, name: "Ana", bot: "", you: true },
  { player: 1, name: "Ben", bot: "", you: false },
  { player: 2, name: "Cem", bot: "", you: false },
];
const line = (own: object): TableLine =>
  ({
    code: "A",
    status: "live",
    players,
    to_move: [],
    deadline: null,
    your_turn: false,
    ...own,
  }) as unknown as TableLine;

describe("deadlines", () => {
  it("lists running clocks, the first to end at the top", () => {
    const lines = [line({ code: "A", deadline: 9 }), line({ code: "B" }), line({ code: "C", deadline: 5 })];
    const over = line({ code: "D", deadline: 1, status: "over" });
    expect(timed([...lines, over]).map((one) => one.code)).toEqual(["C", "A"]);
  });

  it("says whose clock runs", () => {
    expect(whose(line({ to_move: [0, 1], your_turn: true }))).toBe("your move");
    expect(whose(line({ to_move: [1] }))).toBe("Ben to move");
    expect(whose(line({ to_move: [1, 2] }))).toBe("Ben and Cem to move");
    expect(whose(line({}))).toBe("their move");
  });
});
