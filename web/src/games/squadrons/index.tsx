/** Squadrons: twelve planes on a square grid, two decks of cards. */

import type { Pile, Plane, SquadronsBoard } from "./board";
import type { Aim, GameEvent, Legal, View } from "../../api/types";
import { aids, wordScale } from "../../state/prefs";
import { Chart, liftId } from "../../boards/chart";
import { staging, verdictOf } from "./animation";
import { CODE_WORDS, flightOf, Hand, Variant } from "./hand";
import { dodge } from "../../boards/label-placement";
import { useLast } from "../../boards/last-positions";
import {
  byPlace,
  heading,
  lettered,
  placeOf,
  planned,
  type BoardProps,
  type GameUi,
  type Place,
  type SeatProps,
  type SeatStyle,
} from "../../boards/game";
import { degreesOf, type Point } from "../../boards/geometry";
import {
  Aircraft,
  Burst,
  cardWords,
  Chip,
  Code,
  FireLine,
  Patterns,
  Piece,
  PlayingCard,
  Still,
  Tag,
} from "../../boards/parts";
import { batch, key, plannedFlights } from "./planning";
import { diagrams } from "./diagrams";
import { poster } from "./poster";

const MARGIN = 22;
const SIDE = 44;
const RED: SeatStyle = lettered(0, "R");
const GREEN: SeatStyle = lettered(1, "G");
const SHOT_WORDS: Record<string, string> = { head: "head to head", tail: "tail · red card", other: "other · ♦ only" };

/** What their shot needs to hit, as the guide puts it. */
const THREAT_WORDS: Record<string, string> = { tail: "red card", other: "♦ only" };
const MOST_CHIPS = 4;

const styleOf = (plane: string): SeatStyle => (plane.startsWith("R") ? RED : GREEN);

/** Where things are drawn: north, the direction of growing rows, is up for everybody, as in all words. */
export class Grid {
  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {}

  get width(): number {
    return 2 * MARGIN + SIDE * this.columns;
  }

  get height(): number {
    return 2 * MARGIN + SIDE * this.rows;
  }

  cell(column: number, row: number): Point {
    return { x: MARGIN + SIDE * (column + 0.5), y: MARGIN + SIDE * (this.rows - row - 0.5) };
  }

  at(square: string): Point {
    return this.cell(square.charCodeAt(0) - 97, Number(square.slice(1)) - 1);
  }

  angle(word: string): number {
    return degreesOf(word);
  }
}

const gridOf = ({ board: table }: View<SquadronsBoard>): Grid => new Grid(table.columns, table.rows);

const namedSquare = (view: View<SquadronsBoard>): string | null =>
  view.board.planes.find((one) => one.name === view.board.named)?.square ?? null;

function placesOf(view: View<SquadronsBoard>, grid: Grid): Place[] {
  const actions = byPlace(view.legal);
  const named = namedSquare(view);
  const flights = view.legal.filter((one) => placeOf(one) !== named).map((one) => one.notation);
  const places: Place[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const id = `${String.fromCharCode(97 + column)}${row + 1}`;
      const plane = view.board.planes.find((one) => one.square === id);
      const name = plane ? `${id}, ${plane.name} heading ${plane.heading}` : id;
      const lifts = named
        ? id === named
          ? flights
          : []
        : view.legal.filter((one) => placeOf(one) === id).map((one) => one.notation);
      const naming = view.legal.find((one) => one.kind === "name" && placeOf(one) === id);
      places.push({
        id,
        ...grid.cell(column, row),
        name,
        actions: actions.get(id) ?? [],
        names: naming?.action,
        at_once: !!naming && !naming.odds_text, // nothing is drawn, so it can be taken back
        lifts,
        holds: plane ? [plane.name] : [],
      });
    }
  }
  return places;
}

/** A line of fire as it is drawn: between two spots, and whether it is mine, planned, or goes both ways. */
export interface Line {
  by: string;
  at: string;
  from: string;
  to: string;
  how: string;
  mine: boolean;
  planned: boolean;
  card: string;
}

