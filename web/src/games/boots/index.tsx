/** Combat Boots: counters on a hex map, and dog fights in a sky of lanes. */

import type { BootsBoard, Field, Piece as Unit } from "./board";
import type { GameEvent, Legal, SeatInfo, View } from "../../api/types";
import { aids, narrow, wordScale } from "../../state/prefs";
import { isPass } from "../../ui/keys";
import { fieldOf, hiddenWords, shooterOf } from "./facts";
import { carried, Lift } from "../../boards/carry";
import { Chart, liftId } from "../../boards/chart";
import { RollMark, staging } from "./animation";
import { Choices, verbWords, type Words } from "../../boards/choices";
import { Counter, SHAPES } from "./counter";
import {
  briefly,
  byPlace,
  heading,
  lettered,
  placeOf,
  planned,
  type BoardProps,
  type GameUi,
  type Pick,
  type Place,
  type SeatProps,
  type SeatStyle,
} from "../../boards/game";
import { hexPoints, middleOf, type Point } from "../../boards/geometry";
import { dodge } from "../../boards/label-placement";
import { Burst, Chip, FireLine, Patterns, Piece as Moving, Still } from "../../boards/parts";
import { useLast } from "../../boards/last-positions";
import { Blind, Compared, Sights, useRival, Veil } from "./sights";
import { PlanPath, type Shown } from "../../boards/plan-path";
import { endsOf, isAtOnce, Plan, planIn, planLines, Verbs } from "./planning";
import { Heaven, Sky, skyPlaces } from "./sky";
import { HEX_SIDE, Layout, OUTSIDE, TERRAIN_NAMES, Terrain } from "./terrain";
import { diagrams } from "./diagrams";
import { poster } from "./poster";

/** German counters are solid, British ones on paper, whichever seat they take; of others the first seat's are solid. */
function styleOf(seats: readonly SeatInfo[], seat: number): SeatStyle {
  const german = seats.findIndex((one) => one.side === "german");
  const solid = german >= 0 ? german : seats[0]?.side === "british" ? 1 : 0;
  const letter = seats[seat]?.title.charAt(0) ?? "";
  if (seat === solid) return { ...lettered(5, letter), shape: "square", solid: true };
  return { ...lettered(3, letter), shape: "circle", solid: false };
}

/** The words of the actions that each place's counters take part in. */
function liftsOf(table: BootsBoard, legal: Legal[]): Map<string, string[]> {
  const place = new Map(table.pieces.map((piece) => [piece.label, piece.place]));
  const found = new Map<string, string[]>();
  for (const { acting_piece: by = "", notation: word } of legal) {
    const at = place.get(by) ?? "";
    found.set(at, [...(found.get(at) ?? []), word]);
  }
  return found;
}

function placesOf(view: View<BootsBoard>, layout: Layout, field: Field | null, pick: Pick): Place[] {
  const hidden = new Map(
    field?.hidden?.map((one) => [one.at, `Not from ${field.place}: ${hiddenWords(one)}, ${one.rule}`]),
  );
  const actions = byPlace(view.legal);
  const lifts = liftsOf(view.board, view.legal);
  const ends = endsOf(view, pick);
  const planned = (id: string): Partial<Place> => {
    const here = ends.get(id);
    const plans = pick.planner?.plans.value;
    if (!here || !plans) return {};
    return { ends: here, ends_at_once: isAtOnce(pick, here), note: planLines(plans, here[0]!).join(". ") };
  };
  const hexes = layout.hexes().map((hex) => ({
    id: hex.name,
    ...hex.at,
    name: `${hex.name}, ${TERRAIN_NAMES[hex.terrain] ?? ""}${unitsIn(view.board, hex.name)}`,
    actions: actions.get(hex.name) ?? [],
    lifts: lifts.get(hex.name) ?? [],
    note: hidden.get(hex.name),
    holds: view.board.pieces.filter((piece) => piece.place === hex.name).map((piece) => piece.label),
    ...planned(hex.name),
  }));
  const outside = OUTSIDE.flatMap((id) => {
    const at = layout.at(id);
    return at
      ? [
          {
            id,
            ...at,
            name: `${id}${unitsIn(view.board, id)}`,
            actions: actions.get(id) ?? [],
            note: hidden.get(id),
            ...planned(id),
          },
        ]
      : [];
  });
  return [...hexes, ...outside];
}

const unitsIn = (table: BootsBoard, place: string): string =>
  table.pieces
    .filter((piece) => piece.place === place)
    .map((piece) => `, ${piece.label}${piece.pinned ? " pinned" : ""}`)
    .join("");

