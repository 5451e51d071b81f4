import { describe, expect, it } from "vitest";

import type { Plane } from "../src/games/boots/board";
import type { Legal, View } from "../src/api/types";
import { briefly, byPlace, placeOf, plainly } from "../src/boards/game";
import type { PawsBoard } from "../src/games/paws/board";
import { lays } from "../src/games/paws/hand";
import { layOut } from "../src/games/boots/sky";
import { flightOf } from "../src/games/squadrons/hand";
import { spotOf } from "../src/games/starfighters";
import { lines } from "../src/boards/text";

const one = (marks: Partial<Legal>): Legal => ({ action: 1, notation: "", text: "", ...marks });

describe("legal actions on the board", () => {
  it("stand on the last of their places", () => {
    const legal = [one({ places: ["B3", "B2"] }), one({ action: 2, places: ["B2"] }), one({ action: 3 })];
    expect(legal.map(placeOf)).toEqual(["B2", "B2", null]);
    expect([...byPlace(legal)]).toEqual([["B2", [1, 2]]]);
  });

  it("are told without their promise, and briefly where there is little room", () => {
    const fire = one({ text: "at Pak 36 (1-2: pin 25.5 %)", short_text: "at Pak 36", odds_text: "1-2: pin 25.5 %" });
    const tile = one({ text: "play 3 with 1 hit, to m5", short_text: "fly on to m5" });
    expect([plainly(fire), briefly(fire)]).toEqual(["At Pak 36", "At Pak 36"]);
    expect([plainly(tile), briefly(tile)]).toEqual(["Play 3 with 1 hit, to m5", "Fly on to m5"]);
  });

  it("are flights in Squadrons where a plane flies, and nothing else is", () => {
    expect(flightOf(one({ kind: "fly", piece: "TL", places: ["d6"], facing: "NW" }))).toMatchObject({
      square: "d6",
      heading: "NW",
      code: "TL",
    });
    expect(flightOf(one({ kind: "ram", piece: "G2", places: ["d6"] }))).toBeNull();
  });

  it("turn a ship on the rim of its hex in Starfighters", () => {
    expect(spotOf(one({ kind: "turn", places: ["0,2"], facing: "NE" }))).toBe("@NE");
    expect(spotOf(one({ kind: "fly", places: ["0,2", "1,1"] }))).toBe("1,1");
  });

  it("lay the held card in Jaws vs Paws, with the held half up", () => {
    const crew = { board: { seats: [{ seat: "jaws.pilot" }, { seat: "jaws.gunner" }] } } as View<PawsBoard>;
    const by = { acting_piece: "jaws.pilot" };
    const plan = one({ kind: "lay", piece: "plane_left", facing: "enemy", ...by });
    const held = (card: string, side: "own" | "enemy", seat = 0) => ({ card, side, seat, round: 1 });
    expect(lays(plan, crew, held("plane_left", "enemy"))).toBe(true);
    expect(lays(plan, crew, held("plane_left", "own"))).toBe(false);
    expect(lays(plan, crew, held("plane_left", "enemy", 1))).toBe(false);
    expect(lays(one({ kind: "lay", piece: "shoot_pc", ...by }), crew, held("shoot_pc", "own"))).toBe(true);
    expect(lays(one({ kind: "back", piece: "shoot_pc", ...by }), crew, held("shoot_pc", "own"))).toBe(false);
  });

  it("lays a dog fight out in chains, circles and rows", () => {
    const plane = (label: string, seat: number, more: Partial<Plane> = {}): Plane => ({
      label,
      key: "",
      name: label,
      seat,
      rating: "3/2 M=3",
      state: "in the fight",
      ...more,
    });
    const spots = layOut([
      plane("S1", 0, { pursues: "B1" }),
      plane("B1", 1, { pursues: "H1" }),
      plane("H1", 0),
      plane("S2", 0, { turns_with: "B2" }),
      plane("B2", 1, { turns_with: "S2" }),
      plane("J1", 1),
      plane("X", 1, { state: "shot down", away: true }),
    ]);
    expect(spots.map((spot) => [spot.plane.label, spot.role])).toEqual([
      ["S1", "chain"],
      ["B1", "chain"],
      ["H1", "chain"],
      ["S2", "turning"],
      ["B2", "turning"],
      ["J1", "apart"],
    ]);
  });

  it("tells any table as text", () => {
    expect(lines({ turn: 3, planes: [{ name: "R1", lost: false }], cards: ["a", "b"], sun: null })).toEqual([
      "turn: 3",
      "planes:",
      "  •",
      "    name: R1",
      "    lost: no",
      "cards: a, b",
      "sun: –",
    ]);
  });
});
