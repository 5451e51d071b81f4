/** The hand of Jaws vs Paws: the cards, the card that is held, and the sections it can be laid on. */

import { signal } from "@preact/signals";

import type { PawsBoard, TeamTable } from "./board";
import type { Legal, View } from "../../api/types";
import { dropFor, Lift } from "../../boards/carry";
import { Choices } from "../../boards/choices";
import { heading, placeOf, type BoardProps, type Pick } from "../../boards/game";
import { CardFace } from "./cards";
import { fliesAlone, handsOf, laidBy, together } from "./crew";
import { Fan, isPicking, markByKey } from "./fan";
import { Key, Row } from "../../boards/tray";

interface Held {
  seat: number;
  card: string;
  side: "own" | "enemy";
  round: number;
}

/** The card in hand that the next tap on a section lays, and which half is up. */
const held = signal<Held | null>(null);

/** The held card, as long as it is still in a hand of the viewer, and only in the round in which it was taken up. */
export function heldIn(view: View<PawsBoard>): Held | null {
  const now = held.value;
  return now &&
    now.round === view.board.round &&
    view.board.phase === "action" &&
    handsOf(view).includes(now.seat) &&
    view.board.seats[now.seat]?.secrets?.hand.includes(now.card)
    ? now
    : null;
}

/** Whether an action lays a card, face down or open for all to see. */
export const isLay = (legal: Legal): boolean => legal.kind === "lay" || legal.kind === "lay_open";

/** Whether the next card lies open for all to see: then every action that lays one says so. */
const opens = (view: View<PawsBoard>): boolean => view.legal.some((one) => one.kind === "lay_open");

/** Whether an action comes from a seat: those of both seats of a solo player stand side by side. */
const isOf = (legal: Legal, view: View<PawsBoard>, seat: number): boolean =>
  legal.acting_piece === view.board.seats[seat]?.seat;

/** Whether a plan lays the held card, with the held half up where it has two. */
export const lays = (legal: Legal, view: View<PawsBoard>, now: Held): boolean =>
  isLay(legal) &&
  legal.piece === now.card &&
  isOf(legal, view, now.seat) &&
  (!legal.facing || legal.facing === now.side);

/** Turns the held card, if it is one with two halves. */
export function turnHeld(view: View<PawsBoard>): boolean {
  const now = heldIn(view);
  if (!now?.card.startsWith("plane")) return false;
  held.value = { ...now, side: now.side === "own" ? "enemy" : "own" };
  return true;
}

/** The keys of the cards in hand, in their order; those of the gunner follow those of the pilot who flies alone. */
const CARD_KEYS = "asdfghjkl";
const SECTION_KEYS = [..."123456789"];

/** So many letters belong to the pilot's hand although it may hold fewer cards, so that the gunner's stay. */
const HAND_KEYS = 3;

/** A card in a hand of the viewer, and the letter that holds it. */
interface InHand {
  seat: number;
  card: string;
  letter: string;
}

/** All cards that lie open before the viewer; equal ones of a hand share the key of the first. */
function cardsOf(view: View<PawsBoard>): InHand[] {
  let begin = 0;
  return handsOf(view).flatMap((seat) => {
    const hand = view.board.seats[seat]?.secrets?.hand ?? [];
    const from = begin;
    begin = Math.max(HAND_KEYS, hand.length);
    return hand.map((card) => ({ seat, card, letter: CARD_KEYS[from + hand.indexOf(card)] ?? "" }));
  });
}

/** Planning by keys: a letter holds a card, or turns the one that is held; a digit lays it on a section. Enter is ready. */
export function key(pressed: string, board: BoardProps<PawsBoard>): boolean {
  const { view, pick } = together(board);
  if (isPicking(view)) return markByKey(pressed, view);
  const own = view.board.seats[view.seat];
  if (view.board.phase !== "action" || !own?.secrets) return false;
  const one = pressed.length === 1 ? cardsOf(view).find((card) => card.letter === pressed) : undefined;
  if (one && view.legal.some((legal) => isLay(legal) && legal.piece === one.card && isOf(legal, view, one.seat))) {
    const now = heldIn(view);
    if (now?.card !== one.card || now.seat !== one.seat) hold(view, one);
    else turnHeld(view);
    return true;
  }
  if (SECTION_KEYS.includes(pressed)) {
    // Without a held card the digits take back what the seat itself may, or else choose from its list.
    const lay = onSection(heldIn(view) ? view : board.view, sectionName(view, Number(pressed)));
    if (lay) put(pick, lay);
    return lay !== undefined;
  }
  if (pressed === "o" && faceUp(view)) return showNext(view, pick);
  const ready = pressed === "Enter" && !pick.picked ? view.legal.find((legal) => legal.kind === "ready") : undefined;
  if (ready) board.pick.play(ready.action);
  return ready !== undefined;
}

