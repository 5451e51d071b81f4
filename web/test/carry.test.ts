import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Plane } from "../src/games/boots/board";
import type { GameEvent, Legal, View } from "../src/api/types";
import { harmIn } from "../src/games/boots";
import { carried, putDown, receive, shared } from "../src/boards/carry";
import { planned, type Pick, type Place } from "../src/boards/game";
import { middleOf } from "../src/boards/geometry";
import { Heaven } from "../src/games/boots/sky";
import { placesIn } from "../src/boards/log-highlight";
import { aboutTable, isHot } from "../src/ui/log";
import { stateOf } from "../src/ui/seats";

const legal: Legal[] = [
  { action: 10, notation: "TL", text: "left turn to d6" },
  { action: 11, notation: "TR", text: "right turn to f6" },
  { action: 12, notation: "TX", text: "right turn to f6 by another way" },
];
const pick = (): Pick => ({
  legal,
  picked: null,
  hover: null,
  told: null,
  choose: vi.fn(),
  play: vi.fn(),
  point: vi.fn(),
});
const place = (id: string, more: Partial<Place> = {}): Place => ({ id, x: 0, y: 0, name: id, actions: [], ...more });

describe("carrying", () => {
  const left = vi.fn();
  let under: number[] = [];
  beforeEach(() => {
    const board = document.createElement("div");
    board.className = "board";
    document.elementFromPoint = () => board;
    receive({ over: () => under, left });
    carried.value = new Set(["TL", "TR", "TX"]);
  });

  it("plays the one action that the thing and the place have in common", () => {
    const table = pick();
    under = [10];
    putDown({ x: 1, y: 1 }, false, table);
    expect(table.play).toHaveBeenCalledWith(10);
    expect(carried.value).toBeNull();
  });

  it("chooses the first of several, and does nothing where there is none", () => {
    const table = pick();
    under = [11, 12];
    putDown({ x: 1, y: 1 }, false, table);
    expect(table.choose).toHaveBeenCalledWith(11);
    carried.value = new Set(["TL"]);
    putDown({ x: 1, y: 1 }, false, table);
    expect(table.play).not.toHaveBeenCalled();
    expect(left).toHaveBeenCalled();
  });

  it("goes by words, so that a question that has changed meanwhile is not answered", () => {
    const other = { ...pick(), legal: [{ action: 10, notation: "A", text: "ahead" }] };
    expect(shared(new Set(["TL"]), [10], other)).toEqual([]);
  });

  it("takes a slot that names actions before the board behind it", () => {
    const slot = document.createElement("i");
    slot.dataset.drop = "12 11";
    document.elementFromPoint = () => slot;
    under = [10];
    const table = pick();
    carried.value = new Set(["TX"]);
    putDown({ x: 1, y: 1 }, true, table);
    expect(table.play).toHaveBeenCalledWith(12);
  });
});

describe("lines of the log", () => {
  const places = [
    place("m2"),
    place("m7", { holds: ["red"] }),
    place("6,-2", { holds: ["p0"] }),
    place("6,-1"),
    place("paws.2"),
  ];
  const ids = (event: Partial<GameEvent>): string[] =>
    placesIn({ kind: "x", text: "", ...event }, places).map((one) => one.id);

  it("are found on the board by the places of the event, in their order", () => {
    expect(ids({ places: ["m7", "m2"], pieces: ["red"] })).toEqual(["m7", "m2"]);
    expect(ids({ places: ["6,-2", "6,-1", "6,-2"], pieces: ["p0"] })).toEqual(["6,-2", "6,-1"]);
    expect(ids({ places: ["paws.2"] })).toEqual(["paws.2"]);
  });

  it("are found where their pieces stand if they name no place, and never by their words", () => {
    expect(ids({ pieces: ["p0", "red"] })).toEqual(["6,-2", "m7"]);
    expect(ids({ text: "Red shoots from m7 at m2." })).toEqual([]);
  });

  it("about the table itself are said apart from the log", () => {
    const news = [
      { kind: "time_up", text: "Time ran out for Pilot 1." },
      { kind: "led", text: "Pilot 2 leads." },
      { kind: "table", text: "Ana leaves Pilot 2." },
    ];
    expect(aboutTable(news)).toBe("Time ran out for Pilot 1. Ana leaves Pilot 2.");
    expect(aboutTable([])).toBe("");
  });

  it("are hot where somebody is hurt", () => {
    const attack = (...results: string[]): GameEvent => ({
      kind: "attack",
      text: "",
      facts: { results, targets: ["a", "b"], harm: results.some((one) => one !== "no effect") },
    });
    expect([
      isHot(attack("no effect")),
      isHot(attack("no effect", "pinned")),
      isHot({ kind: "lost", text: "" }),
    ]).toEqual([false, true, true]);
    expect(harmIn(attack("no effect", "pinned"))).toEqual([["b", "pinned"]]);
  });
});

describe("plans", () => {
  it("show the chosen action, else the one under the pointer", () => {
    const places = [place("d6", { actions: [10] }), place("f6", { actions: [11, 12] })];
    expect(planned({ ...pick(), hover: "f6" }, places)?.action).toBe(11);
    expect(planned({ ...pick(), hover: "f6", picked: legal[0]! }, places)?.action).toBe(10);
    expect(planned(pick(), places)).toBeNull();
  });

  it("find the middle of where something can be done", () => {
    expect(
      middleOf([
        { x: 0, y: 0 },
        { x: 4, y: 2 },
      ]),
    ).toEqual({ x: 2, y: 1 });
    expect(middleOf([])).toBeNull();
  });
});

describe("a dog fight", () => {
  const plane = (label: string, seat: number, more: Partial<Plane> = {}): Plane => ({
    label,
    key: "",
    name: label,
    seat,
    rating: "3/2 M=3",
    state: "in the fight",
    ...more,
  });
  const planes = [
    ...Array.from({ length: 7 }, (_, n) => plane(`S${n}`, 0, { pursues: `B${n}` })),
    ...Array.from({ length: 7 }, (_, n) => plane(`B${n}`, 1)),
    ...Array.from({ length: 8 }, (_, n) => plane(`J${n}`, n % 2)),
  ];

  it.each([true, false])("keeps everybody on the paper and apart (narrow: %s)", (slim) => {
    const sky = new Heaven(planes, slim);
    const spots = sky.spots.map((spot) => sky.at(spot));
    for (const spot of spots) {
      expect(spot.x).toBeGreaterThan(40);
      expect(spot.x).toBeLessThan(sky.width - 40);
      expect(spot.y).toBeLessThan(sky.height - 30);
    }
    const near = spots.filter((a, n) =>
      spots.some((b, m) => m > n && Math.abs(a.x - b.x) < 72 && Math.abs(a.y - b.y) < 52),
    );
    expect(near).toEqual([]);
  });
});

describe("seats", () => {
  it("say who has won", () => {
    const view = { result: { winners: [1] }, waiting: [] } as unknown as View;
    const table = { seats: [{ player: 0 }, { player: 1 }], players: [{}, {}] } as never;
    expect([0, 1].map((seat) => stateOf(view, table, seat, false).words)).toEqual(["lost", "won"]);
  });
});
