/** The times for a decision that a table offers. */

export const LIMITS: readonly (readonly [number, string])[] = [
  [0, "no limit"],
  [20, "20 s"],
  [60, "1 min"],
  [300, "5 min"],
  [86_400, "1 day"],
  [259_200, "3 days"],
];

/** A time for a decision in words. */
export const limitText = (seconds: number): string =>
  LIMITS.find(([limit]) => limit === seconds)?.[1] ?? `${seconds} s`;

/** The times for a whole game, with what each new decision adds. */
export const BANKS: readonly (readonly [bank: number, increment: number, words: string])[] = [
  [0, 0, "no limit"],
  [300, 5, "5 min + 5 s"],
  [900, 10, "15 min + 10 s"],
  [1800, 30, "30 min + 30 s"],
  [432_000, 28_800, "5 days + 8 h"],
];

/** A time for a whole game in words. */
export const bankText = (bank: number, increment: number): string =>
  BANKS.find((known) => known[0] === bank && known[1] === increment)?.[2] ?? `${bank} s + ${increment} s`;

const WEEKEND = [5, 6];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const DAYS_OFF: readonly (readonly [number[], string])[] = [
  [[], "none"],
  [WEEKEND, "Saturday and Sunday"],
  [[6], "Sunday"],
];

export const daysOffText = (days: readonly number[]): string =>
  days.map((day) => WEEKDAYS[day]).join(" and ") || "none";
