/** Biplanes: two planes on a ring of sky, a sealed tile each. */

import { type Legal, type SeatInfo, type View } from "../../api/types";
import { aids, low, narrow, wordScale } from "../../state/prefs";
import type { BiplanesBoard, SpaceView as Space } from "./board";
import { staging } from "./animation";
import { Aside, Facts } from "./facts";
import { styleOf, TURNS } from "./style";
import { Chart, liftId } from "../../boards/chart";
import { byPlace, heading, type BoardProps, type GameUi, placeOf, planned, type Place } from "../../boards/game";
import { angle, distance, middleOf, round, type Point } from "../../boards/geometry";
import { dodge } from "../../boards/label-placement";
import { Aircraft, Burst, Chip, Cloud, CrossHair, FireLine, Patterns, Piece, Rays, Still } from "../../boards/parts";
import { Hand, hitWords, Variant, wayWords } from "./tiles";
import { diagrams } from "./diagrams";
import { poster } from "./poster";

const SCALE = 6;
/** Half as wide as a space of the ring. */
const SPACE = 31;
/** Two planes on one space stand so far to either side of its middle. */
const APART = 25;
const LABEL = 15;
/** How strongly the exit is drawn while nobody may leave by it; its names stay readable. */
const CLOSED = 0.32;

const INKS: Record<string, string> = {
  purple: "var(--loop-purple)",
  brown: "var(--loop-brown)",
  blue: "var(--exit-blue)",
  green: "var(--alt-green)",
};

const isRing = (space: Space): boolean => space.part === "ring";
const isExit = (space: Space): boolean => space.part === "exit";
const spot = (xy: [number, number]): Point => ({ x: xy[0] * SCALE, y: xy[1] * SCALE });

