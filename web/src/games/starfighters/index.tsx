/** Starfighters: three to six ships on a map of hexes, a card declared in secret each. */

import type { Ship, StarfightersBoard } from "./board";
import { OPEN, type Legal, type MovePlan, type View } from "../../api/types";
import { PlanPath, shownPlan, take, type Shown } from "../../boards/plan-path";
import { stepsOf } from "../../state/planner";
import { aids } from "../../state/prefs";
import { dropFor, Lift } from "../../boards/carry";
import { Chart, liftId } from "../../boards/chart";
import { staging } from "./animation";
import { Choices, press } from "../../boards/choices";
import {
  briefly,
  byPlace,
  heading,
  lettered,
  planned,
  type BoardProps,
  type GameUi,
  type Pick,
  type Place,
  type SeatProps,
  type SeatStyle,
  placeOf,
} from "../../boards/game";
import { hexPoints, round, type Point } from "../../boards/geometry";
import { Burst, Chip, FireLine, Patterns, Piece, Still } from "../../boards/parts";
import { Rock, Ship as Silhouette } from "./ships";
import { Key, Row } from "../../boards/tray";
import { diagrams } from "./diagrams";
import { poster } from "./poster";

const SIDE = 26.5;
/** The sheet of a map with seven hexes to its edge; hexes are placed on this one, and others are shifted. */
const USUAL = { width: 720, height: 660 };
/** The sheet of a map with so many hexes from its middle to its edge. */
const sheetOf = (radius: number): { width: number; height: number } => ({
  width: Math.max(360, Math.round(77.4 + 91.8 * radius)),
  height: Math.max(360, Math.round(103.5 + 79.5 * radius)),
});
const FACE_DOWN = "face down";
const DIRECTIONS = ["E", "NE", "NW", "W", "SW", "SE"];

const styleOf = (seat: number): SeatStyle => lettered(seat, `${seat + 1}`);
const axial = (hex: string): [number, number] => hex.split(",").map(Number) as [number, number];
const centre = (q: number, r: number): Point => ({
  x: round(360 + SIDE * Math.sqrt(3) * (q + r / 2)),
  y: round(330 + 1.5 * SIDE * r),
});
export const at = (hex: string): Point => centre(...axial(hex));
/** How far a nose that points up is turned clockwise for a facing; the top of the map is north, whoever looks. */
export const degrees = (facing: string | null): number => 90 - DIRECTIONS.indexOf(facing ?? "NE") * 60;

/** A spot on the rim of a ship's own hex, where its nose would point. */
function rim(hex: string, facing: string, away = 25): Point {
  const turn = (DIRECTIONS.indexOf(facing) * Math.PI) / 3;
  const middle = at(hex);
  return { x: round(middle.x + away * Math.cos(turn)), y: round(middle.y - away * Math.sin(turn)) };
}

/** The hex that an action is shown on, or for a turn the rim of it (`@NE`). */
export const spotOf = (legal: Legal): string | null => (legal.kind === "turn" ? `@${legal.facing}` : placeOf(legal));

const holds = (table: StarfightersBoard, hex: string): boolean => table.ships.some((ship) => ship.hex === hex);

function hexesOf(radius: number): string[] {
  const found: string[] = [];
  for (let r = -radius; r <= radius; r++) {
    for (let q = Math.max(-radius, -radius - r); q <= Math.min(radius, radius - r); q++) found.push(`${q},${r}`);
  }
  return found;
}

/** The whole moves that end on each hex, the one that is chosen or takes the fewest steps first. */
function endsOf(view: View<StarfightersBoard>, pick: Pick): Map<string, MovePlan[]> {
  const found = new Map<string, MovePlan[]>();
  if (view.board.phase !== "move") return found;
  for (const plan of pick.planner?.plans.value?.plans ?? [])
    if (plan.kind === "fly") found.set(plan.place!, [...(found.get(plan.place!) ?? []), plan]);
  const chosen = pick.planner?.chosen.value;
  if (chosen?.place) found.set(chosen.place, [chosen]);
  return found;
}

