/** One table as this page knows it: what the server said, and what the person is about to do. */

import { batch, computed, signal } from "@preact/signals";

import { CHARACTERS } from "../api/bots";
import { addToDraws, api, type Intent } from "../api/http";
import { newId } from "../api/outbox";
import {
  WATCHER,
  type Channel,
  type ChatLine,
  type Coach,
  type GameEvent,
  type HintLine,
  type Incoming,
  type Legal,
  type TableInfo,
  type View,
  type ViewMessage,
  type Reason,
} from "../api/types";
import { Wire } from "../api/wire";
import { keepSeen, keepTable, seenLines, seenTable } from "./seen";
import { pace } from "./prefs";
import { ring } from "./sound";
import { Stage, type Beat } from "./staging";

/** A seat's view with everything that travels beside it. */
export interface SeatView {
  view: View;
  /** The board as the game has drawn it; empty where it has not. */
  svg: string;
  v: string;
  phase: number;
  deadline: number | null;
  /** How long the running clock had when we first saw it, for the fuse. */
  span: number;
  /** When the phase ends early because everybody is ready; null while nobody counts. */
  locks: number | null;
  /** When the clock starts, where a pause for looking at the table comes first. */
  starts: number | null;
  clock: string;
  takeBack: boolean;
  /** The standing order on reactions; empty in games without them. */
  order: string;
  /** Whether the game can place what this seat has to set up now. */
  setsUp: boolean;
  /** When this page first saw that the move could be taken back. */
  movedAt: number;
  log: GameEvent[];
  /** How many of the log's last events came with this very view. */
  fresh: number;
}

export type Link =
  | { state: "opening" }
  | { state: "open" }
  /** Here again; what came meanwhile are the lines of the log from `since` to `until`. */
  | { state: "back"; since: number; until: number }
  | { state: "lost"; retryAt: number }
  | { state: "closed"; code: number };

/** A hint that was asked for, and what became of it. */
export type Asked = { seat: number; phase: number } & (
  { state: "thinking" } | { state: "given"; bot: string; best: HintLine[] } | { state: "failed"; words: string }
);

export interface Refusal {
  words: string;
  rule: string;
  /** The place that was pressed in vain, and the legal action that comes nearest. */
  place?: string;
  instead?: number | null;
}

export class TableStore {
  readonly table = signal<TableInfo | null>(null);
  readonly views = signal<Readonly<Record<number, SeatView>>>({});
  readonly mine = signal<readonly number[]>([]);
  readonly seat = signal<number>(WATCHER);
  readonly chat = signal<readonly ChatLine[]>([]);
  readonly watchersChat = signal<readonly ChatLine[] | null>(null);
  readonly unread = signal(0);
  readonly link = signal<Link>({ state: "opening" });
  readonly picked = signal<number | null>(null);
  readonly refusal = signal<Refusal | null>(null);
  readonly sending = signal<string | null>(null);
  readonly asked = signal<Asked | null>(null);
  /** What the coach says, in a lesson. */
  readonly coach = signal<Coach | null>(null);
  /** The player whose secrets may lie open on this device, in a hot seat. */
  readonly open = signal<number | null>(null);
  /** Whether the game has secrets, as its board says. */
  readonly secret = signal(false);
  readonly hotSeat = computed(() => new Set(this.mine.value.map((seat) => this.playerOf(seat))).size > 1);
  /** Whether the device waits to be taken by the person whose seat is next; until then it shows what is public. */
  readonly covered = computed(() => {
    const over = this.table.value?.status === "over" || this.views.value[this.seat.value]?.view.doing === "over";
    return this.secret.value && this.hotSeat.value && !over && this.open.value !== this.playerOf(this.seat.value);
  });
  /** The seat whose view lies open. */
  private readonly eye = computed(() => (this.covered.value ? WATCHER : this.seat.value));
  /** What happened is shown here, beat by beat, before anything else goes on. */
  readonly stage = new Stage<SeatView>();
  /** Makes beats of events, as the game wants them shown; `view` is as it was before them. */
  direct: (events: readonly GameEvent[], view: View, mine: readonly number[]) => Beat[] = () => [];
  /** Whether what is staged may be seen by whoever has the device. */
  readonly staged = computed(() => {
    const playing = this.stage.playing.value;
    return !!playing && (!this.secret.value || playing.base.view.seat === this.eye.value);
  });
  readonly current = computed<SeatView | null>(() =>
    this.staged.value ? this.stage.shown.value : (this.views.value[this.eye.value] ?? null),
  );
  /** What happened while this page was away, until it has been taken note of. */
  readonly missed = computed<GameEvent[]>(() => {
    const link = this.link.value;
    return link.state === "back" && !this.covered.value
      ? (this.current.value?.log.slice(link.since, link.until) ?? [])
      : [];
  });
  readonly choice = computed<Legal | null>(
    () => this.current.value?.view.legal.find((one) => one.action === this.picked.value) ?? null,
  );
  /** The hint to the present question, if it was asked for. */
  readonly hint = computed<Asked | null>(() => {
    const [asked, now] = [this.asked.value, this.current.value];
    return asked && now && asked.seat === this.seat.value && asked.phase === now.phase ? asked : null;
  });
  /** The table as this browser saw it last, before it was away. */
  private leftAt: View | null = null;
  private clockSkew = 0;
  private unfollow: () => void = () => undefined;
  private draftCount = 0;
  private readonly seen = new Map<number, number>();
  private readonly wire: Wire;

