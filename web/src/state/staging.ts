/** What happened is shown: events become beats in one queue, one plays at a time, and everything else waits for them. */

import { computed, signal } from "@preact/signals";

import type { EventCause, GameEvent, View } from "../api/types";
import { animationSpeed, calm, type AnimationSpeed } from "./prefs";

/** How long things take, in milliseconds: normal, fast. */
const TIMES = {
  turn: [420, 220],
  hold: [700, 350],
  space: [260, 105],
  card: [600, 250],
  who: [500, 200],
  verdict: [700, 300],
  between: [2000, 600],
} as const;
export type Time = keyof typeof TIMES;

/** A path takes no longer than so many spaces. */
const LONGEST_PATH = 4;
/** With more than this to show, the rest plays quick. */
const LONG_MS = 12_000;

/** Who, what, why and effect: one thing that is shown. */
export interface Beat {
  /** In one or two words, for the tray. */
  label: string;
  /** In one sentence, for the question's place and for those who listen. */
  words: string;
  rule?: string | undefined;
  /** What it shows. */
  about: GameEvent[];
  /** What enters the log with it. */
  events: GameEvent[];
  /** How long it takes. */
  times: Time[];
  /** The table after each step of it, made from the table before. */
  frames?: ((table: never) => unknown)[];
  /** What the board is to draw: an aim before its effect, say. */
  part?: string;
  /** Why it came out so. */
  causes?: EventCause[];
  /** The step of the turn that it belongs to, by its number in the strip. */
  step?: number | undefined;
}

/** A queue that plays: what the table looked like before it, and how far it has come. */
export interface Playing<Seen> {
  base: Seen;
  table: unknown;
  beats: readonly Beat[];
  at: number;
}

interface Seen {
  view: View;
  log: GameEvent[];
}

const lengthOf = (beat: Beat, speed: Exclude<AnimationSpeed, "none">): number => {
  const column = speed === "normal" ? 0 : 1;
  const frames = Math.min(LONGEST_PATH, calm() ? 1 : (beat.frames?.length ?? 0));
  return beat.times.reduce((sum, name) => sum + TIMES[name][column], frames * TIMES.space[column]);
};

/** The beats of one table, and what the table shows while they play. */
export class Stage<S extends Seen> {
  readonly playing = signal<Playing<S> | null>(null);
  /** Whether somebody wants to look longer. */
  readonly held = signal(false);
  /** How many lines the log holds back until they have been shown. */
  readonly heldBack = computed(
    () =>
      this.playing.value?.beats.slice(this.playing.value.at).reduce((sum, beat) => sum + beat.events.length, 0) ?? 0,
  );
  readonly beat = computed(() => this.playing.value?.beats[this.playing.value.at] ?? null);
  /** The table as far as it has been shown; nothing is asked meanwhile. */
  readonly shown = computed<S | null>(() => {
    const now = this.playing.value;
    if (!now) return null;
    const told = now.beats.slice(0, now.at).flatMap((beat) => beat.events);
    const { base } = now;
    return {
      ...base,
      view: {
        ...base.view,
        board: now.table,
        decision_kind: "chance",
        legal: [],
        waiting: [],
        prompt: this.prompt(now),
      },
      log: [...base.log, ...told],
      fresh: 0,
      deadline: null,
      locks: null,
      startsAt: null,
      takeBack: false,
    };
  });
  private last: Pick<Playing<S>, "base" | "beats"> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private prompt(now: Playing<S>): View["prompt"] {
    const beat = now.beats[now.at];
    return { text: beat?.words ?? "", rule: beat?.rule ?? "" };
  }

  /** Show these beats after whatever is still to be shown; the table was last seen as `base`. */
  add(base: S, beats: readonly Beat[]): void {
    const now = this.playing.value;
    if (beats.length === 0 || animationSpeed.value === "off") return;
    if (now) {
      this.playing.value = { ...now, beats: [...now.beats, ...beats] };
      this.last = { base: now.base, beats: [...(this.last?.beats ?? []), ...beats] };
    } else this.begin(base, beats);
  }

  /** The last queue once more. */
  again(): void {
    if (this.last) this.begin(this.last.base, this.last.beats);
  }

  get canRepeat(): boolean {
    return this.last !== null;
  }

  /** Show these beats now, whatever the pace. */
  begin(base: S, beats: readonly Beat[]): void {
    this.last = { base, beats };
    this.held.value = false;
    this.playing.value = { base, table: base.view.board, beats, at: 0 };
    this.play();
  }

  /** Ends the present beat. */
  next(): void {
    const now = this.playing.value;
    if (!now) return;
    clearTimeout(this.timer);
    const table = (now.beats[now.at]?.frames ?? []).reduce((so, frame) => frame(so as never), now.table);
    if (now.at + 1 >= now.beats.length) return this.skip();
    this.playing.value = { ...now, table, at: now.at + 1 };
    this.play();
  }

  /** To the end. */
  skip(): void {
    clearTimeout(this.timer);
    this.held.value = false;
    this.playing.value = null;
  }

  /** Looks longer, or goes on. */
  hold(): void {
    this.held.value = !this.held.value;
    clearTimeout(this.timer);
    if (!this.held.value) this.next();
  }

  private speed(): Exclude<AnimationSpeed, "none"> {
    const now = this.playing.value;
    const rest = now ? now.beats.slice(now.at).reduce((sum, beat) => sum + lengthOf(beat, "normal"), 0) : 0;
    return animationSpeed.value === "normal" && rest <= LONG_MS ? "normal" : "fast";
  }

