import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { BiplanesBoard } from "../src/games/biplanes/board";
import { WATCHER, type GameEvent, type TableInfo, type View } from "../src/api/types";
import { pathOf } from "../src/games/biplanes/animation";
import { scoredSeat } from "../src/boards/game";
import { recap, staging as paws } from "../src/games/paws/animation";
import { staging as squadrons } from "../src/games/squadrons/animation";
import { outcomeOf, tallies, type Played } from "../src/state/history";
import { chosenSpeed } from "../src/state/prefs";
import { beatsBy, Stage, type Beat } from "../src/state/staging";
import { headline, resignedWords } from "../src/ui/end";
import { isHot } from "../src/ui/log";

const view = {
  board: { n: 0 },
  seat: 0,
  legal: [{}],
  waiting: [0],
  prompt: { text: "", rule: "" },
} as unknown as View;
const seen = { view, log: [] as GameEvent[] };
const beat = (label: string, by = 1): Beat => ({
  label,
  words: `${label}.`,
  about: [],
  events: [{ kind: label, text: label }],
  times: ["hold"],
  frames: [((table: { n: number }) => ({ n: table.n + by })) as never],
});

describe("a move that has played itself", () => {
  const planes = ["R1", "R2", "G1", "G2"].map((name) => ({ name }));
  const flown = (plane: string): GameEvent => ({ kind: "flown", text: `${plane} flies.`, facts: { plane } });
  const only: GameEvent = { kind: "only_move", text: "The only move.", facts: { lines: 1 } };

  it("is shown to whoever it belongs to as well, and the move before it is not", () => {
    const beats = squadrons.beats([flown("R1"), flown("R2"), only, flown("G1")], { board: { planes } } as never, [0]);
    expect(beats.map((one) => one.label)).toEqual(["R2", "G1"]);
    expect(beats.flatMap((one) => one.events.map((event) => event.text))).toEqual([
      "R1 flies.",
      "R2 flies.",
      "The only move.",
      "G1 flies.",
    ]);
  });
});

describe("the queue of beats", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    chosenSpeed.value = "normal";
  });
  afterEach(() => {
    vi.useRealTimers();
    chosenSpeed.value = "";
  });

  it("plays one at a time in its order, and asks nothing meanwhile", () => {
    const stage = new Stage<typeof seen>();
    stage.add(seen, [beat("one"), beat("two")]);
    expect(stage.beat.value?.label).toBe("one");
    expect(stage.shown.value?.view.legal).toEqual([]);
    expect(stage.shown.value?.log).toEqual([]);
    expect(stage.heldBack.value).toBe(2);
    stage.next();
    expect(stage.shown.value?.log.map((event) => event.kind)).toEqual(["one"]);
    expect(stage.heldBack.value).toBe(1);
    vi.advanceTimersByTime(5000);
    expect(stage.playing.value).toBeNull();
  });

  it("goes on, holds, skips and shows once more", () => {
    const stage = new Stage<typeof seen>();
    stage.add(seen, [beat("one"), beat("two")]);
    stage.hold();
    vi.advanceTimersByTime(60_000);
    expect(stage.beat.value?.label).toBe("one");
    stage.next();
    expect(stage.beat.value?.label).toBe("two");
    const board = stage.shown.value?.view.board as { n: number } | undefined;
    expect(board?.n).toBeGreaterThanOrEqual(1);
    stage.skip();
    expect(stage.playing.value).toBeNull();
    stage.again();
    expect(stage.playing.value?.beats.map((one) => one.label)).toEqual(["one", "two"]);
    expect(stage.playing.value?.base.view.board).toEqual({ n: 0 });
  });

  it("lets what comes meanwhile wait in the queue, and shows nothing where nobody wants it", () => {
    const stage = new Stage<typeof seen>();
    stage.add(seen, [beat("one")]);
    stage.add(seen, [beat("two")]);
    expect(stage.playing.value?.beats.map((one) => one.label)).toEqual(["one", "two"]);
    stage.skip();
    chosenSpeed.value = "off";
    stage.add(seen, [beat("three")]);
    expect(stage.playing.value).toBeNull();
  });
});

