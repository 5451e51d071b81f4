/** What a line of the log tells, shown again on the board: rings where it happened, in the order of the telling. */

import type { GameEvent } from "../api/types";
import type { Place } from "./game";
import { distance, type Point } from "./geometry";
import { FireLine } from "./parts";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A name as it may stand in a text: a mere word may begin a sentence, but G1 is a plane and g1 a square. */
function named(name: string | RegExp): RegExp {
  if (name instanceof RegExp) return name;
  return new RegExp(`(?<![\\w,.-])${escaped(name)}(?![\\w-])`, /^[a-z]+$/.test(name) ? "i" : "");
}

/** Where in a text a place is spoken of, by its own name or by what stands on it; -1 if nowhere. */
function spokenOf(place: Place, text: string): number {
  const names = [place.id, ...(place.holds ?? [])].map(named);
  const found = names.map((name) => text.search(name)).filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : -1;
}

/** The places that an event's words name, in their order. */
export function placesIn(event: GameEvent, places: readonly Place[]): Place[] {
  return places
    .map((place) => [spokenOf(place, event.words), place] as const)
    .filter(([at]) => at >= 0)
    .sort(([a], [b]) => a - b)
    .map(([, place]) => place);
}

export function Told({ event, places, reach }: { event: GameEvent | null; places: readonly Place[]; reach: number }) {
  if (!event) return null;
  const found = placesIn(event, places);
  const steps = found.slice(1).map((to, n): [Point, Point] => [found[n]!, to]).filter(([from, to]) => distance(from, to) > reach);
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