/** The moves to the hex of the chosen one, by the facing at its end. */
const facingsOf = (pick: Pick): Map<string, MovePlan> => {
  const chosen = pick.planner?.chosen.value;
  const all = (pick.planner?.plans.value?.plans ?? []).filter((plan) => plan.place === chosen?.place);
  return new Map(chosen ? all.map((plan) => [plan.facing ?? "", plan]) : []);
};

/** Six arrows round the place where the chosen move ends. */
function facingPlaces(pick: Pick): Place[] {
  return [...facingsOf(pick)].map(([facing, plan]) => ({
    id: `>${facing}`,
    ...rim(plan.place!, facing, 31),
    name: `face ${facing} there`,
    actions: [],
    ends: [plan],
  }));
}

function placesOf(view: View<StarfightersBoard>, pick: Pick): Place[] {
  const { board: table } = view;
  const ends = endsOf(view, pick);
  const actions = byPlace(view.legal, spotOf);
  const mine = table.active === null ? null : table.ships[table.active];
  const ways = mine?.hex
    ? view.legal.filter((one) => ![null, mine.hex].includes(spotOf(one))).map((one) => one.notation)
    : [];
  const hexes = hexesOf(table.radius).map((hex) => ({
    id: hex,
    ...at(hex),
    name: hexName(view, hex),
    actions: actions.get(hex) ?? [],
    lifts: hex === mine?.hex ? ways : [],
    holds: table.ships.filter((ship) => ship.hex === hex).map((ship) => `p${ship.seat}`),
    ends: ends.get(hex),
    note: planNote(pick, ends.get(hex)?.[0]),
  }));
  const rims = view.legal
    .filter((one) => one.kind === "turn" && mine?.hex && !pick.planner?.chosen.value)
    .map((one) => ({
      id: spotOf(one)!,
      ...rim(mine!.hex!, one.facing!),
      name: `turn to ${one.facing}`,
      actions: [one.action],
    }));
  return [...hexes, ...rims, ...facingPlaces(pick)];
}

/** What a move costs, and who bears on the ship where it ends. */
function planNote(pick: Pick, plan: MovePlan | undefined): string | undefined {
  const plans = pick.planner?.plans.value;
  if (!plan || !plans) return undefined;
  const threats = stepsOf(plans, plan).findLast((step) => step.cost)?.threats ?? [];
  const reach = threats.map((threat) => threat.words).join("; ");
  return `${heading(plan.words)}: ${plan.promise}. ${reach ? `Their reach of you: ${reach}` : "Nobody bears on you there"}.`;
}

const pilot = (view: View<StarfightersBoard>, seat: number): string => view.seats[seat]?.title ?? "";

function hexName(view: View<StarfightersBoard>, hex: string): string {
  const { board: table } = view;
  const here = table.ships
    .filter((ship) => ship.hex === hex)
    .map((ship) =>
      ship.destroyed
        ? `debris of ${pilot(view, ship.seat)}`
        : `${pilot(view, ship.seat)} facing ${ship.facing ?? "nowhere yet"}`,
    );
  return [hex, ...here, ...(table.wreckage.includes(hex) ? ["wreckage"] : [])].join(", ");
}

