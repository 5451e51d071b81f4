/** Written by ./scripts/types from the structs of the server; change those. */

/** What to do now, in one sentence, and by which rule; `more` is what else is to be said about it. `meaning` is a
 *  sentence for a newcomer who is asked. */
export interface Prompt {
  words: string;
  rule: string;
  meaning?: string;
  more?: string;
}

/** A line of fire: which piece bears on which, and how where the rules know several ways. */
export interface Aim {
  by: string;
  at: string;
  how?: string;
}

/** What an action is about, as data: words are for people, marks for boards, and no board reads a sentence.
 *  `kind` says what is done in the game's own terms, `by` which piece does it, `piece` what is played, chosen or
 *  aimed at (a tile, a card, a counter). `places` are where it happens, in order: the last one is where a board
 *  shows it. `facing` is which way that piece is turned afterwards, `promise` the odds or what else may come of
 *  it, and `brief` the words where there is little room, without what the rest of the table already says. An
 *  action that `declines` passes, stops or starts over rather than doing something: no host plays or picks it
 *  unasked. */
export interface ActionData {
  kind?: string;
  by?: string;
  piece?: string;
  places?: string[];
  facing?: string;
  promise?: string;
  brief?: string;
  declines?: boolean;
}

/** One legal action: its number, its word in notation, what it does in plain words, and its marks. `bears` names
 *  the places or pieces that its weapons would bear on, for a board that shows plans; `aims` are the lines of
 *  fire from and at the acting piece as they would be afterwards, the enemy's among them. */
export interface Legal {
  action: number;
  word: string;
  words: string;
  bears?: string[];
  aims?: Aim[];
  kind?: string;
  by?: string;
  piece?: string;
  places?: string[];
  facing?: string;
  promise?: string;
  brief?: string;
  declines?: boolean;
}

/** How it ended, for every seat. */
export interface Result {
  payoffs: number[];
  winners: number[];
  why: string;
  rule: string;
  words: string;
  grade: string;
}

/** Everything one seat may know. `table` is the game's own picture of what lies open to it. `doing` says what the
 *  game waits for; `waiting` lists the seats that still owe a choice. */
export interface View<T = unknown> {
  game: string;
  rules: string;
  options: Record<string, string | number | boolean>;
  seats: SeatInfo[];
  seat: number;
  doing: "choose" | "commit" | "chance" | "over";
  waiting: number[];
  prompt: Prompt;
  legal: Legal[];
  table: T;
  seconds: number | null;
  result: Result | null;
  log: GameEvent[];
}

/** A chair: its short name, the side it belongs to, and which person has to hold it. Seats with the same `player`
 *  number are held by one person, who knows what any of them knows. */
export interface SeatInfo {
  name: string;
  title: string;
  side: string;
  player: number;
}

/** One thing that happened: its kind, plain words, the rule, the same news as data, where, and about whom. */
export interface GameEvent {
  kind: string;
  words: string;
  rule?: string;
  facts?: Record<string, number | string | boolean | unknown[]>;
  places?: string[];
  who?: string[];
}

/** Play a legal action, given by its number or by its word. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  phase: number;
  action?: number | null;
  word?: string | null;
}

/** Take my last action back, as long as nothing was revealed since. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
  phase: number;
}

/** Place all that I have to set up now as the game recommends it, by ordinary actions. */
export interface SetUp {
  type: "set_up";
  id: string;
  seat: number;
  phase: number;
}

/** Keep a plan that is not sealed yet; the highest `n` stays. */
export interface DraftMessage {
  type: "draft";
  seat: number;
  phase: number;
  n: number;
  actions?: number[];
  note?: string;
  id?: string;
}

/** Lay a whole plan in the place of my last one, or confirm the one with this number, or both. */
export interface SendPlan {
  type: "plan";
  id: string;
  seat: number;
  round: number;
  n: number;
  parts?: [number, number | string][] | null;
  ready?: boolean;
}

/** Say something at the table, or among the watchers. */
export interface Say {
  type: "chat";
  id: string;
  text: string;
  channel?: "table" | "watchers";
}

/** Says how fast this page shows what happened; clocks stand as long as the slowest of those who play looks. */
export interface SetPace {
  type: "pace";
  pace: "calm" | "quick" | "none";
  id?: string;
}

/** Asks for the time. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** The promise of the seed; what players added to it once the game has begun; the seed itself when it is over.
 *  `wanted` are the players who have seen the promise and have not said yet what they add. */
export interface Fair {
  commit: string;
  seed: string;
  nonces: string[];
  wanted: number[];
}

