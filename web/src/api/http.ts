/** The table's HTTP door. A guest is created on the first call that needs one. */

import { isWanted, keepAdded, newNonce } from "./draws";
import type {
  Agreement,
  Analysed,
  BriefPage,
  Channel,
  CourseInfo,
  FeedMade,
  GameInfo,
  Hint,
  Identity,
  Ladder,
  Invite,
  LessonTableInfo,
  MovePlans,
  NoticeSettings,
  NotationFault,
  OptionsInfo,
  Party,
  OptionValue,
  PairingState,
  PhraseMade,
  PushBody,
  PuzzleAnswer,
  PuzzleGames,
  PuzzleList,
  PuzzleTask,
  Profile,
  Review,
  SandboxAsk,
  SandboxOpinion,
  SandboxState,
  TableInfo,
  TableLine,
  Reason,
  ExplainBody,
} from "./types";

/** A refusal in words, with the rule where one forbids the thing. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule = "",
    /** Where the fault stands in a notation that was sent. */
    readonly at: readonly [number, number] | null = null,
  ) {
    super(message);
  }
}

/** What somebody wants to do and cannot: a word, or a place of the board. */
export type Intent = Pick<ExplainBody, "seat" | "question"> & Partial<ExplainBody>;

const AWAY = "The table is unreachable. Nothing is lost; try again in a moment.";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const type = typeof body === "string" ? "text/plain" : body instanceof Blob ? "application/zip" : "application/json";
  const request: RequestInit = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.headers = { ...request.headers, "content-type": type };
    request.body = typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused(0, "away", AWAY);
  }
  const data = (await answer.json().catch(() => null)) as (T & Partial<NotationFault>) | null;
  if (!answer.ok || data === null) {
    throw new Refused(answer.status, data?.code ?? "", data?.error ?? AWAY, data?.rule ?? "", data?.at);
  }
  return data;
}

/** Calls as a guest: the first call makes sure that there is a session. */
export async function asGuest<T>(method: string, path: string, body?: unknown): Promise<T> {
  session ??= call("GET", "/api/me").catch(signIn);
  await session;
  return call<T>(method, path, body);
}

let session: Promise<unknown> | null = null;

function signIn(problem: unknown): Promise<unknown> {
  if (problem instanceof Refused && problem.status === 401) return call("POST", "/api/me", { name: "Pilot" });
  session = null;
  throw problem;
}

const lesson = (game: string, number: number, rest = ""): string =>
  `/api/lessons/${encodeURIComponent(game)}/${number}${rest}`;