function Board({ view, pick, news, beat }: BoardProps<BootsBoard>) {
  const { board: table } = view;
  const shooter = shooterOf(table, pick.picked);
  const rival = useRival(view, pick, shooter);
  const lastPlace = useLast(
    table.pieces.map((piece) => [piece.label, piece.place]),
    ["destroyed"],
  );
  if (!table.map) {
    const sky = new Heaven(table.planes, narrow.value);
    const places = skyPlaces(sky, view.legal);
    return (
      <Chart
        width={sky.width}
        height={sky.height}
        label={`A dog fight. ${view.prompt.text}`}
        places={places}
        pick={pick}
        reach={44}
      >
        <Patterns />
        <Sky sky={sky} places={places} pick={pick} styles={view.seats.map((_, seat) => styleOf(view.seats, seat))} />
      </Chart>
    );
  }
  const layout = new Layout(table.map);
  const field = aids.value === "on" ? fieldOf(table, shooter) : null;
  const places = placesOf(view, layout, field, pick);
  const plan = planned(pick, places);
  const moves = places.filter((place) => place.actions.length > 0);
  const ends = places.filter((place) => place.actions.length === 0 && place.ends?.length);
  const chosen = pick.planner?.chosen.value?.place ?? (pick.picked && placeOf(pick.picked));
  const shown = planIn(view, pick);
  const mover = table.pieces.find((piece) => piece.label === table.mover);
  const focus = mover ? layout.at(mover.place) : null;
  const busy = focus ?? middleOf(moves) ?? { x: layout.width / 2, y: layout.height / 2 };
  const moving = `moving · ${table.points_left} MP left`;
  const [label] = focus
    ? dodge([{ near: focus, text: moving }], {
        width: layout.width,
        height: layout.height,
        pieces: table.pieces.flatMap((piece) => layout.at(piece.place) ?? []),
        side: 40,
        moves,
        scale: wordScale(),
        away: [36, 62],
      })
    : [];
  return (
    <Chart
      width={layout.width}
      height={layout.height}
      label={`${table.battle}. ${view.prompt.text}`}
      places={places}
      pick={pick}
      reach={30}
      close={layout.columns > 10 ? { ...busy, width: 480 } : null}
      above={(beat && beat.part !== "verdict" ? [] : news).filter(isAttack).flatMap((event) =>
        harmIn(event).map(([label, result]) => {
          const at = layout.at(lastPlace.get(label) ?? "");
          return at && <Burst key={`${event.text}${label}`} at={{ x: at.x, y: at.y - 36 }} text={result} />;
        }),
      )}
    >
      <Patterns />
      <Still on={JSON.stringify(table.map)} draw={() => <Terrain layout={layout} />} />
      {Object.entries(table.objectives).map(([name, holder]) => (
        <Objective key={name} at={layout.at(name)} style={holder >= 0 ? styleOf(view.seats, holder) : undefined} />
      ))}
      {[...moves, ...ends]
        .filter((place) => !OUTSIDE.includes(place.id))
        .map((place) => (
          <polygon
            key={place.id}
            data-place={place.id}
            points={hexPoints(place.x, place.y, HEX_SIDE - 3, false)}
            class={`${place.actions.length > 0 ? "legal" : "reachable"} see-through ${place.id === chosen ? "chosen" : ""} ${place.id === pick.hover ? "hover" : ""}`}
          />
        ))}
      {table.batteries.map((battery, n) => battery.at && <Barrage key={n} at={layout.at(battery.at)} />)}
      {field && <Veil field={field} layout={layout} />}
      <Sights view={view} layout={layout} plan={plan} />
      <Stacks view={view} layout={layout} pick={pick} chosen={pick.picked} />
      {shown && <Planned shown={shown} view={view} layout={layout} />}
      {field && <Blind field={field} layout={layout} moves={moves} />}
      {rival && pick.picked && <Compared view={view} layout={layout} both={[pick.picked, rival]} moves={moves} />}
      {label && <Chip at={label} text={moving} />}
    </Chart>
  );
}

/** A whole move: the way on the ground, or the line of fire. */
function Planned({ shown, view, layout }: { shown: Shown; view: View<BootsBoard>; layout: Layout }) {
  const { plan } = shown;
  const at = (place: string): Point | null => layout.at(place);
  if (plan.kind === "move" || plan.kind === "assault")
    return <PlanPath shown={shown} at={at} bead={(step) => step.cost?.split(" ")[0] ?? ""} />;
  const from = at(view.board.pieces.find((piece) => piece.label === plan.piece)?.place ?? "");
  const to = at(plan.place ?? "");
  return from && to && <FireLine from={from} to={to} colour="var(--act-ink)" start={22} end={24} />;
}

