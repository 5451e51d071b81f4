/** What a line of the log tells, shown again on the board: rings where it happened, in the order of the telling. */

import type { GameEvent } from "../api/types";
import type { Place } from "./game";
import { distance, type Point } from "./geometry";
import { FireLine } from "./parts";

/** The places of an event in the order of the telling; where it names none, those its pieces stand on. */
export function placesIn(event: GameEvent, places: readonly Place[]): Place[] {
  const named = (event.places ?? []).map((id) => places.find((place) => place.id === id));
  const standing = (event.who ?? []).map((name) =>
    places.find((place) => place.id === name || place.holds?.includes(name)),
  );
  const found = (named.length > 0 ? named : standing).filter((place) => place !== undefined);
  return [...new Set(found)];
}

export function Told({ event, places, reach }: { event: GameEvent | null; places: readonly Place[]; reach: number }) {
  if (!event) return null;
  const found = placesIn(event, places);
  const steps = found
    .slice(1)
    .map((to, n): [Point, Point] => [found[n]!, to])
    .filter(([from, to]) => distance(from, to) > reach);
  return (
    <g class="told">
      {found.map((place) => (
        <circle key={place.id} cx={place.x} cy={place.y} r={reach} />
      ))}
      {steps.map(([from, to], n) => (
        <FireLine key={n} from={from} to={to} colour="var(--link)" dash="6 5" start={reach} end={reach} />
      ))}
    </g>
  );
}