describe("events as beats", () => {
  it("joins what happens together and leaves out what one did oneself", () => {
    const cues = { turned: { label: "T", times: [], together: true }, step: { label: "S", times: [], others: true } };
    const told = (kind: string, seat: number): GameEvent => ({ kind, text: `${kind} ${seat}.`, facts: { seat } });
    const events = [told("turned", 0), told("turned", 1), told("step", 0), told("step", 1), told("drew", 1)];
    const beats = beatsBy({ cues, actor: (event) => event.facts?.["seat"] as number }, events, [0]);
    expect(beats.map((one) => one.words)).toEqual(["turned 0. turned 1.", "step 1."]);
    expect(beats.flatMap((one) => one.events)).toEqual(events);
  });

  it("says what a shot needs before its card, and stamps the verdict after it", () => {
    const facts = { shooter: "G1", target: "R2", card: "8D", how: "tail", hit: true };
    const shot: GameEvent = { kind: "shot", text: "G1 shoots at R2.", facts, places: ["a1", "a2"] };
    const beats = squadrons.beats([shot], { board: { planes: [] } } as never, []);
    expect(beats.map((one) => one.words)).toEqual([
      "G1 at R2: a red card hits.",
      "G1 shoots at R2.",
      "G1 shoots at R2. Hit.",
    ]);
  });

  it("turns both cards of a duel together, whatever was shot between them", () => {
    const shot = (shooter: string, target: string, card: string, how: string, more = {}): GameEvent => ({
      kind: "shot",
      text: `${shooter} at ${target}`,
      facts: { shooter, target, card, how, ...more },
    });
    const cause = { words: "King beats 2: R1 hits G1.", rule: "SQ-7.6" };
    const events = [
      shot("R1", "G1", "KC", "head"),
      shot("R2", "G2", "8D", "tail", { hit: true }),
      { ...shot("G1", "R1", "2H", "head", { duel: "does not beat" }), causes: [cause] },
    ];
    const beats = squadrons.beats(events, { board: { planes: [] } } as never, []);
    expect(beats.map((one) => one.part)).toEqual(["aim", "card", "verdict", "aim", "card", "verdict"]);
    expect(beats[5]?.about).toEqual([events[0], events[2]]);
    expect(beats[5]?.causes).toEqual([cause]);
    expect(beats[4]?.causes, "the verdict comes when the cards have settled").toEqual([]);
    expect(beats.map((one) => one.step)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("shows a phase in which nothing happened with its reason", () => {
    const cause = { words: "Nobody can shoot: they are 4 apart.", rule: "BD-7.6", empty: true };
    const moved = (who: number): GameEvent => ({ kind: "moved", text: "Red: m0 to m1.", facts: { who } });
    const beats = beatsBy(
      { cues: { moved: { label: "Fly", times: [], together: true } }, step: () => 1 },
      [moved(0), { ...moved(1), causes: [cause] }],
      [],
    );
    expect(beats.map((one) => one.words)).toEqual(["Red: m0 to m1. Red: m0 to m1.", cause.words]);
    expect(beats[1]?.times).toEqual(["between"]);
    expect(beats.map((one) => one.step)).toEqual([1, 2]);
  });

  it("goes section by section with time between them", () => {
    const reveal = (section: number): GameEvent => ({
      kind: "reveal",
      text: `Section ${section}`,
      facts: { seat: "jaws.pilot", section, card: "shoot_pc" },
    });
    const beats = paws.beats([reveal(1), { kind: "plane", text: "" }, reveal(2), reveal(2)], view as never, []);
    expect(beats.map((one) => one.times.includes("between"))).toEqual([false, true, false]);
    expect(beats[2]?.about.length, "both cards of a section turn together").toBe(2);
  });

  it("keeps a round in sight until the viewer lays a card of the next", () => {
    const line = (section: number): GameEvent => ({
      kind: "section",
      text: "",
      facts: {
        section,
        deeds: section === 2 ? [] : ["Jaws pilot flies Left to PL", "Paws gunner shoots PC"],
        harm: section === 3,
      },
    });
    const log: GameEvent[] = [
      line(1),
      line(2),
      line(3),
      line(4),
      { kind: "round", text: "" },
      { kind: "sealed", text: "" },
    ];
    const at = (seat: number, track: { role: string }[], phase = "action"): View =>
      ({
        seat,
        board: {
          round: 3,
          phase,
          sections: 4,
          seats: [{ seat: "jaws.pilot" }, { seat: "jaws.gunner" }],
          teams: [{ team: "jaws", track }],
        },
      }) as unknown as View;
    const shown = recap(at(0, [{ role: "gunner" }]) as never, log)!;
    expect(shown.title).toBe("Round 2");
    expect(shown.lines[0]).toEqual({
      mark: "1",
      words: "Jaws pilot flies Left to PL · Paws gunner shoots PC",
      hot: false,
    });
    expect(shown.lines.map((one) => [one.words === "nothing", one.hot])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(recap(at(0, [{ role: "pilot" }]) as never, log)).toBeNull();
    expect(recap(at(WATCHER, [{ role: "gunner" }]) as never, log)).toBeNull();
    expect(recap(at(0, [], "draw") as never, log)).toBeNull();
    expect(recap(at(0, []) as never, log.slice(4))).toBeNull();
  });

  it("flies along the ring and around loops", () => {
    const space = (id: string, part: "ring" | "loop" | "exit", next: string, loop_to = "") =>
      ({ id, part, next, loop_to }) as BiplanesBoard["spaces"][0];
    const ring = Array.from({ length: 8 }, (_, n) => space(`m${n}`, "ring", `m${(n + 1) % 8}`, n === 1 ? "mp" : ""));
    const table = [...ring, space("mp", "loop", "m7"), space("mx1", "exit", "")];
    expect(pathOf(table, "m6", "m1")).toEqual(["m7", "m0", "m1"]);
    expect(pathOf(table, "m0", "m7")).toEqual(["m1", "mp", "m7"]);
    expect(pathOf(table, "m2", "mx1")).toEqual(["mx1"]);
  });
});

describe("what the table says", () => {
  it("tells the winner of a resignation so", () => {
    const players = [
      { seats: [0], name: "Ana", you: false, resigned: true },
      { seats: [1], name: "Ben", you: true, resigned: false },
    ];
    const table = { players, seats: [{ side: "Red" }, { side: "Green" }] } as unknown as TableInfo;
    expect(headline(table, [], false, [1])).toBe("You win.");
    expect(headline(table, [], false, [])).toBe("Ben wins.");
    expect(resignedWords(table)).toBe("Ana has resigned.");
    expect(outcomeOf(table, [], [1])).toBe("won");
    expect(outcomeOf(table, [], [0])).toBe("lost");
  });

  it("shows one badge a side, and marks shots that hit", () => {
    expect([0, 1].map((n) => scoredSeat(n, 2, 4))).toEqual([0, 2]);
    expect([0, 1].map((n) => scoredSeat(n, 2, 2))).toEqual([0, 1]);
    expect(isHot({ kind: "shot", text: "", facts: { hits: 2 } })).toBe(true);
    expect(isHot({ kind: "shot", text: "", facts: { hit: false } })).toBe(false);
  });

  it("counts my games by their kind", () => {
    const one = (title: string, outcome: Played["outcome"]): Played => ({
      code: title,
      game: "",
      title,
      at: 0,
      outcome,
      against: "",
    });
    const found = tallies([one("Squadrons", "won"), one("Biplanes", "drawn"), one("Squadrons", "lost")]);
    expect(found[0]).toEqual({ title: "Squadrons", played: 2, won: 1, lost: 1, drawn: 0 });
  });
});
