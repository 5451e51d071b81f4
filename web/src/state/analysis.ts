/** A finished game explained: asked for until the last word is in, and put into words. */

import { signal, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { CHARACTERS } from "../api/bots";
import { api } from "../api/http";
import type { Analysed, Analysis, Cause, Choice, ResultPart, Split } from "../api/types";

const AGAIN_MS = 1200;
/** After so many questions it is asked less often: a long game takes its time, or others are explained before it. */
const OFTEN = 60;
const SELDOM_MS = 5000;
export const PARTS = ["luck", "guesses", "choices", "gifts", "unexplained"] as const;
export type PartName = (typeof PARTS)[number];
export const BLAMED = ["slip", "mistake", "blunder"];

/** How far the explanation of a game is; null before the first answer. Where it cannot be had it has failed. */
export function useAnalysis(code: string, wanted: boolean): Signal<Analysed | null> {
  const found = useSignal<Analysed | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = (asked: number): void => {
      api.analysis(code).then(
        (answer) => {
          if (left) return;
          found.value = answer;
          if (answer.state === "working")
            timer = setTimeout(() => ask(asked + 1), asked < OFTEN ? AGAIN_MS : SELDOM_MS);
        },
        () => !left && (found.value = { state: "failed", analysis: null }),
      );
    };
    ask(0);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [code, wanted]);
  return found;
}

/** A signed number of per cent. */
export const signed = (number: number): string => (number ? `${number < 0 ? "−" : "+"}${Math.abs(number)} %` : "0 %");

/** The parts in whole per cent; they lead from the start to the result, and what is over goes to the largest. */
export function wholeParts(split: Split): Record<PartName, number> {
  const values = PARTS.map((name) => split[name]);
  const found = values.map((value) => Math.round(100 * value));
  const total = Math.round(100 * split.result) - Math.round(100 * split.start);
  const largest = values.reduce((at, value, n) => (Math.abs(value) > Math.abs(values[at]!) ? n : at), 0);
  found[largest]! += total - found.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(PARTS.map((name, n) => [name, found[n]! || 0])) as Record<PartName, number>;
}

/** What the parts are called, by how many others there are. */
export function partName(name: PartName, analysis: Analysis): string {
  if (name === "gifts") return analysis.sides.length > 2 ? "the others' slips" : "the other's slips";
  return name === "unexplained" ? "not told apart" : name;
}

/** The side a seat is on; the first for whoever has none. */
export function sideOf(analysis: Analysis, seat: number): number {
  return Math.max(
    0,
    analysis.splits.findIndex((split) => split.seats.includes(seat)),
  );
}

/** "luck −12 %, guesses −35 %, choices −5 %": the parts that are something; before the choices are in the luck alone. */
export function splitWords(analysis: Analysis, side: number): string {
  const parts = wholeParts(analysis.splits[side]!);
  const named = PARTS.filter((name) => parts[name] && (analysis.judged || name === "luck"));
  return (
    named.map((name) => `${partName(name, analysis)} ${signed(parts[name])}`).join(", ") ||
    (analysis.judged ? "as expected" : "luck 0 %")
  );
}

/** "Most of it was luck, some guesses.": shares without signs, largest first. */
export function sharesText(analysis: Analysis, causes: readonly Cause[]): string {
  const named = causes
    .map(({ name, share }) => [amountWord(share), partName(name, analysis)] as const)
    .map(([amount, name], n) => (n === 0 ? `${amount} was ${name}` : `${amount.toLowerCase()} ${name}`));
  return `${named.join(", ")}.`;
}

function amountWord(share: number): string {
  if (share > 0.5) return "Most of it";
  return share > 0.3 ? "Much of it" : share > 0.15 ? "Some of it" : "A little";
}

/** "error 0.4 % a turn" of the seats of a side together. */
export function errorWords(analysis: Analysis, side: number): string {
  const own = analysis.seats.filter((seat) => analysis.splits[side]!.seats.includes(seat.seat));
  const turns = Math.max(0, ...own.map((seat) => seat.turns));
  if (!analysis.judged || !turns) return "";
  const cost = own.reduce((sum, seat) => sum + seat.cost, 0);
  return `error ${((100 * Math.max(0, cost)) / turns).toFixed(1)} % a turn`;
}

/** Whoever sits there, by name where there is one. */
export function nameOf(analysis: Analysis, seat: number): string {
  const { player, title } = analysis.seats[seat]!;
  return player && player !== "?" ? (CHARACTERS[player]?.names[0] ?? player) : title;
}

/** The part of the game that a step belongs to. */
export function partAt(analysis: Analysis, step: number): ResultPart | null {
  return analysis.parts.find((part) => step <= part.last) ?? analysis.parts.at(-1) ?? null;
}

/** The step of the next blamed choice after this one, or null. */
export function nextSlip(analysis: Analysis, step: number, seat: number | null): number | null {
  const moves = analysis.parts
    .flatMap((part) => part.choices)
    .filter((one: Choice) => BLAMED.includes(one.verdict) && (seat === null || one.seat === seat))
    .map((one) => one.move)
    .sort((a, b) => a - b);
  return moves.find((move) => move > step) ?? moves[0] ?? null;
}

/** One column of the curve: a turn, or the draw before it, with what its parts changed for a side. */
export interface Column {
  turn: number;
  first: number;
  last: number;
  after: number;
  parts: Record<PartName, number>;
}

/** The game in columns, one a turn. */
export function columns(analysis: Analysis, side: number): Column[] {
  const found: Column[] = [];
  const own = analysis.splits[side]!.seats;
  for (const part of analysis.parts) {
    let column = found.at(-1);
    if (!column || column.turn !== part.turn) {
      const parts = { luck: 0, guesses: 0, choices: 0, gifts: 0, unexplained: 0 };
      column = { turn: part.turn, first: part.first, last: part.last, after: 0, parts };
      found.push(column);
    }
    column.last = part.last;
    column.after = part.after[side]!;
    column.parts.luck += part.luck[side]!;
    column.parts.guesses += part.guesses[side]!;
    column.parts.unexplained += part.unexplained[side]!;
    for (const one of part.choices) column.parts[own.includes(one.seat) ? "choices" : "gifts"] += one.effect[side]!;
  }
  return found;
}

/** What somebody noted at the turns of a game, kept in this browser. */
export function notesOf(code: string): Signal<Record<number, string>> {
  return (notes[code] ??= signal(JSON.parse(localStorage.getItem(`dogfight.notes.${code}`) ?? "{}")));
}

const notes: Record<string, Signal<Record<number, string>>> = {};

export function keepNote(code: string, turn: number, words: string): void {
  const { [turn]: _, ...others } = notesOf(code).value;
  notesOf(code).value = words.trim() ? { ...others, [turn]: words.trim() } : others;
  localStorage.setItem(`dogfight.notes.${code}`, JSON.stringify(notesOf(code).value));
}
