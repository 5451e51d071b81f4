/** The table's HTTP door. A guest is made on the first call that needs one. */

import { isWanted, keepAdded, newNonce } from "./draws";
import type {
  Analysed,
  BriefPage,
  Channel,
  CourseInfo,
  GameInfo,
  Hint,
  Invite,
  LessonTableInfo,
  OptionsInfo,
  OptionValue,
  Review,
  TableInfo,
  TableLine,
  Reason,
  WhyBody,
} from "./types";

/** A refusal in words, with the rule where one forbids the thing. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule = "",
  ) {
    super(message);
  }
}

/** What somebody wants to do and cannot: a word, or a place of the board. */
export type Intent = Pick<WhyBody, "seat" | "phase"> & Partial<WhyBody>;

const AWAY = "The table is unreachable. Nothing is lost; try again in a moment.";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = typeof body === "string";
  const request: RequestInit = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.headers = { ...request.headers, "content-type": text ? "text/plain" : "application/json" };
    request.body = text ? body : JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused(0, "away", AWAY);
  }
  const data = (await answer.json().catch(() => null)) as (T & { error?: string; code?: string; rule?: string }) | null;
  if (!answer.ok || data === null) {
    throw new Refused(answer.status, data?.code ?? "", data?.error ?? AWAY, data?.rule ?? "");
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
const at = (code: string, rest = ""): string => `/api/tables/${encodeURIComponent(code)}${rest}`;

/** Adds to the draws of a table that waits for it, so that none of them is the server's choice alone. */
export async function addToDraws(table: TableInfo): Promise<TableInfo> {
  if (!isWanted(table)) return table;
  const added = { commit: table.fair.commit, nonce: newNonce() };
  try {
    const made = await call<Made>("POST", at(table.code, "/nonce"), added);
    keepAdded(table.code, added);
    return made.table;
  } catch {
    return table; // another page of mine was quicker, or the game has begun: its log says who added nothing
  }
}

interface Made {
  table: TableInfo;
  invites: Invite[];
}

/** I sit at a table now, and have seen the promise of its draws. */
const seated = async (made: Made): Promise<Made> => ({ ...made, table: await addToDraws(made.table) });

export interface NewTable {
  game: string;
  options: Record<string, OptionValue>;
  players: string[];
  limit: number;
  open: boolean;
  watch?: boolean;
  watch_delay?: number;
  listed?: boolean;
  hints?: boolean;
  forced?: boolean;
  early?: boolean;
}

export const api = {
  me: () => asGuest<{ name: string }>("GET", "/api/me"),
  rename: (name: string) => asGuest<{ name: string }>("POST", "/api/me", { name }),
  games: () => call<{ games: GameInfo[]; bots: string[] }>("GET", "/api/games"),
  options: (game: string, values: Record<string, OptionValue>) => {
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, word(value)]));
    return call<OptionsInfo>("GET", `/api/games/${game}/options?${query}`);
  },
  rules: (game: string) => call<Record<string, string>>("GET", `/api/games/${game}/rules`),
  chapters: (game: string) => call<Record<string, string>>("GET", `/api/games/${game}/chapters`),
  brief: (game: string) => call<BriefPage>("GET", `/api/games/${game}/brief`),
  lessons: () => call<{ courses: CourseInfo[] }>("GET", "/api/lessons"),
  lesson: (game: string, number: number) => asGuest<LessonTableInfo>("GET", lesson(game, number)),
  lessonPlay: (game: string, number: number, phase: number, action: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/play"), { phase, action }),
  lessonOn: (game: string, number: number, phase: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/on"), { phase }),
  lessonBack: (game: string, number: number, phase: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/back"), { phase }),
  lessonBegin: (game: string, number: number, step: number) =>
    call<LessonTableInfo>("POST", lesson(game, number, "/begin"), { step }),
  mine: () => asGuest<{ tables: TableLine[] }>("GET", "/api/tables"),
  lobby: () => asGuest<{ tables: TableLine[] }>("GET", "/api/lobby"),
  live: () => asGuest<{ tables: TableLine[] }>("GET", "/api/live"),
  create: (table: NewTable) => asGuest<Made>("POST", "/api/tables", table).then(seated),
  table: (code: string) => asGuest<TableInfo>("GET", at(code)),
  claim: (code: string, secret: string) => asGuest<Made>("POST", at(code, "/claim"), { secret }).then(seated),
  sit: (code: string, player: number) => asGuest<Made>("POST", at(code, "/sit"), { player }).then(seated),
  leave: (code: string, player: number) => call<unknown>("POST", at(code, "/leave"), { player }),
  invite: (code: string, player: number) => call<Invite>("POST", at(code, "/invite"), { player }),
  bot: (code: string, player: number, bot: string) => call<unknown>("POST", at(code, "/bot"), { player, bot }),
  resign: (code: string, player: number) => call<unknown>("POST", at(code, "/resign"), { player }),
  rematch: (code: string) => call<Made>("POST", at(code, "/rematch"), { swap: true }).then(seated),
  hint: (code: string, seat: number, phase: number) => call<Hint>("POST", at(code, "/hint"), { seat, phase }),
  why: (code: string, about: Intent) => call<Reason>("POST", at(code, "/why"), about),
  lessonWhy: (game: string, number: number, about: Intent) => call<Reason>("POST", lesson(game, number, "/why"), about),
  order: (code: string, seat: number, order: string) => call<unknown>("POST", at(code, "/order"), { seat, order }),
  askBack: (code: string, player: number) => call<unknown>("POST", at(code, "/ask_back"), { player }),
  answerBack: (code: string, n: number, yes: boolean) => call<unknown>("POST", at(code, "/answer_back"), { n, yes }),
  playOn: (code: string, step: number, players: string[]) =>
    asGuest<Made>("POST", at(code, "/play_on"), { step, players }).then(seated),
  say: (code: string, text: string, channel: Channel) => call<unknown>("POST", at(code, "/chat"), { text, channel }),
  analysis: (code: string) => asGuest<Analysed>("GET", at(code, "/analysis")),
  review: (code: string, eye: string, from: number, count: number) =>
    asGuest<Review>("GET", at(code, `/review?eye=${eye}&from=${from}&count=${count}`)),
  /** The step in which an eye was told a line of its log. */
  stepOf: (code: string, eye: string, line: number) =>
    asGuest<Review>("GET", at(code, `/review?eye=${eye}&count=0&line=${line}`)).then((found) => found.at),
  logPath: (code: string) => `/api/logs/${encodeURIComponent(code)}`,
  /** Whether a table's log can be downloaded: the game must be over. */
  hasLog: (code: string) =>
    fetch(api.logPath(code)).then(
      (answer) => answer.ok,
      () => false,
    ),
  recordPath: (code: string) => at(code, "/record?form=text"),
  upload: (record: string) => asGuest<{ code?: string; table?: TableInfo }>("POST", "/api/records", record),
};

/** An option's value as it is written in a query. */
function word(value: OptionValue): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
