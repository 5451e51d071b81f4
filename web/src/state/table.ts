/** One table as this page knows it: what the server said, and what the person is about to do. */

import { batch, computed, signal } from "@preact/signals";

import { CHARACTERS } from "../api/bots";
import { addToDraws, api, type Intent } from "../api/http";
import { newId } from "../api/outbox";
import {
  WATCHER,
  type Call,
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
  type VoicePeer,
} from "../api/types";
import { Wire } from "../api/wire";
import { keepMuted, mutedAt } from "./muted";
import { keepSeen, keepTable, seenLines, seenTable } from "./seen";
import { Planner } from "./planner";
import { animationSpeed } from "./prefs";
import { ring } from "./sound";
import { Stage, type Beat } from "./staging";
import type { VoiceCall } from "./voice";

/** How long a call stands at its speaker's seat. */
const BUBBLE_MS = 4000;

/** A seat's view with everything that travels beside it. */
export interface SeatView {
  view: View;
  /** The board as the game has drawn it; empty where it has not. */
  svg: string;
  version: string;
  question: number;
  deadline: number | null;
  /** How long the running clock had when we first saw it, for the fuse. */
  span: number;
  /** When the phase ends early because everybody is ready; null while nobody counts. */
  locks: number | null;
  /** When the clock starts, where a pause for looking at the table comes first. */
  startsAt: number | null;
  clock: string;
  takeBack: boolean;
  /** The standing order on reactions; empty in games without them. */
  standingOrder: string;
  /** Whether the game can place what this seat has to set up now. */
  canSetUp: boolean;
  /** Whether the game can plan whole moves for this seat now. */
  plans: boolean;
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
export type Asked = { seat: number; question: number } & (
  { state: "thinking" } | { state: "given"; bot: string; best: HintLine[] } | { state: "failed"; words: string }
);

/** A call that was made, to which a target can still be added. */
export interface Calling {
  call: Call;
  targets: string[];
}

export interface Refusal {
  text: string;
  rule: string;
  /** The place that was pressed in vain, and the legal action that comes nearest. */
  place?: string;
  nearest_action?: number | null;
}

export class TableStore {
  readonly table = signal<TableInfo | null>(null);
  readonly views = signal<Readonly<Record<number, SeatView>>>({});
  readonly mine = signal<readonly number[]>([]);
  readonly seat = signal<number>(WATCHER);
  readonly chat = signal<readonly ChatLine[]>([]);
  readonly watchersChat = signal<readonly ChatLine[] | null>(null);
  readonly unread = signal(0);
  /** The calls that were made in the last seconds, by player; bubbles at their seats show them. */
  readonly bubbles = signal<ReadonlyMap<number, string>>(new Map());
  readonly calling = signal<Calling | null>(null);
  /** The people whom this browser does not want to hear at this table. */
  readonly muted = signal<ReadonlySet<string>>(new Set());
  /** What was said by those who are not muted. */
  readonly audible = computed(() => this.chat.value.filter((line) => !this.muted.value.has(line.guest)));
  /** The pages that take part in voice, as the server says to those with seats. */
  readonly voices = signal<readonly VoicePeer[]>([]);
  /** The people who are heard to speak now. */
  readonly speaking = signal<ReadonlySet<string>>(new Set());
  /** The voice of this page, while it is turned on. */
  readonly voice = signal<VoiceCall | null>(null);
  /** Why it is off, in one line, where that was not this person's wish. */
  readonly voiceProblem = signal("");
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
    const over =
      this.table.value?.status === "over" || this.views.value[this.seat.value]?.view.decision_kind === "over";
    return this.secret.value && this.hotSeat.value && !over && this.open.value !== this.playerOf(this.seat.value);
  });
  /** The seat whose view lies open. */
  private readonly perspective = computed(() => (this.covered.value ? WATCHER : this.seat.value));
  /** What happened is shown here, beat by beat, before anything else goes on. */
  readonly stage = new Stage<SeatView>();
  /** Makes beats of events, as the game wants them shown; `view` is as it was before them. */
  direct: (events: readonly GameEvent[], view: View, mine: readonly number[]) => Beat[] = () => [];
  /** Whether what is staged may be seen by whoever has the device. */
  readonly staged = computed(() => {
    const playing = this.stage.playing.value;
    return !!playing && (!this.secret.value || playing.base.view.seat === this.perspective.value);
  });
  readonly current = computed<SeatView | null>(() =>
    this.staged.value ? this.stage.shown.value : (this.views.value[this.perspective.value] ?? null),
  );
  /** What the other seats of the same player see now; nothing while something is staged, which is shown to one seat. */
  readonly beside = computed<readonly View[]>(() => {
    const seat = this.perspective.value;
    if (seat < 0 || this.staged.value) return [];
    const same = this.mine.value.filter((other) => other !== seat && this.playerOf(other) === this.playerOf(seat));
    return same.flatMap((other) => this.views.value[other]?.view ?? []);
  });
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
    return asked && now && asked.seat === this.seat.value && asked.question === now.question ? asked : null;
  });
  /** Whole moves of the seat that is looked through. */
  readonly planner = new Planner({
    asked: () => {
      const now = this.views.value[this.perspective.value];
      if (!now || now.view.seat < 0) return null;
      const { view, question, plans, log } = now;
      const owing = view.waiting.includes(view.seat) && view.legal.length > 0;
      return { seat: view.seat, question, plans, owing, legal: view.legal, log };
    },
    picked: () => this.choice.value,
    send: (action, question) => this.give({ type: "play", id: newId(), seat: this.seat.value, question, action }),
    fetch: (seat, question, piece) => api.plans(this.code, seat, question, piece),
    drop: (text) => (this.refusal.value = { text, rule: "" }),
  });
  /** Whether the page has left the table. */
  left = false;
  /** The table as this browser saw it last, before it was away. */
  private leftAt: View | null = null;
  private clockSkew = 0;
  private unfollow: () => void = () => undefined;
  private draftCount = 0;
  private planCount = 0;
  private readonly seen = new Map<number, number>();
  private readonly wire: Wire;

  constructor(readonly code: string) {
    this.muted.value = mutedAt(code);
    this.wire = new Wire(code, {
      heard: (message) => batch(() => this.hear(message)),
      lost: (retryAt) => this.loseLink(retryAt),
      closed: (closeCode) => {
        this.voice.value?.close();
        this.link.value = { state: "closed", code: closeCode };
      },
    });
  }

  enter(): void {
    this.left = false;
    this.wire.open();
    const ends = [animationSpeed.subscribe(() => this.sendSpeed()), this.planner.follow()];
    this.unfollow = () => ends.forEach((end) => end());
  }

  leave(): void {
    this.left = true;
    this.voice.value?.close();
    this.unfollow();
    this.wire.close();
  }

  retry(): void {
    this.wire.open();
  }

  /** The milliseconds for looking at the table that are left before anybody can act. */
  pauseLeft(view: SeatView): number {
    return Math.max(0, (view.startsAt ?? 0) - this.now());
  }

  /** The milliseconds left on the clock; it stands still in the pause before it. */
  timeLeft(view: SeatView): number {
    if (view.locks !== null) return Math.max(0, view.locks - this.now());
    const left = view.deadline === null ? 0 : Math.max(0, view.deadline - this.now() - this.pauseLeft(view));
    // Time to see what happened comes on top; until it has passed the clock stands.
    const whole = view.clock === "limit" ? (this.table.value?.time_limit_s ?? 0) : view.view.seconds;
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
    return info.name || (info.bot ? botName(info.bot, nthBot(this.table.value!.players, player)) : "free");
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
    if (action !== null && this.current.value?.view.decision_kind === "commit") this.keepDraft(action);
  }

  /** Plays an action, and what it says for other seats of the same player. */
  play(action: number, seat = this.seat.value, along: readonly { seat: number; action: number }[] = []): void {
    const now = seat === this.seat.value ? this.current.value : this.views.value[seat];
    if (!now || this.sending.value || this.pauseLeft(now) > 0) return;
    this.noted();
    for (const one of [...along, { seat, action }]) {
      const question = this.views.value[one.seat]?.question ?? now.question;
      this.give({ type: "play", id: newId(), seat: one.seat, question, action: one.action });
    }
    ring(now.view.decision_kind === "commit" ? "stamp" : "slide");
  }

  /** Lays a whole plan in the place of all that this player has laid; the last one sent counts. */
  plan(round: number, parts: [number, string][]): void {
    if (this.sending.value) return;
    this.planCount = Math.max(this.planCount + 1, Date.now());
    this.give({ type: "plan", id: newId(), seat: this.seat.value, round, n: this.planCount, parts });
  }

  takeBack(): void {
    const now = this.current.value;
    if (now) this.give({ type: "take_back", id: newId(), seat: this.seat.value, question: now.question });
  }

  /** Lets the game place what this seat has to set up now. */
  setUp(): void {
    const now = this.current.value;
    if (now && !this.sending.value)
      this.give({ type: "set_up", id: newId(), seat: this.seat.value, question: now.question });
  }

  /** Asks why a word cannot be played, or nothing done at a place; the table answers from what this seat sees. */
  async askWhy(about: { notation: string } | { place: string }): Promise<void> {
    const now = this.current.value;
    if (!now || now.view.seat < 0 || now.view.legal.length === 0) return;
    try {
      const why = await this.reason({ seat: now.view.seat, question: now.question, ...about });
      if (this.current.value?.question !== now.question) return;
      if (!why.text) this.pick(why.nearest_action ?? null);
      else this.refusal.value = { ...why, ...("place" in about ? about : {}) };
    } catch {
      // the table moved on, or cannot be reached: there is nothing to explain any more
    }
  }

  protected reason(about: Intent): Promise<Reason> {
    return api.explain(this.code, about);
  }

  async askHint(): Promise<void> {
    const now = this.current.value;
    if (!now || this.hint.value?.state === "thinking") return;
    const about = { seat: this.seat.value, question: now.question };
    this.asked.value = { ...about, state: "thinking" };
    try {
      const { bot, best } = await api.hint(this.code, about.seat, about.question);
      this.answerHint({ ...about, state: "given", bot, best });
    } catch (problem) {
      this.answerHint({ ...about, state: "failed", words: (problem as Error).message });
    }
  }

  /** An answer to an older question than the last one is dropped. */
  private answerHint(answer: Asked): void {
    const { seat, question } = this.asked.value ?? { seat: -1, question: -1 };
    if (seat === answer.seat && question === answer.question) this.asked.value = answer;
  }

  say(text: string, channel: Channel = "table"): void {
    this.wire.send({ type: "chat", id: newId(), text, channel });
  }

  /** Says one of the game's calls for everybody to hear. */
  call(call: string, targets: string[]): void {
    this.wire.send({ type: "call", id: newId(), call, targets });
  }

  sendVoice(message: Parameters<Wire["voice"]>[0]): void {
    this.wire.voice(message);
  }

  /** Hears a person of this table no more, or again; nobody else learns of it. */
  mute(guest: string, muted: boolean): void {
    const after = new Set(this.muted.value);
    if (muted) after.add(guest);
    else after.delete(guest);
    this.muted.value = after;
    keepMuted(this.code, after);
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
      question: now.question,
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
        this.sendSpeed();
        this.voices.value = [];
        this.voice.value?.begin();
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
        if (message.line.call && message.line.player !== null && !this.muted.value.has(message.line.guest))
          this.showBubble(message.line.player, message.line.text);
        if (message.line.channel === "table") this.chat.value = [...this.chat.value, message.line];
        else this.watchersChat.value = [...(this.watchersChat.value ?? []), message.line];
        if (!message.line.you && !this.muted.value.has(message.line.guest)) this.unread.value += 1;
        break;
      case "voice":
        this.voices.value = message.peers;
        this.voice.value?.hear(message);
        break;
      case "voice_ready":
      case "signal":
        this.voice.value?.hear(message);
        break;
      case "ack":
        if (this.sending.value === message.id) this.sending.value = null;
        break;
      case "reject":
        if (this.voice.value?.refused(message)) break;
        if (this.sending.value === message.id) this.sending.value = null;
        this.planner.giveUp();
        this.refusal.value = { text: refusalWords(message.code, message.error), rule: message.rule };
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
    this.sendSpeed(); // the server counts only the pace of those who play
    this.turnToActor();
  }

  /** Clocks stand as long as the slowest of those who play looks at what happened. */
  private sendSpeed(): void {
    this.wire.setAnimationSpeed({ type: "animation_speed", id: "animation_speed", speed: animationSpeed.value });
  }

  /** Add to the draws of this table, and of its rematch as soon as that is laid. */
  private addToDraws(table: TableInfo): void {
    void addToDraws(table);
    if (!table.rematch_code || table.rematch_code === this.table.value?.rematch_code || this.seat.value === WATCHER)
      return;
    api.table(table.rematch_code).then(addToDraws, () => undefined);
  }

  private seeView(message: ViewMessage): void {
    const before = this.views.value[message.seat];
    const log = [...(before?.log.slice(0, message.log.from) ?? []), ...message.log.events];
    const known = before ? sharedStart(before.log, log) : log.length;
    // What several people on one device have sealed is turned over for all of them: nobody's hand shows beside it.
    if (message.seat === WATCHER && before?.view.decision_kind === "commit" && log.slice(known).some(isReveal))
      this.open.value = null;
    const sameClock = before?.deadline === message.deadline;
    const began = Math.max(message.starts_at ?? 0, this.now());
    const span = sameClock && before ? before.span : message.deadline ? message.deadline - began : 0;
    const next: SeatView = {
      view: message.view,
      svg: message.board_svg,
      version: message.version,
      question: message.question,
      deadline: message.deadline,
      locks: message.locks ?? null,
      startsAt: message.starts_at ?? null,
      span,
      clock: message.clock,
      takeBack: message.take_back,
      standingOrder: message.standing_order,
      canSetUp: message.can_set_up,
      plans: message.plans,
      movedAt: before?.takeBack && before.question === message.question ? before.movedAt : Date.now(),
      log,
      fresh: log.length - known,
    };
    const playing = this.stage.playing.value;
    const staged = playing && this.staged.value ? playing.base.view.seat : this.perspective.value;
    if (before && message.seat === staged && next.fresh > 0) {
      if (playing && !this.staged.value) this.stage.skip();
      const beats = this.direct(log.slice(known), before.view, this.mine.value);
      this.stage.add(before, beats);
      if (this.stage.playing.value) next.fresh = 0;
    }
    this.views.value = { ...this.views.value, [message.seat]: next };
    if (message.seat === this.seat.value) {
      this.markMissed(message.seat, log);
      if (before?.question !== message.question) this.sending.value = null;
      if (before?.question !== message.question) {
        const only = message.view.legal.length === 1 ? message.view.legal[0]!.action : null;
        this.picked.value = message.draft?.question === message.question ? (message.draft.actions[0] ?? only) : only;
      } else if (!message.view.legal.some((one) => one.action === this.picked.value)) this.picked.value = null;
      if (before) this.sounds(before.view, message.view, log.slice(known));
      this.seen.set(message.seat, log.length);
      keepSeen(this.code, message.seat, log.length);
      if (!this.hotSeat.value) keepTable(this.code, message.seat, log.length, message.view);
    }
    this.turnToActor();
    this.planner.next();
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

  private showBubble(player: number, text: string): void {
    const shown = new Map(this.bubbles.value).set(player, text);
    this.bubbles.value = shown;
    setTimeout(() => {
      if (this.bubbles.value.get(player) !== text) return;
      const left = new Map(this.bubbles.value);
      left.delete(player);
      this.bubbles.value = left;
    }, BUBBLE_MS);
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
  for (let n = 0; n < most; n++) if (one[n]!.text !== two[n]!.text || one[n]!.kind !== two[n]!.kind) return n;
  return most;
}

/** What a bot is called: by its name where it has one, and by what it is chosen with. */
export function botName(bot: string, nth = 0): string {
  const name = nameOf(bot, nth);
  return name ? `${name} (${bot} bot)` : `${bot.charAt(0).toUpperCase()}${bot.slice(1)} bot`;
}

/** A bot where there is little room. */
export const shortName = (bot: string, nth = 0): string => nameOf(bot, nth) || botName(bot);

/** The name of the nth bot of its kind at a table: each has a name of its own. */
function nameOf(bot: string, nth: number): string {
  const { names = [] } = CHARACTERS[bot] ?? {};
  const again = Math.floor(nth / (names.length || 1));
  return names.length > 0 ? `${names[nth % names.length]}${again > 0 ? ` ${again + 1}` : ""}` : "";
}

/** How many players before this one are played by the same bot. */
export const nthBot = (players: readonly { bot: string }[], player: number): number =>
  players.slice(0, player).filter((one) => one.bot === players[player]?.bot).length;

/** A refusal in the words of the guide. */
function refusalWords(code: string, error: string): string {
  if (code === "question_closed") return "The table moved on. Here is the new position; nothing was sent.";
  if (code === "illegal") return `The table refused this: ${error}`;
  return error;
}
