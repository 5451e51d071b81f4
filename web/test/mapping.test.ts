import { describe, expect, it } from "vitest";

import type { Legal, View } from "../src/api/types";
import { landingOf } from "../src/boards/biplanes";
import { placeOf as bootsPlace } from "../src/boards/boots-table";
import { lays, sectionOf } from "../src/boards/paws";
import { layOut, type Plane } from "../src/boards/sky";
import { flightOf, squareOf, type SquadronsTable } from "../src/boards/squadrons";
import { placeOf as starPlace } from "../src/boards/starfighters";
import { lines } from "../src/boards/text";
import { tileOf } from "../src/boards/tiles";

const one = (word: string, words = ""): Legal => ({ action: 1, word, words });

describe("legal actions on the board", () => {
  it("finds the square of a manoeuvre, a plane and a collision in Squadrons", () => {
    const table = { planes: [{ name: "R3", square: "e5", heading: "N" }, { name: "G2", square: "d6", heading: "S" }], named: "R3" };
    const view = { table } as unknown as View<SquadronsTable>;
    expect(flightOf(one("TL", "R3: left turn to d6, heading NW"))).toMatchObject({ square: "d6", heading: "NW", code: "TL" });
    expect(squareOf(view, one("R3", "move R3 (e5 N): no card"))).toBe("e5");
    expect(squareOf(view, one("X:G2", "R3 collides with G2 (d6 S); both are lost"))).toBe("d6");
    expect(squareOf(view, one("stay", "R3 stays where it is"))).toBe("e5");
  });

  it("finds the landing space and the tile in Biplanes", () => {
    expect(landingOf(one("3L/1", "play 3 with 1 hit, around the loop to m7"))).toBe("m7");
    expect(landingOf(one("4/1", "play 4 with 1 hit, to m3, hold fire"))).toBe("m3");
    expect(landingOf(one("m4", "start on m4"))).toBe("m4");
    expect(landingOf(one("keep", "keep the rest"))).toBeNull();
    expect([tileOf("3L/1"), tileOf("4/0&-2X"), tileOf("keep"), tileOf("-2X")]).toEqual(["3/1", "4/0", null, null]);
  });

  it("finds hexes, rims and ships in Starfighters", () => {
    const table = { active: 0, phase: "move", ships: [{ hex: "0,2", facing: "NE" }, { hex: "3,-1", facing: "W" }] };
    expect(starPlace("F", table)).toBe("1,1");
    expect(starPlace("L", table)).toBe("0,1");
    expect(starPlace("R", table)).toBe("1,2");
    expect(starPlace("@SW", table)).toBe("@SW");
    expect(starPlace("hits-1", table)).toBe("3,-1");
    expect(starPlace("wreck--1,2", table)).toBe("-1,2");
    expect(starPlace("-7,0", { ...table, phase: "place" })).toBe("-7,0");
    expect(starPlace("W", { ...table, phase: "drift" })).toBe("-1,2");
    expect(starPlace("W", { ...table, phase: "face" })).toBe("@W");
    expect(starPlace("stop", table)).toBe("0,2");
    expect(starPlace("medium", { ...table, active: null })).toBeNull();
  });

  it("finds sections and the held card in Jaws vs Paws", () => {
    expect(sectionOf("2:plane_left:enemy")).toBe(2);
    expect(sectionOf("back:4:shoot_pc")).toBe(4);
    expect(sectionOf("ready")).toBeNull();
    expect(lays("2:plane_left:enemy", "plane_left", "enemy")).toBe(true);
    expect(lays("2:plane_left:enemy", "plane_left", "own")).toBe(false);
    expect(lays("1:shoot_pc:open", "shoot_pc", "own")).toBe(true);
    expect(lays("back:1:shoot_pc", "shoot_pc", "own")).toBe(false);
  });

  it("finds hexes and counters in Combat Boots", () => {
    const table = { pieces: [{ label: "RIFLE-2", place: "C4" }, { label: "mg34-1", place: "G6" }] };
    expect(bootsPlace(table, one("move:RIFLE-2"))).toBe("C4");
    expect(bootsPlace(table, one("at:mg34-1"))).toBe("G6");
    expect(bootsPlace(table, one("pair:RIFLE-2/mg34-1"))).toBe("G6");
    expect(bootsPlace(table, one("step:NE", "step NE to D4"))).toBe("D4");
    expect(bootsPlace(table, one("to:band3", "to band 3"))).toBe("band3");
    expect(bootsPlace(table, one("done"))).toBeNull();
  });

  it("lays a dog fight out in chains, circles and rows", () => {
    const plane = (label: string, seat: number, more: Partial<Plane> = {}): Plane => ({ label, key: "", name: label, seat, rating: "3/2 M=3", state: "in the fight", ...more });
    const spots = layOut([plane("S1", 0, { pursues: "B1" }), plane("B1", 1, { pursues: "H1" }), plane("H1", 0), plane("S2", 0, { turns_with: "B2" }), plane("B2", 1, { turns_with: "S2" }), plane("J1", 1), plane("X", 1, { state: "shot down" })]);
    expect(spots.map((spot) => [spot.plane.label, spot.role])).toEqual([["S1", "chain"], ["B1", "chain"], ["H1", "chain"], ["S2", "turning"], ["B2", "turning"], ["J1", "apart"]]);
  });

  it("tells any table as text", () => {
    expect(lines({ turn: 3, planes: [{ name: "R1", lost: false }], cards: ["a", "b"], sun: null })).toEqual(["turn: 3", "planes:", "  •", "    name: R1", "    lost: no", "cards: a, b", "sun: –"]);
  });
});
