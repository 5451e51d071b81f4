/** The days on which a puzzle of the day was solved, and the puzzles that were tried, in this browser. */

import { signal } from "@preact/signals";

const DAYS = "dogfight:puzzle-days";
const TRIED = "dogfight:puzzles-tried";
const MOST_DAYS = 366;
const MOST_TRIED = 2000;
const DAY_MS = 86_400_000;

const list = (key: string): string[] => (localStorage.getItem(key) ?? "").split(" ").filter(Boolean);

/** Days as in 2026-11-19, the newest last. */
export const solvedDays = signal<string[]>(list(DAYS));
const tried = signal<string[]>(list(TRIED));

export const wasTried = (id: string): boolean => tried.value.includes(id);

/** Keeps that a puzzle was tried; `day` is the day whose puzzle it is, and it counts if it was solved. */
export function keepTry(id: string, day: string, right: boolean): void {
  if (wasTried(id)) return;
  tried.value = [...tried.value, id].slice(-MOST_TRIED);
  localStorage.setItem(TRIED, tried.value.join(" "));
  if (!right || !day || solvedDays.value.includes(day)) return;
  solvedDays.value = [...solvedDays.value, day].slice(-MOST_DAYS);
  localStorage.setItem(DAYS, solvedDays.value.join(" "));
}

/** Adds what the server keeps of me, from whichever device. */
export function takeTries(ids: readonly string[], days: readonly string[]): void {
  tried.value = [...new Set([...tried.value, ...ids])].slice(-MOST_TRIED);
  localStorage.setItem(TRIED, tried.value.join(" "));
  solvedDays.value = [...new Set([...solvedDays.value, ...days])].sort().slice(-MOST_DAYS);
  localStorage.setItem(DAYS, solvedDays.value.join(" "));
}

export const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** How many days in a row were solved, up to today; a day that is not over yet breaks nothing. */
export function streak(days: readonly string[], today: string): number {
  let day = days.includes(today) ? today : dayBefore(today);
  let length = 0;
  while (days.includes(day)) {
    length += 1;
    day = dayBefore(day);
  }
  return length;
}