  constructor(readonly code: string) {
    this.wire = new Wire(code, {
      heard: (message) => batch(() => this.hear(message)),
      lost: (retryAt) => this.loseLink(retryAt),
      closed: (closeCode) => (this.link.value = { state: "closed", code: closeCode }),
    });
  }

  enter(): void {
    this.wire.open();
    this.unfollow = pace.subscribe(() => this.sayPace());
  }

  leave(): void {
    this.unfollow();
    this.wire.close();
  }

  retry(): void {
    this.wire.open();
  }

  /** The milliseconds for looking at the table that are left before anybody can act. */
  pauseLeft(view: SeatView): number {
    return Math.max(0, (view.starts ?? 0) - this.now());
  }

  /** The milliseconds left on the clock; it stands still in the pause before it. */
  timeLeft(view: SeatView): number {
    if (view.locks !== null) return Math.max(0, view.locks - this.now());
    const left = view.deadline === null ? 0 : Math.max(0, view.deadline - this.now() - this.pauseLeft(view));
    // Time to see what happened comes on top; until it has passed the clock stands.
    const whole = view.clock === "limit" ? (this.table.value?.limit ?? 0) : view.view.seconds;
    return whole ? Math.min(left, whole * 1000) : left;
  }

  /** The server's clock, as well as we know it. */
  now(): number {
    return Date.now() + this.clockSkew;
  }

  playerOf(seat: number): number {
    return this.table.value?.seats[seat]?.player ?? -1;
  }

  playerName(player: number): string {
    const info = this.table.value?.players[player];
    if (!info) return "";
    return info.name || (info.bot ? botName(info.bot) : "free");
  }

  /** Whether another person, not a bot, plays here. */
  inCompany(): boolean {
    return this.table.value?.players.some((player) => player.name !== "" && !player.bot && !player.you) ?? false;
  }

  look(seat: number): void {
    this.seat.value = seat;
    this.picked.value = null;
  }

  pick(action: number | null): void {
    this.picked.value = action;
    this.refusal.value = null;
    if (action !== null && this.current.value?.view.doing === "commit") this.keepDraft(action);
  }

  play(action: number): void {
    const now = this.current.value;
    if (!now || this.sending.value || this.pauseLeft(now) > 0) return;
    this.noted();
    this.give({ type: "play", id: newId(), seat: this.seat.value, phase: now.phase, action });
    ring(now.view.doing === "commit" ? "stamp" : "slide");
  }

  takeBack(): void {
    const now = this.current.value;
    if (now) this.give({ type: "take_back", id: newId(), seat: this.seat.value, phase: now.phase });
  }

  /** Lets the game place what this seat has to set up now. */
  setUp(): void {
    const now = this.current.value;
    if (now && !this.sending.value) this.give({ type: "set_up", id: newId(), seat: this.seat.value, phase: now.phase });
  }

  /** Asks why a word cannot be played, or nothing done at a place; the table answers from what this seat sees. */
  async askWhy(about: { word: string } | { place: string }): Promise<void> {
    const now = this.current.value;
    if (!now || now.view.seat < 0 || now.view.legal.length === 0) return;
    try {
      const why = await this.reason({ seat: now.view.seat, phase: now.phase, ...about });
      if (this.current.value?.phase !== now.phase) return;
      if (!why.words) this.pick(why.instead ?? null);
      else this.refusal.value = { ...why, ...("place" in about ? about : {}) };
    } catch {
      // the table moved on, or cannot be reached: there is nothing to explain any more
    }
  }

  protected reason(about: Intent): Promise<Reason> {
    return api.why(this.code, about);
  }

  async askHint(): Promise<void> {
    const now = this.current.value;
    if (!now || this.hint.value?.state === "thinking") return;
    const about = { seat: this.seat.value, phase: now.phase };
    this.asked.value = { ...about, state: "thinking" };
    try {
      const { bot, best } = await api.hint(this.code, about.seat, about.phase);
      this.answerHint({ ...about, state: "given", bot, best });
    } catch (problem) {
      this.answerHint({ ...about, state: "failed", words: (problem as Error).message });
    }
  }

