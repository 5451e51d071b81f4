/** Whole moves: what the game can plan for a piece, and the plan that is being carried out, one action at a time.
 *
 *  The server works every plan out; each of its actions is sent and checked like any other. */

import { computed, effect, signal } from "@preact/signals";

import type { GameEvent, Legal, MovePlan, MovePlans, PlanStep, Threat } from "../api/types";

/** One action of a plan that is carried out, and whose it is. */
export interface Item {
  action: number;
  word: string;
  by: string;
  /** Where it leads, where that must not change. */
  place?: string;
}

/** Actions that are planned together. */
export interface Batch {
  words: string;
  items: readonly Item[];
  calm: readonly string[];
  /** False while more is to be chosen before it can be sent. */
  enough?: boolean;
}

/** A plan on its way. */
export interface Walk {
  seat: number;
  /** What it is called: `Move to E4`. */
  words: string;
  items: readonly Item[];
  /** How many of them have been sent. */
  at: number;
  /** How long the log was when the last one was sent, and in answer to which question. */
  log: number;
  question: number;
  calm: readonly string[];
  /** The action that is sent although it leads elsewhere now. */
  anyhow: number;
  /** Why it waits for a word; empty while it goes on by itself. */
  stopped: string;
}

/** What the planner needs to know of the table. */
export interface Asked {
  seat: number;
  question: number;
  plans: boolean;
  owing: boolean;
  legal: readonly Legal[];
  log: readonly GameEvent[];
}

interface Table {
  asked(): Asked | null;
  picked(): Legal | null;
  send(action: number, question: number): void;
  fetch(seat: number, question: number, piece: string): Promise<MovePlans>;
  /** Says why a plan is given up. */
  drop(words: string): void;
}

interface Known {
  key: string;
  plans: MovePlans;
}

/** The kind of event that tells that the table has played the only move there was. */
const FORCED = "only_move";

export class Planner {
  private readonly known = signal<readonly Known[]>([]);
  private readonly wanted = new Set<string>();
  /** The plan that is chosen and not yet sent. */
  readonly chosen = signal<MovePlan | null>(null);
  /** The plan that is carried out. */
  readonly walk = signal<Walk | null>(null);
  /** Whether a plan goes on by itself although somebody has reacted to it. */
  readonly boldly = signal(false);
  /** A place that was pressed before its plans were here. */
  private pressed: { key: string; ready: (plans: MovePlans) => void } | null = null;

  constructor(private readonly table: Table) {}

  /** The piece whose moves are planned: that of the chosen action, or the only one that may act. */
  readonly piece = computed<string>(() => {
    const asked = this.table.asked();
    if (!asked?.plans || !asked.owing) return "";
    const picked = this.table.picked();
    if (picked?.acting_piece) return picked.acting_piece;
    const [first, ...rest] = new Set(asked.legal.map((one) => one.acting_piece ?? "").filter(Boolean));
    return rest.length === 0 ? (first ?? "") : "";
  });

  /** The plans of that piece; null while they are not known. */
  readonly plans = computed<MovePlans | null>(() => this.plansOf(this.piece.value));

  plansOf(piece: string): MovePlans | null {
    const key = this.key(piece);
    return this.known.value.find((one) => one.key === key)?.plans ?? null;
  }

  /** Asks for what is not known whenever another piece is chosen; gives back how to end that. */
  follow(): () => void {
    return effect(() => {
      const piece = this.piece.value;
      const chosen = this.chosen.peek();
      if (chosen && chosen.piece !== piece) this.chosen.value = null;
      if (piece) void this.ask(piece);
    });
  }

  /** Asks for the plans of a piece, or of all of them. */
  async ask(piece: string): Promise<void> {
    const asked = this.table.asked();
    const key = this.key(piece);
    if (!asked?.plans || !asked.owing || this.wanted.has(key)) return;
    this.wanted.add(key);
    try {
      const plans = await this.table.fetch(asked.seat, asked.question, piece);
      if (this.key(piece) !== key) return;
      this.known.value = [...this.known.value.filter((one) => sameQuestion(one.key, key)), { key, plans }];
      if (this.pressed?.key === key) this.pressed.ready(plans);
    } catch {
      this.wanted.delete(key); // the table moved on, or cannot be reached
    }
    this.pressed = null;
  }

  /** Does something with the plans of the chosen piece as soon as they are here; false where there are none to come. */
  whenKnown(ready: (plans: MovePlans) => void): boolean {
    const piece = this.piece.value;
    if (!piece) return false;
    const plans = this.plansOf(piece);
    if (plans) ready(plans);
    else this.pressed = { key: this.key(piece), ready };
    return true;
  }

  /** Carries a plan out. */
  start(plans: MovePlans, plan: MovePlan, words: string): void {
    this.run(
      stepsOf(plans, plan).map(({ action, word, place }) => ({ action, word, place: place ?? "", by: plan.piece })),
      words,
      plans.calm ?? [],
    );
  }

