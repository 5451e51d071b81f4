/** A turn of Squadrons planned whole: every plane that needs no card flies ahead unless it is told otherwise. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { SquadronsBoard } from "./board";
import type { Legal, MovePlan, MovePlans, View } from "../../api/types";
import type { Batch, BoardProps, Pick } from "../../boards/game";
import { degreesOf } from "../../boards/geometry";
import { Key, Row } from "../../boards/tray";
import { stepsOf } from "../../state/planner";
import { Arrow } from "./hand";

/** The code of the manoeuvre ahead. */
const AHEAD = "A";

/** What was told to planes this turn, and which plane is told next. */
const orders = signal<{ turn: string; ways: Readonly<Record<string, string>>; marked: string }>({
  turn: "",
  ways: {},
  marked: "",
});

const turnOf = (view: View<SquadronsBoard>): string => `${view.seat}.${view.board.turns}`;

/** The orders of this turn; those of another are over. */
const now = (view: View<SquadronsBoard>): typeof orders.value =>
  orders.value.turn === turnOf(view) ? orders.value : { turn: turnOf(view), ways: {}, marked: "" };

/** A manoeuvre by its code. */
interface Way {
  code: string;
  plan: MovePlan;
}

interface Order {
  plane: string;
  /** What it may do, as that lies on the board: from the left to the right, ahead in the middle. */
  ways: Way[];
  chosen: Way;
}

/** Whether a turn is being planned: planes are named, and none is chosen. */
const planning = (view: View<SquadronsBoard>, pick: Pick): MovePlans | null =>
  view.board.phase === "name" && view.legal.length > 0 && !pick.planner?.underway.value
    ? (pick.planner?.plansOf("") ?? null)
    : null;

const headingOf = (view: View<SquadronsBoard>, name: string): string =>
  view.board.planes.find((plane) => plane.name === name)?.heading ?? "N";

const isFlown = (plan: MovePlan): boolean => plan.kind === "fly";

function ordersOf(view: View<SquadronsBoard>, plans: MovePlans): { free: Order[]; draws: string[] } {
  const { ways } = now(view);
  const planes = [...new Set((plans.plans ?? []).map((plan) => plan.piece))];
  const free = planes.flatMap((plane): Order[] => {
    const all = (plans.plans ?? [])
      .filter((plan) => plan.piece === plane && isFlown(plan))
      .map((plan) => ({ code: codeOf(plans, plan), plan }));
    const chosen = all.find((way) => way.code === ways[plane]) ?? all.find((way) => way.code === AHEAD) ?? all[0];
    return chosen ? [{ plane, ways: asTheyLie(all, (way) => way.code, headingOf(view, plane)), chosen }] : [];
  });
  return { free, draws: planes.filter((plane) => !free.some((order) => order.plane === plane)) };
}

/** The code of the manoeuvre that a plan ends with. */
const codeOf = (plans: MovePlans, plan: MovePlan): string => stepsOf(plans, plan).at(-1)?.word ?? "";

/** Ways as they lie on the board for a plane with this heading: from the left to the right, or else from the top down. */
export function asTheyLie<T>(all: readonly T[], way: (one: T) => string, heading: string): T[] {
  const turn = (degreesOf(heading) * Math.PI) / 180;
  const [across, down] = [-Math.cos(turn), -Math.sin(turn)].map(Math.round) as [number, number]; // to the pilot's left
  const sorted = [
    ...all.filter((one) => way(one).endsWith("L")),
    ...all.filter((one) => !way(one).endsWith("L") && !way(one).endsWith("R")),
    ...all.filter((one) => way(one).endsWith("R")),
  ];
  return across > 0 || (across === 0 && down > 0) ? sorted.reverse() : sorted;
}

/** The marked plane: the one that was chosen, or the first that was told nothing yet. */
function markedOf(view: View<SquadronsBoard>, free: readonly Order[]): Order | undefined {
  const { marked, ways } = now(view);
  return free.find((one) => one.plane === marked) ?? free.find((one) => !ways[one.plane]) ?? free[0];
}

/** Tells a plane which way to go, and goes on to the next. */
function tell(view: View<SquadronsBoard>, free: readonly Order[], plane: string, way: string): void {
  const { turn, ways } = now(view);
  const next = free[(free.findIndex((one) => one.plane === plane) + 1) % free.length]?.plane ?? "";
  orders.value = { turn, ways: { ...ways, [plane]: way }, marked: next };
}

