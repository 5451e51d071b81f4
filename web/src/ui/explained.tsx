/** The end sheet's account of the game: luck, guesses and choices, and the moments that decided it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Analysis, GameEvent, KeyMoment, ReviewStep } from "../api/types";
import { uiOf } from "../games";
import { NOBODY } from "../boards/game";
import { errorWords, nameOf, partName, sideOf, signed, splitWords, useAnalysis } from "../state/analysis";
import { isHot } from "./log";
import { Waterfall } from "./split";

interface Props {
  code: string;
  /** The seat whose account it is; none for those who looked on. */
  seat: number | null;
}

export function Explained({ code, seat }: Props) {
  const found = useAnalysis(code, true).value;
  if (!found || (found.state === "working" && !found.analysis))
    return (
      <p class="explaining" role="status">
        Working out luck, guesses and choices… A long game can take some minutes; they also come to the review.
      </p>
    );
  if (!found.analysis) return <p class="explaining">This game could not be explained.</p>;
  const side = seat === null ? 0 : sideOf(found.analysis, seat);
  const percent = (moment: KeyMoment): number => Math.round(100 * moment.change[side]!);
  const decisive = found.analysis.moments.filter((moment) => percent(moment) !== 0);
  return (
    <section class="explained" aria-label="What it came of">
      <h3>{verdict(found.analysis, side, seat)}</h3>
      {found.state === "working" && (
        <p class="quiet-words" role="status">
          The choices are still being judged…
        </p>
      )}
      {found.analysis.broken_off && (
        <p class="quiet-words">The account goes as far as it was played; what would have come is not judged.</p>
      )}
      <Waterfall analysis={found.analysis} side={side} />
      {decisive.length > 0 && <p class="caps">{moments(decisive.length)} decided it</p>}
      <ol class="mom">
        {decisive.map((moment) => (
          <li key={moment.first}>
            <a href={`/review/${code}?step=${moment.at || moment.last}&eye=open`}>
              <MomentPicture code={code} step={moment.at || moment.last} />
              <span>
                <b>{momentName(found.analysis!, moment)}</b> {moment.story.slice(-2).join(" ")}
              </span>
              <b class="num">{signed(percent(moment))}</b>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The board after a step of the finished game, as everybody may now see it; nothing where a game has no drawing. */
function MomentPicture({ code, step }: { code: string; step: number }) {
  const found = useSignal<ReviewStep | null>(null);
  useEffect(() => {
    let left = false;
    api.review(code, "open", step, 1).then(
      (page) => !left && (found.value = page.steps[0] ?? null),
      () => undefined, // the words stand without their picture
    );
    return () => (left = true);
  }, [code, step]);
  const now = found.value;
  const ui = uiOf(now?.view.game ?? "");
  if (now && ui.drawn === false && !now.board_svg) return null;
  return (
    <span class="moment" aria-hidden="true">
      {now && (
        <ui.Board
          view={now.view}
          svg={now.board_svg}
          pick={{ ...NOBODY, still: true, told: what(now.events) }}
          news={now.events}
        />
      )}
    </span>
  );
}

/** What a picture points at: what hurt somebody, or else the last that has a place. */
const what = (events: readonly GameEvent[]): GameEvent | null =>
  events.findLast(isHot) ?? events.findLast((event) => event.places?.length) ?? null;

const moments = (number: number): string => (number === 1 ? "One moment" : `${number === 2 ? "Two" : "Three"} moments`);

function momentName(analysis: Analysis, moment: KeyMoment): string {
  const by = moment.by === "choices" ? "a choice" : moment.by === "guesses" ? "a guess" : partName(moment.by, analysis);
  return `Turn ${moment.turn}, ${by}:`;
}

/** "You lost: luck −12 %, guesses −35 %, choices −5 %; error 0.4 % a turn." */
export function verdict(analysis: Analysis, side: number, seat: number | null): string {
  const split = analysis.splits[side]!;
  const won = split.seats.some((one) => analysis.winners.includes(one));
  const how = won ? "won" : analysis.winners.length ? "lost" : "drew";
  const who = seat === null ? split.seats.map((one) => nameOf(analysis, one)).join(" and ") : "You";
  const error = errorWords(analysis, side);
  if (analysis.broken_off) {
    const stood = `${who} stood at ${Math.round(100 * split.result)} % when it was given up`;
    return `${stood}: ${splitWords(analysis, side)}${error ? `; ${error}` : ""}.`;
  }
  return `${who} ${how}: ${splitWords(analysis, side)}${error ? `; ${error}` : ""}.`;
}