const isAttack = (event: GameEvent): boolean => Array.isArray(event.facts?.results);

/** Who was hurt in an attack, and how: `[["mg34-1", "pinned"]]`. */
export function harmIn(event: GameEvent): [label: string, result: string][] {
  const targets = (event.facts?.targets ?? []) as string[];
  const results = (event.facts?.results ?? []) as string[];
  return targets
    .map((label, n): [string, string] => [label, results[n] ?? ""])
    .filter(([, result]) => result !== "no effect");
}

function Objective({ at, style }: { at: Point | null; style: SeatStyle | undefined }) {
  if (!at) return null;
  const colour = style?.colour ?? "var(--ink-2)";
  return (
    <g>
      <polygon points={hexPoints(at.x, at.y, HEX_SIDE - 4, false)} fill="none" stroke={colour} stroke-width="2.6" />
      <path
        transform={`translate(${at.x} ${at.y - 27})`}
        d="M0 -8 2.3 -2.6 8 -2.4 3.6 1.2 5 6.8 0 3.6-5 6.8-3.6 1.2-8 -2.4-2.3 -2.6z"
        fill={colour}
        stroke="var(--sheet)"
      />
    </g>
  );
}

function Barrage({ at }: { at: Point | null }) {
  if (!at) return null;
  return (
    <g class="chip">
      <circle cx={at.x} cy={at.y} r="84" fill="url(#hatch)" opacity=".5" />
      <path
        transform={`translate(${at.x} ${at.y})`}
        d="M0 -14C6 -8 6 2 5 10H-5C-6 2-6 -8 0 -14z"
        fill="var(--danger)"
        stroke="var(--ink)"
      />
    </g>
  );
}

/** Counters on their hexes: several lie in a stack, which fans out under the pointer. */
function Stacks({
  view,
  layout,
  pick,
  chosen,
}: {
  view: View<BootsBoard>;
  layout: Layout;
  pick: Pick;
  chosen: Legal | null;
}) {
  const stacks = new Map<string, Unit[]>();
  for (const unit of view.board.pieces) {
    if (layout.at(unit.place) && !unit.aboard) stacks.set(unit.place, [...(stacks.get(unit.place) ?? []), unit]);
  }
  const label = chosen?.piece ?? "";
  const order = [...stacks].sort(([a], [b]) => Number(a === pick.hover) - Number(b === pick.hover));
  return (
    <>
      {order.map(([place, units]) => {
        const at = layout.at(place)!;
        const outside = OUTSIDE.includes(place);
        const fan = outside || (place === pick.hover && units.length > 1 && !carried.value);
        const step = fan ? Math.min(44, (layout.width - 56) / Math.max(1, units.length - 1)) : 4;
        const half = ((units.length - 1) * step) / 2;
        const middle = fan ? Math.min(Math.max(at.x, half + 28), layout.width - half - 28) : at.x;
        const top = units.find((unit) => unit.label === view.board.mover) ?? units.at(-1);
        return units.map((unit, n) => {
          const shift = n * step - half;
          return (
            <Moving
              key={unit.label}
              id={unit === top ? liftId(place) : undefined}
              at={{ x: middle + shift, y: at.y + (fan ? 0 : -shift) }}
              class={unit.acted ? "" : "raised"}
              upright={
                unit.label === label || unit.label === view.board.mover ? (
                  <Frame act={unit.label === label} />
                ) : undefined
              }
            >
              <UnitCounter
                unit={unit}
                style={styleOf(view.seats, unit.seat)}
                cargo={view.board.pieces.find((other) => other.aboard === unit.label)}
                count={!fan && n === units.length - 1 ? units.length : 1}
              />
            </Moving>
          );
        });
      })}
    </>
  );
}

function Frame({ act }: { act: boolean }) {
  return (
    <g fill="none">
      <rect x="-23" y="-23" width="46" height="46" rx="5" stroke="var(--ink)" stroke-width="5" />
      {act && <rect x="-23" y="-23" width="46" height="46" rx="5" stroke="var(--act)" stroke-width="2.6" />}
    </g>
  );
}

