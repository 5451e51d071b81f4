/** What a line of the log tells, shown again on the board: rings where it happened, in the order of the telling. */

import type { GameEvent } from "../api/types";
import type { Place } from "./game";
import { distance, type Point } from "./geometry";
import { FireLine } from "./parts";

/** The places of an event in the order of the telling; where it names none, those its pieces stand on. */
export function placesIn(event: GameEvent, places: readonly Place[]): Place[] {
  const named = (event.places ?? []).map((id) => places.find((place) => place.id === id));
  const standing = (event.pieces ?? []).map((name) =>
    places.find((place) => place.id === name || place.holds?.includes(name)),
  );
  const found = (named.length > 0 ? named : standing).filter((place) => place !== undefined);
  return [...new Set(found)];
}

/** Where an event is lit: the places it names, and wherever its pieces stand now, however far they have come. */
export function litPlaces(event: GameEvent, places: readonly Place[]): Place[] {
  const standing = (event.pieces ?? []).flatMap((name) => places.filter((place) => place.holds?.includes(name)));
  return [...new Set([...placesIn(event, places), ...standing])];
}

interface VeilProps {
  events: readonly GameEvent[];
  places: readonly Place[];
  reach: number;
  width: number;
  height: number;
}

/** While something is shown, all that it does not concern steps back: not those it is about, nor what lies between them. */
export function Veil({ events, places, reach, width, height }: VeilProps) {
  const found = events.map((event) => litPlaces(event, places));
  const holes = [...new Set(found.flat())];
  if (found.every((some) => some.length === 0)) return null;
  return (
    <g class="veil-back">
      <mask id="veil">
        <rect width={width} height={height} fill="white" />
        {found.map((some, n) => (
          <g key={n} fill="black" stroke="black" stroke-width={reach * 1.6} stroke-linecap="round">
            {some.map((place) => (
              <circle key={place.id} cx={place.x} cy={place.y} r={reach} stroke="none" />
            ))}
            <polyline
              points={placesIn(events[n]!, places)
                .map((place) => `${place.x},${place.y}`)
                .join(" ")}
              fill="none"
            />
          </g>
        ))}
      </mask>
      <rect width={width} height={height} mask="url(#veil)" />
      {holes.map((place) => (
        <circle key={place.id} class="hole" cx={place.x} cy={place.y} r={reach} />
      ))}
    </g>
  );
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
