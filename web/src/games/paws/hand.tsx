/** The hand of Jaws vs Paws: the cards, the card that is held, and the sections it can be laid on. */

import { signal } from "@preact/signals";

import type { PawsBoard, TeamTable } from "./board";
import type { Legal, View } from "../../api/types";
import { dropFor, Lift } from "../../boards/carry";
import { Choices } from "../../boards/choices";
import { heading, placeOf, type BoardProps, type Pick } from "../../boards/game";
import { CardFace } from "./cards";
import { Key, Row } from "../../boards/tray";

/** The card in hand that the next tap on a section lays, and which half is up. */
const held = signal<{ card: string; side: "own" | "enemy"; round: number } | null>(null);

/** The held card, as long as it is still in the hand of this seat, and only in the round in which it was taken up. */
export function heldIn(view: View<PawsBoard>): { card: string; side: "own" | "enemy"; round: number } | null {
  const now = held.value;
  return now &&
    now.round === view.board.round &&
    view.board.phase === "action" &&
    view.board.seats[view.seat]?.secrets?.hand.includes(now.card)
    ? now
    : null;
}

/** Whether an action lays a card, face down or open for all to see. */
export const isLay = (legal: Legal): boolean => legal.kind === "lay" || legal.kind === "lay_open";

/** Whether the next card lies open for all to see: then every action that lays one says so. */
const opens = (view: View<PawsBoard>): boolean => view.legal.some((one) => one.kind === "lay_open");

/** Whether a plan lays the held card, with the held half up where it has two. */
export const lays = (legal: Legal, card: string, side: string): boolean =>
  isLay(legal) && legal.piece === card && (!legal.facing || legal.facing === side);

/** Turns the held card, if it is one with two halves. */
export function turnHeld(view: View<PawsBoard>): boolean {
  const now = heldIn(view);
  if (!now?.card.startsWith("plane")) return false;
  held.value = { ...now, side: now.side === "own" ? "enemy" : "own" };
  return true;
}

/** The keys of the cards in hand, in their order. */
const CARD_KEYS = "asdfgh";
const SECTION_KEYS = [..."123456789"];

/** Planning by keys: a letter holds a card, or turns the one that is held; a digit lays it on a section. Enter is ready. */
export function key(pressed: string, { view, pick }: BoardProps<PawsBoard>): boolean {
  const own = view.board.seats[view.seat];
  if (view.board.phase !== "action" || !own?.secrets) return false;
  const card = pressed.length === 1 ? own.secrets.hand[CARD_KEYS.indexOf(pressed)] : undefined;
  if (card && view.legal.some((one) => isLay(one) && one.piece === card)) {
    if (heldIn(view)?.card !== card) held.value = { card, side: "own", round: view.board.round };
    else turnHeld(view);
    return true;
  }
  if (SECTION_KEYS.includes(pressed)) {
    const lay = onSection(view, `${own.seat.split(".")[0]}.${pressed}`);
    if (lay) put(pick, lay);
    return lay !== undefined;
  }
  const ready = pressed === "Enter" && !pick.picked ? view.legal.find((one) => one.kind === "ready") : undefined;
  if (ready) pick.play(ready.action);
  return ready !== undefined;
}

/** Lays a card, or takes one back; then none is held. */
function put(pick: Pick, one: Legal): void {
  held.value = null;
  pick.play(one.action);
}

/** What a press on a section of the own track does: lay the held card, or take one back. */
function onSection(view: View<PawsBoard>, id: string): Legal | undefined {
  const now = heldIn(view);
  const there = view.legal.filter((one) => placeOf(one) === id);
  return now ? there.find((legal) => lays(legal, now.card, now.side)) : there.find((legal) => legal.kind === "back");
}

export const cardWords = (card: string): string => card.replaceAll("_", " ");

export function Hand({ view, pick }: BoardProps<PawsBoard>) {
  const { board: table } = view;
  const own = table.seats[view.seat];
  if (!own?.secrets) return <p class="quiet-words waits">{view.prompt.text}</p>;
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
            letter={table.phase === "action" ? (CARD_KEYS[own.secrets!.hand.indexOf(card)] ?? "") : ""}
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
function Sections({ view, pick, team }: { view: View<PawsBoard>; pick: Pick; team: TeamTable }) {
  const role = view.board.seats[view.seat]?.seat.split(".")[1] ?? "";
  return (
    <div class="sections" role="group" aria-label="Sections of your track">
      {Array.from({ length: view.board.sections }, (_, n) => {
        const id = `${team.team}.${n + 1}`;
        const one = onSection(view, id);
        const here = team.track.filter((card) => card.section === n + 1);
        const [first, more] = here;
        const note = more ? "two" : first?.open ? "open" : first ? (first.role === role ? "you" : first.role) : "free";
        return (
          <Key
            key={id}
            name={id}
            words={one?.notation ?? ""}
            title={String(n + 1)}
            note={note}
            class={here.length > 1 ? "clash" : ""}
            disabled={!one}
            chosen={false}
            click={() => one && put(pick, one)}
          />
        );
      })}
    </div>
  );
}

/** Which half of the held card is up; without one, what to do. */
export function Variant({ view, pick }: BoardProps<PawsBoard>) {
  const now = heldIn(view);
  if (now?.card.startsWith("plane")) {
    return (
      <div class="seg" role="group" aria-label="Which plane it moves">
        {(["own", "enemy"] as const).map((side) => (
          <button key={side} aria-pressed={now.side === side} onClick={() => (held.value = { ...now, side })}>
            {side === "own" ? "Own plane" : "Enemy plane"} <kbd class="not-phone">T</kbd>
          </button>
        ))}
      </div>
    );
  }
  const words = pick.picked
    ? heading(`${pick.picked.text}.`)
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
  letter,
  team,
  role,
  view,
  pick,
}: {
  card: string;
  first: boolean;
  /** The key that holds it. */
  letter: string;
  team: string;
  role: string;
  view: View<PawsBoard>;
  pick: Pick;
}) {
  const planning = view.board.phase === "action";
  const drop = view.legal.find((one) => !isLay(one) && one.kind !== "back" && one.piece === card);
  const usable = planning ? view.legal.some((one) => isLay(one) && one.piece === card) : drop !== undefined;
  const now = heldIn(view);
  const selected = first && (planning ? now?.card === card : drop !== undefined && pick.picked === drop);
  const turnable = card.startsWith("plane");
  const words = view.legal
    .filter((one) => (planning ? isLay(one) && one.piece === card : one === drop))
    .map((one) => one.notation);
  const choose = (): void => {
    if (!planning) return drop && (selected ? pick.play(drop.action) : pick.choose(drop.action));
    if (!selected) held.value = { card, side: "own", round: view.board.round };
    else held.value = turnable && now?.side === "own" ? { card, side: "enemy", round: view.board.round } : null;
  };
  return (
    <Lift
      class={`pick ${selected ? "sel" : ""}`}
      pressed={selected}
      disabled={!usable}
      words={words}
      pick={pick}
      lifted={() => planning && !selected && (held.value = { card, side: "own", round: view.board.round })}
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
      {letter && <kbd class="not-phone card-key">{letter.toUpperCase()}</kbd>}
    </Lift>
  );
}
