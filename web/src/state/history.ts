/** The games that were played to their end in this browser, newest first. */

import { signal } from "@preact/signals";

import type { TableInfo } from "../api/types";

export type Outcome = "won" | "lost" | "drawn";

export interface Played {
  code: string;
  game: string;
  title: string;
  at: number;
  outcome: Outcome;
  against: string;
}

const KEY = "dogfight:games";
const MOST = 200;

function read(): Played[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Played[]) : [];
  } catch {
    return []; // a private window may forbid storage, and somebody may have written something else
  }
}

export const played = signal<readonly Played[]>(read());

/** How a finished game went for whoever holds these seats; somebody who gave up has lost. */
export function outcomeOf(table: TableInfo, winners: readonly number[], mine: readonly number[]): Outcome {
  const gaveUp = table.players.filter((player) => player.resigned);
  if (gaveUp.length > 0)
    return gaveUp.some((player) => player.seats.some((seat) => mine.includes(seat))) ? "lost" : "won";
  if (winners.length === 0) return "drawn";
  return mine.some((seat) => winners.includes(seat)) ? "won" : "lost";
}

/** Keeps a finished game, once. */
export function keepPlayed(one: Played): void {
  if (played.value.some((other) => other.code === one.code)) return;
  played.value = [one, ...played.value].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(played.value));
  } catch {
    // As above: it is kept until the window closes.
  }
}

export interface Tally {
  title: string;
  played: number;
  won: number;
  lost: number;
  drawn: number;
}

/** Games by their kind, the one played most first. */
export function tallies(games: readonly Played[]): Tally[] {
  const found = new Map<string, Tally>();
  for (const { title, outcome } of games) {
    const sum = found.get(title) ?? { title, played: 0, won: 0, lost: 0, drawn: 0 };
    found.set(title, { ...sum, played: sum.played + 1, [outcome]: sum[outcome] + 1 });
  }
  return [...found.values()].sort((one, two) => two.played - one.played);
}
