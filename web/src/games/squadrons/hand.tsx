/** The dock of Squadrons: planes to name, the drawn card, and the manoeuvres it leaves. */

import type { SquadronsBoard } from "./board";
import type { Legal, View } from "../../api/types";
import { aids } from "../../state/prefs";
import { Choices, press } from "../../boards/choices";
import { degreesOf } from "../../boards/geometry";
import { briefly, heading, placeOf, type BoardProps } from "../../boards/game";
import { PlayingCard } from "../../boards/parts";
import { Key, Row } from "../../boards/tray";
import { asTheyLie, MarkedWays, TurnPlan } from "./planning";

const AIM_WORDS: Record<string, string> = { head: "head to head with", tail: "tail shot on", other: "other shot on" };

interface Flight {
  action: number;
  code: string;
  square: string;
  heading: string;
}

/** A manoeuvre: its code, where it ends, and which way the plane heads then. */
export function flightOf(legal: Legal): Flight | null {
  const square = placeOf(legal);
  return legal.kind === "fly" && square
    ? { action: legal.action, code: legal.piece ?? "", square, heading: legal.facing ?? "" }
    : null;
}

/** The drawn card, and the manoeuvres it leaves; or the planes that can be named. */
export function Hand(props: BoardProps<SquadronsBoard>) {
  const { view, pick } = props;
  const { card } = view.board;
  if (view.legal.length === 0) return <p class="quiet-words waits">The other side names and moves its planes.</p>;
  if (view.legal.every((one) => one.kind === "name"))
    return pick.planner?.plansOf("") && !pick.planner.underway.value ? (
      <TurnPlan {...props} />
    ) : (
      <>
        <TurnPlan {...props} />
        <Choices
          legal={view.legal}
          pick={pick}
          words={(one) => ({ title: one.acting_piece ?? "", note: standWords(view, one) })}
        />
      </>
    );
  const many = view.legal.length > 3;
  const ways = asTheyLie(view.legal, (one) => one.piece ?? "", headingOf(view, view.legal[0]!));
  return (
    <div class="hand sqhand">
      {card && (
        <div class="drawn">
          <PlayingCard card={card} width={48} />
        </div>
      )}
      <Row class={many ? "narrow" : "cards"} label="Manoeuvres">
        {ways.map((one) => {
          const flight = flightOf(one);
          const code = one.piece ?? "";
          return (
            <Key
              key={one.notation}
              name={one.notation}
              title={flight ? (many ? code : (CODE_WORDS[code] ?? code)) : briefly(one)}
              note={flight ? (many ? flight.square : flightWords(view, one)) : one.odds_text}
              chosen={pick.picked === one}
              click={() => press(pick, one)}
            >
              {flight && <Arrow code={code} turn={degreesOf(headingOf(view, one))} />}
            </Key>
          );
        })}
      </Row>
    </div>
  );
}

/** Which way the plane of an action heads before it. */
const headingOf = (view: View<SquadronsBoard>, one: Legal): string =>
  view.board.planes.find((plane) => plane.name === one.acting_piece)?.heading ?? "N";

function standWords(view: View<SquadronsBoard>, one: Legal): string {
  const plane = view.board.planes.find((other) => other.name === one.acting_piece);
  return plane ? `${plane.square} ${plane.heading}` : "";
}

/** Where a manoeuvre ends and what it lets shoot, in a few words. */
function flightWords(view: View<SquadronsBoard>, one: Legal): string {
  const flight = flightOf(one);
  return flight ? `to ${flight.square}, heading ${flight.heading}${shotWords(view, one)}` : "";
}

export function Variant(props: BoardProps<SquadronsBoard>) {
  const { view, pick } = props;
  const { picked } = pick;
  if (!picked && view.board.phase === "name" && pick.planner?.plansOf("")) return <MarkedWays {...props} />;
  const words = !picked
    ? view.legal.some((one) => one.kind === "name")
      ? "Choose a plane, or drag it where it shall fly."
      : "Choose a manoeuvre, or the square it ends on."
    : picked.kind === "fly"
      ? heading(`${flightWords(view, picked)}.`)
      : heading(`${picked.text}.`);
  return <p class="consequence">{words}</p>;
}

/** What a move would let the named plane shoot at, in a few words. */
function shotWords({ board: table }: View<SquadronsBoard>, legal: Legal): string {
  const [shot] = aids.value === "on" ? (legal.aims ?? []).filter((aim) => aim.by === table.named) : [];
  return shot ? `, ${AIM_WORDS[shot.how ?? ""]} ${shot.at}` : "";
}

/** What the manoeuvres are called. */
export const CODE_WORDS: Record<string, string> = {
  A: "Ahead",
  TL: "Turn left",
  TR: "Turn right",
  BL: "Barrel roll left",
  BR: "Barrel roll right",
  IL: "Immelmann left",
  IR: "Immelmann right",
};

const ARROWS: Record<string, string> = {
  A: "M14 27V5M14 5l-5 6M14 5l5 6",
  T: "M14 27V17L5 8M5 8h8M5 8v8",
  B: "M19 27V19C19 14 9 15 9 9V5M9 5l-4 6M9 5l4 6",
  I: "M19 27V12a5 5 0 0 0-10 0v12M9 24l-4-6M9 24l4-6",
};

/** The way of a manoeuvre as it lies on the board, for a plane that is turned so far. */
export function Arrow({ code, turn }: { code: string; turn: number }) {
  const mirrored = code.endsWith("R") ? "translate(28 0) scale(-1 1)" : "";
  return (
    <svg
      class="g"
      width="34"
      height="34"
      viewBox="-5 -4 38 38"
      fill="none"
      stroke="currentColor"
      stroke-width="2.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path transform={`rotate(${turn} 14 15) ${mirrored}`} d={ARROWS[code[0] ?? "A"] ?? ARROWS.A} />
    </svg>
  );
}
