/** What a counter that fires can reach and see, as the view tells it: veil, dead ground, lines, and what hides whom. */

import { useEffect, useState } from "preact/hooks";

import type { BootsBoard, Field, Hidden } from "./board";
import type { Legal, View } from "../../api/types";
import { wordScale } from "../../state/prefs";
import { shooterIn } from "./facts";
import { dodge } from "../../boards/label-placement";
import { placeOf, type Pick, type Place } from "../../boards/game";
import { hexPoints } from "../../boards/geometry";
import { Chip, FireLine } from "../../boards/parts";
import { HEX_SIDE, type Layout } from "./terrain";

const MOST_CHIPS = 4;
/** The kinds of action that choose a target. */
const AIMED = new Set(["at", "also", "gun-at"]);

/** Hexes out of range lie under a veil; dead ground, in range but not seen, is hatched. */
export function Veil({ field, layout }: { field: Field; layout: Layout }) {
  const hexes = (mark: string): string[] =>
    layout
      .hexes()
      .filter((hex) => field.rows[hex.row]?.[hex.column] === mark)
      .map((hex) => hexPoints(hex.at.x, hex.at.y, HEX_SIDE, false));
  return (
    <g class="chip veil">
      {hexes(".").map((points) => (
        <polygon key={points} class="far" points={points} />
      ))}
      {hexes("x").map((points) => (
        <polygon key={points} class="dead" points={points} />
      ))}
    </g>
  );
}

/** Clear lines from the firing counter to all that it may fire at, as the legal actions name them. */
export function Sights({ view, layout, plan }: { view: View<BootsBoard>; layout: Layout; plan: Legal | null }) {
  const { board: table } = view;
  const aims = view.legal.filter((one) => AIMED.has(one.kind ?? ""));
  const lines =
    aims.length > 0
      ? aims.map((one) => ({ to: placeOf(one), sure: one === plan }))
      : placesAimed(table, plan).map((to) => ({ to, sure: true }));
  const shooter = aims[0] ? aims[0].acting_piece : plan && shooterIn(plan);
  const from = layout.at(table.pieces.find((piece) => piece.label === shooter)?.place ?? "");
  if (!from) return null;
  return (
    <g class="chip sights">
      {lines.map(({ to, sure }) => {
        const end = layout.at(to ?? "");
        return (
          end && (
            <FireLine
              key={to}
              from={from}
              to={end}
              colour="var(--act-ink)"
              dash={sure ? undefined : "5 6"}
              start={22}
              end={24}
            />
          )
        );
      })}
    </g>
  );
}

/** The places of those that a counter chosen to fire could be aimed at. */
const placesAimed = (table: BootsBoard, plan: Legal | null): string[] => [
  ...new Set((plan?.bears ?? []).map((label) => table.pieces.find((piece) => piece.label === label)?.place ?? "")),
];

/** Lines to enemies that are near enough but hidden: dotted, with a cross where sight ends, and by what. */
export function Blind({ field, layout, moves }: { field: Field; layout: Layout; moves: readonly Place[] }) {
  const from = layout.at(field.place);
  const lines = (field.hidden ?? []).flatMap((one) => {
    const to = layout.at(one.at);
    return from && to
      ? [{ one, to, cross: (one.by && layout.at(one.by)) || { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } }]
      : [];
  });
  const told = lines
    .filter(
      (line, n) => n === lines.findIndex((other) => other.one.by === line.one.by && other.one.rule === line.one.rule),
    )
    .slice(0, MOST_CHIPS);
  const spots = dodge(
    told.map(({ one, cross }) => ({ near: cross, text: blindWords(one) })),
    {
      width: layout.width,
      height: layout.height,
      pieces: lines.flatMap(({ to, cross }) => [to, cross]),
      side: 24,
      moves,
      scale: wordScale(),
    },
  );
  return (
    <g class="chip blind">
      {lines.map(({ one, to, cross }) => (
        <g key={one.at}>
          <path
            d={`M${from!.x} ${from!.y}L${to.x} ${to.y}`}
            stroke="var(--danger)"
            stroke-width="2.4"
            stroke-dasharray="2 5"
            fill="none"
          />
          <g transform={`translate(${cross.x} ${cross.y})`}>
            <circle r="9" fill="var(--sheet)" stroke="var(--danger)" stroke-width="1.8" />
            <path d="M-4 -4 4 4M4 -4-4 4" stroke="var(--danger)" stroke-width="2.2" />
          </g>
        </g>
      ))}
      {told.map(({ one }, n) => {
        const spot = spots[n];
        return spot && <Chip key={one.at} at={spot} text={blindWords(one)} colour="var(--danger)" />;
      })}
    </g>
  );
}

const blindWords = (one: Hidden): string => `${one.by ? `blocked by ${one.by}` : "friends in the way"} · ${one.rule}`;

/** What an attack promises: `2-1: pin 32.9 %, kill 25.5 %`. */
export const promiseOf = (legal: Legal): string => legal.odds_text ?? "no shot";

interface ComparedProps {
  view: View<BootsBoard>;
  layout: Layout;
  both: [Legal, Legal];
  moves: readonly Place[];
}

/** Two counters that could fire, side by side: the best shot of each, at the counter. */
export function Compared({ view, layout, both, moves }: ComparedProps) {
  const { board: table } = view;
  const [, rival] = both;
  const from = layout.at(placeOf(rival) ?? "");
  const words = both.flatMap((legal) => {
    const near = layout.at(placeOf(legal) ?? "");
    return near ? [{ near, text: `${shooterIn(legal) ?? ""} · ${promiseOf(legal)}` }] : [];
  });
  const spots = dodge(words, {
    width: layout.width,
    height: layout.height,
    pieces: table.pieces.flatMap((piece) => layout.at(piece.place) ?? []),
    side: 40,
    moves,
    scale: wordScale(),
  });
  return (
    <g class="chip compared">
      {from &&
        placesAimed(table, rival).map((place) => {
          const to = layout.at(place);
          return to && <FireLine key={place} from={from} to={to} colour="var(--ink)" dash="5 6" start={22} end={24} />;
        })}
      {words.map(({ text }, n) => {
        const spot = spots[n];
        return spot && <Chip key={text} at={spot} text={text} colour={n === 0 ? "var(--act-ink)" : "var(--ink)"} />;
      })}
    </g>
  );
}

/** Another counter under the pointer that could fire instead, while Control is held. */
export function useRival(view: View<BootsBoard>, pick: Pick, shooter: string | null): Legal | null {
  const [held, hold] = useState(false);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => hold(event.ctrlKey);
    const leave = (): void => hold(false);
    addEventListener("keydown", key);
    addEventListener("keyup", key);
    addEventListener("blur", leave);
    return () => {
      removeEventListener("keydown", key);
      removeEventListener("keyup", key);
      removeEventListener("blur", leave);
    };
  }, []);
  if (!held || !shooter) return null;
  return view.legal.find((one) => shooterIn(one) && shooterIn(one) !== shooter && placeOf(one) === pick.hover) ?? null;
}
