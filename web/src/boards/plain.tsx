/** A board for every game without a page of its own: what it has drawn, or the fields of its view as labelled cards. */

import type { ComponentChildren } from "preact";

import type { SeatInfo, View } from "../api/types";
import { Choices } from "./choices";
import { heading, lettered, type BoardProps, type GameUi, type SeatProps, type SeatStyle } from "./game";
import { Badge } from "./parts";
import { SvgBoard, useDrawing } from "./svg-board";
import { lines, plain } from "./text";

/** What a view of a game in one file shows: its state, and which of its fields have an entry for every seat. */
interface Shown {
  state: Record<string, unknown>;
  sealed: Record<string, string[]>;
  per_seat: string[];
  labels?: Record<string, string>;
}

const EMPTY: Record<string, unknown> = {};

/** The parts of a table. A game that has written its own picture has no entries for seats that we know of. */
export function shownOf(table: unknown): Shown {
  const whole = (table ?? EMPTY) as Record<string, unknown>;
  if (Array.isArray(whole["per_seat"]) && isObject(whole["state"]) && isObject(whole["sealed"]))
    return whole as unknown as Shown;
  return { state: whole, sealed: {}, per_seat: [] };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const isFlat = (value: unknown): boolean => value === null || typeof value !== "object";
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isFlat);

/** What people call a field: the game's label for it, or its name. */
export const label = (name: string, labels: Shown["labels"] = {}): string =>
  heading(labels[name] ?? name.replaceAll("_", " "));

/** The fields of a state by how they are shown; the number of the turn stands in the bar. */
export function sorted({ state, per_seat }: Shown): {
  single: string[];
  lists: string[];
  seats: string[];
  deep: string[];
} {
  const names = Object.keys(state).filter((name) => name !== "turn");
  const seats = names.filter(
    (name) =>
      per_seat.includes(name) &&
      Array.isArray(state[name]) &&
      (state[name] as unknown[]).every((one) => isFlat(one) || isList(one)),
  );
  const rest = names.filter((name) => !seats.includes(name));
  const single = rest.filter((name) => isFlat(state[name]));
  const lists = rest.filter((name) => isList(state[name]));
  return { single, lists, seats, deep: rest.filter((name) => !single.includes(name) && !lists.includes(name)) };
}

/** Per-seat fields that hold one value each: they stand on the seat cards too. */
function facts(shown: Shown): string[] {
  return sorted(shown).seats.filter((name) => (shown.state[name] as unknown[]).every(isFlat));
}

function Chips({ value }: { value: unknown }) {
  if (isFlat(value)) return <b class="big num">{plain(value)}</b>;
  const all = value as unknown[];
  if (all.length === 0) return <span class="quiet-words">none</span>;
  return (
    <ul class="chips">
      {all.map((one, n) => (
        <li key={n} class="num">
          {plain(one)}
        </li>
      ))}
    </ul>
  );
}

function Field({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section class="field" aria-label={name}>
      <h3 class="caps">{name}</h3>
      {children}
    </section>
  );
}

function Board(props: BoardProps<unknown>) {
  const drawing = useDrawing(props.svg ?? "");
  return drawing ? <SvgBoard {...props} drawing={drawing} /> : <Cards {...props} />;
}

function Cards({ view }: BoardProps<unknown>) {
  const shown = shownOf(view.board);
  const { state } = shown;
  const { single, lists, seats, deep } = sorted(shown);
  const named = (name: string) => label(name, shown.labels);
  return (
    <div class="board plainboard" tabIndex={0} role="group" aria-label="The table">
      <div class="singles">
        {single.map((name) => (
          <Field key={name} name={named(name)}>
            <Chips value={state[name]} />
          </Field>
        ))}
        {Object.entries(shown.sealed).map(([seat, words]) => (
          <Field
            key={seat}
            name={Number(seat) === view.seat ? "You have sealed" : `${view.seats[Number(seat)]?.title} has sealed`}
          >
            <Chips value={words} />
          </Field>
        ))}
      </div>
      {lists.map((name) => (
        <Field key={name} name={named(name)}>
          <Chips value={state[name]} />
        </Field>
      ))}
      {seats.map((name) => (
        <Field key={name} name={named(name)}>
          <dl class={`byseat ${facts(shown).includes(name) ? "flat" : ""}`}>
            {(state[name] as unknown[]).map((value, seat) => (
              <SeatRow key={seat} info={view.seats[seat]} seat={seat} value={value} />
            ))}
          </dl>
        </Field>
      ))}
      {deep.map((name) => (
        <Field key={name} name={named(name)}>
          <pre>{lines(state[name]).join("\n")}</pre>
        </Field>
      ))}
    </div>
  );
}

function SeatRow({ info, seat, value }: { info: SeatInfo | undefined; seat: number; value: unknown }) {
  return (
    <div>
      <dt>
        {info && <Badge style={style(seat)} />} {info?.title ?? `Seat ${seat + 1}`}
      </dt>
      <dd>
        <Chips value={value} />
      </dd>
    </div>
  );
}

/** Every action as a key in the tray. */
function Hand({ view, pick }: BoardProps<unknown>) {
  return (
    <div class="hand plainhand">
      <Choices legal={view.legal} pick={pick} />
    </div>
  );
}

function Facts({ view, seat }: SeatProps<unknown>) {
  const shown = shownOf(view.board);
  return (
    <dl>
      {facts(shown).map((name) => (
        <>
          <dt>{label(name, shown.labels)}</dt>
          <dd class="num">{plain((shown.state[name] as unknown[])[seat])}</dd>
        </>
      ))}
    </dl>
  );
}

const style = (seat: number): SeatStyle => lettered(seat, "ABCDEF"[seat % 6] ?? "A");

/** The first field of numbers, one a seat, is what the review draws. */
function counted(view: View): string | undefined {
  const shown = shownOf(view.board);
  return facts(shown).find((name) => (shown.state[name] as unknown[]).every((one) => typeof one === "number"));
}

export const generic: GameUi<unknown> = {
  secret: true,
  style,
  Board,
  drawn: false,
  Hand,
  Facts,
  phases: () => ({ names: [], at: -1 }),
  where(view) {
    const { turn } = shownOf(view.board).state;
    return typeof turn === "number" && turn > 0 ? `Turn ${turn}` : "";
  },
  score(view) {
    const name = counted(view);
    return name ? (shownOf(view.board).state[name] as number[]) : [];
  },
  counts: (view) => label(counted(view) ?? "", shownOf(view.board).labels),
  say: (view) => lines(shownOf(view.board).state),
};
