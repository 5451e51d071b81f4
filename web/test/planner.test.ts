import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";

import type { GameEvent, Legal, MovePlans } from "../src/api/types";
import { Planner, stepsOf, type Asked } from "../src/state/planner";

const legal = (action: number, word: string, place = "", by = "R-1"): Legal => ({
  action,
  notation: word,
  text: word,
  acting_piece: by,
  ...(place ? { places: [place] } : {}),
});

const PLANS: MovePlans = {
  plans: [{ word: "R-1>C2", kind: "move", piece: "R-1", last: 2, words: "move R-1 to C2", place: "C2" }],
  steps: [
    { action: 1, word: "move:R-1", place: "C1" },
    { action: 2, word: "step:N", place: "C2", after: 0, cost: "1 of 4 MP" },
    { action: 0, word: "stop", place: "C2", after: 1 },
  ],
  calm: ["step"],
};

function table(first: Legal[]) {
  const asked = signal<Asked | null>({ seat: 0, question: 1, plans: true, owing: true, legal: first, log: [] });
  const send = vi.fn();
  const drop = vi.fn();
  const fetch = vi.fn(() => Promise.resolve(PLANS));
  const planner = new Planner({ asked: () => asked.value, picked: () => null, send, fetch, drop });
  const comes = (question: number, more: Legal[], log: GameEvent[] = [], owing = true): void => {
    asked.value = { ...asked.value!, question, legal: more, log, owing };
    planner.next();
  };
  return { asked, planner, send, drop, fetch, comes };
}

const event = (kind: string): GameEvent => ({ kind, text: kind }) as GameEvent;

describe("whole moves", () => {
  it("are read from their last step", () => {
    expect(stepsOf(PLANS, PLANS.plans![0]!).map((step) => step.word)).toEqual(["move:R-1", "step:N", "stop"]);
  });

  it("are sent one action at a time, each as it is asked for", () => {
    const { planner, send, comes } = table([legal(1, "move:R-1")]);
    planner.start(PLANS, PLANS.plans![0]!, "move");
    planner.next();
    expect(send.mock.calls).toEqual([[1, 1]]);
    comes(2, [legal(2, "step:N", "C2")]);
    comes(3, [], [event("step")], false);
    expect(send).toHaveBeenCalledTimes(2);
    comes(4, [legal(0, "stop")], [event("step")]);
    expect(send.mock.calls).toEqual([
      [1, 1],
      [2, 2],
      [0, 4],
    ]);
    comes(5, [legal(9, "done")]);
    expect(planner.walk.value).toBeNull();
  });

  it("stop when somebody has reacted, and are gone on with or given up", () => {
    const { planner, send, comes } = table([legal(1, "move:R-1")]);
    planner.start(PLANS, PLANS.plans![0]!, "move");
    comes(2, [legal(2, "step:N", "C2")]);
    comes(3, [legal(0, "stop")], [event("step"), event("fire")]);
    expect(planner.walk.value?.stopped).toBe("fire");
    expect(send).toHaveBeenCalledTimes(2);
    planner.goOn();
    expect(send).toHaveBeenCalledTimes(3);
    planner.giveUp();
    expect(planner.walk.value).toBeNull();
  });

  it("go on where the player wants that", () => {
    const { planner, send, comes } = table([legal(1, "move:R-1")]);
    planner.boldly.value = true;
    planner.start(PLANS, PLANS.plans![0]!, "move");
    comes(2, [legal(2, "step:N", "C2")], [event("fire")]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("are dropped with a word where they do not fit any more", () => {
    const { planner, send, drop, comes } = table([legal(1, "move:R-1")]);
    planner.start(PLANS, PLANS.plans![0]!, "move");
    comes(2, [legal(9, "done")]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(drop).toHaveBeenCalledOnce();
    expect(planner.walk.value).toBeNull();
  });

  it("stop where an action would lead elsewhere now", () => {
    const { planner, send, comes } = table([legal(1, "move:R-1")]);
    planner.start(PLANS, PLANS.plans![0]!, "move");
    comes(2, [legal(2, "step:N", "D9")]);
    expect(planner.walk.value?.stopped).toContain("D9");
    planner.goOn();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("pass over what the table has played itself", () => {
    const { planner, send, comes } = table([legal(1, "move:R-1")]);
    planner.start(PLANS, PLANS.plans![0]!, "move");
    comes(2, [legal(0, "stop")], [event("step"), event("only_move")]);
    expect(send.mock.calls.at(-1)).toEqual([0, 2]);
  });

  it("wait while another seat of the same person is asked", () => {
    const { asked, planner, send } = table([legal(1, "move:R-1")]);
    planner.start(PLANS, PLANS.plans![0]!, "move");
    asked.value = { ...asked.value!, seat: 1, question: 2, legal: [legal(7, "pass", "", "")] };
    planner.next();
    expect(send).toHaveBeenCalledTimes(1);
    expect(planner.underway.value).toBeNull();
    expect(planner.walk.value).not.toBeNull();
  });

  it("are asked for once for each piece and question", async () => {
    const { planner, fetch } = table([legal(1, "move:R-1")]);
    await planner.ask("R-1");
    await planner.ask("R-1");
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(planner.plansOf("R-1")).toBe(PLANS);
  });
});
