import { describe, expect, it } from "vitest";

import type { Ship } from "../src/games/starfighters/board";
import { around, fit } from "../src/boards/frame";
import { tagOf } from "../src/games/starfighters";

const whole = { x: 0, y: 0, width: 1000, height: 800 };

describe("the window on a board", () => {
  it("lies about a spot, in the shape of the screen, and never higher than the board", () => {
    expect(around({ x: 500, y: 400, width: 200 }, whole, 1.5)).toEqual({ x: 400, y: 250, width: 200, height: 300 });
    expect(around({ x: 500, y: 400, width: 900 }, whole, 2).height).toBe(800);
  });

  it("does not leave the board, but by a map's breadth where it is zoomed", () => {
    const out = { x: -500, y: 700, width: 200, height: 300 };
    expect(fit(out, whole)).toEqual({ ...out, x: 0, y: 500 });
    expect(fit(out, whole, 1)).toEqual({ ...out, x: -80, y: 580 });
    expect(fit({ ...whole, x: 30 }, whole, 1)).toEqual(whole);
  });
});

describe("tags of ships in a row", () => {
  it("stand below and above in turn", () => {
    const ships = ["0,0", "1,0", "2,0", "0,1"].map((hex) => ({ hex }) as Ship);
    const heights = ships.map((ship) => Math.sign(tagOf(ship.hex!, ships).y));
    expect(heights).toEqual([1, -1, 1, 1]);
  });
});
