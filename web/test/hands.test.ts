import { describe, expect, it, vi } from "vitest";

import type { Legal, OptionsInfo, ReviewStep } from "../src/api/types";
import { tap } from "../src/boards/chart";
import type { Pick, Place } from "../src/boards/game";
import { nearest, towards } from "../src/boards/geometry";
import { sentence, turnStep } from "../src/pages/review";
import { inOrder } from "../src/state/rules";
import { read } from "../src/state/route";
import { matching } from "../src/ui/actions";
import { timeWords } from "../src/ui/clock";
import { press, type Doings } from "../src/ui/keys";
import { newestFirst } from "../src/ui/log";
import { changed } from "../src/ui/options";

const legal: Legal[] = [
  { action: 10, notation: "TL", text: "left turn to d6" },
  { action: 11, notation: "TR", text: "right turn to f6" },
  { action: 12, notation: "pass", text: "pass" },
];

function doings(picked: Legal | null = null): Doings {
  const [choose, play, takeBack, again, open] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  return { legal, picked, choose, play, takeBack, again, open, turn: vi.fn(() => false) };
}

describe("keys", () => {
  it("chooses from the list by number and plays with Enter", () => {
    const table = doings(legal[1]);
    expect(press("2", table)).toBe(true);
    expect(table.choose).toHaveBeenCalledWith(11);
    expect(press("Enter", table)).toBe(true);
    expect(table.play).toHaveBeenCalledWith(11);
  });

  it("means nothing where there is nothing to do", () => {
    const table = doings();
    expect(press("9", table)).toBe(false);
    expect(press("Enter", table)).toBe(false);
    expect(press("x", table)).toBe(false);
  });

  it("passes, takes back, lets go and opens", () => {
    const table = doings();
    press("p", table);
    expect(table.play).toHaveBeenCalledWith(12);
    press("U", table);
    expect(table.takeBack).toHaveBeenCalled();
    press("Escape", table);
    expect(table.choose).toHaveBeenCalledWith(null);
    press("?", table);
    press("/", table);
    expect(table.open).toHaveBeenNthCalledWith(1, "keys");
    expect(table.open).toHaveBeenNthCalledWith(2, "type");
  });
});

describe("taps", () => {
  const place = (...actions: number[]): Place => ({ id: "d6", x: 0, y: 0, name: "d6", actions });
  const pick = (picked: Legal | null): Pick => ({
    legal,
    picked,
    hover: null,
    told: null,
    choose: vi.fn(),
    play: vi.fn(),
    point: vi.fn(),
  });

  it("needs two for one action", () => {
    const first = pick(null);
    tap(place(10), first);
    expect(first.choose).toHaveBeenCalledWith(10);
    const second = pick(legal[0]!);
    tap(place(10), second);
    expect(second.play).toHaveBeenCalledWith(10);
  });

  it("never changes who acts by a second tap, nor carries out one of several", () => {
    const table = pick(legal[0]!);
    tap(place(10, 11), table);
    expect(table.choose).not.toHaveBeenCalled();
    expect(table.play).not.toHaveBeenCalled();
  });

  it("lets go on an empty place, and plays at once in real time", () => {
    const table = pick(legal[0]!);
    tap(place(), table);
    expect(table.choose).toHaveBeenCalledWith(null);
    tap({ ...place(11), at_once: true }, table);
    expect(table.play).toHaveBeenCalledWith(11);
  });
});

describe("geometry", () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: 2 },
    { x: 10, y: 10 },
  ];
  it("finds the nearest spot in reach", () => {
    expect(nearest(spots, { x: 12, y: 1 }, 5)).toBe(spots[1]);
    expect(nearest(spots, { x: 50, y: 50 }, 5)).toBeNull();
  });
  it("moves a cursor the way of the arrow", () => {
    expect(towards(spots, spots[0]!, 1, 0)).toBe(spots[1]);
    expect(towards(spots, spots[1]!, 0, 1)).toBe(spots[3]);
    expect(towards(spots, spots[0]!, -1, 0)).toBeNull();
  });
});

describe("typed moves", () => {
  it("takes the very word, else its beginning, else words", () => {
    expect(matching(legal, "tl").map((one) => one.action)).toEqual([10]);
    expect(matching(legal, "t").map((one) => one.action)).toEqual([10, 11]);
    expect(matching(legal, "right f6").map((one) => one.action)).toEqual([11]);
    expect(matching(legal, "zzz")).toEqual([]);
    expect(matching(legal, "")).toHaveLength(3);
  });
});