const hold = (view: View<PawsBoard>, { seat, card }: { seat: number; card: string }): void => {
  held.value = { seat, card, side: "own", round: view.board.round };
};

/** Presses a section of the own track: lays the held card, or takes back what lies there. */
function pressSection(view: View<PawsBoard>, pick: Pick, section: number): void {
  const one = onSection(view, sectionName(view, section));
  if (one) put(pick, one);
  else if (canLift(view, section)) sendLaid(view, pick, (card) => card.section !== section);
}

const sectionName = (view: View<PawsBoard>, section: number): string =>
  `${view.board.seats[view.seat]?.seat.split(".")[0]}.${section}`;

/** [JP-5.7] Whether own cards lie on a section and no card is held; they go back with a plan, ready or not. */
const canLift = (view: View<PawsBoard>, section: number): boolean =>
  !heldIn(view) && view.legal.some(isLay) && laidBy(view).some((one) => one.section === section);

/** Sends a plan of the laid cards that stay. */
function sendLaid(view: View<PawsBoard>, pick: Pick, stays: (one: ReturnType<typeof laidBy>[number]) => boolean): void {
  const parts = laidBy(view).filter(stays);
  pick.plan?.(
    view.board.round,
    parts.map((one) => [one.seat, one.open ? `${one.word}:open` : one.word]),
  );
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
  return now ? there.find((legal) => lays(legal, view, now)) : there.find((legal) => legal.kind === "back");
}

export const cardWords = (card: string): string => card.replaceAll("_", " ");