function Board({ view, pick, news }: BoardProps<StarfightersBoard>) {
  const { board: table } = view;
  const sheet = sheetOf(table.radius);
  const shift = { x: (sheet.width - USUAL.width) / 2, y: (sheet.height - USUAL.height) / 2 };
  const drawn = placesOf(view, pick);
  const places = drawn.map((place) => ({ ...place, x: place.x + shift.x, y: place.y + shift.y }));
  const chosen = pick.picked && spotOf(pick.picked);
  const own = table.ships[view.seat];
  const lines = new Set(table.lines);
  const near = own?.hex ? at(own.hex) : null;
  const close = near && { x: near.x + shift.x, y: near.y + shift.y, width: Math.min(400, sheet.width) };
  const plan = planned(pick, places) ?? view.legal.find((one) => one.kind === "stop") ?? null;
  const aimed = aids.value === "on" ? (plan?.bears ?? []) : [];
  const shots = news.filter((event) => event.kind === "attack");
  const turning = view.legal.some((one) => one.kind === "turn");
  const shown = shownPlan(pick, drawn);
  return (
    <Chart
      {...sheet}
      label={`Map of ${places.length} hexes. ${view.prompt.text}`}
      places={places}
      pick={pick}
      reach={24}
      close={close}
    >
      <Patterns />
      <Still on={`${sheet.width} ${sheet.height}`} draw={() => <Atlas {...sheet} />} />
      <g transform={`translate(${shift.x} ${shift.y})`}>
        <Still on={[table.radius, ...lines].join()} draw={() => <Field radius={table.radius} lines={lines} />} />
        {aimed.map((hex) => (
          <polygon key={hex} points={hexPoints(at(hex).x, at(hex).y, SIDE, true)} class="aimed" />
        ))}
        {drawn
          .filter((place) => place.actions.length > 0)
          .map((place) => (
            <Target
              key={place.id}
              place={place}
              chosen={place.id === chosen}
              hover={place.id === pick.hover}
              legal={view.legal.find((one) => one.action === place.actions[0])!}
            />
          ))}
        {drawn
          .filter((place) => place.ends?.length && !place.actions.length && !place.id.startsWith(">"))
          .map((place) => (
            <Reachable key={place.id} place={place} pick={pick} />
          ))}
        {table.wreckage.map((hex) => (
          <g
            key={hex}
            class="wreckage"
            transform={`translate(${at(hex).x - (holds(table, hex) ? APART : 0)} ${at(hex).y})`}
          >
            <Rock />
          </g>
        ))}
        {table.ships.map((ship) => (
          <Vessel key={ship.seat} ship={ship} table={table} turning={turning && ship.seat === table.active} />
        ))}
        {shown && shown.plan.kind === "fly" && <Planned shown={shown} seat={view.seat} pick={pick} />}
        {shots.flatMap((event) => {
          const from = table.ships[Number(event.facts?.seat)]?.hex;
          return ((event.facts?.hits as number[] | undefined) ?? []).map((seat) => {
            const to = table.ships[seat]?.hex;
            return (
              from &&
              to && (
                <FireLine
                  key={`${from}${to}`}
                  from={at(from)}
                  to={at(to)}
                  colour="var(--danger)"
                  dash="5 4"
                  start={22}
                  end={20}
                />
              )
            );
          });
        })}
        {news
          .filter((event) => event.kind === "damage" || event.kind === "block")
          .map((event) => {
            const hex = table.ships[Number(event.facts?.seat)]?.hex;
            return (
              hex && (
                <Burst
                  key={event.text}
                  at={{ x: at(hex).x, y: at(hex).y - 26 }}
                  text={event.kind === "damage" ? "−1" : "shield"}
                />
              )
            );
          })}
      </g>
      <Compass at={{ x: 62, y: sheet.height - 70 }} />
    </Chart>
  );
}

function Atlas({ width, height }: { width: number; height: number }) {
  const stars = Array.from(
    { length: 90 },
    (_, n) =>
      [((n * 263) % (width - 9)) + 5, ((n * 179 + n * n * 7) % (height - 9)) + 5, [0.8, 1, 1.4, 2][n % 4]] as const,
  );
  const middle = { cx: width / 2, cy: height / 2 };
  const rim = Math.min(width, height) / 2 - 4;
  return (
    <g>
      <rect
        x="1"
        y="1"
        width={width - 2}
        height={height - 2}
        fill="var(--sky-1)"
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      <g fill="none" stroke="var(--grid-soft)">
        <circle {...middle} r={rim} stroke-width="14" stroke-dasharray="1 27.4" />
        <circle {...middle} r={rim - 7} />
      </g>
      <g fill="var(--grid)">
        {stars.map(([x, y, size]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={size} />
        ))}
      </g>
    </g>
  );
}