const puzzle = (game: string, id: string): string =>
  `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
const sandbox = (game: string): string => `/api/sandbox/${encodeURIComponent(game)}`;
const at = (code: string, rest = ""): string => `/api/tables/${encodeURIComponent(code)}${rest}`;

/** Adds to the draws of a table that waits for it, so that none of them is the server's choice alone. */
export async function addToDraws(table: TableInfo): Promise<TableInfo> {
  if (!isWanted(table)) return table;
  try {
    return await add(table);
  } catch {
    return table; // another page of mine was quicker, or the game has begun: its log says who added nothing
  }
}

async function add(table: TableInfo): Promise<TableInfo> {
  const added = { commit: table.fair.commit, nonce: newNonce() };
  const created = await call<Created>("POST", at(table.code, "/nonce"), added);
  keepAdded(table.code, added);
  return created.table;
}

interface Created {
  table: TableInfo;
  invites: Invite[];
}

/** I sit at a table now, and have seen the promise of its draws. */
const seated = async (created: Created): Promise<Created> => ({ ...created, table: await addToDraws(created.table) });

/** What a link in a mail asks for: to get mail, or none any more. */
export type MailAnswer = "confirm" | "off";

/** The clocks of a table, as far as they change. */
export interface Times {
  time_limit_s?: number;
  bank_s?: number;
  increment_s?: number;
  days_off?: number[];
}

export interface NewTable {
  game: string;
  options: Record<string, OptionValue>;
  players: string[];
  time_limit_s: number;
  open: boolean;
  watch?: boolean;
  watch_delay?: number;
  listed?: boolean;
  hints?: boolean;
  forced_moves?: boolean;
  early?: boolean;
  room?: boolean;
  pack?: string;
  /** The position it begins with, in notation. */
  position?: string;
}

export const api = {
  me: () => asGuest<{ name: string }>("GET", "/api/me"),
  rename: (name: string) => asGuest<{ name: string }>("POST", "/api/me", { name }),
  identity: () => asGuest<Identity>("GET", "/api/me/identity"),
  keepSettings: (settings: Record<string, string>) => asGuest<unknown>("POST", "/api/me/settings", { settings }),
  makePhrase: () => asGuest<PhraseMade>("POST", "/api/me/phrase", {}),
  dropPhrase: () => call<unknown>("DELETE", "/api/me/phrase"),
  makeFeed: () => asGuest<FeedMade>("POST", "/api/me/feed", {}),
  dropFeed: () => call<unknown>("DELETE", "/api/me/feed"),
  notices: () => asGuest<NoticeSettings>("GET", "/api/me/notices"),
  takePush: (browser: PushBody) => call<NoticeSettings>("POST", "/api/me/push", browser),
  dropPushHere: () => call<unknown>("DELETE", "/api/me/push"),
  dropPush: (id: string) => call<unknown>("DELETE", `/api/me/push/${id}`),
  enterEmail: (address: string) => call<NoticeSettings>("POST", "/api/me/email", { address }),
  dropEmail: () => call<unknown>("DELETE", "/api/me/email"),
  answerMail: (secret: string, answer: MailAnswer) =>
    call<unknown>("POST", `/api/mail/${encodeURIComponent(secret)}/${answer}`, {}),
  carry: (phrase: string, join: boolean) => asGuest<{ name: string }>("POST", "/api/carry", { phrase, join }),
  passkeyOptions: () => call<unknown>("POST", "/api/me/passkey_options", {}),
  addPasskey: (credential: unknown) => call<Identity>("POST", "/api/me/passkeys", { credential }),
  dropPasskey: (id: string) => call<unknown>("DELETE", `/api/me/passkeys/${id}`),
  signInOptions: () => call<unknown>("POST", "/api/passkey/options", {}),
  signIn: (credential: unknown, join: boolean) => call<{ name: string }>("POST", "/api/passkey", { credential, join }),
  endDevice: (id: string) => call<unknown>("DELETE", `/api/me/devices/${id}`),
  signOut: () => call<unknown>("DELETE", "/api/me"),
  deleteMe: (name: string) => call<unknown>("POST", "/api/me/delete", { name }),
  profile: () => asGuest<Profile>("GET", "/api/me/profile"),
  chooseRating: (rated: boolean, ranked: boolean) =>
    asGuest<Profile>("POST", "/api/me/rating", { rated, ranked: rated && ranked }),
  ladder: (game: string, kind: string) =>
    call<Ladder>("GET", `/api/games/${encodeURIComponent(game)}/ladder${kind ? `?kind=${kind}` : ""}`),
  agreement: (code: string) => call<Agreement>("GET", at(code, "/rated")),
  agree: (code: string, yes: boolean) => call<Agreement>("POST", at(code, "/rated"), { yes }),
  pairing: () => asGuest<PairingState>("GET", "/api/pairing"),
  look: (wanted: { game: string; group: number; time_limit_s: number }) => {
    const { game, group, time_limit_s } = wanted;
    return asGuest<PairingState>("POST", "/api/pairing", { game, group, time_limit_s });
  },
  stopLooking: () => call<unknown>("DELETE", "/api/pairing"),
  games: () => call<{ games: GameInfo[]; bots: string[] }>("GET", "/api/games"),
  options: (game: string, values: Record<string, OptionValue>) =>
    call<OptionsInfo>("GET", `/api/games/${game}/options?${inQuery(values)}`),
  /** The options of a table, with the data it is played with. */
  tableOptions: (code: string, values: Record<string, OptionValue>) =>
    asGuest<OptionsInfo>("GET", at(code, `/options?${inQuery(values)}`)),
  rules: (game: string) => call<Record<string, string>>("GET", `/api/games/${game}/rules`),
  chapters: (game: string) => call<Record<string, string>>("GET", `/api/games/${game}/chapters`),
  brief: (game: string) => call<BriefPage>("GET", `/api/games/${game}/brief`),
  puzzles: () => call<PuzzleGames>("GET", "/api/puzzles"),
  puzzleList: (game: string) => call<PuzzleList>("GET", `/api/puzzles/${encodeURIComponent(game)}`),
  puzzle: (game: string, id: string) => call<PuzzleTask>("GET", puzzle(game, id)),
  solve: (game: string, id: string, notation: string) => asGuest<PuzzleAnswer>("POST", puzzle(game, id), { notation }),
  sandbox: (game: string, ask: Partial<SandboxAsk>) => asGuest<SandboxState>("POST", sandbox(game), ask),
  opinion: (game: string, position: string, seat: number, bot: string) =>
    asGuest<SandboxOpinion>("POST", `${sandbox(game)}/opinion`, { position, seat, bot }),
  lessons: () => call<{ courses: CourseInfo[] }>("GET", "/api/lessons"),
  lesson: (game: string, number: number) => asGuest<LessonTableInfo>("GET", lesson(game, number)),
  lessonPlay: (game: string, number: number, question: number, action: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/play"), { question, action }),
  lessonNext: (game: string, number: number, question: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/next"), { question }),
  lessonUndo: (game: string, number: number, question: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/undo"), { question }),
  lessonRestart: (game: string, number: number, step: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/restart"), { step }),
  mine: () => asGuest<{ tables: TableLine[] }>("GET", "/api/tables"),
  lobby: () => asGuest<{ tables: TableLine[] }>("GET", "/api/lobby"),
  live: () => asGuest<{ tables: TableLine[] }>("GET", "/api/live"),
  create: (table: NewTable) => asGuest<Created>("POST", "/api/tables", table).then(seated),
  table: (code: string) => asGuest<TableInfo>("GET", at(code)),
  claim: (code: string, secret: string) => asGuest<Created>("POST", at(code, "/claim"), { secret }).then(seated),
  sit: (code: string, player: number | null, key = "") =>
    asGuest<Created>("POST", at(code, "/sit"), { player, key }).then(seated),
  /** Says that I am ready, by adding to the draws. */
  ready: (table: TableInfo) => add(table),
  notReady: (code: string) => call<Created>("POST", at(code, "/room/not_ready"), {}),
  roomLeave: (code: string) => call<unknown>("POST", at(code, "/room/leave"), {}),
  roomLink: (code: string) => call<Created>("POST", at(code, "/room/link"), {}),
  roomMove: (code: string, guest: string, player: number) =>
    call<Created>("POST", at(code, "/room/move"), { guest, player }),
  roomRemove: (code: string, guest: string, bar: boolean) =>
    call<Created>("POST", at(code, "/room/remove"), { guest, bar }),
  roomHost: (code: string, guest: string) => call<Created>("POST", at(code, "/room/host"), { guest }),
  roomOptions: (code: string, options: Record<string, OptionValue>, times: Times) =>
    call<Created>("POST", at(code, "/room/options"), { options, ...times }),
  roomStart: (code: string, bot: string) => call<Created>("POST", at(code, "/room/start"), { bot }),
  silence: (code: string, guest: string, silenced: boolean) =>
    call<Created>("POST", at(code, "/silence"), { guest, silenced }),
  leave: (code: string, player: number) => call<unknown>("POST", at(code, "/leave"), { player }),
  invite: (code: string, player: number) => call<Invite>("POST", at(code, "/invite"), { player }),
  bot: (code: string, player: number, bot: string) => call<unknown>("POST", at(code, "/bot"), { player, bot }),
  resign: (code: string, player: number) => call<unknown>("POST", at(code, "/resign"), { player }),
  rematch: (code: string, swap: boolean) => call<Created>("POST", at(code, "/rematch"), { swap }).then(seated),
  hint: (code: string, seat: number, question: number) => call<Hint>("POST", at(code, "/hint"), { seat, question }),
  explain: (code: string, about: Intent) => call<Reason>("POST", at(code, "/explain"), about),
  plans: (code: string, seat: number, question: number, piece: string) =>
    call<MovePlans>("POST", at(code, "/plans"), { seat, question, piece }),
  lessonExplain: (game: string, number: number, about: Intent) =>
    call<Reason>("POST", lesson(game, number, "/explain"), about),
  setStandingOrder: (code: string, seat: number, standing_order: string) =>
    call<unknown>("POST", at(code, "/standing_order"), { seat, standing_order }),
  requestPause: (code: string, player: number) => call<unknown>("POST", at(code, "/pause_request"), { player }),
  goOn: (code: string) => call<unknown>("POST", at(code, "/go_on"), {}),
  offerDraw: (code: string, player: number) => call<unknown>("POST", at(code, "/draw_offer"), { player }),
  requestTakeBack: (code: string, player: number) => call<unknown>("POST", at(code, "/take_back_request"), { player }),
  answerTakeBack: (code: string, n: number, yes: boolean) =>
    call<unknown>("POST", at(code, "/take_back_reply"), { n, yes }),
  continueGame: (code: string, step: number, players: string[]) =>
    asGuest<Created>("POST", at(code, "/continue"), { step, players }).then(seated),
  say: (code: string, text: string, channel: Channel) => call<unknown>("POST", at(code, "/chat"), { text, channel }),
  analysis: (code: string) => asGuest<Analysed>("GET", at(code, "/analysis")),
  review: (code: string, perspective: string, from: number, count: number) =>
    asGuest<Review>("GET", at(code, `/review?perspective=${perspective}&from=${from}&count=${count}`)),
  /** The step in which a perspective was told a line of its log. */
  stepOf: (code: string, perspective: string, line: number) =>
    asGuest<Review>("GET", at(code, `/review?perspective=${perspective}&count=0&line=${line}`)).then(
      (found) => found.at,
    ),
  logPath: (code: string) => `/api/logs/${encodeURIComponent(code)}`,
  /** Whether a table's log can be downloaded: the game must be over. */
  hasLog: (code: string) =>
    fetch(api.logPath(code)).then(
      (answer) => answer.ok,
      () => false,
    ),
  /** What is remembered of a finished game. */
  party: (code: string) => call<Party>("GET", at(code, "/party")),
  cardPath: (code: string) => at(code, "/card.svg"),
  recordPath: (code: string) => at(code, "/record?form=text"),
  upload: (record: string) => asGuest<{ code?: string; table?: TableInfo }>("POST", "/api/records", record),
};

/** Options as they stand in a query. */
export function inQuery(values: Record<string, OptionValue>): string {
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, word(value)])).toString();
}

/** An option's value as it is written in a query. */
function word(value: OptionValue): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