describe("the log", () => {
  it("puts the newest turn first, its heading on top", () => {
    const log = ["first:a", "turn:1", "x:b", "x:c", "turn:2", "x:d"].map((text) => {
      const [kind = "", words = ""] = text.split(":");
      return { event: { kind, text: words } };
    });
    expect(newestFirst(log).map((line) => line.event.text)).toEqual(["2", "d", "1", "c", "b", "a"]);
  });

  it("puts a sealing under the turn that opens it, and what is still sealed on top", () => {
    const log = ["turn:1", "x:a", "sealed:b", "turn:2", "x:c", "sealed:d"].map((text) => {
      const [kind = "", words = ""] = text.split(":");
      return { event: { kind, text: words } };
    });
    expect(newestFirst(log).map((line) => line.event.text)).toEqual(["d", "2", "c", "b", "1", "a"]);
  });

  it("keeps the order of lines that sum up", () => {
    const log = ["turn:1", "x:a", "section:1", "section:2", "section:3", "turn:2"].map((text) => {
      const [kind = "", words = ""] = text.split(":");
      return { event: { kind, text: kind + words } };
    });
    const lines = newestFirst(log).map((line) => line.event.text);
    expect(lines).toEqual(["turn2", "turn1", "section1", "section2", "section3", "xa"]);
  });
});

describe("pages", () => {
  it("reads addresses", () => {
    expect(read("/", "", "")).toEqual({ page: "home" });
    expect(read("/table/lark-7k2m", "", "")).toEqual({ page: "table", code: "LARK-7K2M" });
    expect(read("/join/LARK-7K2M", "", "#s3cret")).toEqual({ page: "join", code: "LARK-7K2M", secret: "s3cret" });
    expect(read("/review/LARK-7K2M", "?step=12&perspective=1", "")).toEqual({
      page: "review",
      code: "LARK-7K2M",
      perspective: "1",
      step: 12,
      line: null,
    });
    expect(read("/rules/squadrons", "", "#SQ-4.5")).toEqual({ page: "rules", game: "squadrons", id: "SQ-4.5" });
    expect(read("/nowhere", "", "")).toEqual({ page: "missing", path: "/nowhere" });
    expect(read("/table/LARK-100%", "", "")).toEqual({ page: "table", code: "LARK-100%" });
  });

  it("walks a review turn by turn", () => {
    const turns = [0, 1, 1, 1, 2, 2, 3];
    expect(turnStep(turns, 1, 1)).toBe(4);
    expect(turnStep(turns, 5, -1)).toBe(4);
    expect(turnStep(turns, 4, -1)).toBe(1);
    expect(turnStep(turns, 6, 1)).toBe(6);
    expect(turnStep(turns, 0, -1)).toBe(0);
  });

  it("asks options anew after the one that changed", () => {
    const field = {
      kind: "choice",
      default: "x",
      title: "",
      help: "",
      choices: [],
      least: 0,
      most: 0,
      rule: "",
    } as const;
    const info = {
      fields: ["mode", "board", "p1"].map((name) => ({ ...field, name })),
      options: { mode: "dogfight", board: "alt", p1: "red" },
      seats: [],
    } as unknown as OptionsInfo;
    expect(changed(info, "board", "main")).toEqual({ mode: "dogfight", board: "main" });
  });

  it("sorts rules as in the book", () => {
    expect(inOrder(["SQ-10.1", "SQ-2.10", "SQ-2.9"])).toEqual(["SQ-2.9", "SQ-2.10", "SQ-10.1"]);
  });

  it("says how much time is left", () => {
    expect([timeWords(9_400), timeWords(61_000), timeWords(7_200_000), timeWords(300_000_000), timeWords(-5)]).toEqual([
      "9.4",
      "1:01",
      "2 h",
      "3 d",
      "0.0",
    ]);
  });
});

describe("a step of the review", () => {
  it("names whoever moved by title, and nobody where nobody did", () => {
    const view = { seats: [{ name: "p0", title: "Pilot 0", side: "pilot 0", player: 0 }] };
    const step = (seat: string): ReviewStep =>
      ({ n: 1, seat, notation: "", text: "fly straight on", turn: 1, events: [], view }) as unknown as ReviewStep;
    expect(["p0", "clock"].map((seat) => sentence(step(seat), (n) => `Pilot ${n}`))).toEqual([
      "Pilot 0: Fly straight on.",
      "Fly straight on.",
    ]);
  });
});