/** The lines of fire: as the planes stand, those of the named plane as they would be after the planned move. */
export function linesOf(view: View<SquadronsBoard>, plan: Legal | null): Line[] {
  const { board: table } = view;
  const landing = plan && (plan.kind === "fly" || plan.kind === "stay") ? placeOf(plan) : null;
  const square = (name: string, planned: boolean): string =>
    (planned && name === table.named && landing) || (table.planes.find((one) => one.name === name)?.square ?? "");
  const line = (aim: Aim, planned: boolean, card = ""): Line => ({
    by: aim.by,
    at: aim.at,
    from: square(aim.by, planned),
    to: square(aim.at, planned),
    how: aim.how ?? "",
    mine: (aim.by[0] === "R") === (view.seat === 0),
    planned,
    card,
  });
  const shots = table.shots.map((shot) =>
    line({ by: shot.shooter, at: shot.target, how: shot.kind }, false, shot.card),
  );
  const standing = table.aims
    .filter((aim) => !landing || (aim.by !== table.named && aim.at !== table.named))
    .map((aim) => line(aim, false));
  const all = [...(landing ? (plan!.aims ?? []).map((aim) => line(aim, true)) : []), ...standing, ...shots];
  // Of two planes head to head one line shows both shots, unless each has its own card.
  return all.filter(
    (one, n) =>
      one.how !== "head" || one.card || all.findIndex((other) => other.at === one.by && other.by === one.at) > n,
  );
}

function lineWords(line: Line): string {
  if (line.how === "head" || line.mine || line.card) {
    const drawn = line.card.length > 1 ? ` ${cardWords(line.card)}` : "";
    return `${SHOT_WORDS[line.how]}${drawn}`;
  }
  return `bears on ${line.at}: ${THREAT_WORDS[line.how] ?? ""}`;
}

const lineColour = (line: Line): string =>
  line.how === "head" ? "var(--ink)" : line.mine ? "var(--act-ink)" : "var(--danger)";

/** Lines of fire: ochre mine, dashed while planned; red dotted theirs; ink both ways head to head. */
function FireLines({
  lines,
  grid,
  table,
  hover,
  moves,
}: {
  lines: Line[];
  grid: Grid;
  table: SquadronsBoard;
  hover: string | null;
  moves: Place[];
}) {
  const told = lines.filter((line, n) => n < MOST_CHIPS || line.from === hover || line.to === hover);
  const middle = (line: Line): Point => ({
    x: (grid.at(line.from).x + grid.at(line.to).x) / 2,
    y: (grid.at(line.from).y + grid.at(line.to).y) / 2,
  });
  const pieces = [
    ...table.planes.filter((plane) => plane.square).map((plane) => grid.at(plane.square)),
    ...lines.filter((line) => line.planned).map((line) => grid.at(line.mine ? line.from : line.to)),
  ];
  const spots = dodge(
    told.map((line) => ({ near: middle(line), text: lineWords(line) })),
    { width: grid.width, height: grid.height, pieces, side: SIDE - 6, moves, scale: wordScale() },
  );
  return (
    <g class="chip lines">
      {lines.map((line) => (
        <FireLine
          key={`${line.by}${line.at}`}
          from={grid.at(line.from)}
          to={grid.at(line.to)}
          colour={lineColour(line)}
          dash={
            line.planned && (line.mine || line.how === "head")
              ? "6 4"
              : line.mine || line.how === "head"
                ? undefined
                : "3 3"
          }
          both={line.how === "head" && !line.card}
        />
      ))}
      {told.map((line, n) => {
        const spot = spots[n];
        return spot && <Chip key={`${line.by}${line.at}`} at={spot} text={lineWords(line)} colour={lineColour(line)} />;
      })}
    </g>
  );
}

