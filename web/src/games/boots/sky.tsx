/** A dog fight without a map: chains of pursuit on lanes, pairs turning, and those apart at their edge. */

import type { Plane } from "./board";
import type { Legal } from "../../api/types";
import { liftId } from "../../boards/chart";
import type { Pick, Place, SeatStyle } from "../../boards/game";
import type { Point } from "../../boards/geometry";
import { Aircraft, Cloud, Piece } from "../../boards/parts";

const flying = (plane: Plane): boolean => !plane.away;

interface Spot {
  plane: Plane;
  /** Lanes count from the top; those apart have none. */
  lane: number;
  /** How many stand left of it. */
  n: number;
  turn: number;
  role: "chain" | "turning" | "apart";
}

/** Who is where: chains first, tail to fleeing, then turning pairs, then the rest apart. */
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
      spots.push({ plane: next, lane, n, turn: 90, role: "chain" });
      const prey: string | undefined = next.pursues;
      next = inFight.find((plane) => plane.label === prey);
    }
    lane++;
  }
  for (const plane of inFight) {
    if (!plane.turns_with || done.has(plane.label)) continue;
    const other = inFight.find((one) => one.label === plane.turns_with);
    done.add(plane.label);
    spots.push({ plane, lane, n: 0, turn: 0, role: "turning" });
    if (other && !done.has(other.label)) {
      done.add(other.label);
      spots.push({ plane: other, lane, n: 1, turn: 180, role: "turning" });
    }
    lane++;
  }
  for (const seat of [0, 1]) {
    inFight
      .filter((plane) => plane.seat === seat && !done.has(plane.label))
      .forEach((plane, n) => spots.push({ plane, lane: -1, n, turn: seat === 0 ? 90 : -90, role: "apart" }));
  }
  return spots;
}

const ROW = 96;
const SLIM_WIDTH = 600;

/** The sky as it is drawn: lanes with those apart at their side, or on a narrow screen below them. */
export class Heaven {
  readonly spots: Spot[];
  readonly lanes: number;
  private readonly rows: [number, number];

  constructor(
    planes: Plane[],
    readonly slim: boolean,
  ) {
    this.spots = layOut(planes);
    this.lanes = Math.max(1, ...this.spots.map((spot) => spot.lane + 1));
    const rowsOf = (seat: number): number =>
      Math.ceil(this.spots.filter((spot) => spot.role === "apart" && spot.plane.seat === seat).length / this.across);
    this.rows = [rowsOf(0), rowsOf(1)];
  }

  private get across(): number {
    return this.slim ? 5 : 3;
  }

  get width(): number {
    return this.slim ? SLIM_WIDTH : 900;
  }

  get height(): number {
    return this.slim ? this.apart.y + this.apart.height + 16 : 600;
  }

  /** The lanes move together where many fight. */
  private get step(): number {
    return this.slim ? 104 : Math.min(112, 500 / this.lanes);
  }

  /** The frame around those apart. */
  get apart(): { x: number; y: number; width: number; height: number } {
    if (!this.slim) return { x: 596, y: 36, width: 290, height: 548 };
    const y = 84 + this.lanes * this.step - 30;
    return { x: 10, y, width: SLIM_WIDTH - 20, height: Math.max(1, this.rows[0] + this.rows[1]) * ROW + 44 };
  }

  laneAt(lane: number): number {
    return 84 + lane * this.step;
  }

  at(spot: Spot): Point {
    if (spot.role !== "apart")
      return { x: (this.slim ? 76 : 90) + spot.n * (this.slim ? 150 : 170), y: this.laneAt(spot.lane) };
    const row = Math.floor(spot.n / this.across) + (this.slim && spot.plane.seat === 1 ? this.rows[0] : 0);
    const column = spot.n % this.across;
    if (this.slim) return { x: 66 + column * 116, y: this.apart.y + 76 + row * ROW };
    return { x: 650 + column * 90, y: 110 + spot.plane.seat * 250 + row * ROW };
  }
}

/** Aircraft as places; an action belongs to the last one it names, so that a target is tapped. */
export function skyPlaces(sky: Heaven, legal: Legal[]): Place[] {
  return sky.spots
    .map((spot) => [spot.plane, sky.at(spot)] as const)
    .map(([plane, at]) => ({
      id: plane.label,
      ...at,
      name: `${plane.label}, ${plane.name}${plane.damaged ? ", damaged" : ""}${plane.pursues ? `, pursues ${plane.pursues}` : ""}${plane.turns_with ? `, turning with ${plane.turns_with}` : ""}`,
      actions: legal.filter((one) => one.piece === plane.label).map((one) => one.action),
      lifts: legal.filter((one) => one.acting_piece === plane.label).map((one) => one.notation),
    }));
}