function Board({ view, pick, news, beat }: BoardProps<BiplanesBoard>) {
  const { board: table } = view;
  const [width, height] = [table.size[0] * SCALE, table.size[1] * SCALE];
  const where = new Map(table.spaces.map((space) => [space.id, spot(space.xy)]));
  const ring = table.spaces.filter(isRing);
  const middle = middleOf(ring.map((space) => spot(space.xy))) ?? { x: width / 2, y: height / 2 };
  const actions = byPlace(view.legal);
  const own = table.sides[view.seat === 1 ? 1 : 0];
  const flights = view.legal.filter((one) => one.kind === "play" && placeOf(one)).map((one) => one.notation);
  const places: Place[] = table.spaces.map((space) => ({
    id: space.id,
    ...spot(space.xy),
    name: spaceName(view, space),
    actions: actions.get(space.id) ?? [],
    lifts: space.id === own.at ? flights : [],
    holds: table.sides.flatMap((side, n) => (side.at === space.id ? [side.plane, view.seats[n]?.name ?? ""] : [])),
  }));
  const chosen = pick.picked && placeOf(pick.picked);
  const plan = planned(pick, places);
  const reach = reachOf(view, where, middle);
  const names = table.sides.map((side, seat) => `${seat === view.seat ? "you" : side.plane} ${side.at}`);
  const labels = dodge(
    table.sides.map((side, seat) => ({ near: where.get(side.at) ?? middle, text: names[seat]! })),
    {
      width,
      height,
      pieces: [...where.values(), ...aboutCentre(middle), ...reach.map((one) => one.at)],
      side: 2 * SPACE,
      moves: places.filter((place) => place.actions.length > 0),
      scale: wordScale(),
      size: LABEL,
      away: [SPACE + 24, SPACE + 50],
    },
  );
  return (
    <Chart
      width={width}
      height={height}
      label={`Ring of ${ring.length} spaces, clockwise. ${say(view).slice(0, 2).join(". ")}`}
      places={places}
      pick={pick}
      reach={32}
      above={table.sides.flatMap((side, seat) => {
        const at = where.get(side.at);
        const hits = news.filter(
          (event) => event.kind === "shot" && event.facts?.target === seat && beat?.part !== "guns",
        );
        return hits.map(
          (event, n) =>
            at && (
              <Burst key={`${seat}.${n}`} at={outward(at, middle, -52)} text={`−${String(event.facts?.hits ?? 1)}`} />
            ),
        );
      })}
    >
      <Patterns />
      <Still on={`${width} ${height}`} draw={() => <Sky width={width} height={height} />} />
      <g clip-path="url(#sky)">
        <GunArc plan={plan} ring={ring} middle={middle} />
        <Bands table={table} where={where} ring={ring} middle={middle} />
        {table.spaces.map((space) => (
          <SpaceMark
            key={space.id}
            space={space}
            table={table}
            legal={places.find((place) => place.id === space.id)!.actions.length > 0}
            chosen={space.id === chosen}
            hover={space.id === pick.hover}
          />
        ))}
      </g>
      {table.mission && <Sites table={table} />}
      {chosen && where.has(chosen) && view.seat >= 0 && (
        <g
          class="ghost"
          transform={`translate(${where.get(chosen)!.x} ${where.get(chosen)!.y}) rotate(${noseAt(ring, chosen, where, middle)}) scale(1.25)`}
        >
          <Aircraft style={styleOf(view.seat, view)} />
        </g>
      )}
      {table.sides.map((side, seat) => {
        const at = where.get(side.at);
        if (!at) return null;
        const nose = noseAt(ring, side.at, where, middle);
        const shared = table.sides[1 - seat]!.at === side.at;
        const aside = shared ? (nose * Math.PI) / 180 : 0;
        const shift = shared ? (seat === 0 ? APART : -APART) : 0;
        return (
          <Piece
            key={seat}
            id={side === own ? liftId(side.at) : undefined}
            at={{ x: round(at.x + shift * Math.cos(aside)), y: round(at.y + shift * Math.sin(aside)) }}
            turn={nose}
            size={shared ? 1.05 : 1.4}
          >
            <Aircraft style={styleOf(seat, view)} />
          </Piece>
        );
      })}
      {table.mal && where.has(table.mal.at) && (
        <Malfunctioning
          at={outward(
            where.get(table.mal.at)!,
            middle,
            table.sides.some((side) => side.at === table.mal!.at) ? -30 : 0,
          )}
          nose={noseAt(ring, table.mal.at, where, middle)}
        />
      )}
      <Centre at={middle} table={table} />
      {beat?.part === "guns" &&
        beat.about.map((event, n) => {
          const [from, to] = (event.places ?? []).map((id) => where.get(id));
          return (
            from && to && <FireLine key={n} from={from} to={to} colour="var(--danger)" dash="5 4" start={34} end={34} />
          );
        })}
      <Reach spots={reach} colour={styleOf(enemyOf(view), view).colour} />
      {aids.value === "on" && !!plan?.bears?.length && !narrow.value && !low.value && (
        <Chip
          at={{ x: middle.x, y: middle.y + 76 }}
          text={`guns would bear on ${plan.bears.join(" ")}`}
          colour="var(--act-ink)"
          size={LABEL}
        />
      )}
      {table.sides.map((side, seat) => {
        const at = where.get(side.at);
        if (!at) return null;
        const label = labels[seat];
        return (
          label && <Chip key={seat} at={label} text={names[seat]!} colour={styleOf(seat, view).colour} size={LABEL} />
        );
      })}
    </Chart>
  );
}

/** Spots that keep labels off the circle in the middle of the ring. */
const aboutCentre = ({ x, y }: Point): Point[] =>
  [-1, 1].flatMap((way) => [
    { x: x + 26 * way, y: y - 26 },
    { x: x + 26 * way, y: y + 26 },
  ]);

function outward(at: Point, middle: Point, by: number): Point {
  const away = distance(at, middle) || 1;
  return { x: round(at.x + ((at.x - middle.x) / away) * by), y: round(at.y + ((at.y - middle.y) / away) * by) };
}

function spaceName(view: View<BiplanesBoard>, space: Space): string {
  const here = view.board.sides.filter((side) => side.at === space.id).map((side) => side.plane);
  return [space.id, space.colour.replace("_", " and "), ...here].join(", ");
}

