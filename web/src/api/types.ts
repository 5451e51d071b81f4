/** What travels: the views, tables and messages of docs/api.md. */

export interface SeatInfo {
  name: string;
  title: string;
  side: string;
  player: number;
}

export interface Prompt {
  words: string;
  rule: string;
}

/** A line of fire: which piece bears on which, and how. */
export interface Aim {
  by: string;
  at: string;
  how?: string;
}

/** One legal action: its number, its word in notation, and what it does in plain words. */
export interface Legal {
  action: number;
  word: string;
  words: string;
  /** The places or pieces that its weapons would bear on. */
  bears?: string[];
  /** What is done, in the game's own terms. */
  kind?: string;
  /** The piece that acts. */
  by?: string;
  /** What is played, chosen or aimed at: a tile, a card, a counter. */
  piece?: string;
  /** Where it happens, in order; a board shows it on the last one. */
  places?: string[];
  /** Which way the piece is turned afterwards. */
  facing?: string;
  /** The odds, or what else may come of it. */
  promise?: string;
  /** The words where there is little room. */
  brief?: string;
  /** The lines of fire from and at whoever acts, as they would be afterwards. */
  aims?: Aim[];
}

export interface Result {
  payoffs: number[];
  winners: number[];
  why: string;
  rule: string;
  words: string;
  grade: string;
}

export type OptionValue = string | number | boolean;

export type Fact = number | string | boolean | number[] | string[];

export interface GameEvent {
  kind: string;
  words: string;
  rule?: string;
  facts?: Record<string, Fact>;
  /** Where it happened, and the pieces it is about. */
  places?: string[];
  who?: string[];
}

export interface View<T = unknown> {
  game: string;
  rules: string;
  options: Record<string, OptionValue>;
  seats: SeatInfo[];
  seat: number;
  doing: "choose" | "commit" | "chance" | "over";
  waiting: number[];
  prompt: Prompt;
  legal: Legal[];
  table: T;
  seconds: number | null;
  result: Result | null;
}

export interface PlayerInfo {
  player: number;
  seats: number[];
  name: string;
  bot: string;
  you: boolean;
  online: boolean;
  resigned: boolean;
}

/** A player asks the others to let them take back; `n` goes back with the answer. */
export interface OfferInfo {
  player: number;
  n: number;
  asked: number[];
  agreed: number[];
}

/** The promise of the seed, the seed when the game is over, what players added, and who has not said yet. */
export interface Fair {
  commit: string;
  seed: string;
  nonces: string[];
  wanted: number[];
}

export interface TableInfo {
  code: string;
  game: string;
  title: string;
  status: "open" | "live" | "over" | "damaged";
  options: Record<string, OptionValue>;
  rules: string;
  created: number;
  limit: number;
  open: boolean;
  watch: boolean;
  /** How many seconds late watchers see the game. */
  watch_delay: number;
  listed: boolean;
  hints: boolean;
  host: string;
  you_host: boolean;
  seats: SeatInfo[];
  players: PlayerInfo[];
  watchers: number;
  turn: number;
  result: Result | null;
  ended: string;
  next: string;
  offer: OfferInfo | null;
  onward: string;
  fair: Fair;
}

export interface TableLine {
  code: string;
  game: string;
  title: string;
  status: TableInfo["status"];
  created: number;
  changed: number;
  limit: number;
  players: PlayerInfo[];
  your_turn: boolean;
  turn: number;
  watchers: number;
  watch_delay: number;
}

/** A preferred action: how often the bot would play it, and its estimate of the share of the stake. */
export interface HintLine {
  action: number;
  word: string;
  words: string;
  chance: number;
  value: number;
}

export interface Hint {
  seat: number;
  phase: number;
  bot: string;
  best: HintLine[];
}

export interface ChatLine {
  n: number;
  at: number;
  name: string;
  channel: Channel;
  text: string;
  you: boolean;
}

export type Channel = "table" | "watchers";

export interface Draft {
  n: number;
  phase: number;
  actions: number[];
  note: string;
}

export interface ViewMessage {
  type: "view";
  seat: number;
  v: string;
  phase: number;
  deadline: number | null;
  clock: string;
  take_back: boolean;
  draft: Draft | null;
  /** The standing order on reactions; empty in games without them. */
  order: string;
  /** When the clock starts, where a pause for looking at the table comes first. */
  starts: number | null;
  view: View;
  log: { from: number; events: GameEvent[] };
}

export interface Reject {
  type: "reject";
  id: string;
  code: string;
  error: string;
  rule: string;
}

export type Incoming =
  | { type: "welcome"; proto: number; now: number; table: TableInfo; seats: number[]; chat: ChatLine[]; watchers_chat: ChatLine[] | null }
  | ViewMessage
  | { type: "table"; table: TableInfo }
  | { type: "ack"; id: string }
  | Reject
  | { type: "busy"; id: string; retry_ms: number }
  | { type: "chat"; line: ChatLine }
  | { type: "pong"; id: string; now: number };

/** A command that must take effect exactly once: it is kept until it is answered. */
export type Command =
  | { type: "play"; id: string; seat: number; phase: number; action?: number; word?: string }
  | { type: "take_back"; id: string; seat: number; phase: number }
  | { type: "chat"; id: string; text: string; channel: Channel };

export interface DraftMessage {
  type: "draft";
  seat: number;
  phase: number;
  n: number;
  actions: number[];
  note: string;
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  rules: string;
  players: number;
}

export interface OptionField {
  name: string;
  title: string;
  kind: "choice" | "whole" | "yes_no";
  default: OptionValue;
  help: string;
  choices: string[];
  least: number;
  most: number;
  rule: string;
}

export interface OptionsInfo {
  fields: OptionField[];
  options: Record<string, OptionValue>;
  seats: SeatInfo[];
}

export interface Invite {
  player: number;
  secret: string;
  path: string;
}

export interface ReviewStep {
  n: number;
  seat: string;
  word: string;
  words: string;
  turn: number;
  events: GameEvent[];
  view: View;
}

export interface Review {
  moves: number;
  eye: string;
  seats: SeatInfo[];
  steps: ReviewStep[];
  /** The step that was asked for by a line of the log. */
  at: number;
}

/** The watcher's chair, who knows only what is public. */
export const WATCHER = -4;
/** Looks on with every secret open, in reviews of finished games. */
export const OPEN = -5;