export function Sky({
  sky,
  places,
  pick,
  styles,
}: {
  sky: Heaven;
  places: Place[];
  pick: Pick;
  styles: readonly SeatStyle[];
}) {
  const spots = sky.spots.map((spot) => ({ ...spot, at: sky.at(spot) }));
  const at = (label: string | undefined): Point | undefined => spots.find((spot) => spot.plane.label === label)?.at;
  const { apart } = sky;
  const chosen = [pick.picked?.acting_piece, pick.picked?.piece];
  return (
    <g class="sky">
      <rect
        x="1"
        y="1"
        width={sky.width - 2}
        height={sky.height - 2}
        fill="var(--sky-1)"
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      <Cloud at={{ x: 480, y: 70 }} />
      <Cloud at={{ x: 120, y: 540 }} size={0.8} />
      <Cloud at={{ x: 420, y: 420 }} size={0.7} />
      <text x="16" y="28" font-size="13" font-weight="700" style={{ fill: "var(--ink-2)", letterSpacing: ".06em" }}>
        TAIL → FLEEING
      </text>
      {Array.from({ length: sky.lanes }, (_, n) => (
        <path
          key={n}
          d={`M20 ${sky.laneAt(n)}H${sky.slim ? sky.width - 20 : apart.x - 20}`}
          stroke="var(--rule)"
          stroke-dasharray="4 9"
        />
      ))}
      <rect {...apart} fill="none" stroke="var(--rule)" stroke-dasharray="6 5" />
      <text
        x={apart.x + 14}
        y={apart.y + 22}
        font-size="13"
        font-weight="700"
        style={{ fill: "var(--ink-2)", letterSpacing: ".06em" }}
      >
        DISENGAGED
      </text>
      {spots.map(({ plane, at: from }) => {
        const to = at(plane.pursues);
        return (
          to &&
          to.y === from.y && (
            <path
              key={plane.label}
              d={`M${from.x + 42} ${from.y}H${to.x - 48}m0 0l-10-6.5v13z`}
              stroke="var(--ink)"
              stroke-width="3"
              fill="var(--ink)"
            />
          )
        );
      })}
      {spots
        .filter((spot) => spot.role === "turning" && spot.turn === 0)
        .map((spot) => (
          <g key={spot.plane.label}>
            <ellipse
              cx={spot.at.x + 85}
              cy={spot.at.y}
              rx="92"
              ry="36"
              fill="none"
              stroke="var(--ink)"
              stroke-width="2.5"
              stroke-dasharray="7 5"
            />
            <text x={spot.at.x + 85} y={spot.at.y + 5} text-anchor="middle" font-size="13" font-weight="700">
              turning
            </text>
          </g>
        ))}
      {spots.map((spot) => (
        <Flyer
          key={spot.plane.label}
          spot={spot}
          style={styles[spot.plane.seat]!}
          at={spot.at}
          legal={places.some((place) => place.id === spot.plane.label && place.actions.length > 0)}
          chosen={chosen.includes(spot.plane.label)}
        />
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

function Flyer({
  spot,
  at,
  style,
  legal,
  chosen,
}: {
  spot: Spot;
  at: Point;
  style: SeatStyle;
  legal: boolean;
  chosen: boolean;
}) {
  const { plane } = spot;
  const ink = style.solid ? "var(--on-solid)" : "var(--ink)";
  return (
    <Piece id={liftId(plane.label)} at={at} class={plane.acted ? "" : "raised"} upright={<Label text={plane.label} />}>
      {legal && <rect x="-42" y="-32" width="84" height="64" rx="6" class={`legal ${chosen ? "chosen" : ""}`} />}
      <rect
        x="-36"
        y="-26"
        width="72"
        height="52"
        rx={style.solid ? 3 : 11}
        fill={style.solid ? style.colour : "var(--sheet)"}
        stroke={style.solid ? "var(--ink)" : style.colour}
        stroke-width={style.solid ? 1.6 : 3}
      />
      <g transform={`translate(0 -8) rotate(${spot.turn}) scale(.62)`}>
        <Aircraft
          style={{ ...style, solid: true, colour: style.solid ? "var(--on-solid)" : "var(--sheet)" }}
          outline={ink}
        />
      </g>
      <text
        y="20"
        text-anchor="middle"
        font-size="12"
        font-weight="700"
        style={{ fill: ink, fontFamily: "var(--font-num)" }}
      >
        {plane.rating}
      </text>
      {plane.damaged && (
        <g transform="translate(8 -28) rotate(-8)">
          <rect
            x="-36"
            y="-9"
            width="72"
            height="17"
            rx="2"
            fill="var(--sheet)"
            stroke="var(--danger)"
            stroke-width="1.6"
          />
          <text y="4" text-anchor="middle" font-size="11.5" font-weight="700" style={{ fill: "var(--danger)" }}>
            DAMAGED
          </text>
        </g>
      )}
    </Piece>
  );
}
