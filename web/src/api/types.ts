/** Written by ./scripts/types from the structs of the server; change those. */

/** What to do now, in one sentence, and by which rule; `more` is what else is to be said about it. `meaning` is a
 *  sentence for a newcomer who is asked. */
export interface Prompt {
  text: string;
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
  acting_piece?: string;
  piece?: string;
  places?: string[];
  facing?: string;
  odds_text?: string;
  short_text?: string;
  declines?: boolean;
}

/** One legal action: its number, its word in notation, what it does in plain words, and its marks. `bears` names
 *  the places or pieces that its weapons would bear on, for a board that shows plans; `aims` are the lines of
 *  fire from and at the acting piece as they would be afterwards, the enemy's among them. */
export interface Legal {
  action: number;
  notation: string;
  text: string;
  bears?: string[];
  aims?: Aim[];
  kind?: string;
  acting_piece?: string;
  piece?: string;
  places?: string[];
  facing?: string;
  odds_text?: string;
  short_text?: string;
  declines?: boolean;
}

/** How it ended, for every seat. */
export interface Result {
  payoffs: number[];
  winners: number[];
  reason: string;
  rule: string;
  text: string;
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
  decision_kind: "choose" | "commit" | "chance" | "over";
  waiting: number[];
  prompt: Prompt;
  legal: Legal[];
  board: T;
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

/** One thing that happened: its kind, plain words, the rule, the same news as data, where, about whom, and why it
 *  came out so. */
export interface GameEvent {
  kind: string;
  text: string;
  rule?: string;
  facts?: Record<string, number | string | boolean | unknown[]>;
  places?: string[];
  pieces?: string[];
  causes?: EventCause[];
}

/** Why something came out as it did: one short sentence with its rule. `more` is a second sentence where the
 *  first needs one. `empty` says that a phase passed in which nothing happened, so that boards show the reason by
 *  itself. */
export interface EventCause {
  words: string;
  rule: string;
  more?: string;
  empty?: boolean;
}

/** A piece that could react to a step, where it stands, and with which odds. */
export interface Threat {
  by: string;
  place?: string;
  words?: string;
}

/** One action of a plan, and where it leaves the piece. `after` is the number of the step before it, -1 for the
 *  first. `cost` is what the move has cost up to here, in the game's own words, and `note` what is there. A step
 *  that `asks` lets others react, or chance decide, before the next. */
export interface PlanStep {
  action: number;
  word: string;
  after?: number;
  place?: string;
  facing?: string;
  cost?: string;
  note?: string;
  threats?: Threat[];
  asks?: boolean;
}

/** A whole move: who makes it, where it ends, and its last step. `word` is how it is typed: piece, `>`,
 *  destination. `target` is the piece that it is aimed at, `kind` what is done in the game's own terms, `brief`
 *  what sets it apart from other plans to the same end. */
export interface MovePlan {
  word: string;
  kind: string;
  piece: string;
  last: number;
  words: string;
  place?: string;
  facing?: string;
  target?: string;
  promise?: string;
  brief?: string;
}

/** All whole moves of a seat, and the steps that they share. `calm` lists the kinds of event after which a plan
 *  goes on by itself; any other stops it. `rule` says why a move is made step by step. */
export interface MovePlans {
  plans?: MovePlan[];
  steps?: PlanStep[];
  calm?: string[];
  rule?: string;
}

/** Play a legal action, given by its number or by its word. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  question: number;
  action?: number | null;
  word?: string | null;
}

/** Take my last action back, as long as nothing was revealed since. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
  question: number;
}

/** Place all that I have to set up now as the game recommends it, by ordinary actions. */
export interface SetUp {
  type: "set_up";
  id: string;
  seat: number;
  question: number;
}

/** Keep a plan that is not sealed yet; the highest `n` stays. */
export interface DraftMessage {
  type: "draft";
  seat: number;
  question: number;
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

/** Say one of the game's calls, for everybody to hear. */
export interface MakeCall {
  type: "call";
  id: string;
  call: string;
  targets?: string[];
}

/** Turn voice on for this page; another page of mine at this table stops. */
export interface StartVoice {
  type: "voice_on";
  id: string;
}

/** Turn voice off for this page. */
export interface StopVoice {
  type: "voice_off";
  id: string;
}

/** Pass what two pages need for a voice connection on to another page. `body` is a session description, or lines
 *  of candidates; `attempt` counts the connections between the two. */
export interface SendSignal {
  type: "signal";
  id: string;
  to: string;
  attempt: number;
  kind: "offer" | "answer" | "candidates";
  body: string;
}

/** Says how fast this page shows what happened; clocks stand as long as the slowest of those who play looks. */
export interface SetAnimationSpeed {
  type: "animation_speed";
  speed: "normal" | "fast" | "off";
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

/** One thing that is remembered of a finished game, how much, and whose it is by name. */
export interface PartyLine {
  title: string;
  value: string;
  who: string;
}

/** A finished game for those who played it: who won, why it ended, what is remembered. */
export interface Party {
  headline: string;
  ending: string;
  lines: PartyLine[];
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
  guest: string;
  silenced: boolean;
}

/** A player asks the others to let them take back, for a pause or for a draw; `n` names the question in answers
 *  to it. */
export interface OfferInfo {
  player: number;
  n: number;
  asked: number[];
  agreed: number[];
  kind: "take_back" | "pause" | "draw";
}

/** Time for the whole game: seconds at the start and for each new decision, weekdays without clocks (UTC, Monday
 *  is 0), and the milliseconds every player had when last asked. */
export interface TimeInfo {
  bank_s: number;
  increment_s: number;
  days_off: number[];
  left_ms: Record<string, number>;
  paused: boolean;
}

/** A person in a room: where they sit, if anywhere, and whether they are here now. `guest` names them at this
 *  table only. */
export interface RoomPerson {
  guest: string;
  name: string;
  you: boolean;
  host: boolean;
  player: number | null;
  online: boolean;
}

/** A table before its game: who is here, the link for others, who is ready, when it starts. */
export interface RoomInfo {
  people: RoomPerson[];
  link: string;
  ready: number[];
  starts_at: number | null;
}

/** What a pack is called, by whom it is, and its version; all of it is text, never markup. */
export interface PackName {
  name: string;
  author: string;
  version: string;
}

/** A table as anyone may know it; `you` and `is_host` are about the caller. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  status: "open" | "live" | "over";
  options: Record<string, string | number | boolean>;
  rules: string;
  created: number;
  time_limit_s: number;
  open: boolean;
  watch: boolean;
  watch_delay: number;
  listed: boolean;
  hints: boolean;
  forced_moves: boolean;
  early: boolean;
  host: string;
  is_host: boolean;
  seats: SeatInfo[];
  players: PlayerInfo[];
  watchers: number;
  turn: number;
  result: Result | null;
  ended: string;
  rematch_code: string;
  offer: OfferInfo | null;
  continued_from: string;
  fair: Fair;
  room: RoomInfo | null;
  calls: Call[];
  pack: PackName | null;
  from_position: boolean;
  time: TimeInfo | null;
  draws: boolean;
  drawn: boolean;
  voice: "" | "direct" | "relay";
}

/** What a player can say: its text, and what may follow it, one part after another. Every part is optional, so
 *  that each tap can be said at once. `joins` stand before the parts. */
export interface Call {
  key: string;
  text: string;
  targets: string[][];
  joins: string[];
}

/** A line of chat. */
export interface ChatLine {
  n: number;
  at: number;
  name: string;
  channel: "table" | "watchers";
  text: string;
  you: boolean;
  call: boolean;
  player: number | null;
  guest: string;
}

/** Keep the first `from` events, then append these. */
export interface Log {
  from: number;
  events: GameEvent[];
}

/** A plan of this seat that is not sealed yet. */
export interface DraftInfo {
  n: number;
  question: number;
  actions: number[];
  note: string;
}

/** What one seat sees now; `view` is the game's own `View` without its log. */
export interface ViewBody {
  type: "view";
  seat: number;
  question: number;
  deadline: number | null;
  clock: string;
  take_back: boolean;
  draft: DraftInfo | null;
  view: View;
  standing_order: string;
  starts_at: number | null;
  can_set_up: boolean;
  plans: boolean;
  locks: number | null;
  board_svg: string;
}

/** The same with the version of all this and the log, as it travels. */
export interface ViewMessage {
  type: "view";
  seat: number;
  question: number;
  deadline: number | null;
  clock: string;
  take_back: boolean;
  draft: DraftInfo | null;
  view: View;
  standing_order: string;
  starts_at: number | null;
  can_set_up: boolean;
  plans: boolean;
  locks: number | null;
  board_svg: string;
  version: string;
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

/** A server that helps two pages to connect, as WebRTC names it. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** Voice is on for this page: what it connects by. */
export interface VoiceReady {
  type: "voice_ready";
  servers: IceServer[];
  relay_only: boolean;
}

/** A page that takes part in voice, and whose it is. */
export interface VoicePeer {
  peer: string;
  guest: string;
}

/** Who takes part in voice, for those with seats; `me` is this page, empty if it does not. */
export interface VoiceState {
  type: "voice";
  me: string;
  peers: VoicePeer[];
  ended: "" | "moved" | "seat" | "full";
}

/** What another page needs for a voice connection with this one. */
export interface Signal {
  type: "signal";
  from: string;
  attempt: number;
  kind: "offer" | "answer" | "candidates";
  body: string;
}

export interface NameBody {
  name: string;
}

/** A pack in a list, as the person who asks may know it. */
export interface PackLine {
  code: string;
  name: string;
  author: string;
  version: string;
  about: string;
  game: string;
  title: string;
  bytes: number;
  files: number;
  picture: boolean;
  mine: boolean;
  listed: boolean;
  of_server: boolean;
  word: string;
  created: number;
}

/** The packs that a person may play with, their own first. */
export interface PackList {
  may_upload: boolean;
  packs: PackLine[];
}

/** Whether everybody on this server sees a pack. */
export interface PackListed {
  listed: boolean;
}

/** A pack by the texts of its files, for pages that make one: what `pack.toml` says, and data files by name. */
export interface NewPack {
  name: string;
  author: string;
  version?: string;
  about?: string;
  game: string;
  files: Record<string, string>;
}

/** How a table is laid; `players` has `me`, `open` or `bot:NAME` for each player. */
export interface NewTable {
  game: string;
  options?: Record<string, string | number | boolean>;
  players?: string[];
  time_limit_s?: number;
  open?: boolean;
  watch?: boolean;
  watch_delay?: number | null;
  listed?: boolean | null;
  hints?: boolean | null;
  forced_moves?: boolean | null;
  early?: boolean;
  bank_s?: number;
  increment_s?: number;
  days_off?: number[];
  room?: boolean;
  pack?: string;
  rated?: boolean;
  position?: string;
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

/** The seat I want, in a room also any that is free; `key` is what the link of a room carries behind the #. */
export interface SitBody {
  player?: number | null;
  key?: string;
}

/** A person in a room, by the `guest` of the room's list. */
export interface GuestBody {
  guest: string;
}

/** A person to take out of a room; one who is barred cannot come back. */
export interface RemoveBody {
  guest: string;
  bar?: boolean;
}

/** The seat a person in a room gets; one who sits there changes places with them. */
export interface MoveBody {
  guest: string;
  player: number;
}

/** Other options of the game in a room, and the seconds for a decision. */
export interface RoomOptions {
  options: Record<string, string | number | boolean>;
  time_limit_s?: number | null;
  bank_s?: number | null;
  increment_s?: number | null;
  days_off?: number[] | null;
}

/** The bot for the free seats; empty where there are none. */
export interface StartBody {
  bot?: string;
}

/** A person who may say nothing at a table any more, or may again. */
export interface SilenceBody {
  guest: string;
  silenced?: boolean;
}

export interface BotBody {
  player: number;
  bot: string;
}

export interface HintBody {
  seat: number;
  question: number;
}

/** A standing order on reactions: pass by itself never, always, or when no shot is better than so many per cent. */
export interface OrderBody {
  seat: number;
  standing_order: string;
}

/** An answer to the question `n` whether a player may take back. */
export interface ConsentBody {
  n: number;
  yes: boolean;
}

/** Play on from a finished game after so many of its moves; `players` as for a new table. */
export interface ContinueGame {
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

/** An error in a notation that was sent: from which character up to which the fault stands. */
export interface NotationFault {
  code: string;
  error: string;
  rule: string;
  ok: boolean;
  at: [number, number] | null;
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
  problem: string;
}

export interface Me {
  name: string;
}

/** A browser or program I am signed in with; `id` names it in this list only. */
export interface Device {
  id: string;
  label: string;
  created: number;
  seen: number;
  this: boolean;
}

/** A passkey of mine. */
export interface Passkey {
  id: string;
  label: string;
  created: number;
  used: number;
}

/** All about me: when phrase and feed were made, my devices, why there are no passkeys. */
export interface Identity {
  name: string;
  phrase_made: number | null;
  feed_made: number | null;
  devices: Device[];
  passkeys: Passkey[];
  passkeys_off: string;
  settings: Record<string, string>;
}

/** The words that carry me to another device, and the link with them; shown only here. */
export interface PhraseMade {
  phrase: string;
  path: string;
}

/** The secret addresses of my feed and of my calendar of deadlines; shown only here. */
export interface FeedMade {
  path: string;
  calendar: string;
}

/** A browser of mine that takes push messages; `id` names it in this list only. */
export interface PushBrowser {
  id: string;
  label: string;
  created: number;
  this: boolean;
}

/** How I am told of my move while I am away, and why not; the key is what browsers subscribe with. */
export interface NoticeSettings {
  push_key: string;
  push_off: string;
  browsers: PushBrowser[];
  email: string;
  email_state: "none" | "asked" | "confirmed" | "refused";
  email_off: string;
}

/** Where a browser takes push messages, and its keys in base64url. */
export interface PushBody {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The address at which I want mail. */
export interface EmailBody {
  address: string;
}

/** The words of a person; `join` makes the guest of this browser part of them. */
export interface CarryBody {
  phrase: string;
  join?: boolean;
}

/** My name, to say that I mean it. */
export interface DeleteBody {
  name: string;
}

/** What my pages have set, to be found again on another device. */
export interface SettingsBody {
  settings: Record<string, string>;
}

/** What a browser answers for a passkey, as WebAuthn's `toJSON()` writes it. */
export interface PasskeyBody {
  credential: Record<string, unknown>;
  join?: boolean;
}

/** The game, the group of it by its number, and the seconds for a decision I look for. */
export interface LookBody {
  game: string;
  group?: number;
  time_limit_s?: number;
}

/** How many people wait for a group of a game. */
export interface PoolInfo {
  game: string;
  group: number;
  time_limit_s: number;
  waiting: number;
  needed: number;
}

/** What I look for: how many are here of how many, and how long it may take at the pace at which people came
 *  lately; null where too few came to tell. `code` is the table once it is laid. */
export interface Looking {
  game: string;
  group: number;
  time_limit_s: number;
  since: number;
  here: number;
  needed: number;
  estimate_s: number | null;
  code: string;
}

/** Whether I look for people to play with, and where others do. */
export interface PairingState {
  state: "none" | "waiting" | "paired";
  pools: PoolInfo[];
  looking: Looking | null;
}

/** A group that strangers are put together in. */
export interface GroupInfo {
  players: number;
  about: string;
}

/** Whether my games may count, and whether ladders show my name. */
export interface RatingChoice {
  rated: boolean;
  ranked?: boolean;
}

/** Whether I agree. */
export interface AgreeBody {
  yes: boolean;
}

/** Who of the people at a table agreed that its game counts, by player; once it was rated, why it did not count,
 *  or an empty text. `rated` says whether I have a rating. */
export interface Agreement {
  rated: boolean;
  agreed: number[];
  people: number[];
  reason: string | null;
}

/** A rating: 1000 for a new player; in 19 of 20 cases it lies between `low` and `high`. */
export interface RatingInfo {
  rating: number;
  low: number;
  high: number;
  provisional: boolean;
  games: number;
}

/** My rating after a game, and the place I had in it. */
export interface RatingPoint {
  code: string;
  at: number;
  place: number;
  rating: RatingInfo;
}

/** My rating in a game, of one kind: pair, crew or free-for-all. */
export interface RatedGame {
  game: string;
  kind: string;
  now: RatingInfo;
  curve: RatingPoint[];
}

/** How many games of a game I have finished. */
export interface PlayedGames {
  game: string;
  count: number;
}

/** A person I have met, and in how many finished games. */
export interface Opponent {
  name: string;
  games: number;
}

/** My games, results and ratings; only I see it. */
export interface Profile {
  rated: boolean;
  ranked: boolean;
  played: PlayedGames[];
  ratings: RatedGame[];
  opponents: Opponent[];
}

/** A person who chose to be shown, by name, or a bot. */
export interface LadderLine {
  name: string;
  bot: string;
  you: boolean;
  rating: RatingInfo;
}

/** The strongest of a game, of one of its kinds. */
export interface Ladder {
  game: string;
  kind: string;
  kinds: string[];
  lines: LadderLine[];
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
  groups: GroupInfo[];
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
  kind: "choice" | "integer" | "boolean";
  default: string | number | boolean;
  help: string;
  choices: string[];
  minimum: number;
  maximum: number;
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
  time_limit_s: number;
  players: PlayerInfo[];
  your_turn: boolean;
  turn: number;
  watchers: number;
  watch_delay: number;
  to_move: number[];
  deadline: number | null;
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
  opening: string;
}

export interface TableList {
  tables: TableLine[];
}

/** A preferred action: how often the bot would play it, its estimate of the share of the stake, and why in one
 *  sentence. */
export interface HintLine {
  action: number;
  notation: string;
  text: string;
  chance: number;
  value: number;
  why: string;
}

/** What the bot would do in this seat's place; an estimate, from this seat's view alone. */
export interface Hint {
  seat: number;
  question: number;
  bot: string;
  best: HintLine[];
}

export interface ChatLines {
  lines: ChatLine[];
}

/** A game with puzzles: how many, and the puzzle of the day. */
export interface PuzzleGame {
  game: string;
  title: string;
  count: number;
  today: string;
}

/** The games with puzzles, and the day (UTC) of their puzzles of the day. */
export interface PuzzleGames {
  day: string;
  games: PuzzleGame[];
  tried: string[];
  solved_days: string[];
}

/** A puzzle in a list: how difficult it is, and how many people have tried and solved it. */
export interface PuzzleLine {
  id: string;
  stars: number;
  themes: string[];
  tries: number;
  solved: number;
  tried: boolean;
}

/** The puzzles of a game, and what their themes mean. */
export interface PuzzleList {
  game: string;
  title: string;
  themes: Record<string, string>;
  puzzles: PuzzleLine[];
}

/** A puzzle before it is solved: what the seat knows, and nothing of the answer. */
export interface PuzzleTask {
  id: string;
  game: string;
  title: string;
  day: string;
  next: string;
  stars: number;
  themes: string[];
  view: unknown;
  board_svg: string;
}

/** A choice, in notation. */
export interface PuzzleTry {
  notation: string;
}

/** A choice, what it is worth to the seat, and the error of that. */
export interface PuzzleChoice {
  notation: string;
  text: string;
  value: number;
  error: number;
}

/** The answer, why it is best, and what the choices are worth, best first. */
export interface PuzzleAnswer {
  right: boolean;
  answer: string;
  why: string;
  exact: boolean;
  choices: PuzzleChoice[];
  found_by: Record<string, number>;
  position: string;
  tries: number;
  solved: number;
  first: boolean;
  solved_days: string[];
}

/** A move by hand: the name of a seat, `chance` or `clock`, and the action in notation. Chance draws where no
 *  outcome is named. */
export interface SandboxMove {
  seat: string;
  notation?: string;
}

/** A position in notation, or the start of a game with these options, and what is played in it. `seat` is whose
 *  choices are shown, if it may choose; `all_open` says whether the board shows everything, or what that seat
 *  knows. */
export interface SandboxAsk {
  position?: string;
  options?: Record<string, string | number | boolean>;
  move?: SandboxMove | null;
  seat?: number | null;
  all_open?: boolean;
}

/** An outcome of a draw or roll, and how likely it is. */
export interface SandboxOutcome {
  notation: string;
  share: number;
}

/** A position and what can happen in it; nothing of it is stored. */
export interface SandboxState {
  game: string;
  title: string;
  position: string;
  view: unknown;
  acting: number[];
  outcomes: SandboxOutcome[];
  outcome_count: number;
  has_clock: boolean;
  has_secrets: boolean;
  events: GameEvent[];
  board_svg: string;
}

/** Which bot is asked what a seat should choose, by what that seat knows. */
export interface SandboxOpinionAsk {
  position: string;
  seat: number;
  bot?: string;
}

/** What a bot thinks of a seat's choices, the preferred ones first. */
export interface SandboxOpinion {
  bot: string;
  seat: number;
  lines: HintLine[];
}

/** One move: who, in a word and in words, what happened, and the table after it. */
export interface ReviewStep {
  n: number;
  seat: string;
  notation: string;
  text: string;
  turn: number;
  events: GameEvent[];
  view: View;
  board_svg: string;
  position: string;
}

/** Some steps of a game; `at` is the one in which the line of the log that was asked for was told. */
export interface Review {
  moves: number;
  perspective: string;
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
  parts: ResultPart[];
  stories: Story[];
  broken_off: boolean;
}

/** The result of one side: from `start` to `result` by luck, guesses, its own choices, and the others' (`gifts`).
 *  `unexplained` is what estimates leave over where nothing was hidden. The errors are standard errors. */
export interface Split {
  side: string;
  number: number;
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
export interface ResultPart {
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
  harmful: boolean;
}

/** What a seat chose at a move, judged by what it could know: `effect` is what it changed for each side. `cost`
 *  is what it fell short of the best of the `options` by, `error` the standard error of that; where best play was
 *  worked out `exact` says so. Verdict, cost and options come from the same samples. `unlisted` legal actions
 *  looked worse at first and are not among the options. `imagined` is how many positions were weighed that looked
 *  the same to the seat; 0 if all was open. */
export interface Choice {
  move: number;
  seat: number;
  notation: string;
  text: string;
  verdict: "best" | "fine" | "slip" | "mistake" | "blunder" | "forced" | "open";
  cost: number;
  error: number;
  exact: boolean;
  better: string;
  better_words: string;
  imagined: number;
  effect: number[];
  options: Assessment[];
  unlisted: number;
  better_why: string;
}

/** One legal action: what it is worth to its side, the standard error of that, and its share in best play; None
 *  where best play was not worked out. */
export interface Assessment {
  notation: string;
  text: string;
  chance: number | null;
  value: number;
  error: number;
}

/** A game as one side lived it. `headline` is a sentence without its subject: "lost, above all in turn 3: Red is
 *  shot down." `unsure` says in sentences what the samples could not tell: causes too close to each other, and
 *  the choices (`close`, by their moves) that may have cost as much as the turning points. */
export interface Story {
  headline: string;
  causes: Cause[];
  points: TurningPoint[];
  close: number[];
  unsure: string[];
}

/** One thing that moved a result towards its outcome, and its share of all that did. */
export interface Cause {
  name: "luck" | "guesses" | "choices" | "gifts" | "unexplained";
  share: number;
}

/** A choice that cost its side much: what was done at a move, what was better, and why. */
export interface TurningPoint {
  move: number;
  turn: number;
  seat: number;
  did: string;
  better: string;
  reason: string;
  cost: number;
}

/** What a player wants to do and cannot: a word, or a place of the board. */
export interface ExplainBody {
  seat: number;
  question: number;
  notation?: string;
  place?: string;
}

/** Why something cannot be done, by which rule, and the legal action that comes nearest; no words if it can. */
export interface Reason {
  text: string;
  rule: string;
  nearest_action: number | null;
}

/** A question for the whole moves of a piece; of all pieces where none is named. */
export interface PlansBody {
  seat: number;
  question: number;
  piece?: string;
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
  pack?: string;
}

/** A study: what was asked, how far it is, and in a sentence what came of it. */
export interface LabStudy {
  id: string;
  kind: string;
  game: string;
  query: string;
  bots: string[];
  minutes: number;
  asked: number;
  state: "waiting" | "running" | "done" | "failed";
  progress: number;
  summary: string;
  pack: string;
}

/** The studies of this server, the newest first; none where its lab is closed. */
export interface LabStudies {
  allowed: boolean;
  studies: LabStudy[];
}

/** Whether the workshop is open to the person who asks. */
export interface WorkshopInfo {
  allowed: boolean;
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
 *  while the step waits for something, `explained` when it is done, `finished` after the last one; `nudge`
 *  answers a move that was not played. `hint` says in plain words what to do, on request; after some nudges
 *  `shows_hint` is true. */
export interface Coach {
  number: number;
  title: string;
  step: number;
  steps: number;
  doing: "asked" | "explained" | "finished";
  say: string;
  outcome_text: string;
  nudge: string;
  hint: string;
  shows_hint: boolean;
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
  question: number;
  action: number | string;
}

/** Go on or back in a lesson from the question with this number. */
export interface LessonQuestion {
  question: number;
}

/** Lay a lesson out anew, at a step or the one before it that has a position of its own. */
export interface LessonRestart {
  step?: number;
}

/** One value of a data file: what it may be, and what it is for. A `table` has the keys of `fields`; `entries`
 *  have names of their own, each with an `item`; a `list` has items of one kind; a `row` has exactly `fields`,
 *  without keys. */
export interface FormField {
  kind: "table" | "entries" | "list" | "row" | "text" | "number" | "switch" | "choice";
  key?: string;
  title?: string;
  help?: string;
  rule?: string;
  hint?: string;
  required?: boolean;
  default?: unknown;
  choices?: string[];
  minimum?: number | null;
  maximum?: number | null;
  fields?: FormField[];
  item?: FormField | null;
}

/** The form of one file, or of every file whose name has its pattern. */
export interface DataForm {
  name: string;
  title: string;
  about: string;
  field: FormField;
}

/** A data file as it lies in the package. */
export interface DataText {
  name: string;
  text: string;
}

/** All that is needed to edit the data of a game; without files it has no data to edit. */
export interface GameForms {
  game: string;
  title: string;
  forms: DataForm[];
  files: DataText[];
  questions: string[];
}

/** Check data files that take the place of a game's own. The answer is `Checked`. */
export interface CheckFiles {
  game: string;
  files: Record<string, string>;
}

/** Read a TOML text. The answer is `TomlValues`. */
export interface ReadToml {
  text: string;
}

/** Write values as TOML, with the comments of the text before. The answer is `TomlText`. */
export interface WriteToml {
  values: Record<string, unknown>;
  previous?: string;
}

/** Draw the start of a game with these files. The answer is a `StartPicture`. */
export interface DrawStart {
  game: string;
  files: Record<string, string>;
  options?: Record<string, string | number | boolean>;
}

/** Ask what a game can tell about its data files. The answer is `DataAnswer`. */
export interface AskAboutFiles {
  game: string;
  files: Record<string, string>;
  question: string;
  about?: Record<string, string>;
}

/** All that is wrong with the files. */
export interface Checked {
  findings: Finding[];
}

/** One fault: the file, the way to the value in it, what was expected there and what came. */
export interface Finding {
  file: string;
  line: number;
  key: string;
  place: (string | number)[];
  expected: string;
  got: string;
  rule: string;
  text: string;
}

export interface TomlValues {
  values: Record<string, unknown>;
}

export interface TomlText {
  text: string;
}

/** The table at the start as SVG, and the options there are for it. */
export interface StartPicture {
  svg: string;
  fields: OptionField[];
  options: Record<string, string | number | boolean>;
}

/** What the game answers, in its own words. */
export interface DataAnswer {
  answer: unknown;
}

export type Incoming =
  Welcome | ViewMessage | TableMessage | Ack | Reject | Busy | ChatMessage | VoiceReady | VoiceState | Signal | Pong;

export type Outgoing =
  | Play
  | TakeBack
  | SetUp
  | DraftMessage
  | SendPlan
  | Say
  | MakeCall
  | StartVoice
  | StopVoice
  | SendSignal
  | SetAnimationSpeed
  | Ping;

export type Channel = "table" | "watchers";

export type OptionValue = string | number | boolean;

/** The watcher's chair, who knows only what is public. */
export const WATCHER = -4;

/** Looks on with every secret open, in reviews of finished games. */
export const OPEN = -5;
