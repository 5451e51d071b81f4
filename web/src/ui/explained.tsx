/** The end sheet's story of the game: one sentence, the turning points, and the figures behind Details. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Analysis, GameEvent, ReviewStep, TurningPoint } from "../api/types";
import { uiOf } from "../games";
import { NOBODY } from "../boards/game";
import { errorWords, nameOf, sharesText, sideOf, splitWords, useAnalysis } from "../state/analysis";
import { isHot } from "./log";
import { Shares } from "./split";

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
        Looking for the turning points… A long game can take some minutes; they also come to the review.
      </p>
    );
  if (!found.analysis) return <p class="explaining">This game could not be explained.</p>;
  const side = seat === null ? 0 : sideOf(found.analysis, seat);
  const story = found.analysis.stories[side]!;
  return (
    <section class="explained" aria-label="What decided the game">
      <h3>{headline(found.analysis, side, seat)}</h3>
      {found.state === "working" && (
        <p class="quiet-words" role="status">
          The turning points are being worked out…
        </p>
      )}
      {found.analysis.broken_off && <p class="quiet-words">This covers the game as far as it was played.</p>}
      {found.analysis.judged && <Points code={code} points={story.points} />}
      {found.analysis.judged && story.unsure.length > 0 && <p class="quiet-words">{story.unsure.join(" ")}</p>}
      {found.analysis.judged && (
        <details class="fold">
          <summary>Details</summary>
          {story.causes.length > 0 && (
            <>
              <p>{sharesText(found.analysis, story.causes)}</p>
              <Shares analysis={found.analysis} causes={story.causes} />
            </>
          )}
          <p>
            {splitWords(found.analysis, side)}; {errorWords(found.analysis, side)}.
          </p>
        </details>
      )}
    </section>
  );
}

/** The choices that cost most, each with the board before it. */
function Points({ code, points }: { code: string; points: readonly TurningPoint[] }) {
  if (!points.length) return <p>No single choice cost much.</p>;
  return (
    <ol class="mom">
      {points.map((point) => (
        <li key={point.move}>
          <a href={`/review/${code}?step=${point.move - 1}&perspective=open`}>
            <MomentPicture code={code} step={point.move - 1} />
            <span>
              <b>Turn {point.turn}:</b> {point.did}. <b>Better:</b> {point.better}. {point.reason}
            </span>
          </a>
        </li>
      ))}
    </ol>
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

/** "You lost, above all in turn 3: Red is shot down." */
export function headline(analysis: Analysis, side: number, seat: number | null): string {
  const names = analysis.splits[side]!.seats.map((number) => nameOf(analysis, number)).join(" and ");
  return `${seat === null ? names : "You"} ${analysis.stories[side]!.headline}`;
}