function Field({ radius, lines }: { radius: number; lines: ReadonlySet<string> }) {
  return (
    <g>
      {hexesOf(radius).map((hex) => (
        <Hex key={hex} hex={hex} line={lines.has(hex)} />
      ))}
    </g>
  );
}

function Hex({ hex, line }: { hex: string; line: boolean }) {
  const { x, y } = at(hex);
  return (
    <g>
      <polygon
        points={hexPoints(x, y, SIDE, true)}
        fill="var(--cloud)"
        fill-opacity=".72"
        stroke="var(--grid)"
        stroke-width="1"
      />
      {line && (
        <polygon points={hexPoints(x, y, SIDE - 4, true)} fill="none" stroke="var(--grid)" stroke-dasharray="1.5 3" />
      )}
      <text class="coordinates" x={x} y={y + SIDE - 9} text-anchor="middle" font-size="7">
        {hex.replaceAll("-", "−")}
      </text>
    </g>
  );
}

function Target({ place, chosen, hover, legal }: { place: Place; chosen: boolean; hover: boolean; legal: Legal }) {
  const look = `legal ${chosen ? "chosen" : ""} ${hover ? "hover" : ""}`;
  if (legal.kind === "turn") return <circle cx={place.x} cy={place.y} r="7.5" class={look} />;
  return (
    <g>
      <polygon data-place={place.id} points={hexPoints(place.x, place.y, SIDE - 2.5, true)} class={look} />
      {(legal.kind === "beam" || legal.kind === "fly") && (
        <text x={place.x} y={place.y + 5} text-anchor="middle" font-size="14" font-weight="700">
          {place.ends ? 1 : legal.piece}
        </text>
      )}
    </g>
  );
}

/** A hex that a whole move can end on, with the steps that it takes. */
function Reachable({ place, pick }: { place: Place; pick: Pick }) {
  const chosen = pick.planner?.chosen.value?.place === place.id;
  return (
    <g data-place={place.id}>
      <polygon
        points={hexPoints(place.x, place.y, SIDE - 2.5, true)}
        class={`reachable ${chosen ? "chosen" : ""} ${place.id === pick.hover ? "hover" : ""}`}
      />
      <text x={place.x} y={place.y + 5} text-anchor="middle" font-size="14">
        {place.ends![0]!.promise?.charAt(0)}
      </text>
    </g>
  );
}

/** The way of a whole move, the ship at its end, and the arrows of its facing there. */
function Planned({ shown, seat, pick }: { shown: Shown; seat: number; pick: Pick }) {
  const { plan } = shown;
  const end = at(plan.place!);
  return (
    <g>
      <PlanPath shown={shown} at={at} bead={(step) => step.cost?.charAt(0) ?? ""} guns={false} />
      <g class="ghost" transform={`translate(${end.x} ${end.y}) rotate(${degrees(plan.facing ?? null)})`}>
        <Silhouette seat={seat} style={styleOf(seat)} wreck={false} />
      </g>
      {[...facingsOf(pick)].map(([facing, to]) => {
        const spot = rim(to.place!, facing, 31);
        return (
          <g
            key={facing}
            data-place={`>${facing}`}
            class={`facing ${to === plan ? "chosen" : ""}`}
            transform={`translate(${spot.x} ${spot.y}) rotate(${degrees(facing)})`}
          >
            <circle r="9" />
            <path d="M0 -7 4.5 5 0 2.5-4.5 5z" />
          </g>
        );
      })}
    </g>
  );
}

const TAG_AWAY = 27;
/** Debris on wreckage, which alone share a hex, stand so far to either side of its middle. */
const APART = 13;

/** Where a ship's tag stands: below it, or above where the tag of a neighbour in its row is below. */
export function tagOf(hex: string, ships: readonly Ship[]): Point {
  const [q, r] = axial(hex);
  let before = 0;
  while (ships.some((one) => one.hex === `${q - before - 1},${r}`)) before++;
  return { x: 0, y: before % 2 ? -TAG_AWAY : TAG_AWAY };
}

interface VesselProps {
  ship: Ship;
  table: StarfightersBoard;
  /** Whether it may be turned now: then its rim is pressed, and no tag lies over it. */
  turning: boolean;
}

