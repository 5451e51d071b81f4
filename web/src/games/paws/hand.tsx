/** The hand of Jaws vs Paws: the cards, the card that is held, and the sections it can be laid on. */

import { signal } from "@preact/signals";

import type { PawsTable, TeamTable } from "./board";
import type { Legal, View } from "../../api/types";
import { dropFor, Lift } from "../../boards/carry";
import { Choices } from "../../boards/choices";
import { heading, placeOf, type BoardProps, type Pick } from "../../boards/game";
import { CardFace } from "./cards";
import { Key, Row } from "../../boards/tray";

/** The card in hand that the next tap on a section lays, and which half is up. */
const held = signal<{ card: string; side: "own" | "enemy" } | null>(null);

/** The held card, as long as it is still in the hand of this seat. */
export function heldIn(view: View<PawsTable>): { card: string; side: "own" | "enemy" } | null {
  const now = held.value;
  return now && view.table.phase === "action" && view.table.seats[view.seat]?.secrets?.hand.includes(now.card)
    ? now
    : null;
}

/** Whether an action lays a card, face down or open for all to see. */
export const isLay = (legal: Legal): boolean => legal.kind === "lay" || legal.kind === "lay_open";

/** Whether the next card lies open for all to see: then every action that lays one says so. */
const opens = (view: View<PawsTable>): boolean => view.legal.some((one) => one.kind === "lay_open");

/** Whether a plan lays the held card, with the held half up where it has two. */
export const lays = (legal: Legal, card: string, side: string): boolean =>
  isLay(legal) && legal.piece === card && (!legal.facing || legal.facing === side);

/** Turns the held card, if it is one with two halves. */
export function turnHeld(view: View<PawsTable>): boolean {
  const now = heldIn(view);
  if (!now?.card.startsWith("plane")) return false;
  held.value = { card: now.card, side: now.side === "own" ? "enemy" : "own" };
  return true;
}

export const cardWords = (card: string): string => card.replaceAll("_", " ");

export function Hand({ view, pick }: BoardProps<PawsTable>) {
  const { table } = view;
  const own = table.seats[view.seat];
  if (!own?.secrets) return <p class="quiet-words waits">{view.prompt.words}</p>;
  const [team = "", role = ""] = own.seat.split(".");
  const backs = view.legal.filter((one) => one.kind === "back").map((one) => one.action);
  const other = view.legal.filter((one) => !["lay", "lay_open", "back", "drop", ...PLAIN].includes(one.kind ?? ""));
  const mine = table.teams.find((one) => one.team === team);
  if (other.length > 0) return <Choices legal={other} pick={pick} />;
  return (
    <div class="hand jphand">
      <Row class="tiles" label="Your hand" drop={dropFor(backs)}>
        {own.secrets.hand.map((card, n) => (
          <HandCard
            key={`${card}${n}`}
            card={card}
            first={own.secrets!.hand.indexOf(card) === n}
            team={team}
            role={role}
            view={view}
            pick={pick}
          />
        ))}
        {own.secrets.hand.length === 0 && <p class="quiet-words waits">No card is left in your hand.</p>}
      </Row>
      {table.phase === "action" && mine && <Sections view={view} pick={pick} team={mine} />}
    </div>
  );
}

/** Plain answers that need no card. */
export const PLAIN = ["ready", "not_ready", "start_over"];

/** The sections of the own track as keys that say who lies there. */
function Sections({ view, pick, team }: { view: View<PawsTable>; pick: Pick; team: TeamTable }) {
  const now = heldIn(view);
  const role = view.table.seats[view.seat]?.seat.split(".")[1] ?? "";
  return (
    <div class="sections" role="group" aria-label="Sections of your track">
      {Array.from({ length: view.table.sections }, (_, n) => {
        const id = `${team.team}.${n + 1}`;
        const there = view.legal.filter((one) => placeOf(one) === id);
        const one = now
          ? there.find((legal) => lays(legal, now.card, now.side))
          : there.find((legal) => legal.kind === "back");
        const here = team.track.filter((card) => card.section === n + 1);
        const [first, more] = here;
        const note = more ? "two" : first?.open ? "open" : first ? (first.role === role ? "you" : first.role) : "free";
        return (
          <Key
            key={id}
            name={id}
            words={one?.word ?? ""}
            title={String(n + 1)}
            note={note}
            class={here.length > 1 ? "clash" : ""}
            disabled={!one}
            chosen={false}
            click={() => one && pick.play(one.action)}
          />
        );
      })}
    </div>
  );
}

/** Which half of the held card is up; without one, what to do. */
export function Variant({ view, pick }: BoardProps<PawsTable>) {
  const now = heldIn(view);
  if (now?.card.startsWith("plane")) {
    return (
      <div class="seg" role="group" aria-label="Which plane it moves">
        {(["own", "enemy"] as const).map((side) => (
          <button key={side} aria-pressed={now.side === side} onClick={() => (held.value = { card: now.card, side })}>
            {side === "own" ? "Own plane" : "Enemy plane"} <kbd class="not-phone">T</kbd>
          </button>
        ))}
      </div>
    );
  }
  const words = pick.picked
    ? heading(`${pick.picked.words}.`)
    : now
      ? `Tap a section to lay ${cardWords(now.card)}${opens(view) ? ", open for all to see" : ""}.`
      : view.legal.some((one) => one.kind === "back")
        ? "Tap a section to take a laid card back."
        : opens(view)
          ? "Your first card lies open for all to see: tap it, then a section."
          : view.legal.some(isLay)
            ? "Tap a card, then a section; or carry it there."
            : view.legal.some((one) => one.kind === "drop")
              ? "Tap a card twice to discard it."
              : "Choose here, on the board, or in the list.";
  return <p class="consequence">{words}</p>;
}

function HandCard({
  card,
  first,
  team,
  role,
  view,
  pick,
}: {
  card: string;
  first: boolean;
  team: string;
  role: string;
  view: View<PawsTable>;
  pick: Pick;
}) {
  const planning = view.table.phase === "action";
  const drop = view.legal.find((one) => !isLay(one) && one.kind !== "back" && one.piece === card);
  const usable = planning ? view.legal.some((one) => isLay(one) && one.piece === card) : drop !== undefined;
  const now = heldIn(view);
  const selected = first && (planning ? now?.card === card : drop !== undefined && pick.picked === drop);
  const turnable = card.startsWith("plane");
  const words = view.legal
    .filter((one) => (planning ? isLay(one) && one.piece === card : one === drop))
    .map((one) => one.word);
  const choose = (): void => {
    if (!planning) return drop && (selected ? pick.play(drop.action) : pick.choose(drop.action));
    if (!selected) held.value = { card, side: "own" };
    else held.value = turnable && now?.side === "own" ? { card, side: "enemy" } : null;
  };
  return (
    <Lift
      class={`pick ${selected ? "sel" : ""}`}
      pressed={selected}
      disabled={!usable}
      words={words}
      pick={pick}
      lifted={() => planning && !selected && (held.value = { card, side: "own" })}
      click={choose}
    >
      <svg
        class="tile"
        width="62"
        viewBox="0 0 100 140"
        role="img"
        aria-label={`${cardWords(card)}${selected && turnable ? `, ${now?.side ?? "own"} half up` : ""}`}
      >
        <CardFace card={card} side={selected ? now?.side : "own"} role={role} team={team} />
      </svg>
    </Lift>
  );
}
