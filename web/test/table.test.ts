import { beforeEach, describe, expect, it, vi } from "vitest";

import type { GameEvent, Legal, TableInfo, View } from "../src/api/types";
import { TableStore } from "../src/state/table";

/** What every page says first. */
const PACE = { type: "animation_speed", id: "animation_speed", speed: "normal" };
let socket: { onmessage: ((event: { data: string }) => void) | null; sent: Record<string, unknown>[] };

function stub(): void {
  vi.stubGlobal(
    "WebSocket",
    class {
      static OPEN = 1;
      readyState = 1;
      onmessage = null;
      onclose = null;
      sent: Record<string, unknown>[] = [];
      constructor() {
        socket = this;
      }
      send(text: string): void {
        this.sent.push(JSON.parse(text) as Record<string, unknown>);
      }
      close(): void {}
    },
  );
}

const legal = (...actions: number[]): Legal[] =>
  actions.map((action) => ({ action, notation: `w${action}`, text: `do ${action}` }));
const seats = [
  { name: "R", title: "Red", side: "red", player: 0 },
  { name: "G", title: "Green", side: "green", player: 1 },
];
const table = {
  code: "LARK-7K2M",
  game: "squadrons",
  status: "live",
  seats,
  players: [
    { player: 0, seats: [0], name: "Ana", bot: "" },
    { player: 1, seats: [1], name: "", bot: "random" },
  ],
} as unknown as TableInfo;
const event = (text: string): GameEvent => ({ kind: "x", text });

function view(seat: number, actions: number[], waiting: number[], doing: View["decision_kind"] = "choose"): View {
  return {
    game: "squadrons",
    rules: "1",
    options: {},
    seats,
    seat,
    decision_kind: doing,
    waiting,
    prompt: { text: "?", rule: "" },
    legal: legal(...actions),
    board: {},
    seconds: null,
    result: null,
    log: [],
  };
}

function hear(message: object): void {
  socket.onmessage?.({ data: JSON.stringify(message) });
}

function see(
  seat: number,
  question: number,
  one: View,
  log = { from: 0, events: [] as GameEvent[] },
  draft: object | null = null,
): void {
  hear({
    type: "view",
    seat,
    version: `${question}`,
    question,
    deadline: null,
    clock: "",
    take_back: false,
    draft,
    view: one,
    log,
  });
}

