/** How much of each table's log this browser has shown, so that what came later can be marked as new. */

import type { View } from "../api/types";

const KEY = "dogfight:seen";
const MOST = 100;

function all(): [table: string, lines: number][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, number][];
  } catch {
    return [];
  }
}

const name = (code: string, seat: number): string => `${code}/${seat}`;

/** The lines a seat's log had when it was last shown; 0 if it never was. */
export function seenLines(code: string, seat: number): number {
  return all().find(([table]) => table === name(code, seat))?.[1] ?? 0;
}

export function keepSeen(code: string, seat: number, lines: number): void {
  const mine = name(code, seat);
  const others = all().filter(([table]) => table !== mine);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [mine, lines]].slice(-MOST)));
  } catch {
    // A private window may forbid storage; then nothing is marked.
  }
}

const TABLES_KEY = "dogfight:seen-boards";
const MOST_TABLES = 4;
type Kept = [table: string, lines: number, view: View];

function tables(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(TABLES_KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

/** The table as a seat saw it when its log had so many lines, if this browser still knows. */
export function seenTable(code: string, seat: number, lines: number): View | null {
  return tables().find(([table, at]) => table === name(code, seat) && at === lines)?.[2] ?? null;
}

/** Keeps what a seat sees now, so that what follows can be shown from here. */
export function keepTable(code: string, seat: number, lines: number, view: View): void {
  const mine = name(code, seat);
  const others = tables().filter(([table]) => table !== mine);
  try {
    const kept: Kept = [mine, lines, { ...view, legal: [], waiting: [] }];
    localStorage.setItem(TABLES_KEY, JSON.stringify([...others, kept].slice(-MOST_TABLES)));
  } catch {
    // As above, or there is no room: then it is told in words.
  }
}
