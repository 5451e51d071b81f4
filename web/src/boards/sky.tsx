/** A dog fight without a map: chains of pursuit on lanes, pairs turning, and those apart at their edge. */

import type { Legal } from "../api/types";
import type { Pick, Place, SeatStyle } from "./game";
import type { Point } from "./geometry";
import { Aircraft, Cloud, Piece } from "./parts";

export interface Plane {
  label: string;
  key: string;
  name: string;
  seat: number;
  rating: string;
  state: string;
  damaged?: boolean;
  pursues?: string;
  turns_with?: string;
  acted?: boolean;
}

const LANE = 112;

const flying = (plane: Plane): boolean => plane.state === "in the fight";

interface Spot {
  plane: Plane;
  at: Point;
  turn: number;
  role: "chain" | "turning" | "apart";
}

/** Where everybody is drawn: chains first, tail to fleeing, then turning pairs, then the rest at the right. */
export function layOut(planes: Plane[]): Spot[] {
  const inFight = planes.filter(flying);
  const hunted = new Set(inFight.map((plane) => plane.pursues).filter(Boolean));
  const done = new Set<string>();
  const spots: Spot[] = [];
  let lane = 0;
  for (const tail of inFight.filter((plane) => plane.pursues && !hunted.has(plane.label))) {
    let next: Plane | undefined = tail;
    for (let n = 0; next && !done.has(next.label); n++) {
      done.add(next.label);
      spots.push({ plane: next, at: { x: 90 + n * 170, y: 84 + lane * LANE }, turn: 90, role: "chain" });
      const prey: string | undefined = next.pursues;
      next = inFight.find((plane) => plane.label === prey);
    }
    lane++;
  }
  for (const plane of inFight) {
    if (!plane.turns_with || done.has(plane.label)) continue;
    const other = inFight.find((one) => one.label === plane.turns_with);
    const y = 84 + lane++ * LANE;
    done.add(plane.label);
    spots.push({ plane, at: { x: 90, y }, turn: 0, role: "turning" });
    if (other && !done.has(other.label)) {
      done.add(other.label);
      spots.push({ plane: other, at: { x: 260, y }, turn: 180, role: "turning" });
    }
  }
  [0, 1].forEach((seat) => {
    inFight
      .filter((plane) => plane.seat === seat && !done.has(plane.label))
      .forEach((plane, n) => spots.push({ plane, at: { x: 650 + (n % 3) * 90, y: 110 + seat * 250 + Math.floor(n / 3) * 96 }, turn: seat === 0 ? 90 : -90, role: "apart" }));
  });
  return spots;
}

/** Aircraft as places; an action belongs to the last one it names, so that a target is tapped. */
export function skyPlaces(planes: Plane[], legal: Legal[]): Place[] {
  return layOut(planes).map(({ plane, at }) => ({
    id: plane.label,
    ...at,
    name: `${plane.label}, ${plane.name}${plane.damaged ? ", damaged" : ""}${plane.pursues ? `, pursues ${plane.pursues}` : ""}${plane.turns_with ? `, turning with ${plane.turns_with}` : ""}`,
    actions: legal.filter((one) => one.word.split(":")[1]?.split("/").at(-1) === plane.label).map((one) => one.action),
  }));
}

export function Sky({ planes, places, pick, styles }: { planes: Plane[]; places: Place[]; pick: Pick; styles: readonly SeatStyle[] }) {
  const spots = layOut(planes);
  const at = (label: string | undefined): Point | undefined => spots.find((spot) => spot.plane.label === label)?.at;
  const chosen = pick.picked?.word.split(":")[1]?.split("/") ?? [];
  return (
    <g>
      <rect x="1" y="1" width="898" height="598" fill="var(--sky-1)" stroke="var(--ink)" stroke-width="1.5" />
      <Cloud at={{ x: 480, y: 70 }} />
      <Cloud at={{ x: 120, y: 540 }} size={0.8} />
      <Cloud at={{ x: 420, y: 420 }} size={0.7} />
      <text x="16" y="28" font-size="13" font-weight="700" style={{ fill: "var(--ink-2)", letterSpacing: ".06em" }}>
        TAIL → FLEEING
      </text>
      <rect x="596" y="36" width="290" height="548" fill="none" stroke="var(--rule)" stroke-dasharray="6 5" />
      <text x="610" y="58" font-size="13" font-weight="700" style={{ fill: "var(--ink-2)", letterSpacing: ".06em" }}>
        DISENGAGED
      </text>
      {spots.map(({ plane, at: from }) => {
        const to = at(plane.pursues);
        return to && to.y === from.y && <path key={plane.label} d={`M${from.x + 42} ${from.y}H${to.x - 48}m0 0l-10-6.5v13z`} stroke="var(--ink)" stroke-width="3" fill="var(--ink)" />;
      })}
      {spots
        .filter((spot) => spot.role === "turning" && spot.turn === 0)
        .map((spot) => (
          <g key={spot.plane.label}>
            <ellipse cx={spot.at.x + 85} cy={spot.at.y} rx="92" ry="36" fill="none" stroke="var(--ink)" stroke-width="2.5" stroke-dasharray="7 5" />
            <text x={spot.at.x + 85} y={spot.at.y + 5} text-anchor="middle" font-size="13" font-weight="700">
              turning
            </text>
          </g>
        ))}
      {spots.map((spot) => (
        <Flyer key={spot.plane.label} spot={spot} style={styles[spot.plane.seat]!} legal={places.some((place) => place.id === spot.plane.label && place.actions.length > 0)} chosen={chosen.includes(spot.plane.label)} />
      ))}
    </g>
  );
}

function Label({ text }: { text: string }) {
  return (
    <text y="46" text-anchor="middle" font-size="12.5" style={{ fill: "var(--ink-2)" }}>
      {text}
    </text>
  );
}

function Flyer({ spot, style, legal, chosen }: { spot: Spot; style: SeatStyle; legal: boolean; chosen: boolean }) {
  const { plane } = spot;
  const ink = style.solid ? "var(--on-solid)" : "var(--ink)";
  return (
    <Piece at={spot.at} class={plane.acted ? "" : "raised"} upright={<Label text={plane.label} />}>
      {legal && <rect x="-42" y="-32" width="84" height="64" rx="6" class={`legal ${chosen ? "chosen" : ""}`} />}
      <rect x="-36" y="-26" width="72" height="52" rx={style.solid ? 3 : 11} fill={style.solid ? style.colour : "var(--sheet)"} stroke={style.solid ? "var(--ink)" : style.colour} stroke-width={style.solid ? 1.6 : 3} />
      <g transform={`translate(0 -8) rotate(${spot.turn}) scale(.62)`}>
        <Aircraft style={{ ...style, solid: true, colour: style.solid ? "var(--on-solid)" : "var(--sheet)" }} outline={ink} />
      </g>
      <text y="20" text-anchor="middle" font-size="12" font-weight="700" style={{ fill: ink, fontFamily: "var(--font-num)" }}>
        {plane.rating.replace("M=", "M")}
      </text>
      {plane.damaged && (
        <g transform="translate(8 -28) rotate(-8)">
          <rect x="-36" y="-9" width="72" height="17" rx="2" fill="var(--sheet)" stroke="var(--danger)" stroke-width="1.6" />
          <text y="4" text-anchor="middle" font-size="11.5" font-weight="700" style={{ fill: "var(--danger)" }}>
            DAMAGED
          </text>
        </g>
      )}
    </Piece>
  );
}
