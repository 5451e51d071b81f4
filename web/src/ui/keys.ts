/** Keys of the table: one place that says what each does. */

import type { Legal } from "../api/types";
import type { Batch, Planner } from "../state/planner";

export const KEYS: readonly (readonly [string, string])[] = [
  ["1 – 9", "choose from the list"],
  ["Enter", "do what is chosen"],
  ["Esc", "let go, close"],
  ["P", "pass, where one may"],
  ["U", "take back, or change what is sealed"],
  ["H", "a hint, where the table allows them"],
  ["A", "the standing order on reactions, where there are any"],
  ["Space, Esc, H", "while something is shown: next, to the end, hold"],
  ["Z", "what happened last, once more"],
  ["T", "turn the card in the hand, where it has two halves"],
  ["/", "type a move in notation"],
  ["Tab, arrows", "walk the table; arrows move on the board"],
  ["L", "log"],
  ["C", "chat"],
  ["V", "talk while it is held, where voice is on"],
  ["R", "rules"],
  ["B", "say the board"],
  ["?", "these keys"],
];

export interface Doings {
  legal: Legal[];
  picked: Legal | null;
  choose(action: number | null): void;
  play(action: number): void;
  takeBack(): void;
  turn(): boolean;
  again(): void;
  /** Whole moves: Enter carries the chosen one out or goes on with it, Escape lets it go. */
  planner?: Planner;
  /** Moves that are planned together. */
  batch?(): Batch | null;
  open(what: "rules" | "log" | "chat" | "keys" | "say" | "type" | "hint" | "orders"): void;
}

export const isPass = (one: Legal): boolean => one.notation === "pass";

/** Carries a key out; false if it means nothing here. */
export function press(key: string, doings: Doings): boolean {
  const { legal, picked } = doings;
  if (/^[1-9]$/.test(key)) {
    const one = legal[Number(key) - 1];
    if (one) doings.choose(one.action);
    return one !== undefined;
  }
  if (key === "Enter" && doings.planner?.enter(doings.batch?.() ?? null)) return true;
  if (key === "Escape" && doings.planner?.letGo()) return true;
  if (key === "Enter") {
    if (picked) doings.play(picked.action);
    return picked !== null;
  }
  if (key === "Escape") {
    doings.choose(null);
    return true;
  }
  const opens = {
    r: "rules",
    l: "log",
    c: "chat",
    b: "say",
    "?": "keys",
    "/": "type",
    h: "hint",
    a: "orders",
  } as const;
  const letter = key.toLowerCase();
  if (letter in opens) doings.open(opens[letter as keyof typeof opens]);
  else if (letter === "p") {
    const pass = legal.find(isPass);
    if (!pass) return false;
    doings.play(pass.action);
  } else if (letter === "u") doings.takeBack();
  else if (letter === "t") return doings.turn();
  else if (letter === "z") doings.again();
  else return false;
  return true;
}

/** Keys while something is shown; false if the key means nothing then. */
export function pressStaged(key: string, stage: { next(): void; skip(): void; hold(): void; again(): void }): boolean {
  const does = { " ": "next", Escape: "skip", h: "hold", z: "again" } as const;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (!(name in does)) return false;
  stage[does[name as keyof typeof does]]();
  return true;
}

/** Whether a key belongs to what has the focus, not to the table. */
export function isBusy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  return (key === "Enter" || key === " ") && target.closest("button, a") !== null;
}