/** Which way a plane's nose points: along the ring, or along the loop it is on. */
function noseAt(ring: Space[], id: string, where: Map<string, Point>, middle: Point): number {
  const n = ring.findIndex((space) => space.id === id);
  const at = where.get(id) ?? middle;
  if (n < 0) return angle(at, middle) + (at.y < middle.y ? 0 : 180) - (at.x > middle.x * 1.7 ? 90 : 0);
  const [before, after] = [ring.at(n - 1)!, ring[(n + 1) % ring.length]!];
  return angle(spot(before.xy), spot(after.xy)) + 90;
}

function Sky({ width, height }: { width: number; height: number }) {
  return (
    <>
      <clipPath id="sky">
        <rect x="2" y="2" width={width - 4} height={height - 4} />
      </clipPath>
      <rect
        x="1"
        y="1"
        width={width - 2}
        height={height - 2}
        fill="var(--sky-1)"
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      <g clip-path="url(#sky)">
        <Rays at={{ x: width / 2, y: height / 2 }} count={12} reach={Math.hypot(width, height)} />
        {(
          [
            [62, 88, 0.8],
            [470, 560, 0.8],
            [545, 300, 0.6],
            [90, 250, 0.5],
            [300, 232, 0.9],
            [350, 384, 0.6],
          ] as const
        ).map(([x, y, size]) => (
          <Cloud key={`${x} ${y}`} at={{ x, y }} size={size} />
        ))}
        <g transform={`translate(0 ${height - 600}) scale(${width / 600} 1)`}>
          <path d="M0 556C80 540 140 566 230 556S420 540 480 552 560 556 600 546V600H0z" fill="var(--land-3)" />
          <path d="M0 580C120 566 240 590 380 578S520 580 600 572V600H0z" fill="var(--land-4)" />
        </g>
      </g>
    </>
  );
}

/** A smooth way through points: open, or closed into a ring. */
function smooth(points: Point[], closed: boolean): string {
  const get = (n: number): Point =>
    closed ? points[(n + points.length) % points.length]! : points[Math.min(Math.max(0, n), points.length - 1)]!;
  const parts = [`M${get(0).x} ${get(0).y}`];
  for (let n = 0; n < points.length - (closed ? 0 : 1); n++) {
    const [a, b, c, d] = [get(n - 1), get(n), get(n + 1), get(n + 2)];
    parts.push(
      `C${round(b.x + (c.x - a.x) / 6)} ${round(b.y + (c.y - a.y) / 6)} ${round(c.x - (d.x - b.x) / 6)} ${round(c.y - (d.y - b.y) / 6)} ${c.x} ${c.y}`,
    );
  }
  return parts.join("") + (closed ? "z" : "");
}

/** A loop: out of the ring, over its space, back in. */
function bow(from: Point, over: Point, to: Point, middle: Point): string {
  const pull = distance(from, over) * 0.55;
  const [a, b] = [outward(from, middle, pull), outward(to, middle, pull * 0.9)];
  const along = { x: (to.x - from.x) * 0.28, y: (to.y - from.y) * 0.28 };
  return `M${from.x} ${from.y}C${a.x} ${a.y} ${round(over.x - along.x)} ${round(over.y - along.y)} ${over.x} ${over.y}S${b.x} ${b.y} ${to.x} ${to.y}`;
}