/** Distance classes of the plane under the pointer. */
function Distances({ at }: { at: Point }) {
  return (
    <g class="chip" fill="none" stroke="var(--ink-2)" stroke-width="1.6" stroke-dasharray="2 4">
      {(
        [
          [1, "card by suit"],
          [2, "card by colour"],
        ] as const
      ).map(([away, words]) => (
        <g key={away}>
          <rect
            x={at.x - SIDE * (away + 0.5)}
            y={at.y - SIDE * (away + 0.5)}
            width={SIDE * (2 * away + 1)}
            height={SIDE * (2 * away + 1)}
          />
          <text x={at.x - SIDE * (away + 0.5) + 4} y={at.y - SIDE * (away + 0.5) + 14} class="co" stroke="none">
            {words}
          </text>
        </g>
      ))}
    </g>
  );
}

function Board({ view, pick, news, beat }: BoardProps<SquadronsBoard>) {
  const grid = gridOf(view);
  const table = view.board;
  const lastSquare = useLast(table.planes.map((plane) => [plane.name, plane.square]));
  const places = placesOf(view, grid);
  const flights = view.legal.map(flightOf).filter((one) => one !== null);
  const chosen = pick.picked && placeOf(pick.picked);
  const plan = planned(pick, places);
  const named = namedSquare(view);
  const hovered =
    aids.value === "on" && !named && table.planes.find((plane) => plane.square && plane.square === pick.hover);
  return (
    <Chart
      width={grid.width}
      height={grid.height}
      label={`Board, ${table.columns} by ${table.rows}. ${view.prompt.text}`}
      places={places}
      pick={pick}
      reach={22}
      above={beat?.about.map(
        (event, n) => event.kind === "shot" && <ShotShown key={n} event={event} grid={grid} part={beat.part} />,
      )}
    >
      <Patterns />
      <Still
        on={JSON.stringify([grid, table.airfields, table.blocked])}
        draw={() => <Ground grid={grid} table={table} />}
      />
      {places
        .filter((place) => place.actions.length > 0)
        .map((place) => (
          <rect
            key={place.id}
            data-place={place.id}
            x={place.x - 20}
            y={place.y - 20}
            width="40"
            height="40"
            rx="3"
            class={`legal ${place.id === chosen ? "chosen" : ""} ${place.id === pick.hover ? "hover" : ""}`}
          />
        ))}
      {named && (
        <rect
          x={grid.at(named).x - 21}
          y={grid.at(named).y - 21}
          width="42"
          height="42"
          rx="3"
          fill="none"
          stroke="var(--ink)"
          stroke-width="3"
        />
      )}
      {flights.map((flight) => (
        <g
          key={flight.code}
          class={flight.square === chosen ? "" : "ghost"}
          transform={`translate(${grid.at(flight.square).x} ${grid.at(flight.square).y}) rotate(${grid.angle(flight.heading)}) scale(.92)`}
        >
          <Aircraft style={styleOf(table.named)} />
        </g>
      ))}
      {plannedFlights(view, pick).map((plan) => {
        const from = grid.at(table.planes.find((plane) => plane.name === plan.piece)?.square ?? "a1");
        const to = grid.at(plan.place ?? "a1");
        return (
          <g key={plan.piece} class={plan.marked ? "planned-flight marked" : "planned-flight"}>
            <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
            <g
              class="ghost"
              transform={`translate(${to.x} ${to.y}) rotate(${grid.angle(plan.facing ?? "N")}) scale(.8)`}
            >
              <Aircraft style={styleOf(plan.piece)} />
            </g>
          </g>
        );
      })}
      {table.planes
        .filter((plane) => plane.square)
        .map((plane) => (
          <Flyer key={plane.name} plane={plane} grid={grid} fresh={plane.to_move || !table.turn} />
        ))}
      {hovered && <Distances at={grid.at(hovered.square)} />}
      <FireLines
        lines={aids.value === "on" ? linesOf(view, plan) : linesOf({ ...view, board: { ...table, aims: [] } }, null)}
        grid={grid}
        table={table}
        hover={pick.hover}
        moves={places.filter((place) => place.actions.length > 0)}
      />
      {news
        .filter((event) => event.kind === "lost" && lastSquare.has(String(event.facts?.plane)))
        .map((event) => (
          <Falling
            key={event.text}
            name={String(event.facts?.plane)}
            at={grid.at(lastSquare.get(String(event.facts?.plane))!)}
          />
        ))}
      {flights.map((flight) => {
        const spot = grid.at(flight.square);
        return (
          <Code
            key={flight.code}
            at={{ x: spot.x + (flight.code.endsWith("R") ? 10 : -10), y: spot.y + 14 }}
            text={flight.code}
          />
        );
      })}
    </Chart>
  );
}

