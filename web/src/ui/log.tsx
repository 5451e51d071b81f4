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
/** Somebody has sealed a choice; what it is comes out later. */
const SEALED = "sealed";

export const isHot = (event: GameEvent): boolean =>
  HOT.test(event.kind) ||
  (event.kind === "shot" && (Number(event.facts?.hits ?? 0) > 0 || event.facts?.hit === true)) ||
  (event.kind !== SUMMARY && event.facts?.harm === true);
const ABOUT_TABLE = ["table", "time_up"];

/** What the table itself has to say among some news: whose time ran out, and who sits where now. */
export const aboutTable = (news: readonly GameEvent[]): string =>
  news
    .filter((event) => ABOUT_TABLE.includes(event.kind))
    .map((event) => event.text)
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
  review?: { path: string; perspective: string } | undefined;
  /** What came while this page was away. */
  missed?: readonly GameEvent[];
  /** How many lines wait until they have been shown. */
  heldBack?: number;
  /** What stands under a line, where the game has something to show. */
  Mark?: FunctionComponent<{ event: GameEvent }> | undefined;
}

export function Log({ game, log, tell, told, review, missed = [], heldBack = 0, Mark }: Props) {
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
      {heldBack > 0 && (
        <p class="held-back">
          {heldBack === 1 ? "One more line comes" : `${heldBack} more lines come`} when{" "}
          {heldBack === 1 ? "it has" : "they have"} been shown.
        </p>
      )}
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
              <a class="line" href={`${review.path}?line=${key}&perspective=${review.perspective}`}>
                {event.text}
              </a>
            ) : (
              event.text
            )}{" "}
            {!isTurn(event) && event.kind !== SUMMARY && <Rule game={game} id={event.rule} />}
            {Mark && <Mark event={event} />}
            {event.causes?.map((cause) => (
              <small key={cause.words} class="because">
                {cause.words} <Rule game={game} id={cause.rule} />
              </small>
            ))}
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

/** What was sealed last belongs to the turn that opens it: it is taken from under the heading before. */
function sealingsOf<E extends { event: GameEvent }>(group: E[]): E[] {
  const last = group.findLastIndex(({ event }) => event.kind !== SEALED);
  return last < 0 ? [] : group.splice(last + 1);
}

/** Turns newest first, each under its own heading with its events newest first. */
export function newestFirst<E extends { event: GameEvent }>(log: E[]): E[] {
  const groups: E[][] = [[]];
  for (const line of log) {
    if (isTurn(line.event)) groups.push([line, ...sealingsOf(groups.at(-1)!)]);
    else groups.at(-1)!.push(line);
  }
  groups.push(sealingsOf(groups.at(-1)!));
  return groups.reverse().flatMap((group) => {
    const [head, ...rest] = group;
    if (head && isTurn(head.event)) return [head, ...reversed(rest)];
    return reversed(group);
  });
}
