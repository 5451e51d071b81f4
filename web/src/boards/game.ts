/** What a game adds to the common table: its board, its hand, its facts. None of it knows a rule. */

import type { FunctionComponent } from "preact";

import type { GameEvent, Legal, MovePlan, SeatInfo, View } from "../api/types";
import type { Batch, Planner } from "../state/planner";

export type { Batch } from "../state/planner";
import type { Beat } from "../state/staging";
import type { Diagram } from "./diagram";

/** Who is who: shape, then pattern, then letter, then colour. */
export interface SeatStyle {
  letter: string;
  shape: "square" | "circle" | "diamond" | "triangle" | "hexagon" | "shield";
  solid: boolean;
  colour: string;
}

/** A spot on the board with a spoken name, and the legal actions that point at it. */
export interface Place {
  id: string;
  x: number;
  y: number;
  name: string;
  actions: number[];
  /** What else is to be told about it: why it cannot be a target, say. */
  note?: string | undefined;
  /** Names of what stands here, so that a line of the log can be shown on the board. */
  holds?: string[];
  /** The words of the actions that the piece standing here takes part in, so that it can be carried. */
  lifts?: string[];
  /** The action that picking this piece up carries out: it is named, and carried on to where it may go then. */
  names?: number | undefined;
  /** The whole moves that end here, of the piece that is chosen; a tap takes the first. */
  ends?: readonly MovePlan[] | undefined;
  /** Whether a tap carries that move out, rather than choosing it for the go button. */
  ends_at_once?: boolean;
  /** One tap is enough: in real time, and for what shows nothing and can be taken back. */
  at_once?: boolean;
}

/** What the person at the table is about to do. */
export interface Pick {
  legal: Legal[];
  picked: Legal | null;
  /** The actions a hint prefers, the best first. */
  hinted?: readonly number[];
  /** The places and pieces that the coach of a lesson points at. */
  pointed?: readonly string[];
  /** The actions that the coach of a lesson takes now. */
  wanted?: readonly number[];
  /** The place under the pointer or the cursor. */
  hover: string | null;
  /** The line of the log that is shown again. */
  told: GameEvent | null;
  /** What is being shown just now: the rest of the board steps back. */
  shown?: readonly GameEvent[];
  choose(action: number | null): void;
  play(action: number): void;
  /** Looks through another seat of the same player. */
  sit?(seat: number): void;
  /** Plays for another seat of the same player, wherever one looks. */
  playAt?(seat: number, action: number): void;
  /** Lays a whole plan in the place of all that the player has laid in this round. */
  plan?(round: number, parts: [number, string][]): void;
  point(place: string | null): void;
  /** Asks why something cannot be done: a word, or anything at a place. */
  why?(about: { notation: string } | { place: string }): void;
  /** The place that was pressed in vain. */
  refused?: string | undefined;
  /** Whole moves, where the game plans them. */
  planner?: Planner | undefined;
  /** A small picture of a moment: nothing in it can be pressed. */
  still?: boolean;
}

/** Nothing to do here: for boards that are only looked at. */
export const NOBODY: Pick = {
  legal: [],
  picked: null,
  hover: null,
  told: null,
  choose: () => undefined,
  play: () => undefined,
  point: () => undefined,
};

export interface BoardProps<T> {
  view: View<T>;
  pick: Pick;
  /** The events that led to this view, for what a board wants to show once. */
  news: GameEvent[];
  /** What is being shown just now. */
  beat?: Beat | null;
  /** The seat whose boards lie at the bottom of a game that turns them, from any view; by itself that of the view. */
  near?: number;
  /** The board as the game itself has drawn it, in SVG, where the page has none for it. */
  svg?: string | undefined;
  /** What players have just called, by player. */
  calls?: ReadonlyMap<number, string>;
  /** What the other seats of the same player see, in their order: one person may hold several. */
  beside?: readonly View<T>[];
}

/** How a game shows what happened. */
export interface Staging<T> {
  /** Events as beats, for the holder of these seats; `view` is as it was before them. */
  beats(events: readonly GameEvent[], view: View<T>, mine: readonly number[]): Beat[];
  /** What a beat is about, in the tray: tiles, cards, dice. */
  Picture?: FunctionComponent<{ beat: Beat; view: View<T> }>;
  /** The seats that a beat is about: their numbers may change. */
  seats?(beat: Beat, view: View<T>): number[];
}

/** Cards that lie face down for the others, with how often each is there. */
export interface Pile {
  seat: number;
  name: string;
  rule: string;
  cards: { words: string; count: number; Picture: FunctionComponent }[];
}

/** What happened last, in a few short lines. */
export interface Recap {
  title: string;
  lines: { mark: string; words: string; hot: boolean }[];
}

export interface SeatProps<T> {
  view: View<T>;
  seat: number;
}

/** What a game is, in a picture, a sentence and three facts. */
export interface Poster {
  Art: FunctionComponent;
  tag: string;
  about: string;
  meta: string[];
}