/** A shot as it is told: its line, then its card beside the shooter and the verdict beside the target. */
function ShotShown({ event, grid, part }: { event: GameEvent; grid: Grid; part: string | undefined }) {
  const [from, to] = (event.places ?? []).map((square) => grid.at(square));
  if (!from || !to) return null;
  const card = String(event.facts?.card ?? "-");
  const verdict = event.facts?.hit === undefined ? "" : verdictOf(event); // of a duel the dock shows who wins
  const aside = from.x > grid.width / 2 ? -1 : 1;
  const away = { x: to.x + Math.sign(to.x - from.x || aside) * 34, y: to.y + Math.sign(to.y - from.y) * 30 };
  return (
    <g class="chip">
      <FireLine from={from} to={to} colour="var(--danger)" />
      {(part === "card" || part === "verdict") && card !== "-" && (
        <svg
          x={from.x - Math.sign(to.x - from.x || aside) * 40 - 16}
          y={from.y - Math.sign(to.y - from.y) * 40 - 22}
          width="32"
          height="45"
          viewBox="0 0 54 76"
          overflow="visible"
        >
          <PlayingCard card={card} width={54} />
        </svg>
      )}
      {part === "verdict" && verdict && (
        <Chip
          at={away}
          text={verdict.toUpperCase()}
          colour={verdict === "Hit" ? "var(--danger)" : "var(--ink)"}
          size={14}
        />
      )}
    </g>
  );
}

/** A plane on its way down, for a moment. */
function Falling({ name, at }: { name: string; at: Point }) {
  return (
    <g>
      <g transform={`translate(${at.x} ${at.y})`}>
        <g class="falls">
          <Aircraft style={styleOf(name)} />
        </g>
      </g>
      <Burst at={at} text={name} />
    </g>
  );
}

function Flyer({ plane, grid, fresh }: { plane: Plane; grid: Grid; fresh: boolean }) {
  const at = grid.at(plane.square);
  const turn = grid.angle(plane.heading);
  const behind = ((turn + 130) * Math.PI) / 180;
  const away = 15 * wordScale(); // off the middle of the square, where the plane is pressed
  const tag = { x: Math.sin(behind) * away, y: -Math.cos(behind) * away };
  return (
    <Piece
      id={liftId(plane.square)}
      at={at}
      turn={turn}
      size={0.92}
      class={fresh ? "raised" : ""}
      upright={<Tag at={tag} text={plane.name} style={styleOf(plane.name)} />}
    >
      <Aircraft style={styleOf(plane.name)} />
    </Piece>
  );
}

const FIELDS = [
  ["land-2", "0,0 .32,0 .26,.19 .07,.24 0,.17"],
  ["land-2", ".58,0 .85,0 .91,.13 .75,.24 .6,.17"],
  ["land-2", "0,.45 .17,.39 .28,.53 .19,.66 0,.62"],
  ["land-2", ".72,.58 1,.53 1,.77 .81,.81"],
  ["land-2", ".3,.81 .53,.77 .6,1 .34,1"],
  ["land-3", ".41,.19 .56,.22 .58,.36 .43,.39"],
  ["land-3", ".13,.77 .24,.73 .28,.87 .15,.9"],
  ["land-3", ".85,.24 1,.22 1,.37 .89,.39"],
] as const;