function Vessel({ ship, table, turning }: VesselProps) {
  if (!ship.hex) return null;
  const aside = table.wreckage.includes(ship.hex) ? APART : 0;
  const active = ship.seat === table.active;
  const style = styleOf(ship.seat);
  return (
    <Piece
      id={active ? liftId(ship.hex) : undefined}
      at={{ x: at(ship.hex).x + aside, y: at(ship.hex).y }}
      turn={degrees(ship.facing)}
      size={aside ? 0.8 : 1.05}
      class={active ? "raised" : ""}
      upright={
        <g>
          {ship.shield && (
            <g fill="none">
              <circle r="24" stroke="var(--ink)" stroke-width="4.5" />
              <circle r="24" stroke="var(--link)" stroke-width="2.5" stroke-dasharray="9 3" />
            </g>
          )}
          {ship.anchored && (
            <path d="M-13 16v9m-4-5a4 4 0 0 0 8 0m-6-4h4" fill="none" stroke="var(--ink)" stroke-width="1.8" />
          )}
          {ship.declared && !ship.face_up && !turning && <Back />}
          {!turning && <HullTag at={tagOf(ship.hex, table.ships)} ship={ship} hull={table.hull} style={style} />}
        </g>
      }
    >
      <Silhouette seat={ship.seat} style={style} wreck={ship.destroyed} />
    </Piece>
  );
}

/** The back of a declared card beside its ship, until the cards are turned. */
function Back() {
  return (
    <g class="declared-back" transform="translate(19 -18)">
      <title>a card face down</title>
      <rect x="-6" y="-8" width="12" height="16" rx="1.5" fill="var(--seat-f)" stroke="var(--ink)" stroke-width="1.2" />
      <path d="M0 -5 4 0 0 5-4 0z" fill="none" stroke="var(--on-solid)" stroke-width="1.2" />
    </g>
  );
}

/** Whose ship it is, and as many hull points as a whole ship has. */
function HullTag({ at: spot, ship, hull, style }: { at: Point; ship: Ship; hull: number; style: SeatStyle }) {
  if (ship.destroyed) return <Chip at={spot} text={`${ship.seat + 1} ✕`} colour={style.colour} size={11} />;
  const step = hull <= 3 ? 8 : 5;
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <g class="tg">
        <rect
          x="-17"
          y="-8"
          width={22 + hull * step}
          height="16"
          rx="3"
          fill="var(--sheet)"
          stroke="var(--ink)"
          stroke-width="1.2"
        />
        <text x="-12" y="4.5" font-size="12" font-weight="700" style={{ fill: style.colour }}>
          {ship.seat + 1}
        </text>
        {Array.from({ length: hull }, (_, n) => (
          <rect
            key={n}
            class="hull-point"
            x={3 + n * step}
            y="-4"
            width={step - 1.5}
            height="8"
            fill={n < ship.hull ? "var(--ink)" : "none"}
            stroke="var(--ink)"
          />
        ))}
      </g>
    </g>
  );
}

function Compass({ at: spot }: { at: Point }) {
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <circle r="38" fill="var(--sheet)" stroke="var(--ink)" stroke-width="1.2" />
      {DIRECTIONS.map((name, n) => {
        const turn = (n * Math.PI) / 3;
        return (
          <g key={name}>
            <path d={`M0 0L${round(20 * Math.cos(turn))} ${round(-20 * Math.sin(turn))}`} stroke="var(--ink-2)" />
            <text x={round(29 * Math.cos(turn))} y={round(4 - 29 * Math.sin(turn))} text-anchor="middle" font-size="12">
              {name}
            </text>
          </g>
        );
      })}
    </g>
  );
}