export interface GameUi<T> {
  /** Without one the game has a small card on the front page. */
  poster?: Poster;
  /** The diagrams of the rules in brief, by the rule that each shows. */
  diagrams?: Record<string, Diagram>;
  /** Whether seats hide things from each other, so that a hot seat needs a hand-over. */
  secret: boolean;
  /** Before there is a view, a seat is drawn by its number alone. */
  style(seat: number, info: SeatInfo, view: View<T> | null): SeatStyle;
  /** What a seat is for, in a sentence, before one sits down. */
  role?(seat: number, info: SeatInfo): string;
  Board: FunctionComponent<BoardProps<T>>;
  /** False where the board is cards and lists, of which no small picture can be made. */
  drawn?: boolean;
  /** The hand in the tray of the dock; without one the tray offers the actions as keys. */
  Hand?: FunctionComponent<BoardProps<T>>;
  /** How the chosen thing is used: fly on or loop, own or enemy half, steps used and left. Without one the dock says what
   *  comes of it. */
  Variant?: FunctionComponent<BoardProps<T>>;
  /** Whether there is something to vary just now; on a phone it goes before explanations. */
  varies?(view: View<T>): boolean;
  /** Plain answers that stand as quiet buttons beside the go button: ready, done, stop. */
  quiet?(view: View<T>): Legal[];
  /** What an answer says for the other seats of the same player as well: by one word a person is ready with both hands. */
  along?(legal: Legal, beside: readonly View<T>[]): { seat: number; action: number }[];
  /** What one may look through at any time and others may not: own piles of cards, each with its name. */
  piles?(view: View<T>): Pile[];
  /** Several moves that are planned together, for the go button to send. */
  plan?(view: View<T>, pick: Pick): Batch | null;
  /** Keys of the game's own, before those of the table; false where a key means nothing to it. */
  key?(key: string, board: BoardProps<T>): boolean;
  /** Those keys and what they do, for the list of keys. */
  keys?: readonly (readonly [string, string])[];
  staging?: Staging<T>;
  /** What happened last, to be read until the next choice is begun; null where there is nothing, or no longer. */
  recap?(view: View<T>, log: readonly GameEvent[]): Recap | null;
  /** What stands under a line of the log: the dice of a roll. */
  Mark?: FunctionComponent<{ event: GameEvent }>;
  /** Two or three facts on a seat card. */
  Facts?: FunctionComponent<SeatProps<T>>;
  /** What else stands under the seats. */
  Aside?: FunctionComponent<{ view: View<T> }>;
  /** The phases of a turn and which one it is. */
  phases(view: View<T>): { names: string[]; at: number };
  /** Where in the game we are, in two or three words. */
  where(view: View<T>): string;
  /** Whether letters make the game's calls now; the letters of the table need Shift then. */
  callsByKey?(view: View<T>): boolean;
  /** Turns what is held in the hand over; false if nothing is. */
  turn?(view: View<T>): boolean;
  /** What the go button says for an action. */
  go?(legal: Legal, view: View<T>): string;
  /** A word to stamp on the dock when the question comes out of turn. */
  stamp?(view: View<T>): string;
  /** One number a seat for the curve of the review. */
  score?(view: View<T>): number[];
  /** What that number counts. */
  counts?(view: View<T>): string;
  /** What a seat is called in the log, where that is not its title: by the colour that it flies. */
  title?(view: View<T>, seat: number): string;
  /** A word for a seat that is out of the game; empty while it is in. */
  out?(view: View<T>, seat: number): string;
  /** Whether a seat that is not waited for has sealed a choice; without it everybody is asked, and so they have. */
  sealed?(view: View<T>, seat: number): boolean;
  /** The board as text, line by line. */
  say(view: View<T>): string[];
}

/** What a seat is called at the table and in its log. */
export const titleOf = <T>(ui: GameUi<T>, view: View<T>, seat: number): string =>
  ui.title?.(view, seat) ?? view.seats[seat]?.title ?? "";

/** The style of seats A to F. */
export function lettered(seat: number, letter: string): SeatStyle {
  const shapes = ["square", "circle", "diamond", "triangle", "hexagon", "shield"] as const;
  return {
    letter,
    shape: shapes[seat % 6] ?? "square",
    solid: seat % 2 === 0,
    colour: `var(--seat-${"abcdef"[seat % 6]})`,
  };
}

/** The seat whose badge and colour stand for one number of a score: a side of several seats is shown by its first. */
export const scoredSeat = (n: number, scores: number, seats: number): number =>
  scores > 0 ? Math.floor((n * seats) / scores) : n;

/** The place that an action is shown on: the last of those it touches. */
export const placeOf = (legal: Legal): string | null => legal.places?.at(-1) ?? null;

/** Legal actions by the place they are shown on. */
export function byPlace(legal: Legal[], read: (one: Legal) => string | null = placeOf): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const one of legal) {
    const place = read(one);
    if (place === null) continue;
    found.set(place, [...(found.get(place) ?? []), one.action]);
  }
  return found;
}

/** What to show the consequences of: the chosen action, or else the one under the pointer. */
export function planned(pick: Pick, places: readonly Place[]): Legal | null {
  const [under] = places.find((place) => place.id === pick.hover)?.actions ?? [];
  return pick.picked ?? pick.legal.find((one) => one.action === under) ?? null;
}

/** An action with a capital, without what it promises, which is shown apart. */
export const plainly = (legal: Legal): string => heading((legal.odds_text && legal.short_text) || legal.text);

/** An action where there is little room, with a capital. */
export const briefly = (legal: Legal): string => heading(legal.short_text ?? legal.text);

export const heading = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