  private play(): void {
    const beat = this.beat.value;
    if (!beat) return;
    const whole = lengthOf(beat, this.speed());
    const frames = calm() ? [] : (beat.frames ?? []);
    const step = frames.length > 0 ? Math.min(TIMES.space[0], whole / (frames.length + 1)) : 0;
    this.walk(frames.length > 0 ? frames : (beat.frames ?? []), frames.length > 0 ? step : 0, whole);
  }

  /** Plays the steps of a beat one after the other, then waits for what is left of its time. */
  private walk(frames: NonNullable<Beat["frames"]>, step: number, left: number): void {
    const [frame, ...rest] = frames;
    const now = this.playing.value;
    if (!now) return;
    if (!frame) {
      if (!this.held.value) this.timer = setTimeout(() => this.next(), left);
      return;
    }
    const beats = now.beats.map((beat, n) => (n === now.at ? { ...beat, frames: rest } : beat));
    this.playing.value = { ...now, table: frame(now.table as never), beats };
    if (step === 0) this.walk(rest, 0, left);
    else this.timer = setTimeout(() => this.walk(rest, step, left - step), step);
  }
}

/** How events of a kind are shown. */
export interface Cue {
  label: string | ((event: GameEvent) => string);
  times: Time[];
  /** Events of this kind that come one after the other are one beat: all, or those that belong together. */
  together?: boolean | ((one: GameEvent, other: GameEvent) => boolean);
  /** Whoever did it has seen it already. */
  others?: boolean;
  part?: string;
}

interface Score {
  cues: Record<string, Cue | Cue[]>;
  /** The seat that did something, where it is known. */
  actor?: (event: GameEvent) => number | null;
  /** What an event does to the table. */
  frames?: (event: GameEvent) => Beat["frames"];
  /** What a beat of several says. */
  words?: (events: GameEvent[], cue: Cue) => string;
  /** The step of the turn, by its number in the strip. */
  step?: (event: GameEvent) => number | undefined;
}

/** A phase in which nothing happened is a beat with its reason. */
const emptyPhase = (event: GameEvent, cause: EventCause, step: number | undefined): Beat & { kind: string } => ({
  kind: "empty",
  label: "Nothing",
  words: cause.words,
  rule: cause.rule,
  about: [event],
  events: [],
  times: ["between"],
  frames: [],
  part: "empty",
  causes: cause.more ? [cause] : [],
  step,
});

/** Events in the order of their telling as beats, by the cues of a game. What has no cue is told with the beat before. */
export function beatsBy(score: Score, events: readonly GameEvent[], mine: readonly number[]): Beat[] {
  const beats: (Beat & { kind: string })[] = [];
  let before: GameEvent[] = [];
  const alone = playedAlone(events);
  for (const event of events) {
    const found = score.cues[event.kind];
    const cues = found === undefined ? [] : Array.isArray(found) ? found : [found];
    const actor = score.actor?.(event) ?? null;
    const shown = cues.filter((cue) => !cue.others || actor === null || alone.has(event) || !mine.includes(actor));
    const last = beats.at(-1);
    const causes = (event.causes ?? []).filter((cause) => !cause.empty);
    const step = score.step?.(event) ?? last?.step;
    if (shown.length === 0) {
      if (last) last.events.push(event);
      else before.push(event);
    } else if (last && last.kind === event.kind && isJoined(shown[0]!, last.about.at(-1)!, event)) {
      const parts = beats.slice(-shown.length);
      parts.forEach((part, n) => {
        part.about.push(event);
        part.words = score.words?.(part.about, shown[n]!) ?? part.about.map((one) => one.text).join(" ");
      });
      last.events.push(event);
      last.causes = causes.length > 0 ? causes : (last.causes ?? []);
      last.frames = merged(last.frames ?? [], score.frames?.(event) ?? []);
    } else {
      shown.forEach((cue, n) => {
        const end = n === shown.length - 1;
        beats.push({
          kind: event.kind,
          label: typeof cue.label === "string" ? cue.label : cue.label(event),
          words: score.words?.([event], cue) ?? event.text,
          rule: event.rule,
          about: [event],
          events: [...(n === 0 ? before : []), ...(end ? [event] : [])],
          times: [...cue.times],
          frames: end ? (score.frames?.(event) ?? []) : [],
          causes: end ? causes : [],
          step,
          ...(cue.part ? { part: cue.part } : {}),
        });
        before = [];
      });
    }
    const empty = event.causes?.find((cause) => cause.empty);
    if (empty) {
      beats.push({ ...emptyPhase(event, empty, (step ?? -1) + 1), events: before });
      before = [];
    }
  }
  return beats;
}

/** Whether an event is shown in one beat with the one before it. */
const isJoined = ({ together }: Cue, one: GameEvent, other: GameEvent): boolean =>
  typeof together === "function" ? together(one, other) : together === true;

/** What told of moves that played themselves: nobody has seen them before, not even whoever's they are. */
function playedAlone(events: readonly GameEvent[]): Set<GameEvent> {
  const lines = (event: GameEvent): number => (event.kind === "only_move" ? Number(event.facts?.lines ?? 0) : 0);
  return new Set(events.flatMap((event, n) => events.slice(Math.max(0, n - lines(event)), n)));
}

/** Two pieces that move at the same time. */
function merged(one: NonNullable<Beat["frames"]>, two: NonNullable<Beat["frames"]>): NonNullable<Beat["frames"]> {
  return Array.from({ length: Math.max(one.length, two.length) }, (_, n) => (table: never) => {
    const first = one[n]?.(table) ?? table;
    return two[n]?.(first as never) ?? first;
  });
}