/** Who holds a player's chairs. */
export interface PlayerInfo {
  player: number;
  seats: number[];
  name: string;
  bot: string;
  you: boolean;
  online: boolean;
  resigned: boolean;
}

/** A player asks the others to let them take back; `n` names the question in answers to it. */
export interface OfferInfo {
  player: number;
  n: number;
  asked: number[];
  agreed: number[];
}

/** A table as anyone may know it; `you` and `you_host` are about the caller. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  status: "open" | "live" | "over";
  options: Record<string, string | number | boolean>;
  rules: string;
  created: number;
  limit: number;
  open: boolean;
  watch: boolean;
  watch_delay: number;
  listed: boolean;
  hints: boolean;
  forced: boolean;
  early: boolean;
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

/** A line of chat. */
export interface ChatLine {
  n: number;
  at: number;
  name: string;
  channel: "table" | "watchers";
  text: string;
  you: boolean;
}

/** Keep the first `from` events, then append these. */
export interface Log {
  from: number;
  events: GameEvent[];
}

/** What one seat sees now; `view` is the game's own `View` without its log. */
export interface ViewBody {
  type: "view";
  seat: number;
  phase: number;
  deadline: number | null;
  clock: string;
  take_back: boolean;
  draft: Draft | null;
  view: View;
  order: string;
  starts: number | null;
  sets_up: boolean;
  locks: number | null;
  board_svg: string;
}

/** A plan that is not sealed yet; only its seat ever sees it. */
export interface Draft {
  n: number;
  phase: number;
  actions: number[];
  note: string;
}

/** The same with the version of all this and the log, as it travels. */
export interface ViewMessage {
  type: "view";
  seat: number;
  phase: number;
  deadline: number | null;
  clock: string;
  take_back: boolean;
  draft: Draft | null;
  view: View;
  order: string;
  starts: number | null;
  sets_up: boolean;
  locks: number | null;
  board_svg: string;
  v: string;
  log: Log;
}

/** The first message on every socket. */
export interface Welcome {
  type: "welcome";
  now: number;
  table: TableInfo;
  seats: number[];
  chat: ChatLine[];
  watchers_chat: ChatLine[] | null;
  proto: number;
}

/** A person sat down, left, came or went, or the game began or ended. */
export interface TableMessage {
  type: "table";
  table: TableInfo;
}

/** The command is durable and has taken effect. */
export interface Ack {
  type: "ack";
  id: string;
}

/** The command was refused and nothing has changed. */
export interface Reject {
  type: "reject";
  id: string;
  code: string;
  error: string;
  rule: string;
}

/** Not now: send it again with the same id after a moment. */
export interface Busy {
  type: "busy";
  id: string;
  retry_ms: number;
}

export interface ChatMessage {
  type: "chat";
  line: ChatLine;
}

export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

export interface NameBody {
  name: string;
}

/** How a table is laid; `players` has `me`, `open` or `bot:NAME` for each player. */
export interface NewTable {
  game: string;
  options?: Record<string, string | number | boolean>;
  players?: string[];
  limit?: number;
  open?: boolean;
  watch?: boolean;
  watch_delay?: number | null;
  listed?: boolean | null;
  hints?: boolean | null;
  forced?: boolean | null;
  early?: boolean;
}

export interface SecretBody {
  secret: string;
}

/** What I add to the table's seed, whose promise is the one I have seen; an empty word adds nothing. */
export interface NonceBody {
  commit: string;
  nonce: string;
}

export interface PlayerBody {
  player: number;
}

export interface BotBody {
  player: number;
  bot: string;
}

export interface HintBody {
  seat: number;
  phase: number;
}

/** A standing order on reactions: pass by itself never, always, or when no shot is better than so many per cent. */
export interface OrderBody {
  seat: number;
  order: string;
}

/** An answer to the question `n` whether a player may take back. */
export interface ConsentBody {
  n: number;
  yes: boolean;
}

/** Play on from a finished game after so many of its moves; `players` as for a new table. */
export interface PlayOn {
  step: number;
  players?: string[];
}

export interface RematchBody {
  swap?: boolean;
}

export interface SayBody {
  text: string;
  channel?: "table" | "watchers";
}

/** Every error, on every route. */
export interface ErrorBody {
  code: string;
  error: string;
  rule: string;
  ok: boolean;
}

export interface Ok {
  ok: boolean;
}

export interface Health {
  ok: boolean;
  version: string;
  lag_ms: number;
  sockets: number;
  tables: number;
  why: string;
}

export interface Me {
  name: string;
}

/** A game in a list; `first_options` are those in which a newcomer's first game differs from the usual ones. */
export interface GameInfo {
  name: string;
  title: string;
  about: string;
  rules: string;
  players: number;
  order: number;
  first_options: Record<string, string | number | boolean>;
  lessons: number;
}