function UnitCounter({
  unit,
  style,
  cargo,
  count,
}: {
  unit: Unit;
  style: SeatStyle;
  cargo: Unit | undefined;
  count: number;
}) {
  const fired = unit.acted === true && !unit.attacks && unit.rating.charAt(0) !== "/";
  return (
    <g>
      <g transform={fired ? "rotate(90)" : undefined}>
        <Counter kind={SHAPES[unit.kind] ?? "infantry"} text={unit.rating} solid={style.solid} colour={style.colour} />
      </g>
      {cargo && (
        <g transform="translate(15 -15) scale(.42)">
          <Counter kind={SHAPES[cargo.kind] ?? "infantry"} text="" solid={style.solid} colour={style.colour} />
        </g>
      )}
      {!!unit.pinned && (
        <g>
          <rect x="-20" y="-20" width="40" height="40" rx={style.solid ? 2 : 9} fill="var(--paper)" opacity=".45" />
          <g transform="rotate(-12)">
            <rect
              x="-27"
              y="-9"
              width="54"
              height="17"
              rx="2"
              fill="var(--sheet)"
              stroke="var(--danger)"
              stroke-width="1.8"
            />
            <text y="4.5" text-anchor="middle" font-size="13" font-weight="700" style={{ fill: "var(--danger)" }}>
              PINNED
            </text>
          </g>
        </g>
      )}
      {count > 1 && (
        <g transform="translate(18 -19)">
          <circle r="9" fill="var(--ink)" />
          <text y="4.5" text-anchor="middle" font-size="12" font-weight="700" style={{ fill: "var(--paper)" }}>
            {count}
          </text>
        </g>
      )}
    </g>
  );
}

/** The counter that is set up; or who can act above what it does: move, fire, and at whom. */
function Hand({ view, pick }: BoardProps<BootsBoard>) {
  const quiet = plainAnswers(view);
  const rest = view.legal.filter((one) => !quiet.includes(one) && !isPass(one));
  if (view.legal.length === 0) return <p class="quiet-words waits">The other side is to act.</p>;
  const actors = new Set(rest.map((one) => one.acting_piece));
  const planning = view.board.map && view.board.stage === "acting" && pick.planner?.piece.value;
  if (planning)
    return (
      <div class="hand cbhand">
        <Verbs pick={pick} layout={new Layout(view.board.map!)} shown={planIn(view, pick)} />
      </div>
    );
  return (
    <div class="hand cbhand">
      <SetUp view={view} pick={pick} />
      <Choices
        legal={rest}
        pick={pick}
        words={actors.size > 1 && rest.length > actors.size ? verbWords : undefined}
        who={(by) => whoWords(view, by)}
      />
    </div>
  );
}

/** Answers that name no piece and no place: done, stop, fire now. */
const plainAnswers = (view: View<BootsBoard>): Legal[] =>
  view.legal.length < 2
    ? []
    : view.legal.filter((one) => !one.piece && !one.acting_piece && !one.places && !isPass(one));

function whoWords({ board: table }: View<BootsBoard>, by: string): Words {
  const unit = table.pieces.find((piece) => piece.label === by);
  const plane = table.planes.find((one) => one.label === by);
  const name = unit?.name ?? plane?.name ?? by;
  const alike = [...table.pieces, ...table.planes].filter((one) => one.name === name).length > 1;
  const number = alike ? (/\d+$/.exec(by)?.[0] ?? "") : "";
  return { title: `${name} ${number}`.trim(), note: unit ? `in ${unit.place}` : plane?.state };
}

/** The counter that is set up, to be carried to its hex. */
function SetUp({ view, pick }: { view: View<BootsBoard>; pick: Pick }) {
  const { board: table } = view;
  const unit =
    table.stage === "placing" && view.legal.length > 0
      ? table.pieces.find((piece) => piece.label === table.lead)
      : undefined;
  if (!unit) return null;
  const style = styleOf(view.seats, unit.seat);
  const next = (): void =>
    pick.choose(view.legal[(view.legal.findIndex((one) => one === pick.picked) + 1) % view.legal.length]!.action);
  return (
    <Lift
      class="pick"
      pressed={false}
      disabled={false}
      words={view.legal.map((one) => one.notation)}
      pick={pick}
      click={next}
    >
      <svg class="tile" width="52" viewBox="-24 -24 48 48" role="img" aria-label={`${unit.name}, to be set up`}>
        <Counter kind={SHAPES[unit.kind] ?? "infantry"} text={unit.rating} solid={style.solid} colour={style.colour} />
      </svg>
    </Lift>
  );
}

