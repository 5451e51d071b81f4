import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { newId, Outbox, type Command } from "../src/api/outbox";
import type { Incoming } from "../src/api/types";
import { backOff, Wire } from "../src/api/wire";

class FakeSocket {
  static all: FakeSocket[] = [];
  static OPEN = 1;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.onclose?.({ code: 1000 });
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code: number): void {
    this.onclose?.({ code });
  }
}

const welcome = { type: "welcome", proto: 1, now: 0, table: {}, seats: [0], chat: [], watchers_chat: null };
const play = (id: string): Command => ({ type: "play", id, seat: 0, question: 3, action: 7 });
const sockets = (): FakeSocket[] => FakeSocket.all;

describe("the wire to a table", () => {
  const heard: Incoming[] = [];
  const listener = { heard: (message: Incoming) => heard.push(message), lost: vi.fn(), closed: vi.fn() };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    sessionStorage.clear();
    FakeSocket.all = [];
    heard.length = 0;
    vi.clearAllMocks();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("neither keeps nor sends again what connects voices", () => {
    const wire = new Wire("LARK-7K2M", listener);
    const signal = { type: "signal", id: "signal-1", to: "ab", attempt: 1, kind: "offer", body: "v=0" } as const;
    wire.open();
    sockets()[0]!.hear(welcome);
    wire.voice(signal);
    expect(sockets()[0]!.sent).toEqual([signal]);
    expect(wire.outbox.all()).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
    sockets()[0]!.drop(1006);
    vi.advanceTimersByTime(200);
    sockets()[1]!.hear(welcome);
    expect(sockets()[1]!.sent).toEqual([]);
    wire.close();
  });

  it("sends a command again with the same id after a reconnect, and forgets it once it is answered", () => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.hear(welcome);
    wire.send(play("a1"));
    sockets()[0]!.drop(1006);
    vi.advanceTimersByTime(200);
    expect(sockets()).toHaveLength(2);
    expect(sockets()[1]!.sent).toEqual([]);
    sockets()[1]!.hear(welcome);
    expect(sockets()[1]!.sent).toEqual([play("a1")]);
    sockets()[1]!.hear({ type: "ack", id: "a1" });
    expect(wire.outbox.all()).toEqual([]);
    wire.close();
  });

  it("keeps what is unanswered over a reload of the page", () => {
    new Outbox("LARK-7K2M").add(play("before"));
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.hear(welcome);
    expect(sockets()[0]!.sent).toEqual([play("before")]);
    wire.close();
  });

  it("waits when the table is busy, then sends again", () => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.hear(welcome);
    wire.send(play("b"));
    sockets()[0]!.hear({ type: "busy", id: "b", retry_ms: 300 });
    vi.advanceTimersByTime(299);
    expect(sockets()[0]!.sent).toHaveLength(1);
    vi.advanceTimersByTime(2);
    expect(sockets()[0]!.sent).toEqual([play("b"), play("b")]);
    wire.close();
  });

  const ping = { type: "ping", id: "ping" };
  const pong = { type: "pong", id: "ping", now: 0 };

  it("is with another end within five seconds of the last word when one has fallen silent", () => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.hear(welcome);
    vi.advanceTimersByTime(2000);
    sockets()[0]!.hear(pong);
    vi.advanceTimersByTime(3999);
    expect(listener.lost).not.toHaveBeenCalled();
    expect(sockets()[0]!.sent).toEqual([ping, ping]);
    vi.advanceTimersByTime(1000);
    expect(listener.lost).toHaveBeenCalledOnce();
    expect(sockets()).toHaveLength(2);
    sockets()[1]!.hear(welcome);
    vi.advanceTimersByTime(2000);
    expect(sockets()[1]!.sent).toEqual([ping]);
    wire.close();
  });

  it("asks nothing of an end that it hears anyway", () => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.hear(welcome);
    for (let n = 0; n < 10; n++) {
      vi.advanceTimersByTime(1900);
      sockets()[0]!.hear({ type: "view", seat: 0 });
    }
    expect(sockets()[0]!.sent).toEqual([]);
    wire.close();
  });

  it("has more patience with a slow line each time, until it is quick again", () => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    vi.advanceTimersByTime(3999);
    expect(listener.lost).not.toHaveBeenCalled();
    vi.advanceTimersByTime(201);
    expect(sockets()).toHaveLength(2);
    vi.advanceTimersByTime(7900);
    sockets()[1]!.hear(welcome);
    vi.advanceTimersByTime(2000 + 3900);
    sockets()[1]!.hear(pong);
    expect(listener.lost).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(2000 + 900);
    sockets()[1]!.hear(pong);
    vi.advanceTimersByTime(4000);
    expect(listener.lost).toHaveBeenCalledTimes(2);
    wire.close();
  });

  it("asks seldom where nobody looks, and at once when somebody does again", () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.hear(welcome);
    vi.advanceTimersByTime(14_000);
    expect(sockets()[0]!.sent).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(sockets()[0]!.sent).toEqual([ping]);
    wire.close();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(sockets()[0]!.sent).toEqual([ping]);
    hidden.mockRestore();
  });

  it("listens to one socket only when it is told to try again", () => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    wire.open();
    sockets()[0]!.hear(welcome);
    sockets()[1]!.hear(welcome);
    expect(heard).toHaveLength(1);
    expect(listener.lost).not.toHaveBeenCalled();
    wire.close();
  });

  it.each([4401, 4403, 4404])("does not come back after close code %i", (code) => {
    const wire = new Wire("LARK-7K2M", listener);
    wire.open();
    sockets()[0]!.drop(code);
    vi.advanceTimersByTime(60_000);
    expect(sockets()).toHaveLength(1);
    expect(listener.closed).toHaveBeenCalledWith(code);
  });

  it("spreads its tries between 0.2 and 5 seconds", () => {
    expect(backOff(0, () => 0.99)).toBe(200);
    expect(backOff(3, () => 0)).toBe(200);
    expect(backOff(3, () => 1)).toBe(1600);
    expect(backOff(99, () => 1)).toBe(5000);
  });

  it("tries four times within the five seconds that others have to take up a dead node's games", () => {
    const longest = [0, 1, 2, 3].map((tries) => backOff(tries, () => 1));
    expect(longest.reduce((sum, one) => sum + one)).toBeLessThan(5000);
  });

  it("makes ids the server takes", () => {
    expect(newId()).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(newId()).not.toBe(newId());
  });
});