export interface Games {
  games: GameInfo[];
  bots: string[];
}

/** The fields to ask for, the options as they stand, and the chairs these give. */
export interface OptionsInfo {
  fields: OptionField[];
  options: Record<string, string | number | boolean>;
  seats: SeatInfo[];
}

/** One option as it stands given the others: what may be chosen, and what it does. */
export interface OptionField {
  name: string;
  title: string;
  kind: "choice" | "whole" | "yes_no";
  default: string | number | boolean;
  help: string;
  choices: string[];
  least: number;
  most: number;
  rule: string;
}

/** A seat for the first person who brings the secret; it is shown only here. */
export interface Invite {
  player: number;
  secret: string;
  path: string;
}

export interface TableCreated {
  table: TableInfo;
  invites: Invite[];
}

/** A table in a list. */
export interface TableLine {
  code: string;
  game: string;
  title: string;
  status: string;
  created: number;
  changed: number;
  limit: number;
  players: PlayerInfo[];
  your_turn: boolean;
  turn: number;
  watchers: number;
  watch_delay: number;
}

/** The first line of a table's stored log; one line for each entry follows. */
export interface TableLog {
  code: string;
  game: string;
  rules: string;
  data: string;
  options: Record<string, string | number | boolean>;
  commit: string;
  seed: string;
  ended: string;
}

export interface TableList {
  tables: TableLine[];
}

/** A preferred action: how often the bot would play it, and its estimate of the share of the stake. */
export interface HintLine {
  action: number;
  word: string;
  words: string;
  chance: number;
  value: number;
}

/** What the bot would do in this seat's place; an estimate, from this seat's view alone. */
export interface Hint {
  seat: number;
  phase: number;
  bot: string;
  best: HintLine[];
}

export interface ChatLines {
  lines: ChatLine[];
}

/** One move: who, in a word and in words, what happened, and the table after it. */
export interface ReviewStep {
  n: number;
  seat: string;
  word: string;
  words: string;
  turn: number;
  events: GameEvent[];
  view: View;
  board_svg: string;
}

/** Some steps of a game; `at` is the one in which the line of the log that was asked for was told. */
export interface Review {
  moves: number;
  eye: string;
  seats: SeatInfo[];
  steps: ReviewStep[];
  at: number;
}

/** How far a finished game is explained: while it is worked on the luck and the curve come first. */
export interface Analysed {
  state: "working" | "done" | "failed";
  analysis: Analysis | null;
}

/** A finished game split into luck, guesses and choices. `samples` is how often positions were played on for the
 *  curve, `judged` says whether the choices are in, `skipped` for how many there was no time. `seed` and
 *  `samples` repeat it. A game that was `broken_off`, because a player gave up, is explained as far as it was
 *  played: its `result` is what could be expected then, and nobody has won by it. */
export interface Analysis {
  game: string;
  seed: number;
  samples: number;
  judged: boolean;
  skipped: number;
  ended: string;
  rule: string;
  winners: number[];
  sides: string[];
  splits: Split[];
  seats: SeatReview[];
  moments: KeyMoment[];
  parts: Part[];
  broken_off: boolean;
}

/** The result of one side: from `start` to `result` by luck, guesses, its own choices, and the others' (`gifts`).
 *  `unexplained` is what estimates leave over where nothing was hidden. The errors are standard errors. */
export interface Split {
  side: string;
  seats: number[];
  start: number;
  result: number;
  luck: number;
  guesses: number;
  choices: number;
  gifts: number;
  unexplained: number;
  luck_error: number;
  choices_error: number;
  gifts_error: number;
}

/** How well a seat chose: what it cost its side, in how many turns, and the move of its worst choice, or 0. */
export interface SeatReview {
  seat: number;
  title: string;
  player: string;
  cost: number;
  error: number;
  turns: number;
  choices: number;
  blamed: number;
  worst: number;
}

/** A turn that moved the game: the moves it went over, what it changed for each side, and mostly by what. `story`
 *  is what happened where it changed most, and `at` the move after which that can be seen. */
export interface KeyMoment {
  turn: number;
  first: number;
  last: number;
  change: number[];
  by: "luck" | "guesses" | "choices" | "unexplained";
  story: string[];
  at: number;
}

/** A step of the game, from move to move, and what it changed for each side. `before` and `after` are what each
 *  side could expect; the difference is luck, guesses, the choices' effects and what the estimates leave
 *  unexplained, added up. */
export interface Part {
  kind: "draw" | "sealed" | "open";
  turn: number;
  first: number;
  last: number;
  story: string[];
  before: number[];
  after: number[];
  errors: number[];
  luck: number[];
  guesses: number[];
  unexplained: number[];
  choices: Choice[];
}