/** All planes that need no card, each with its way; a click marks it, and its ways stand beside the go button. */
export function TurnPlan({ view, pick }: BoardProps<SquadronsBoard>) {
  const plans = planning(view, pick);
  useEffect(() => {
    if (view.board.phase === "name" && !pick.planner?.underway.value) void pick.planner?.ask("");
  });
  if (!plans) return null;
  const { free, draws } = ordersOf(view, plans);
  const marked = markedOf(view, free);
  return (
    <div class="hand sqplan">
      <Row class="narrow six" label="Planes and their ways">
        {free.map(({ plane, chosen }) => (
          <Key
            key={plane}
            name={plane}
            title={plane}
            note={`${chosen.plan.place} ${chosen.plan.facing}`}
            chosen={plane === marked?.plane}
            click={() => (orders.value = { ...now(view), marked: plane })}
          >
            <WayArrow view={view} way={chosen} />
          </Key>
        ))}
        {draws.map((plane) => (
          <Key
            key={plane}
            name={plane}
            title={plane}
            note="card first"
            class="card-first"
            chosen={pick.picked?.acting_piece === plane}
            click={() => pick.choose(naming(view, plane)?.action ?? null)}
          />
        ))}
      </Row>
    </div>
  );
}

const naming = (view: View<SquadronsBoard>, plane: string): Legal | undefined =>
  view.legal.find((one) => one.kind === "name" && one.acting_piece === plane);

/** The arrow of a way as it lies on the board. */
const WayArrow = ({ view, way }: { view: View<SquadronsBoard>; way: Way }) => (
  <Arrow code={way.code} turn={degreesOf(headingOf(view, way.plan.piece))} />
);

/** The ways of the marked plane, as they lie on the board; a click sets it and goes on to the next plane. */
export function MarkedWays({ view, pick }: BoardProps<SquadronsBoard>) {
  const plans = planning(view, pick);
  const { free } = plans ? ordersOf(view, plans) : { free: [] };
  const marked = markedOf(view, free);
  if (!plans || !marked || pick.picked) return null;
  return (
    <div class="seg bearings" role="group" aria-label={`${marked.plane} flies`}>
      {marked.ways.map((way) => (
        <button
          key={way.code}
          data-words={way.plan.word}
          aria-pressed={way === marked.chosen}
          aria-label={way.plan.words}
          onClick={() => tell(view, free, marked.plane, way.code)}
        >
          <WayArrow view={view} way={way} />
          <span>{way.plan.facing}</span>
        </button>
      ))}
    </div>
  );
}

/** What the go button sends: all planes that need no card, and then the first that draws one. */
export function batch(view: View<SquadronsBoard>, pick: Pick): Batch | null {
  const plans = planning(view, pick);
  if (!plans || pick.picked) return null;
  const { free, draws } = ordersOf(view, plans);
  if (free.length === 0) return null;
  const items = free.flatMap(({ plane, chosen }) =>
    stepsOf(plans, chosen.plan).map(({ action, word, place }) => ({ action, word, place: place ?? "", by: plane })),
  );
  const first = draws[0] && naming(view, draws[0]);
  if (first) items.push({ action: first.action, word: first.notation, place: "", by: draws[0]! });
  const still = free.every(({ chosen }) => chosen.code === AHEAD);
  const fly = `Fly ${free.length}${still ? " ahead" : ""}`;
  return { words: first ? `${fly}, then draw for ${draws[0]}` : fly, items, calm: plans.calm ?? [] };
}

/** The arrows set the marked plane's way as it lies on the board, and go on to the next; `A`: all ahead. */
export function key(pressed: string, { view, pick }: BoardProps<SquadronsBoard>): boolean {
  const plans = planning(view, pick);
  const { free } = plans ? ordersOf(view, plans) : { free: [] };
  const marked = markedOf(view, free);
  if (!marked || pick.picked) return false;
  if (pressed.toLowerCase() === "a") {
    orders.value = { turn: turnOf(view), ways: {}, marked: "" };
    return true;
  }
  const ahead = marked.ways.findIndex((one) => one.code === AHEAD);
  const at = { ArrowLeft: ahead - 1, ArrowUp: ahead, ArrowRight: ahead + 1 }[pressed];
  if (at === undefined) return false;
  const way = marked.ways[at];
  if (way) tell(view, free, marked.plane, way.code);
  return true;
}

/** Where planes would be, for the board. */
export function plannedFlights(view: View<SquadronsBoard>, pick: Pick): (MovePlan & { marked: boolean })[] {
  const plans = planning(view, pick);
  if (!plans || pick.picked) return [];
  const { free } = ordersOf(view, plans);
  const marked = markedOf(view, free);
  return free.map(({ plane, chosen }) => ({ ...chosen.plan, marked: plane === marked?.plane }));
}
