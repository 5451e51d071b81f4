import { describe, expect, it } from "vitest";

import { degreesOf } from "../src/boards/geometry";
import { Grid } from "../src/games/squadrons";
import { at, degrees } from "../src/games/starfighters";
import { Layout } from "../src/games/boots/terrain";

/** Where each word points on a sheet whose top is north: right and down are positive. */
const WAYS: Record<string, [number, number]> = {
  N: [0, -1],
  NE: [1, -1],
  E: [1, 0],
  SE: [1, 1],
  S: [0, 1],
  SW: [-1, 1],
  W: [-1, 0],
  NW: [-1, -1],
};
const HEXES: Record<string, string> = { E: "1,0", NE: "1,-1", NW: "0,-1", W: "-1,0", SW: "-1,1", SE: "0,1" };
const STEPS: Record<string, string> = { N: "C2", NE: "D2", SE: "D3", S: "C4", SW: "B3", NW: "B2" };

interface Spot {
  x: number;
  y: number;
}

const sign = (value: number): number => (Math.abs(value) < 1e-6 ? 0 : Math.sign(value));
const way = (from: Spot, to: Spot): [number, number] => [sign(to.x - from.x), sign(to.y - from.y)];
const nose = (turn: number): [number, number] => [
  sign(Math.sin((turn * Math.PI) / 180)),
  sign(-Math.cos((turn * Math.PI) / 180)),
];

describe("the top of every board is north", () => {
  it.each(Object.keys(WAYS))("SQ-1.8: a plane that heads %s points there, and so does its front square", (word) => {
    const grid = new Grid(12, 12);
    const [x, y] = WAYS[word]!;
    expect(nose(grid.angle(word))).toEqual(WAYS[word]);
    expect(nose(degreesOf(word))).toEqual(WAYS[word]);
    expect(way(grid.at("e5"), grid.at(`${"def"[x + 1]}${5 - y}`))).toEqual(WAYS[word]);
  });

  it.each(Object.keys(HEXES))("SF-1.7: a ship that faces %s points there, and so does the next hex", (word) => {
    expect(nose(degrees(word))).toEqual(WAYS[word]);
    expect(way(at("0,0"), at(HEXES[word]!))).toEqual(WAYS[word]);
  });

  it.each(Object.keys(STEPS))("CB-2.3: the hex %s of another lies there", (word) => {
    const field = new Layout({ terrain: Array(6).fill("......"), elevation: [], bands: "" } as never);
    expect(way(field.at("C3")!, field.at(STEPS[word]!)!)).toEqual(WAYS[word]);
  });
});