/** Land, river and trenches: decoration under the grid. */
function Ground({ grid, table }: { grid: Grid; table: SquadronsBoard }) {
  const [width, height] = [SIDE * grid.columns, SIDE * grid.rows];
  const points = (list: string): string =>
    list
      .split(" ")
      .map((pair) => pair.split(",").map(Number))
      .map(([x = 0, y = 0]) => `${MARGIN + x * width},${MARGIN + y * height}`)
      .join(" ");
  const lines = (count: number, d: (n: number) => string): string =>
    Array.from({ length: count - 1 }, (_, n) => d(n + 1)).join("");
  return (
    <g>
      <rect
        x="1"
        y="1"
        width={grid.width - 2}
        height={grid.height - 2}
        fill="var(--sheet)"
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      <rect x={MARGIN} y={MARGIN} width={width} height={height} fill="var(--land)" />
      {FIELDS.map(([tint, list]) => (
        <polygon key={list} points={points(list)} fill={`var(--${tint})`} />
      ))}
      <g transform={`translate(${MARGIN} ${MARGIN}) scale(${width / 528} ${height / 528})`} fill="none">
        <path
          d="M0 156C68 138 98 193 168 183S278 218 328 240 448 218 528 246"
          stroke="var(--water)"
          stroke-width="11"
          opacity=".75"
        />
        <path d={trench(283, 0)} stroke="var(--grid)" stroke-width="1.6" />
        <path d={trench(328, 2)} stroke="var(--grid)" stroke-width="1.6" />
      </g>
      {table.airfields.map((field) => (
        <Airfield key={field.squadron} grid={grid} field={field} />
      ))}
      {table.blocked.map((square) => (
        <rect
          key={square}
          x={grid.at(square).x - 22}
          y={grid.at(square).y - 22}
          width="44"
          height="44"
          fill="var(--rock)"
        />
      ))}
      <path
        d={
          lines(grid.columns, (n) => `M${MARGIN + n * SIDE} ${MARGIN}v${height}`) +
          lines(grid.rows, (n) => `M${MARGIN} ${MARGIN + n * SIDE}h${width}`)
        }
        stroke="var(--grid)"
        stroke-width=".7"
      />
      <rect x={MARGIN} y={MARGIN} width={width} height={height} fill="none" stroke="var(--grid)" stroke-width="1.6" />
      {Array.from({ length: grid.columns }, (_, n) => (
        <text key={n} x={grid.cell(n, 0).x} y={grid.height - 7} text-anchor="middle" class="co">
          {String.fromCharCode(97 + n)}
        </text>
      ))}
      {Array.from({ length: grid.rows }, (_, n) => (
        <text key={n} x="11" y={grid.cell(0, n).y + 4} text-anchor="middle" class="co">
          {n + 1}
        </text>
      ))}
    </g>
  );
}

function trench(y: number, phase: number): string {
  const teeth = Array.from({ length: 37 }, (_, n) => {
    const at = Math.round(y + 14 * Math.sin(n / 6 + phase));
    return `L${n * 14 + 8} ${at}v5L${n * 14 + 14} ${at + 3}`;
  });
  return `M0 ${Math.round(y + 14 * Math.sin(phase))}${teeth.join("")}`;
}

function Airfield({ grid, field }: { grid: Grid; field: SquadronsBoard["airfields"][number] }) {
  const spots = field.squares.map((square) => grid.at(square));
  const [left, top] = [Math.min(...spots.map((spot) => spot.x)) - 19, Math.min(...spots.map((spot) => spot.y)) - 19];
  const [right, bottom] = [
    Math.max(...spots.map((spot) => spot.x)) + 19,
    Math.max(...spots.map((spot) => spot.y)) + 19,
  ];
  const colour = field.side === "R" ? "var(--seat-a)" : "var(--seat-b)";
  return (
    <g>
      <rect
        x={left}
        y={top}
        width={right - left}
        height={bottom - top}
        fill="none"
        stroke={colour}
        stroke-width="1.5"
        stroke-dasharray="7 4"
      />
      <text
        x={(left + right) / 2}
        y={(top + bottom) / 2 + 7}
        text-anchor="middle"
        font-size="20"
        font-weight="700"
        opacity=".55"
        style={{ fill: colour, fontFamily: "var(--font-display)" }}
      >
        {field.squadron}
      </text>
    </g>
  );
}

