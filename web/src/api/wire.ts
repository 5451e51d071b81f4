/** One socket to one table: comes back by itself, and never loses a command. */

import { Outbox, type Command } from "./outbox";
import type { DraftMessage, Incoming, SendSignal, SetAnimationSpeed, StartVoice, StopVoice } from "./types";

const SHORTEST_MS = 200;
const LONGEST_MS = 5000;
/** After so long without a word the other end is asked whether it is there; later where nobody looks at the page. */
const QUIET_MS = 2000;
const HIDDEN_QUIET_MS = 15_000;
/** For how long an answer to that is waited for, and twice as long for a new connection. Doubled whenever that was in
 * vain, for a line may be slow rather than gone; an answer within half of the shortest brings it back. */
const SHORTEST_PATIENCE_MS = 2000;
const LONGEST_PATIENCE_MS = 16_000;
/** How a connection is said to have ended that fell silent. */
const SILENT = 1006;
/** Close codes after which coming back makes no sense. */
const FINAL = new Set([4401, 4403, 4404]);

/** How long to wait before the n-th try: full jitter, so that a whole crowd does not come back at once. */
export function backOff(tries: number, random: () => number = Math.random): number {
  const most = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(tries, 10));
  return SHORTEST_MS + random() * Math.max(0, most - SHORTEST_MS);
}

export interface Listener {
  heard(message: Incoming): void;
  lost(retryAt: number): void;
  closed(code: number): void;
}

export class Wire {
  private socket: WebSocket | null = null;
  private tries = 0;
  private welcome = false;
  private patience = SHORTEST_PATIENCE_MS;
  private asked = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** Runs while nothing is heard. */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  readonly outbox: Outbox;

  constructor(
    private readonly code: string,
    private readonly listener: Listener,
  ) {
    this.outbox = new Outbox(code);
  }

  open(): void {
    clearTimeout(this.retry);
    this.stopped = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const before = this.socket;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.code)}`);
    this.socket = socket;
    before?.close(); // one that is still on its way would be heard as well
    this.wait(2 * this.patience);
    document.addEventListener("visibilitychange", this.shown);
    socket.onmessage = (message) => {
      if (this.socket === socket) this.hear(JSON.parse(String(message.data)) as Incoming);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.gone(event.code);
    };
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    document.removeEventListener("visibilitychange", this.shown);
    this.letGo();
  }

  /** Sends a command, and again with the same id until it is answered. */
  send(command: Command): void {
    this.outbox.add(command);
    this.put(command);
  }

  /** A plan that is not sealed; only the last one counts, so it is never sent again. */
  draft(message: DraftMessage): void {
    this.put(message);
  }

  /** How fast this page shows what happened; the last word counts, so it is never sent again. */
  setAnimationSpeed(message: SetAnimationSpeed): void {
    this.put(message);
  }

  /** What connects voices belongs to this connection, so it is neither kept nor sent again. */
  voice(message: StartVoice | StopVoice | SendSignal): void {
    this.put(message);
  }

  private letGo(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** A connection can be gone without a word; one on which nothing is heard in time counts as lost. */
  private wait(ms: number): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.patience = Math.min(LONGEST_PATIENCE_MS, 2 * this.patience);
      this.letGo();
      this.gone(SILENT);
    }, ms);
  }

  private ask(): void {
    this.asked = Date.now();
    this.put({ type: "ping", id: "ping" });
    this.wait(this.patience);
  }

  /** Somebody looks at the page again, and a machine that slept has not noticed what became of its connections. */
  private readonly shown = (): void => {
    if (this.welcome && !document.hidden && !this.asked) this.ask();
  };

  private listen(): void {
    if (this.asked && Date.now() - this.asked < SHORTEST_PATIENCE_MS / 2) this.patience = SHORTEST_PATIENCE_MS;
    this.asked = 0;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.ask(), document.hidden ? HIDDEN_QUIET_MS : QUIET_MS);
  }

  private put(message: object): void {
    if (this.welcome && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: Incoming): void {
    this.listen();
    if (message.type === "welcome") {
      this.welcome = true;
      this.tries = 0;
      this.listener.heard(message);
      for (const command of this.outbox.all()) this.put(command);
      return;
    }
    if (message.type === "busy") {
      setTimeout(() => this.again(message.id), message.retry_ms);
      return;
    }
    if (message.type === "ack" || message.type === "reject") this.outbox.remove(message.id);
    this.listener.heard(message);
  }

  private again(id: string): void {
    const command = this.outbox.all().find((one) => one.id === id);
    if (command) this.put(command);
  }

  private gone(code: number): void {
    this.welcome = false;
    this.asked = 0;
    clearTimeout(this.silence);
    if (this.stopped) return;
    if (FINAL.has(code)) {
      this.listener.closed(code);
      return;
    }
    const wait = backOff(this.tries++);
    this.listener.lost(Date.now() + wait);
    this.retry = setTimeout(() => this.open(), wait);
  }
}