export function Hand(board: BoardProps<PawsBoard>) {
  const { view, pick } = together(board);
  const { board: table } = view;
  const own = table.seats[view.seat];
  if (!own?.secrets) return <p class="quiet-words waits">{view.prompt.text}</p>;
  if (isPicking(view)) return <Fan view={view} />;
  const [team = ""] = own.seat.split(".");
  const backs = view.legal.filter((one) => one.kind === "back").map((one) => one.action);
  const other = view.legal.filter((one) => !["lay", "lay_open", "back", "drop", ...PLAIN].includes(one.kind ?? ""));
  const mine = table.teams.find((one) => one.team === team);
  if (other.length > 0) return <Choices legal={other} pick={pick} />;
  const cards = cardsOf(view);
  const alone = fliesAlone(view);
  return (
    <div class={`hand jphand ${alone ? "both-hands" : ""}`}>
      <Row
        class="tiles"
        label={alone ? "Your hands, the pilot’s and then the gunner’s" : "Your hand"}
        drop={dropFor(backs)}
      >
        {cards.map((one, n) => (
          <HandCard
            key={`${one.seat}${one.card}${n}`}
            seat={one.seat}
            card={one.card}
            letter={table.phase === "action" ? one.letter : ""}
            first={cards.findIndex((card) => card.seat === one.seat && card.card === one.card) === n}
            begins={n > 0 && cards[n - 1]?.seat !== one.seat}
            view={view}
            pick={pick}
          />
        ))}
        {cards.length === 0 && <p class="quiet-words waits">No card is left in your hand.</p>}
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
  const alone = fliesAlone(view);
  return (
    <div class="sections" role="group" aria-label="Sections of your track">
      {Array.from({ length: view.board.sections }, (_, n) => {
        const id = `${team.team}.${n + 1}`;
        const one = onSection(view, id);
        const here = team.track.filter((card) => card.section === n + 1);
        const [first, more] = here;
        const note = more
          ? "two"
          : first?.open
            ? "open"
            : first
              ? first.role === role && !alone
                ? "you"
                : first.role
              : "free";
        return (
          <Key
            key={id}
            name={id}
            words={one?.notation ?? ""}
            title={String(n + 1)}
            note={note}
            class={here.length > 1 ? "clash" : ""}
            disabled={!one && !canLift(view, n + 1)}
            chosen={false}
            click={() => pressSection(view, pick, n + 1)}
          />
        );
      })}
    </div>
  );
}

/** The duty to play one card open: which sections hold own cards, of which one lies face up; null without such a duty. */
function faceUp(view: View<PawsBoard>): ReturnType<typeof laidBy> | null {
  const laid = laidBy(view);
  return fliesAlone(view) && laid.some((one) => one.open) ? laid : null;
}

/** [JP-19.6] Turns another card up in exchange for the open one; the whole plan is sent, so that nothing lies in between. */
function showCard(view: View<PawsBoard>, pick: Pick, word: string): void {
  const laid = laidBy(view);
  const shown = laid.find((one) => one.word === word);
  pick.plan?.(
    view.board.round,
    laid.map((one) => [one.seat, one === shown ? `${one.word}:open` : one.word]),
  );
}

/** Turns up the card after the open one; false where there is no other. */
function showNext(view: View<PawsBoard>, pick: Pick): boolean {
  const laid = faceUp(view) ?? [];
  const next = laid[(laid.findIndex((one) => one.open) + 1) % laid.length];
  if (laid.length < 2 || !next) return false;
  showCard(view, pick, next.word);
  return true;
}

/** The switch of the solo player of three: which of the laid cards lies open for all to see. */
function FaceUp({ view, pick }: { view: View<PawsBoard>; pick: Pick }) {
  const laid = faceUp(view) ?? [];
  return (
    <div class="seg face-up" role="radiogroup" aria-label="Which card lies face up for all to see">
      <span aria-hidden="true">
        Face up <kbd class="not-phone">O</kbd>
      </span>
      {laid.map((one) => (
        <button
          key={one.word}
          role="radio"
          aria-checked={one.open}
          aria-pressed={undefined}
          aria-label={`${cardWords(one.card)} on section ${one.section}`}
          onClick={() => !one.open && showCard(view, pick, one.word)}
        >
          {one.section}
        </button>
      ))}
    </div>
  );
}

/** Whether a half can be chosen, or the card that lies face up. */
export const varies = (view: View<PawsBoard>): boolean =>
  heldIn(view)?.card.startsWith("plane") ?? (faceUp(view)?.length ?? 0) > 1;

/** Which half of the held card is up; without one, what to do. */
export function Variant(board: BoardProps<PawsBoard>) {
  const { view, pick } = together(board);
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
  if (!now && !pick.picked && (faceUp(view)?.length ?? 0) > 1) return <FaceUp view={view} pick={pick} />;
  const words = pick.picked
    ? heading(`${pick.picked.text}.`)
    : now
      ? `Tap a section to lay ${cardWords(now.card)}${opens(view) ? ", open for all to see" : ""}.`
      : view.legal.some((one) => one.kind === "back") || (laidBy(view).length > 0 && view.legal.some(isLay))
        ? "Tap a card to hold it, or a section to take a laid card back."
        : opens(view)
          ? "Your first card lies open for all to see: tap it, then a section."
          : view.legal.some(isLay)
            ? "Tap a card, then a section; or carry it there."
            : view.legal.some((one) => one.kind === "drop")
              ? "Tap a card twice to discard it."
              : "Choose here, on the board, or in the list.";
  return <p class="consequence">{words}</p>;
}

interface HandCardProps {
  seat: number;
  card: string;
  first: boolean;
  /** Whether it is the first card of the second hand. */
  begins: boolean;
  /** The key that holds it. */
  letter: string;
  view: View<PawsBoard>;
  pick: Pick;
}

function HandCard({ seat, card, first, begins, letter, view, pick }: HandCardProps) {
  const [team = "", role = ""] = view.board.seats[seat]?.seat.split(".") ?? [];
  const planning = view.board.phase === "action";
  const own = view.legal.filter((one) => isOf(one, view, seat) && one.piece === card);
  const drop = own.find((one) => !isLay(one) && one.kind !== "back");
  const usable = planning ? own.some(isLay) : drop !== undefined;
  const now = heldIn(view);
  const isHeld = now?.card === card && now.seat === seat;
  const selected = first && (planning ? isHeld : drop !== undefined && pick.picked?.action === drop.action);
  const turnable = card.startsWith("plane");
  const words = own.filter((one) => (planning ? isLay(one) : one === drop)).map((one) => one.notation);
  const choose = (): void => {
    if (!planning) return drop && (selected ? pick.play(drop.action) : pick.choose(drop.action));
    if (!selected) hold(view, { seat, card });
    else held.value = turnable && now?.side === "own" ? { ...now, side: "enemy" } : null;
  };
  const hand = fliesAlone(view) ? `, of the ${role}` : "";
  return (
    <Lift
      class={`pick ${selected ? "sel" : ""} ${begins ? "begins" : ""}`}
      pressed={selected}
      disabled={!usable}
      words={words}
      pick={pick}
      lifted={() => planning && !selected && hold(view, { seat, card })}
      click={choose}
    >
      <svg
        class="tile"
        width="62"
        viewBox="0 0 100 140"
        role="img"
        aria-label={`${cardWords(card)}${hand}${selected && turnable ? `, ${now?.side ?? "own"} half up` : ""}`}
      >
        <CardFace
          card={card}
          side={selected ? now?.side : "own"}
          role={role}
          team={team}
          night={view.board.mode === "night"}
        />
      </svg>
      {letter && <kbd class="not-phone card-key">{letter.toUpperCase()}</kbd>}
    </Lift>
  );
}