function Bands({
  table,
  where,
  ring,
  middle,
}: {
  table: BiplanesBoard;
  where: Map<string, Point>;
  ring: Space[];
  middle: Point;
}) {
  const circle = smooth(
    ring.map((space) => spot(space.xy)),
    true,
  );
  const at = (id: string): Point => where.get(id) ?? middle;
  const leaves = table.spaces.find((space) => space.exit_to);
  const exit =
    leaves &&
    smooth(
      [leaves, ...table.spaces.filter(isExit)].map((space) => spot(space.xy)),
      false,
    );
  const loops = table.spaces.flatMap((entry) => {
    const over = table.spaces.find((space) => space.id === entry.loop_to);
    return over ? [{ entry, over }] : [];
  });
  const exitOpen = table.mission?.exit_open ?? false;
  return (
    <g fill="none">
      <path d={circle} stroke="var(--ink)" stroke-width="22" />
      <path d={circle} stroke="var(--sheet)" stroke-width="19" />
      {loops.map(({ entry, over }) => (
        <Band
          key={over.id}
          d={bow(spot(entry.xy), spot(over.xy), at(over.next), middle)}
          ink={INKS[over.colour] ?? "var(--ink)"}
        />
      ))}
      {exit && (
        <g opacity={exitOpen ? 1 : CLOSED}>
          <Band d={exit} ink="var(--exit-blue)" />
        </g>
      )}
      {ring.map((space, n) => {
        const [a, b] = [spot(space.xy), spot(ring[(n + 1) % ring.length]!.xy)];
        const half = outward({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, middle, 12);
        return (
          <path
            key={space.id}
            transform={`translate(${half.x} ${half.y}) rotate(${angle(a, b)})`}
            d="M-4 -6 4 0-4 6"
            stroke="var(--ink-2)"
            stroke-width="2.6"
          />
        );
      })}
    </g>
  );
}

function Band({ d, ink }: { d: string; ink: string }) {
  return (
    <>
      <path d={d} stroke="var(--ink)" stroke-width="18" />
      <path d={d} stroke={ink} stroke-width="15" />
      <path d={d} stroke="var(--on-solid)" stroke-width="1.6" stroke-dasharray="5 6" />
    </>
  );
}

function SpaceMark({
  space,
  table,
  legal,
  chosen,
  hover,
}: {
  space: Space;
  table: BiplanesBoard;
  legal: boolean;
  chosen: boolean;
  hover: boolean;
}) {
  const at = spot(space.xy);
  const radius = isRing(space) ? SPACE : isExit(space) ? 22 : 27;
  const [first = "", second] = space.colour.split("_");
  const ink = INKS[first === "white" ? (second ?? "") : first];
  const whole = ink !== undefined && second === undefined;
  const free = !chosen && !table.sides.some((side) => side.at === space.id);
  const closed = isExit(space) && !table.mission?.exit_open;
  return (
    <g transform={`translate(${at.x} ${at.y})`} data-space={space.id} data-legal={legal || undefined}>
      <circle r={radius + 2} fill={closed ? "var(--sky-1)" : "var(--ink)"} />
      <circle
        r={radius}
        opacity={closed ? CLOSED : 1}
        fill={chosen ? "var(--act)" : legal ? (hover ? "var(--act)" : "var(--act-wash)") : whole ? ink : "var(--sheet)"}
      />
      {ink && !whole && <path d={`M${-radius} 0A${radius} ${radius} 0 0 0 ${radius} 0z`} fill={ink} />}
      {whole && !legal && (
        <circle r={radius - 5} fill="none" stroke="var(--on-solid)" stroke-width="1.5" stroke-dasharray="3 3" />
      )}
      {legal && (
        <circle
          r={radius - 2}
          fill="none"
          stroke="var(--ink)"
          stroke-width={chosen ? 2.6 : 2}
          stroke-dasharray={chosen ? undefined : "4 3"}
        />
      )}
      {free && (
        <text
          y={ink && !whole ? -6 : 6}
          text-anchor="middle"
          font-size={isRing(space) ? 19 : space.next === "off" ? 13 : 16}
          font-weight="700"
          style={{
            fill: whole && !closed && !legal && !chosen ? "var(--on-solid)" : "var(--ink)",
            fontFamily: "var(--font-num)",
          }}
        >
          {isExit(space) && space.next === "off"
            ? "EXIT"
            : isRing(space) || isExit(space)
              ? space.id.slice(1)
              : space.id}
        </text>
      )}
    </g>
  );
}

/** The spaces that the guns would bear on after the planned tile, as the table tells them. */
function GunArc({ plan, ring, middle }: { plan: Legal | null; ring: Space[]; middle: Point }) {
  const bears = aids.value === "on" ? (plan?.bears ?? []) : [];
  if (bears.length === 0) return null;
  const at = (n: number): Point => spot(ring[(n + ring.length) % ring.length]!.xy);
  const half = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const aimed = (n: number): boolean => bears.includes(ring[(n + ring.length) % ring.length]!.id);
  const starts = ring.map((_, n) => n).filter((n) => aimed(n) && !aimed(n - 1));
  const run = (start: number): number[] => {
    const found = [start];
    while (aimed(found.at(-1)! + 1)) found.push(found.at(-1)! + 1);
    return found;
  };
  return (
    <g fill="none">
      {starts.map(run).map((spaces) => {
        const [first, last] = [spaces[0]!, spaces.at(-1)!];
        const path = [half(at(first - 1), at(first)), ...spaces.map(at), half(at(last), at(last + 1))].map((point) =>
          outward(point, middle, 14),
        );
        return <path key={first} d={smooth(path, false)} stroke="var(--arc-mine)" stroke-width="92" />;
      })}
      {starts.flatMap(run).map((n) => (
        <CrossHair key={n} at={outward(at(n), middle, 46)} colour="var(--act-ink)" />
      ))}
    </g>
  );
}

const INSIDE = 52;

interface ReachSpot {
  space: string;
  at: Point;
  words: string;
}

/** Where the enemy's reach is told, if it is: beside each space, inside the ring. */
function reachOf(view: View<BiplanesBoard>, where: Map<string, Point>, middle: Point): ReachSpot[] {
  if (aids.value !== "on" || view.seat < 0) return [];
  return Object.entries(view.board.sides[enemyOf(view)].reach).flatMap(([space, values]) => {
    const at = where.get(space);
    const away = at && distance(at, middle) > INSIDE * 2 ? -INSIDE : INSIDE;
    return at ? [{ space, at: outward(at, middle, away), words: values.join(" ") }] : [];
  });
}

const enemyOf = (view: View<BiplanesBoard>): 0 | 1 => (view.seat === 1 ? 0 : 1);

/** Where the enemy could be after this turn, by the tiles nobody has seen: their values in rings, inside the ring. */
function Reach({ spots, colour }: { spots: ReachSpot[]; colour: string }) {
  return (
    <g class="chip reach">
      {spots.map(({ space, at: spot, words }) => {
        const half = 13 + (words.length - 1) * 5;
        return (
          <g key={space} transform={`translate(${spot.x} ${spot.y})`}>
            <g class="tg">
              <rect
                x={-half}
                y="-13"
                width={half * 2}
                height="26"
                rx="13"
                fill="var(--sheet)"
                stroke={colour}
                stroke-width="2.2"
              />
              <text
                y="5.5"
                text-anchor="middle"
                font-size="16"
                font-weight="700"
                style={{ fill: colour, fontFamily: "var(--font-num)" }}
              >
                {words}
              </text>
            </g>
          </g>
        );
      })}
    </g>
  );
}

function Sites({ table }: { table: BiplanesBoard }) {
  const sign = table.mode === "espionage" ? "◉" : "";
  return (
    <g>
      {table.spaces.map((space) => {
        const number = table.mission?.sites[space.id];
        if (!space.site_xy || !number) return null;
        const at = spot(space.site_xy);
        return (
          <g
            key={space.id}
            transform={`translate(${Math.min(table.size[0] * SCALE - 26, Math.max(26, at.x))} ${at.y})`}
          >
            <rect
              x="-22"
              y="-22"
              width="44"
              height="44"
              rx="3"
              fill="var(--sheet)"
              stroke="var(--ink)"
              stroke-width="1.8"
            />
            <text
              y="7"
              text-anchor="middle"
              font-size="20"
              font-weight="700"
              style={{ fontFamily: "var(--font-display)" }}
            >
              {sign || number}
            </text>
            <text y="18" text-anchor="middle" font-size="11" style={{ fill: "var(--ink-2)" }}>
              {sign ? `${number} left` : ""}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Malfunctioning({ at, nose }: { at: Point; nose: number }) {
  return (
    <Piece at={at} turn={nose} size={1.1}>
      <g stroke-dasharray="3 2">
        <Aircraft style={{ letter: "M", shape: "diamond", solid: false, colour: "var(--ink-2)" }} />
      </g>
    </Piece>
  );
}

function Centre({ at, table }: { at: Point; table: BiplanesBoard }) {
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <g class="tg">
        <circle r="52" fill="var(--sheet)" stroke="var(--ink)" stroke-width="1.5" />
        <circle r="47" fill="none" stroke="var(--rule-soft)" stroke-width="1.5" />
        <text
          y="-17"
          text-anchor="middle"
          font-size="14"
          font-weight="600"
          style={{ fill: "var(--ink-2)", letterSpacing: ".08em" }}
        >
          ROUND {table.round}
        </text>
        <text
          y="13"
          text-anchor="middle"
          font-size="30"
          font-weight="700"
          style={{ fontFamily: "var(--font-display)" }}
        >
          {table.turn} / {TURNS}
        </text>
        <text y="32" text-anchor="middle" font-size="14" style={{ fill: "var(--ink-2)" }}>
          turn
        </text>
      </g>
    </g>
  );
}

const PHASE: Record<string, number> = {
  plan: 0,
  show: 0,
  answer: 0,
  target: 2,
  lose: 3,
  lose_bag: 3,
  toss: 0,
  bot_draw: 0,
};

const reachWords = (side: BiplanesBoard["sides"][0]): string =>
  `By the tiles that nobody has seen ${side.plane} could go to ${Object.entries(side.reach)
    .map(([space, values]) => `${space} with ${values.join(" or ")}`)
    .join(", ")}`;

/** A duel is told by the colours; in a scenario a side has a task, too. */
function titleIn({ board: table, seats }: View<BiplanesBoard>, seat: number): string {
  const plane = heading(table.sides[seat]?.plane ?? "");
  const task = seats[seat]?.title ?? "";
  if (!plane) return task;
  return table.mode === "dogfight" ? plane : `${task}, ${plane}`;
}

function say(view: View<BiplanesBoard>): string[] {
  const { board: table } = view;
  return [
    ...table.sides
      .filter((side) => side.at)
      .map(
        (side, seat) =>
          `${seat === view.seat ? `You, ${side.plane},` : heading(side.plane)} on ${side.at}, ${side.damage} of ${side.track} hits taken, ${side.hand_size} tiles in hand`,
      ),
    ...(aids.value === "on"
      ? table.sides.filter((side, seat) => seat !== view.seat && Object.keys(side.reach).length > 0).map(reachWords)
      : []),
    ...(table.mal
      ? [`The malfunctioning biplane on ${table.mal.at}, ${table.mal.damage} of ${table.mal.track} hits taken`]
      : []),
    ...Object.entries(table.mission?.sites ?? {}).map(([id, number]) => `A site at ${id}: ${number}`),
    ...(view.seat >= 0 && table.sides[view.seat]?.hand
      ? [`Your tiles, value/hits: ${table.sides[view.seat]!.hand!.join(", ")}`]
      : []),
    `Round ${table.round}, turn ${table.turn} of ${TURNS}`,
  ];
}

export const ui: GameUi<BiplanesBoard> = {
  poster,
  diagrams,
  secret: true,
  style: (seat: number, _info: SeatInfo, view) => styleOf(seat, view),
  Board,
  Hand,
  Variant,
  staging,
  Facts,
  Aside,
  phases: ({ board: table }) => ({ names: ["Plan", "Fly", "Shots", "After"], at: PHASE[table.phase] ?? -1 }),
  where: ({ board: table }) =>
    table.round > 0 ? `${table.mode} · round ${table.round}, turn ${table.turn}` : table.mode,
  go: (legal, view) => {
    if (view.decision_kind === "commit" && legal.kind === "play" && legal.piece)
      return `Seal ${wayWords(legal.piece, legal.facing)}, ${hitWords(legal.piece)}`;
    return heading(legal.text);
  },
  title: titleIn,
  counts: () => "hits taken",
  score: ({ board: table }) => table.sides.map((side) => side.damage),
  say,
};