/** What a seat chose at a move, judged by what it could know: `effect` is what it changed for each side. `cost`
 *  is what it fell short of the best by, `error` the standard error of that; where best play was worked out
 *  `exact` says so. `imagined` is how many positions were weighed that looked the same to the seat; 0 if all was
 *  open. */
export interface Choice {
  move: number;
  seat: number;
  word: string;
  words: string;
  verdict: "best" | "fine" | "slip" | "mistake" | "blunder" | "forced" | "open";
  cost: number;
  error: number;
  exact: boolean;
  better: string;
  better_words: string;
  imagined: number;
  effect: number[];
  options: Assessment[];
}

/** One legal action: its share in best play, what it is worth to its side, and the standard error of that. */
export interface Assessment {
  word: string;
  words: string;
  chance: number;
  worth: number;
  error: number;
}

/** What a player wants to do and cannot: a word, or a place of the board. */
export interface WhyBody {
  seat: number;
  phase: number;
  word?: string;
  place?: string;
}

/** Why something cannot be done, by which rule, and the legal action that comes nearest; no words if it can. */
export interface Reason {
  words: string;
  rule: string;
  instead: number | null;
}

/** A question to the lab: is a game fair with these options, or what do values of a key do to it. */
export interface LabQuestion {
  kind: "balance" | "sweep";
  game: string;
  options?: string[];
  swept?: string[];
  bots?: string[];
  minutes?: number;
  seed?: number;
}

/** A study: what was asked, how far it is, and in a sentence what came of it. */
export interface LabStudy {
  id: string;
  kind: string;
  game: string;
  asks: string;
  bots: string[];
  minutes: number;
  asked: number;
  state: "waiting" | "running" | "done" | "failed";
  part: number;
  words: string;
}

/** The studies of this server, the newest first; none where its lab is closed. */
export interface LabStudies {
  allowed: boolean;
  studies: LabStudy[];
}

/** A lesson in a list: what it teaches, at which step I am, and whether I have finished it. */
export interface LessonInfo {
  number: number;
  title: string;
  minutes: number;
  teaches: string[];
  steps: number;
  at: number;
  done: boolean;
}

/** The lessons of one game. */
export interface CourseInfo {
  game: string;
  title: string;
  lessons: LessonInfo[];
}

export interface Courses {
  courses: CourseInfo[];
}

/** One sentence of the rules in brief, and the rules behind it. */
export interface BriefLine {
  say: string;
  rules: string[];
}

/** The rules of a game in brief, and what newcomers often do wrong. */
export interface BriefPage {
  game: string;
  title: string;
  rules: BriefLine[];
  mistakes: BriefLine[];
}

/** The game that is offered after a lesson, as a table is laid for it. */
export interface FirstGameInfo {
  say: string;
  game: string;
  options: Record<string, string | number | boolean>;
  players: string[];
}

/** What the coach says now: `wanted` are the actions that are taken, `points` what to look at. `doing` is `asked`
 *  while the step waits for something, `told` when it is done, `finished` after the last one; `nudge` answers a
 *  move that was not played. `hint` says in plain words what to do, on request; after some nudges the coach
 *  `helps` unasked. */
export interface Coach {
  number: number;
  title: string;
  step: number;
  steps: number;
  doing: "asked" | "told" | "finished";
  say: string;
  told: string;
  nudge: string;
  hint: string;
  helps: boolean;
  points: string[];
  rules: string[];
  wanted: number[];
  first_game: FirstGameInfo;
}

/** A lesson as it stands for the caller: a table like any other, and the coach. */
export interface LessonTableInfo {
  table: TableInfo;
  coach: Coach;
  view: ViewMessage;
}

/** Play something in a lesson, as an answer to the question with this number. */
export interface LessonPlay {
  phase: number;
  action: number | string;
}

/** Go on or back in a lesson from the question with this number. */
export interface LessonPhase {
  phase: number;
}

/** Lay a lesson out anew, at a step or the one before it that has a position of its own. */
export interface LessonBegin {
  step?: number;
}

export type Incoming = Welcome | ViewMessage | TableMessage | Ack | Reject | Busy | ChatMessage | Pong;

export type Outgoing = Play | TakeBack | SetUp | DraftMessage | SendPlan | Say | SetPace | Ping;

export type Channel = "table" | "watchers";

export type OptionValue = string | number | boolean;

/** The watcher's chair, who knows only what is public. */
export const WATCHER = -4;

/** Looks on with every secret open, in reviews of finished games. */
export const OPEN = -5;