  /** Carries actions out one after the other, each as soon as it is asked for. */
  run(items: readonly Item[], words: string, calm: readonly string[]): void {
    const asked = this.table.asked();
    if (!asked) return;
    this.chosen.value = null;
    this.walk.value = {
      seat: asked.seat,
      words,
      items,
      at: 0,
      log: asked.log.length,
      question: -1,
      calm,
      anyhow: -1,
      stopped: "",
    };
    this.next();
  }

  /** Goes on although somebody has reacted. */
  goOn(): void {
    const [walk, asked] = [this.walk.value, this.table.asked()];
    if (!walk || !asked) return;
    this.walk.value = { ...walk, stopped: "", log: asked.log.length, anyhow: walk.at };
    this.next();
  }

  giveUp(): void {
    this.walk.value = null;
  }

  /** The plan on its way of the seat that is looked through. */
  readonly underway = computed<Walk | null>(() => {
    const walk = this.walk.value;
    return walk && walk.seat === this.table.asked()?.seat ? walk : null;
  });

  /** Carries the chosen plan out, or goes on with one that stopped; false where there is neither. */
  enter(batch: Batch | null = null): boolean {
    const [chosen, plans] = [this.chosen.value, this.plans.value];
    if (this.underway.value?.stopped) this.goOn();
    else if (chosen && plans) this.start(plans, chosen, chosen.words);
    else if (batch && batch.enough !== false && !this.underway.value) this.run(batch.items, batch.words, batch.calm);
    else return false;
    return true;
  }

  /** Lets the chosen plan go, or gives up the one that stopped; false where there is neither. */
  letGo(): boolean {
    if (this.underway.value?.stopped) this.giveUp();
    else if (this.chosen.value) this.chosen.value = null;
    else return false;
    return true;
  }

  /** Sends the next action if it is asked for now. */
  next(): void {
    const [walk, asked] = [this.walk.peek(), this.table.asked()];
    if (!walk || !asked || walk.stopped || walk.seat !== asked.seat || walk.question === asked.question) return;
    const left = walk.items.length - walk.at;
    if (left === 0) return this.giveUp();
    const forced = asked.log.slice(walk.log).some((event) => event.kind === FORCED);
    if (!asked.owing) {
      if (left === 1 && forced) this.giveUp(); // the table has played the rest
      return; // else somebody else is asked first
    }
    const fits = (n: number): boolean => {
      const item = walk.items[n];
      return !!item && asked.legal.some((one) => isItem(one, item));
    };
    const at = fits(walk.at) || !forced ? walk.at : walk.at + 1;
    const item = walk.items[at];
    if (!item || !fits(at)) {
      this.giveUp();
      if (left > 1) this.table.drop(`The rest of the plan does not fit any more (${walk.words}).`);
      return;
    }
    const end = asked.legal.find((one) => isItem(one, item))?.places?.at(-1);
    if (end && item.place && end !== item.place && walk.anyhow !== at) {
      this.walk.value = { ...walk, at, stopped: `${item.by} would come to ${end} now, not to ${item.place}.` };
      return;
    }
    const news = asked.log.slice(walk.log).filter((event) => event.kind !== FORCED && !walk.calm.includes(event.kind));
    const reacted = walk.at > 0 && !this.boldly.peek() ? news[0] : undefined;
    if (reacted) {
      this.walk.value = { ...walk, stopped: reacted.text };
      return;
    }
    this.walk.value = { ...walk, at: at + 1, log: asked.log.length, question: asked.question };
    this.table.send(item.action, asked.question);
  }

  private key(piece: string): string {
    const asked = this.table.asked();
    return `${asked?.seat}.${asked?.question}.${piece}`;
  }
}

/** Whether a legal action is the one that was planned, with the same piece. */
function isItem(one: Legal, item: Item): boolean {
  return (
    one.action === item.action &&
    one.notation === item.word &&
    (!one.acting_piece || !item.by || one.acting_piece === item.by)
  );
}

const sameQuestion = (one: string, two: string): boolean => one.split(".", 2).join(".") === two.split(".", 2).join(".");

/** The steps of a plan from the first to the last. */
export function stepsOf(plans: MovePlans, plan: MovePlan): PlanStep[] {
  const steps: PlanStep[] = [];
  for (let at = plan.last; at >= 0;) {
    const step = plans.steps?.[at];
    if (!step) break;
    steps.unshift(step);
    at = step.after ?? -1;
  }
  return steps;
}

/** Everybody who could react on the way, each once, where it stands. */
export function threatsOn(steps: readonly PlanStep[]): Threat[] {
  const all = steps.flatMap((step) => step.threats ?? []);
  return all.filter((one, n) => all.findIndex((other) => other.by === one.by) === n);
}