const ATTACKS = new Set(["short", "medium", "long"]);
const CARD_SIGNS: Record<string, string> = {
  short: "M0 -15a15 15 0 1 1 0 30 15 15 0 0 1 0-30zM0 -7a7 7 0 1 1 0 14 7 7 0 0 1 0-14z",
  medium: "M0 14-15 -6A19 19 0 0 1 15 -6zM0 -5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  long: "M0 15V-16M0 15-11 -13M0 15 11 -13",
  drain: "M0 -16 13 -11V0C13 8 8 13 0 16-8 13-13 8-13 0V-11zM-6 0H6",
  echo: "M0 -16 13 -11V0C13 8 8 13 0 16-8 13-13 8-13 0V-11zM5 -5A7 7 0 1 0 6 4M6 -8V-4H2",
  anchor: "M0 -16 13 -11V0C13 8 8 13 0 16-8 13-13 8-13 0V-11zM0 -6V8M-6 3A6 6 0 0 0 6 3M-3 -6H3",
};

/** An attack card has a flat red head, a shield a pointed blue one; a face-down card only a back. */
function Card({ card, width = 52 }: { card: string; width?: number }) {
  if (card === FACE_DOWN) {
    return (
      <svg class="tile" width={width} viewBox="0 0 76 104" role="img" aria-label="a card face down">
        <rect
          x="1.5"
          y="1.5"
          width="73"
          height="101"
          rx="6"
          fill="var(--seat-f)"
          stroke="var(--ink)"
          stroke-width="2"
        />
        <path d="M38 22 60 52 38 82 16 52z" fill="none" stroke="var(--on-solid)" stroke-width="2" />
      </svg>
    );
  }
  const attack = ATTACKS.has(card);
  return (
    <svg class="tile" width={width} viewBox="0 0 76 104" role="img" aria-label={card}>
      <rect
        x="1.5"
        y="1.5"
        width="73"
        height="101"
        rx="6"
        fill="var(--tile,var(--sheet))"
        stroke="var(--ink)"
        stroke-width="2"
      />
      <path
        d={attack ? "M2 24V8a6 6 0 0 1 6-6H68a6 6 0 0 1 6 6V24z" : "M2 20V8a6 6 0 0 1 6-6H68a6 6 0 0 1 6 6V20L38 28z"}
        fill={attack ? "var(--danger)" : "var(--link)"}
      />
      <text x="38" y="18" text-anchor="middle" font-size="16" font-weight="700" style={{ fill: "var(--on-solid)" }}>
        {card}
      </text>
      <path
        transform="translate(38 64) scale(1.45)"
        d={CARD_SIGNS[card]}
        fill="none"
        stroke="var(--ink)"
        stroke-width="2.2"
      />
    </svg>
  );
}

function Hand({ view, pick }: BoardProps<StarfightersBoard>) {
  const { board: table } = view;
  const own = table.ships[view.seat];
  if (table.phase === "declare" && own?.hand) {
    return (
      <div class="hand sfhand">
        {view.legal.length > 0 && (
          <span class="dash small" data-drop={dropFor(view.legal.map((one) => one.action))} aria-hidden="true">
            {own.declared ? <Card card={own.declared} width={40} /> : "yours"}
          </span>
        )}
        <OwnCards view={view} pick={pick} hand={own.hand} />
      </div>
    );
  }
  const flying = view.legal.some((one) => one.kind === "fly" || one.kind === "turn");
  if (pick.planner?.chosen.value && flying) return <Facings pick={pick} card={own?.declared ?? null} />;
  return (
    <div class="hand sfhand">
      {own?.declared && <Card card={own.declared} width={52} />}
      {flying ? (
        <Flight view={view} pick={pick} />
      ) : view.legal.length > 0 ? (
        <Choices legal={view.legal.filter((one) => one.kind !== "stop")} pick={pick} />
      ) : (
        <p class="quiet-words waits">{view.prompt.text}</p>
      )}
    </div>
  );
}

/** The direction of the board that a nose turned so far points in. */
const facingAt = (turn: number): string => DIRECTIONS[((((90 - turn) / 60) % 6) + 6) % 6] ?? "";

/** The steps, and how far each leads away from where the nose points. */
const STEPS = [
  ["L", "Half left", -60],
  ["F", "Straight on", 0],
  ["R", "Half right", 60],
] as const;
/** The headings as they lie on the screen, three above three. */
const COMPASS = ["NW", "NE", "E", "W", "SW", "SE"];