function Facts({ view, seat }: SeatProps<BootsBoard>) {
  const { board: table } = view;
  const units = table.pieces.filter((piece) => piece.seat === seat && piece.place !== "destroyed");
  const pinned = units.filter((unit) => unit.pinned).length;
  const held = Object.values(table.objectives).filter((holder) => holder === seat).length;
  const planes = table.planes.filter((plane) => plane.seat === seat);
  return (
    <dl>
      {table.map ? (
        <>
          <dt>Objectives</dt>
          <dd>
            {held} of {Object.keys(table.objectives).length}
          </dd>
          <dt>Pieces</dt>
          <dd>
            {units.length}
            {pinned > 0 && <span class="not-phone"> · {pinned} pinned</span>}
          </dd>
        </>
      ) : (
        <>
          <dt>Points</dt>
          <dd>{table.points[seat] ?? 0}</dd>
        </>
      )}
      {planes.length > 0 && (
        <>
          <dt>Aircraft</dt>
          <dd>{planes.filter((plane) => !plane.away).length}</dd>
        </>
      )}
    </dl>
  );
}

function Aside({ view }: { view: View<BootsBoard> }) {
  const { board: table } = view;
  return (
    <section class="piles not-phone">
      <h2 class="caps">To win</h2>
      <p class="small">
        {table.victory} {table.otherwise && `Otherwise: ${table.otherwise}`}
      </p>
      {table.batteries.map((battery, n) => (
        <p key={n} class="small">
          {view.seats[battery.seat]?.title} guns: {battery.missions} missions, {battery.state}
        </p>
      ))}
    </section>
  );
}

/** Stages in which a side answers in the other's turn. */
const REACTIONS = new Set(["following", "returning", "defending", "ground-fire"]);

const PHASES = ["setup", "start", "action", "close", "rally"];
const PHASE_WORDS = ["Set up", "Start", "Action", "Close combat", "Rally"];

/** What comes of the whole move in view, or of the chosen action. */
function Variant({ view, pick }: BoardProps<BootsBoard>) {
  const shown = planIn(view, pick);
  if (shown) return <Plan pick={pick} shown={shown} />;
  const { picked } = pick;
  const named = picked?.acting_piece && view.board.stage === "acting" ? whoWords(view, picked.acting_piece) : null;
  const words = named
    ? `${named.title} ${named.note ?? ""}.`
    : picked
      ? heading(picked.odds_text || picked.text)
      : `${view.legal.length} ways: here, on the board, or in the list.`;
  return <p class="consequence">{words}</p>;
}

export const ui: GameUi<BootsBoard> = {
  poster,
  diagrams,
  secret: false,
  style: (seat: number, info: SeatInfo, view) =>
    styleOf(view?.seats ?? (seat === 0 ? [info] : [{ ...info, side: "" }, info]), seat),
  Board,
  Hand,
  Variant,
  staging,
  Mark: RollMark,
  quiet: plainAnswers,
  Facts,
  Aside,
  phases: ({ board: table }) =>
    table.map ? { names: PHASE_WORDS, at: PHASES.indexOf(table.phase) } : { names: [], at: -1 },
  where: ({ board: table }) => `${table.battle} · turn ${table.game_turn} of ${table.turns}`,
  stamp: ({ board: table }) => (REACTIONS.has(table.stage) ? "Reaction" : ""),
  go: (legal, { board: table }) =>
    legal.kind === "move" && table.stage === "acting" ? `Move ${legal.acting_piece}, step by step` : briefly(legal),
  counts: ({ board: table }) => (table.map ? "pieces left" : "points"),
  score: ({ board: table }) =>
    table.map
      ? [0, 1].map((seat) => table.pieces.filter((piece) => piece.seat === seat && piece.place !== "destroyed").length)
      : [...table.points],
  say: (view) => [
    ...view.board.pieces.map(
      (piece) =>
        `${piece.label}, ${piece.name}: ${piece.aboard ? `aboard ${piece.aboard}` : piece.place}${piece.pinned ? ", pinned" : ""}${piece.acted ? ", has acted" : ""}`,
    ),
    ...view.board.planes.map(
      (plane) =>
        `${plane.label}, ${plane.name}: ${plane.state}${plane.pursues ? `, pursues ${plane.pursues}` : ""}${plane.turns_with ? `, turning with ${plane.turns_with}` : ""}${plane.damaged ? ", damaged" : ""}`,
    ),
    ...view.board.fields.flatMap((field) =>
      (field.hidden ?? []).map(
        (one) =>
          `${field.units.join(", ")} in ${field.place}: ${one.at} is near enough, but ${hiddenWords(one)}, ${one.rule}`,
      ),
    ),
    ...Object.entries(view.board.objectives).map(
      ([name, holder]) => `Objective ${name}: ${view.seats[holder]?.title ?? "nobody"}`,
    ),
  ],
};