  /** An answer to an older question than the last one is dropped. */
  private answerHint(answer: Asked): void {
    const { seat, phase } = this.asked.value ?? { seat: -1, phase: -1 };
    if (seat === answer.seat && phase === answer.phase) this.asked.value = answer;
  }

  say(text: string, channel: Channel = "table"): void {
    this.wire.send({ type: "chat", id: newId(), text, channel });
  }

  private give(command: Parameters<Wire["send"]>[0]): void {
    this.sending.value = command.id;
    this.refusal.value = null;
    this.wire.send(command);
  }

  protected keepDraft(action: number): void {
    const now = this.current.value;
    if (!now) return;
    this.draftCount = Math.max(this.draftCount + 1, Date.now());
    this.wire.draft({
      type: "draft",
      seat: this.seat.value,
      phase: now.phase,
      n: this.draftCount,
      actions: [action],
      note: "",
    });
  }

  protected hear(message: Incoming): void {
    switch (message.type) {
      case "welcome":
        this.clockSkew = message.now - Date.now();
        this.table.value = message.table;
        this.chat.value = message.chat;
        this.watchersChat.value = message.watchers_chat;
        this.hold(message.seats);
        this.link.value = { state: "back", since: Infinity, until: Infinity };
        void addToDraws(message.table);
        this.sayPace();
        break;
      case "view":
        this.seeView(message);
        break;
      case "table":
        this.addToDraws(message.table);
        this.table.value = message.table;
        this.followSeats(message.table);
        break;
      case "chat":
        if (message.line.channel === "table") this.chat.value = [...this.chat.value, message.line];
        else this.watchersChat.value = [...(this.watchersChat.value ?? []), message.line];
        if (!message.line.you) this.unread.value += 1;
        break;
      case "ack":
        if (this.sending.value === message.id) this.sending.value = null;
        break;
      case "reject":
        if (this.sending.value === message.id) this.sending.value = null;
        this.refusal.value = { words: refusalWords(message.code, message.error), rule: message.rule };
        break;
      case "pong":
        this.clockSkew = message.now - Date.now();
        break;
    }
  }

  /** Take these seats as mine, and look through one of them; a watcher has none. */
  private hold(seats: readonly number[]): void {
    this.mine.value = seats.filter((seat) => seat >= 0);
    if (!this.mine.value.includes(this.seat.value)) this.look(this.mine.value[0] ?? WATCHER);
  }

  /** Follow who sits where: a person may sit down or leave while the table is open on this page. */
  private followSeats(table: TableInfo): void {
    const seats = table.players.filter((player) => player.you).flatMap((player) => player.seats);
    seats.sort((a, b) => a - b);
    if (seats.join() === this.mine.value.join()) return;
    const watched = this.mine.value.length === 0;
    this.hold(seats);
    if (!watched || seats.length === 0) return;
    if (table.status !== "over") this.watchersChat.value = null; // what watchers say is not for those who play
    this.sayPace(); // the server counts only the pace of those who play
    this.turnToActor();
  }

  /** Clocks stand as long as the slowest of those who play looks at what happened. */
  private sayPace(): void {
    this.wire.pace({ type: "pace", id: "pace", pace: pace.value });
  }

  /** Add to the draws of this table, and of its rematch as soon as that is laid. */
  private addToDraws(table: TableInfo): void {
    void addToDraws(table);
    if (!table.next || table.next === this.table.value?.next || this.seat.value === WATCHER) return;
    api.table(table.next).then(addToDraws, () => undefined);
  }