function Facts({ view, seat }: SeatProps<SquadronsBoard>) {
  const { board: table } = view;
  const pile = seat === 0 ? table.red : table.green;
  const planes = table.planes.filter((plane) => (plane.name[0] === "R") === (seat === 0));
  return (
    <>
      <dl>
        <dt>Score</dt>
        <dd>{table.score[seat]}</dd>
        <dt>Deck</dt>
        <dd class={pile.left <= 4 ? "short" : ""}>{pile.left} cards</dd>
      </dl>
      <div
        class="tally not-phone"
        role="img"
        aria-label={`${planes.filter((plane) => plane.square).length} planes left`}
      >
        {planes.map((plane) => (
          <i key={plane.name} class={`${seat === 1 ? "g" : ""} ${plane.square ? "" : "lost"}`}>
            {plane.name}
          </i>
        ))}
      </div>
    </>
  );
}

function Aside({ view }: { view: View<SquadronsBoard> }) {
  const { red, green } = view.board;
  const short = Math.min(red.left, green.left);
  const reds = (pile: Pile): number => pile.discards.filter((card) => /[HD]$/.test(card)).length;
  return (
    <section class="piles not-phone">
      <h2 class="caps">Cards used</h2>
      <dl class="small">
        <dt>Red</dt>
        <dd>
          {reds(red)} red, {red.discards.length - reds(red)} black
        </dd>
        <dt>Green</dt>
        <dd>
          {reds(green)} red, {green.discards.length - reds(green)} black
        </dd>
      </dl>
      {short <= 4 && <p class="short">The game ends with the last card.</p>}
    </section>
  );
}

export const ui: GameUi<SquadronsBoard> = {
  poster,
  diagrams,
  secret: false,
  style: (seat) => (seat === 0 ? RED : GREEN),
  role: (seat) => (seat === 0 ? "Flies the six red planes." : "Flies the six green planes."),
  Board,
  Hand,
  plan: batch,
  key,
  keys: [
    ["← ↑ →", "tell the marked plane its way, as it lies on the board, and go on to the next"],
    ["A", "all planes ahead"],
  ],
  staging,
  Variant,
  Facts,
  Aside,
  phases: ({ board: table }) => ({
    names: ["Name", "Move", "Shots"],
    at: { first: -1, name: 0, draw: 1, fly: 1, shots: 2 }[table.phase] ?? -1,
  }),
  where: ({ board: table }) => (table.turns ? `turn ${table.turns}` : "before the first card"),
  go: (legal, view) => {
    if (legal.kind === "ram") return `Collide with ${legal.piece}`;
    const words = CODE_WORDS[legal.piece ?? ""];
    return words
      ? `${view.board.named}: ${words.toLowerCase()}`
      : legal.kind === "stay"
        ? "Stay"
        : `Move ${legal.acting_piece}`;
  },
  counts: () => "planes shot down",
  score: ({ board: table }) => [...table.score],
  say: ({ board: table }) => [
    ...table.planes.map((plane) =>
      plane.square ? `${plane.name} on ${plane.square}, heading ${plane.heading}` : `${plane.name} is lost`,
    ),
    `Score: Red ${table.score[0]}, Green ${table.score[1]}`,
    `Decks: Red ${table.red.left}, Green ${table.green.left}`,
    ...table.aims.map((aim) => `${aim.by} bears on ${aim.at}, ${SHOT_WORDS[aim.how ?? ""]}`),
    ...table.shots.map((shot) => heading(`${shot.shooter} shoots at ${shot.target}, ${SHOT_WORDS[shot.kind]}`)),
  ],
};