/** The facings at the end of the chosen move, as they lie on the board. */
function Facings({ pick, card }: { pick: Pick; card: string | null }) {
  const facings = facingsOf(pick);
  const chosen = pick.planner!.chosen;
  return (
    <div class="hand sfhand">
      {card && <Card card={card} width={52} />}
      <div class="flight">
        <div class="headings" role="group" aria-label="Facing there, as on the board">
          {COMPASS.map((facing) => {
            const plan = facings.get(facing);
            return (
              <Key
                key={facing}
                name={facing}
                words={plan?.word ?? ""}
                title={facing}
                disabled={!plan}
                class="turn"
                chosen={!!plan && chosen.value === plan}
                click={() => plan && take(pick.planner!, pick.planner!.plans.value!, plan, false)}
              >
                <Pointer turn={degrees(facing)} words="" />
              </Key>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Flying, step by step: three steps ahead, six headings; what is closed stays, dashed. */
function Flight({ view, pick }: { view: View<StarfightersBoard>; pick: Pick }) {
  const ahead = degrees(view.board.ships[view.board.active ?? view.seat]?.facing ?? null);
  const steps = STEPS.map(([letter, words, turn]) => ({
    words,
    letter,
    turn,
    one: view.legal.find((legal) => legal.kind === "fly" && legal.piece === letter),
  }));
  const turns = COMPASS.map((facing) => ({
    facing,
    one: view.legal.find((legal) => legal.kind === "turn" && legal.facing === facing),
  }));
  return (
    <div class="flight">
      {view.legal.some((one) => one.kind === "fly") && (
        <div class="ahead" role="group" aria-label="One step">
          {steps.map(({ words, letter, turn, one }) => (
            <Key
              key={letter}
              name={letter}
              words={one?.notation ?? ""}
              title={facingAt(ahead + turn)}
              disabled={!one}
              class="step"
              chosen={!!one && pick.picked === one}
              click={() => one && press(pick, one)}
            >
              <Pointer turn={ahead + turn} words={words} />
            </Key>
          ))}
        </div>
      )}
      <div class="headings" role="group" aria-label="Turn the ship">
        {turns.map(({ facing, one }) => (
          <Key
            key={facing}
            name={facing}
            words={one?.notation ?? ""}
            title={facing}
            disabled={!one}
            class="turn"
            chosen={!!one && pick.picked === one}
            click={() => one && press(pick, one)}
          >
            <Pointer turn={degrees(facing)} words="" />
          </Key>
        ))}
      </div>
    </div>
  );
}

function Pointer({ turn, words }: { turn: number; words: string }) {
  return (
    <svg
      class="g"
      width="20"
      height="20"
      viewBox="-12 -12 24 24"
      role={words ? "img" : undefined}
      aria-label={words || undefined}
      aria-hidden={words ? undefined : "true"}
    >
      <path
        transform={`rotate(${turn})`}
        d="M0 9V-8M0 -8-6 -1M0 -8 6 -1"
        fill="none"
        stroke="currentColor"
        stroke-width="2.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** The steps that are left as pips, while a ship flies; else what the chosen action does. */
function Variant({ view, pick }: BoardProps<StarfightersBoard>) {
  const { left } = view.board;
  const plan = pick.planner?.chosen.value;
  if (plan) return <p class="consequence">{planNote(pick, plan)}</p>;
  if (view.legal.some((one) => one.kind === "stop"))
    return (
      <p class="consequence pips">
        <span aria-hidden="true">{"■".repeat(left)}</span> {left === 1 ? "1 step left" : `${left} steps left`}
      </p>
    );
  const { picked } = pick;
  return (
    <p class="consequence">
      {picked ? heading(`${picked.odds_text || picked.text}.`) : "Choose here, on the board, or in the list."}
    </p>
  );
}

function OwnCards({ view, pick, hand }: { view: View<StarfightersBoard>; pick: Pick; hand: string[] }) {
  const seen = new Set<string>();
  return (
    <Row class="tiles" label="Your hand">
      {hand.map((card, n) => {
        const legal = view.legal.find((one) => one.kind === "declare" && one.piece === card);
        const selected = !!legal && pick.picked === legal && !seen.has(card);
        seen.add(card);
        return (
          <Lift
            key={n}
            class={`pick ${selected ? "sel" : ""}`}
            pressed={selected}
            disabled={!legal}
            words={legal ? [legal.notation] : []}
            pick={pick}
            click={() => legal && press(pick, legal)}
          >
            <Card card={card} width={62} />
          </Lift>
        );
      })}
    </Row>
  );
}

function Facts({ view, seat }: SeatProps<StarfightersBoard>) {
  const ship = view.board.ships[seat];
  if (!ship) return null;
  const marks = [
    ship.destroyed && "destroyed",
    ship.anchored && "anchored",
    ship.anchored_next && "anchored next",
    !ship.draws && "no draw",
    ship.captured && `captured ${ship.captured}`,
    view.board.start === seat && "first",
  ].filter(Boolean);
  return (
    <p class="hull">
      {ship.declared && (
        <span class={`declared ${ship.face_up ? "flip" : ""}`} style={{ color: "var(--seat-f)" }}>
          <Card card={ship.declared} width={24} />
        </span>
      )}
      <span role="img" aria-label={`hull ${ship.hull}`}>
        {"■".repeat(ship.hull)}
        {"□".repeat(Math.max(0, view.board.hull - ship.hull))}
      </span>{" "}
      {ship.hand_size} <span class="cards-word">cards</span>
      {marks.length > 0 && <span class="not-phone"> · {marks.join(", ")}</span>}
      {view.seat === OPEN && ship.hand && <span class="not-phone"> · {ship.hand.join(", ")}</span>}
    </p>
  );
}

function Aside({ view }: { view: View<StarfightersBoard> }) {
  const { board: table } = view;
  const discards = Object.entries(table.discard).filter(([, count]) => count > 0);
  return (
    <section class="piles">
      <dl class="small">
        <dt>Deck</dt>
        <dd>{table.deck}</dd>
        <dt>Discards</dt>
        <dd>{discards.map(([card, count]) => `${count} ${card}`).join(", ") || "none"}</dd>
      </dl>
    </section>
  );
}

const PHASE: Record<string, number> = { declare: 0, move: 1, target: 2, beam: 2, wreck: 2, drift: 3, draw: 4 };

function goWords(legal: Legal, view: View<StarfightersBoard>): string {
  if (view.board.phase === "declare") return `Declare ${legal.piece}`;
  return briefly(legal);
}

export const ui: GameUi<StarfightersBoard> = {
  poster,
  diagrams,
  secret: true,
  style: (seat) => styleOf(seat),
  role: () => "Flies one ship against all the others.",
  Board,
  Hand,
  staging,
  Variant,
  quiet: (view) => view.legal.filter((one) => one.kind === "stop"),
  Facts,
  Aside,
  phases: ({ board: table }) => ({
    names: ["Declare", "Move", "Resolve", "Debris", "Draw"],
    at: PHASE[table.phase] ?? -1,
  }),
  where: ({ board: table }) => (table.turn > 0 ? `turn ${table.turn}` : "setting up"),
  go: goWords,
  out: ({ board: table }, seat) => (table.ships[seat]?.destroyed ? "destroyed" : ""),
  counts: () => "hull",
  score: ({ board: table }) => table.ships.map((ship) => ship.hull),
  say: (view) => [
    ...view.board.ships.map(
      (ship) =>
        `${pilot(view, ship.seat)}: ${ship.hex ? `on ${ship.hex}, facing ${ship.facing ?? "nowhere yet"}` : "not placed"}, hull ${ship.hull}${ship.destroyed ? ", destroyed, debris" : ""}${ship.shield ? ", shield up" : ""}`,
    ),
    `Wreckage on ${view.board.wreckage.join("; ") || "no hex"}`,
    `Deck ${view.board.deck}`,
  ],
};
