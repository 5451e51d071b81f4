/** What happened, newest first, grouped by turn. */

import type { FunctionComponent } from "preact";

import type { GameEvent } from "../api/types";
import { Rule } from "./rule";

const HOT = /lost|hit|down|destroy|collision|collided|ram|kill|pin|damage|scrap|crash|smoke|malfunction/;
const TURN = /^(turn|round|game_turn|new_turn|new_round)/;
const SHOWN = 200;
/** Lines that sum up, one after the other: they are read in their order. */
const SUMMARY = "section";
/** A roll that is not complete: the line that completes it tells all dice. */
const PARTIAL = "rolling";

export const isHot = (event: GameEvent): boolean =>
  HOT.test(event.kind) ||
  (event.kind === "shot" && (Number(event.facts?.hits ?? 0) > 0 || event.facts?.hit === true)) ||
  (event.kind !== SUMMARY && event.facts?.harm === true);
const ABOUT_TABLE = ["table", "time_up"];

/** What the table itself has to say among some news: whose time ran out, and who sits where now. */
export const aboutTable = (news: readonly GameEvent[]): string =>
  news
    .filter((event) => ABOUT_TABLE.includes(event.kind))
    .map((event) => event.words)
    .join(" ");
export const isTurn = (event: GameEvent): boolean => TURN.test(event.kind);

interface Props {
  game: string;
  log: GameEvent[];
  /** Shows a line again on the board while the pointer or the focus rests on it. */
  tell(event: GameEvent | null): void;
  /** The line that is shown again now. */
  told?: GameEvent | null;
  /** Where the finished game is reviewed, and through whose eyes this log was written. */
  review?: { path: string; eye: string } | undefined;
  /** What came while this page was away. */
  missed?: readonly GameEvent[];
  /** What stands under a line, where the game has something to show. */
  Mark?: FunctionComponent<{ event: GameEvent }> | undefined;
}

export function Log({ game, log, tell, told, review, missed = [], Mark }: Props) {
  const recent = log
    .slice(-SHOWN)
    .map((event, n) => ({ event, key: log.length - Math.min(SHOWN, log.length) + n }))
    .filter(({ event }) => event.kind !== PARTIAL);
  return (
    <section class="panel grow p-log" aria-label="Log">
      <h2>
        <span>Log</span>
        {missed.length > 0 && <span class="since">{missed.length} new while you were away</span>}
        {review && <a href={review.path}>Review ▸</a>}
      </h2>
      {log.length === 0 && <p class="quiet-words">Nothing has happened yet.</p>}
      <ol class="log">
        {newestFirst(recent).map(({ event, key }) => (
          <li
            key={key}
            class={`${isTurn(event) ? "turn" : ""} ${event.kind === SUMMARY ? "sum" : ""} ${isHot(event) ? "hot" : ""} ${missed.includes(event) ? "new" : ""} ${event === told ? "now" : ""}`}
            onPointerEnter={() => tell(event)}
            onPointerLeave={() => tell(null)}
            onFocusIn={() => tell(event)}
            onFocusOut={() => tell(null)}
          >
            {review ? (
              <a class="line" href={`${review.path}?line=${key}&eye=${review.eye}`}>
                {event.words}
              </a>
            ) : (
              event.words
            )}{" "}
            {!isTurn(event) && event.kind !== SUMMARY && <Rule game={game} id={event.rule} />}
            {Mark && <Mark event={event} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Events newest first; but lines that sum up keep their order. */
function reversed<E extends { event: GameEvent }>(log: E[]): E[] {
  const sums = log.filter(({ event }) => event.kind === SUMMARY);
  return log.reverse().map((line) => (line.event.kind === SUMMARY ? sums.shift()! : line));
}

/** Turns newest first, each under its own heading with its events newest first. */
export function newestFirst<E extends { event: GameEvent }>(log: E[]): E[] {
  const groups: E[][] = [[]];
  for (const line of log) {
    if (isTurn(line.event)) groups.push([line]);
    else groups.at(-1)!.push(line);
  }
  return groups.reverse().flatMap((group) => {
    const [head, ...rest] = group;
    if (head && isTurn(head.event)) return [head, ...reversed(rest)];
    return reversed(group);
  });
}
