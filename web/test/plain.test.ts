import { describe, expect, it } from "vitest";

import { label, shownOf, sorted } from "../src/boards/plain";

describe("a table without a board of its own", () => {
  const state = {
    turn: 2,
    prize: 5,
    first_player: "Ana",
    left: [1, 2],
    hands: [[1], [2]],
    points: [3, 4],
    deep: [{ a: 1 }],
  };
  const shown = shownOf({ state, sealed: {}, per_seat: ["hands", "points", "deep"] });

  it("sorts fields by how they are shown, and leaves the turn to the bar", () => {
    expect(sorted(shown)).toEqual({
      single: ["prize", "first_player"],
      lists: ["left"],
      seats: ["hands", "points"],
      deep: ["deep"],
    });
    expect(label("first_player")).toBe("First player");
    expect(label("first_player", { first_player: "begins" })).toBe("Begins");
  });

  it("takes the picture of any other game as it is", () => {
    const own = { squares: ["a1"], wind: null };
    expect(shownOf(own)).toEqual({ state: own, sealed: {}, per_seat: [] });
    expect(sorted(shownOf(own))).toEqual({ single: ["wind"], lists: ["squares"], seats: [], deep: [] });
  });
});
