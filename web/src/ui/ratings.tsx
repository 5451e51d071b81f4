/** Ratings: whether I have one, how it went, and whether a game that is about to begin counts. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Agreement, Profile, RatedGame, RatingInfo, RatingPoint, TableInfo } from "../api/types";

export const KINDS: Record<string, string> = {
  pair: "one against one",
  crew: "in crews",
  "free-for-all": "each for themselves",
};

export function ratingWords(now: RatingInfo): string {
  return `${now.rating}${now.provisional ? "?" : ""}, between ${now.low} and ${now.high}`;
}

/** My ratings on the page about me. */
export function Ratings() {
  const profile = useSignal<Profile | null>(null);
  const error = useSignal("");
  const take = (asked: Promise<Profile>): void => {
    asked.then(
      (found) => (profile.value = found),
      (problem: Error) => (error.value = problem.message),
    );
  };
  useEffect(() => take(api.profile()), []);
  const now = profile.value;
  if (!now) return error.value ? <p class="short">{error.value}</p> : null;
  const choose = (rated: boolean, ranked: boolean): void => take(api.chooseRating(rated, ranked));
  return (
    <section aria-label="Ratings">
      <h3>Ratings</h3>
      <label class="tick">
        <input
          type="checkbox"
          checked={now.rated}
          onChange={(event) => choose(event.currentTarget.checked, now.ranked)}
        />
        My games may count, where everybody in them agrees
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={now.ranked}
          disabled={!now.rated}
          onChange={(event) => choose(true, event.currentTarget.checked)}
        />
        Show my name on ladders
      </label>
      {now.ratings.map((one) => (
        <RatingCurve key={`${one.game} ${one.kind}`} rated={one} />
      ))}
      {now.played.length > 0 && (
        <p>
          Finished games: {now.played.map((one) => `${one.game} ${one.count}`).join(", ")}.
          {now.opponents.length > 0 &&
            ` Most often with ${now.opponents.map((one) => `${one.name} (${one.games})`).join(", ")}.`}
        </p>
      )}
    </section>
  );
}

const WIDE = 320;
const HIGH = 80;

/** A rating after each game, with the band in which it lies. */
function RatingCurve({ rated }: { rated: RatedGame }) {
  const points = rated.curve;
  const low = Math.min(...points.map((point) => point.rating.low));
  const high = Math.max(...points.map((point) => point.rating.high));
  const x = (n: number): number => (points.length > 1 ? (n / (points.length - 1)) * WIDE : WIDE / 2);
  const y = (value: number): number => HIGH - ((value - low) / Math.max(1, high - low)) * HIGH;
  const along = (of: (point: RatingPoint) => number): string[] => points.map((point, n) => `${x(n)} ${y(of(point))}`);
  const band = [...along((point) => point.rating.high), ...along((point) => point.rating.low).reverse()].join("L");
  return (
    <figure class="rating">
      <figcaption>
        <a href={`/ladder/${rated.game}`}>{rated.game}</a>, {KINDS[rated.kind]}: <b>{ratingWords(rated.now)}</b> after{" "}
        {rated.now.games} {rated.now.games === 1 ? "game" : "games"}
        {rated.now.provisional && ". It is provisional until it is surer"}
      </figcaption>
      <svg viewBox={`-4 -4 ${WIDE + 8} ${HIGH + 8}`} role="img" aria-label={`Rating in ${rated.game} over your games`}>
        <path d={`M${band}Z`} class="band" />
        <path d={`M${along((point) => point.rating.rating).join("L")}`} class="line" />
        {points.map((point, n) => (
          <circle key={point.code} cx={x(n)} cy={y(point.rating.rating)} r="2.5" />
        ))}
      </svg>
    </figure>
  );
}

/** Whether the game of a room counts; nothing for those who have no rating. */
export function RatedChoice({ table }: { table: TableInfo }) {
  const now = useSignal<Agreement | null>(null);
  const seated = table.players.some((player) => player.you);
  useEffect(() => {
    if (!seated) now.value = null;
    else
      api.agreement(table.code).then(
        (found) => (now.value = found),
        () => undefined,
      );
  }, [table]);
  const found = now.value;
  if (!found?.rated) return null;
  const own = table.players.some((player) => player.you && found.agreed.includes(player.player));
  const agree = (yes: boolean): void => {
    api.agree(table.code, yes).then(
      (after) => (now.value = after),
      () => undefined,
    );
  };
  return (
    <label class="tick rated-choice">
      <input type="checkbox" checked={own} onChange={(event) => agree(event.currentTarget.checked)} />
      This game counts for ratings, if all agree: {found.agreed.length} of {found.people.length}
    </label>
  );
}