  private seeView(message: ViewMessage): void {
    const before = this.views.value[message.seat];
    const log = [...(before?.log.slice(0, message.log.from) ?? []), ...message.log.events];
    const known = before ? sharedStart(before.log, log) : log.length;
    // What several people on one device have sealed is turned over for all of them: nobody's hand shows beside it.
    if (message.seat === WATCHER && before?.view.doing === "commit" && log.slice(known).some(isReveal))
      this.open.value = null;
    const sameClock = before?.deadline === message.deadline;
    const began = Math.max(message.starts ?? 0, this.now());
    const span = sameClock && before ? before.span : message.deadline ? message.deadline - began : 0;
    const next: SeatView = {
      view: message.view,
      svg: message.board_svg,
      v: message.v,
      phase: message.phase,
      deadline: message.deadline,
      locks: message.locks ?? null,
      starts: message.starts ?? null,
      span,
      clock: message.clock,
      takeBack: message.take_back,
      order: message.order,
      setsUp: message.sets_up,
      movedAt: before?.takeBack && before.phase === message.phase ? before.movedAt : Date.now(),
      log,
      fresh: log.length - known,
    };
    const playing = this.stage.playing.value;
    const staged = playing && this.staged.value ? playing.base.view.seat : this.eye.value;
    if (before && message.seat === staged && next.fresh > 0) {
      if (playing && !this.staged.value) this.stage.skip();
      const beats = this.direct(log.slice(known), before.view, this.mine.value);
      this.stage.add(before, beats);
      if (this.stage.playing.value) next.fresh = 0;
    }
    this.views.value = { ...this.views.value, [message.seat]: next };
    if (message.seat === this.seat.value) {
      this.markMissed(message.seat, log);
      if (before?.phase !== message.phase) this.sending.value = null;
      if (before?.phase !== message.phase) {
        const only = message.view.legal.length === 1 ? message.view.legal[0]!.action : null;
        this.picked.value = message.draft?.phase === message.phase ? (message.draft.actions[0] ?? only) : only;
      } else if (!message.view.legal.some((one) => one.action === this.picked.value)) this.picked.value = null;
      if (before) this.sounds(before.view, message.view, log.slice(known));
      this.seen.set(message.seat, log.length);
      keepSeen(this.code, message.seat, log.length);
      if (!this.hotSeat.value) keepTable(this.code, message.seat, log.length, message.view);
    }
    this.turnToActor();
  }

  /** The first view after coming back: what was not there before came while nobody looked. */
  private markMissed(seat: number, log: GameEvent[]): void {
    const link = this.link.value;
    if (link.state !== "back" || link.since <= log.length) return;
    const seen = this.seen.get(seat) ?? (seenLines(this.code, seat) || log.length);
    this.leftAt = seenTable(this.code, seat, seen);
    this.link.value = { state: "back", since: Math.min(seen, log.length), until: log.length };
  }

  /** Shows what happened while this page was away, from the table as it was left; false where that is not known. */
  showMissed(): boolean {
    const now = this.current.value;
    const missed = this.missed.value;
    if (!now || !this.leftAt || missed.length === 0) return false;
    const log = now.log.slice(0, now.log.length - missed.length);
    const beats = this.direct(missed, this.leftAt, []);
    if (beats.length > 0) this.stage.begin({ ...now, view: this.leftAt, log }, beats);
    return beats.length > 0;
  }

  /** What happened while this page was away has been taken note of. */
  noted(): void {
    if (this.link.value.state === "back") this.link.value = { state: "open" };
  }

  /** Among my own chairs, show the one that owes an answer. */
  private turnToActor(): void {
    const owes = (seat: number): boolean => {
      const view = this.views.value[seat]?.view;
      return !!view && view.waiting.includes(seat) && view.legal.length > 0;
    };
    const taken = !this.covered.value || this.open.value !== null;
    if (taken && owes(this.seat.value)) return;
    const next = this.mine.value.find(owes);
    if (next !== undefined && next !== this.seat.value) this.look(next);
  }

  private sounds(before: View, after: View, events: GameEvent[]): void {
    if (events.some((event) => /lost|down|destroyed|over/.test(event.kind))) ring("thud");
    else if (events.some((event) => /hit|shot|fire/.test(event.kind))) ring("rattle");
    const mine = (view: View): boolean => view.legal.length > 0 && view.waiting.includes(view.seat);
    if (!mine(before) && mine(after)) ring("bell");
  }

  private loseLink(retryAt: number): void {
    this.link.value = { state: "lost", retryAt };
  }
}

/** Whether an event shows more than that somebody has sealed or sat down. */
const isReveal = (event: GameEvent): boolean => event.kind !== "sealed" && event.kind !== "table";

/** How many lines two logs have in common at their start. */
function sharedStart(one: GameEvent[], two: GameEvent[]): number {
  const most = Math.min(one.length, two.length);
  for (let n = 0; n < most; n++) if (one[n]!.words !== two[n]!.words || one[n]!.kind !== two[n]!.kind) return n;
  return most;
}

/** What a bot is called: by its name where it has one, and by what it is chosen with. */
export function botName(bot: string): string {
  const { name } = CHARACTERS[bot] ?? {};
  return name ? `${name} (${bot} bot)` : `${bot.charAt(0).toUpperCase()}${bot.slice(1)} bot`;
}

/** A bot where there is little room. */
export const shortName = (bot: string): string => CHARACTERS[bot]?.name ?? botName(bot);

/** A refusal in the words of the guide. */
function refusalWords(code: string, error: string): string {
  if (code === "phase_closed") return "The table moved on. Here is the new position; nothing was sent.";
  if (code === "illegal") return `The table refused this: ${error}`;
  return error;
}