describe("the table as the page knows it", () => {
  let store: TableStore;
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    stub();
    store = new TableStore("LARK-7K2M");
    store.enter();
  });
  const sit = (...mine: number[]): void =>
    hear({ type: "welcome", proto: 1, now: Date.now(), table, seats: mine, chat: [], watchers_chat: null });

  it("marks what came while it was away, and only that", () => {
    const words = (): string[] => store.missed.value.map((one) => one.text);
    sit(0);
    see(0, 1, view(0, [], [1]), { from: 0, events: [event("a"), event("b")] });
    expect(words()).toEqual([]);
    sit(0);
    see(0, 2, view(0, [1], [0]), { from: 0, events: [event("a"), event("b"), event("c"), event("d")] });
    expect(words()).toEqual(["c", "d"]);
    expect(store.current.value?.fresh).toBe(2);
    see(0, 3, view(0, [1], [0]), { from: 4, events: [event("e")] });
    expect(words()).toEqual(["c", "d"]);
    store.play(1);
    expect(words()).toEqual([]);
  });

  it("knows after a reload how much of the log was shown", () => {
    sit(0);
    see(0, 1, view(0, [], [1]), { from: 0, events: [event("a")] });
    stub();
    const later = new TableStore("LARK-7K2M");
    later.enter();
    sit(0);
    see(0, 2, view(0, [1], [0]), { from: 0, events: [event("a"), event("b")] });
    expect(later.missed.value.map((one) => one.text)).toEqual(["b"]);
    later.noted();
    expect(later.missed.value).toEqual([]);
  });

  it("keeps the log up to `from` and appends what is new", () => {
    sit(0);
    see(0, 1, view(0, [], [1]), { from: 0, events: [event("a"), event("b"), event("c")] });
    see(0, 2, view(0, [1], [0]), { from: 2, events: [event("d")] });
    expect(store.current.value?.log.map((one) => one.text)).toEqual(["a", "b", "d"]);
    expect(store.current.value?.fresh).toBe(1);
  });

  it("lets go of a choice when the question is another one", () => {
    sit(0);
    see(0, 1, view(0, [3, 4], [0]));
    store.pick(4);
    expect(store.choice.value?.notation).toBe("w4");
    see(0, 2, view(0, [3, 4], [0]));
    expect(store.choice.value).toBeNull();
  });

  it("drops a hint when the question is another one", async () => {
    const best = [{ action: 4, notation: "w4", text: "do 4", chance: 1, value: 0.6 }];
    const answer = new Response(JSON.stringify({ seat: 0, question: 1, bot: "hard", best }));
    const fetched = vi.fn().mockResolvedValue(answer);
    vi.stubGlobal("fetch", fetched);
    sit(0);
    see(0, 1, view(0, [3, 4], [0]));
    const asking = store.askHint();
    expect(store.hint.value?.state).toBe("thinking");
    await store.askHint();
    await asking;
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(store.hint.value).toEqual({ seat: 0, question: 1, state: "given", bot: "hard", best });
    see(0, 2, view(0, [3, 4], [0]));
    expect(store.hint.value).toBeNull();
  });

  it("says why there is no hint", async () => {
    vi.stubGlobal(
      "fetch",
      vi
        .fn()
        .mockResolvedValue(new Response(JSON.stringify({ ok: false, code: "rate", error: "Wait." }), { status: 429 })),
    );
    sit(0);
    see(0, 1, view(0, [3, 4], [0]));
    await store.askHint();
    expect(store.hint.value).toEqual({ seat: 0, question: 1, state: "failed", words: "Wait." });
  });

  it("takes a draft of this very question up again", () => {
    sit(0);
    see(0, 5, view(0, [3, 4], [0], "commit"), undefined, { n: 1, question: 5, actions: [4], note: "" });
    expect(store.picked.value).toBe(4);
  });

  it("keeps a draft of a secret choice on the server, and sends it only by playing", () => {
    sit(0);
    see(0, 5, view(0, [3, 4], [0, 1], "commit"));
    store.pick(3);
    expect(socket.sent).toMatchObject([PACE, { type: "draft", seat: 0, question: 5, actions: [3] }]);
    store.play(3);
    expect(socket.sent[2]).toMatchObject({ type: "play", seat: 0, question: 5, action: 3 });
  });

  it("sends nothing in the pause before a clock, which stands still meanwhile", () => {
    sit(0);
    const starts = Date.now() + 3000;
    const one = view(0, [3], [0], "commit");
    hear({
      type: "view",
      seat: 0,
      version: "1",
      question: 1,
      deadline: starts + 20_000,
      starts_at: starts,
      clock: "action",
      take_back: false,
      draft: null,
      standing_order: "",
      view: one,
      log: { from: 0, events: [] },
    });
    const now = store.current.value!;
    expect(store.pauseLeft(now)).toBeGreaterThan(2000);
    expect(Math.round(store.timeLeft(now) / 100)).toBe(200);
    expect(now.span).toBe(20_000);
    store.play(3);
    expect(socket.sent).toEqual([PACE]);
    store.now = () => starts + 1;
    store.play(3);
    expect(socket.sent).toMatchObject([PACE, { type: "play", action: 3 }]);
  });

  it("turns to the chair that owes an answer in a hot seat", () => {
    sit(0, 1);
    see(0, 1, view(0, [1], [0]));
    see(1, 1, view(1, [], [0]));
    expect(store.seat.value).toBe(0);
    see(1, 2, view(1, [1], [1]));
    see(0, 2, view(0, [], [1]));
    expect(store.seat.value).toBe(1);
    expect(store.hotSeat.value).toBe(true);
  });

  it("shows what is public after a reveal until somebody takes the device", () => {
    const seal = { kind: "sealed", text: "Red has sealed." };
    const sealed = view(-4, [], [1], "commit");
    store.secret.value = true;
    sit(0, 1);
    see(-4, 0, view(-4, [], [0, 1], "commit"));
    see(0, 1, view(0, [1], [0, 1], "commit"));
    see(1, 1, view(1, [1], [0, 1], "commit"));
    expect(store.covered.value).toBe(true);
    expect(store.current.value?.view.seat).toBe(-4);
    store.open.value = 0;
    expect(store.current.value?.view.seat).toBe(0);
    see(0, 2, view(0, [2], [0, 1], "commit"));
    expect(store.covered.value).toBe(false); // a part of a choice: the same person goes on
    see(-4, 0, sealed, { from: 0, events: [seal] });
    see(0, 3, view(0, [], [1], "commit"), { from: 0, events: [seal] });
    see(1, 1, view(1, [1], [1], "commit"), { from: 0, events: [seal] });
    expect([store.seat.value, store.covered.value]).toEqual([1, true]);
    store.open.value = 1;
    see(-4, 0, view(-4, [], [0, 1], "commit"), { from: 1, events: [event("Both fly.")] });
    expect(store.covered.value).toBe(true); // before the new hands have come
    see(0, 4, view(0, [1], [0, 1], "commit"));
    see(1, 2, view(1, [1], [0, 1], "commit"));
    expect([store.seat.value, store.covered.value]).toEqual([0, true]);
    expect(store.current.value?.view.seat).toBe(-4);
    store.open.value = 0;
    expect(store.current.value?.view.seat).toBe(0);
  });

  it("adds to the draws of a table that waits for it, and of its rematch", async () => {
    const open = (code: string): object => ({
      ...table,
      code,
      status: "open",
      players: [{ player: 0, seats: [0], name: "Ana", bot: "", you: true }],
      fair: { commit: `c-${code}`, seed: "", nonces: [], wanted: [0] },
    });
    const sent: [string, unknown][] = [];
    vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
      sent.push([path, request.body && JSON.parse(String(request.body))]);
      const answer = path.endsWith("/nonce")
        ? { table, invites: [] }
        : path === "/api/me"
          ? { name: "Ana" }
          : open("WREN-2222");
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
    hear({
      type: "welcome",
      proto: 1,
      now: Date.now(),
      table: open("LARK-7K2M"),
      seats: [0],
      chat: [],
      watchers_chat: null,
    });
    hear({ type: "table", table: { ...table, status: "over", rematch_code: "WREN-2222" } });
    const adding = (code: string): unknown => sent.find(([path]) => path === `/api/tables/${code}/nonce`)?.[1];
    await vi.waitFor(() => expect(adding("WREN-2222")).toBeTruthy());
    expect(adding("LARK-7K2M")).toEqual({ commit: "c-LARK-7K2M", nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(adding("WREN-2222")).toMatchObject({ commit: "c-WREN-2222" });
  });

  it("is a watcher without a seat", () => {
    sit();
    see(-4, 1, view(-4, [], [1]));
    expect(store.seat.value).toBe(-4);
    expect(store.current.value?.view.seat).toBe(-4);
  });

  it("says in words that the table moved on", () => {
    sit(0);
    see(0, 1, view(0, [1], [0]));
    store.play(1);
    hear({ type: "reject", id: socket.sent.at(-1)!.id, code: "question_closed", error: "closed", rule: "" });
    expect(store.refusal.value?.text).toMatch(/moved on/);
    expect(store.sending.value).toBeNull();
  });
});
