/** The Moon's look: the top cards of a deck as a fan over the board, of which those to scrap are marked. */

import { signal } from "@preact/signals";

import type { PawsBoard } from "./board";
import type { View } from "../../api/types";
import type { Batch, Pick } from "../../boards/game";
import { CardFace } from "./cards";
import { cardWords } from "./hand";

/** The marked cards by their places in the fan, the topmost first; only for the look in which they were marked. */
const marks = signal<{ look: string; at: readonly number[] }>({ look: "", at: [] });

/** What nobody has to react to while the marked cards are scrapped one by one. */
const CALM = ["scrap", "shuffle"];
const TURN = 3.2;

/** Whether the viewer has looked, and chooses what is scrapped. */
export const isPicking = (view: View<PawsBoard>): boolean =>
  view.board.phase === "pick" && view.board.looked_at !== null && view.legal.length > 0;

const needed = (view: View<PawsBoard>): number => view.board.progress.cards ?? 0;

function lookOf({ board: table }: View<PawsBoard>): string {
  const { seat, shooter, place, cards } = table.progress;
  return [table.round, table.section, shooter, seat, place, cards].join(".");
}

const marked = (view: View<PawsBoard>): readonly number[] => (marks.value.look === lookOf(view) ? marks.value.at : []);

/** Marks a card, or lets it go; of enough marked cards no further one is. */
function mark(view: View<PawsBoard>, n: number): void {
  const at = marked(view);
  if (at.includes(n)) marks.value = { look: lookOf(view), at: at.filter((other) => other !== n) };
  else if (at.length < needed(view)) marks.value = { look: lookOf(view), at: [...at, n] };
}

/** The digits mark the cards from the left to the right. */
export function markByKey(pressed: string, view: View<PawsBoard>): boolean {
  const n = "123456789".indexOf(pressed);
  if (n < 0 || pressed.length !== 1 || n >= (view.board.looked_at?.length ?? 0)) return false;
  mark(view, n);
  return true;
}

/** The marked cards as moves for the go button, which is open when they are enough. */
export function scrapping(view: View<PawsBoard>, pick: Pick): Batch | null {
  if (!isPicking(view) || pick.planner?.underway.value) return null;
  const [at, looked] = [marked(view), view.board.looked_at ?? []];
  const items = at.flatMap((n) => {
    const one = view.legal.find((legal) => legal.piece === looked[n]);
    return one ? [{ action: one.action, word: one.notation, by: one.acting_piece ?? "" }] : [];
  });
  const enough = items.length === needed(view);
  const words = enough ? `Scrap ${items.length}` : `Scrap ${items.length} of ${needed(view)}`;
  return { words, items, calm: CALM, enough };
}

/** The fan itself: buttons over the board; a marked card rises and bears a cross. */
export function Moonlight({ view, pick }: { view: View<PawsBoard>; pick: Pick }) {
  const looked = view.board.looked_at ?? [];
  const { seat = "" } = view.board.progress;
  const [team = "", role = ""] = seat.split(".");
  const title = view.seats.find((one) => one.name === seat)?.title ?? "";
  const [at, left] = [marked(view), needed(view)];
  const busy = !!pick.planner?.underway.value;
  return (
    <section class="moonlight" aria-label="Cards that you look at by the Moon">
      <p>
        <b>Moonlight.</b> The top {looked.length} cards of {title}: mark {left} to scrap. Only you see them.
      </p>
      <div class="fan" role="group" aria-label={`Mark ${left} cards to scrap`}>
        {looked.map((card, n) => {
          const middle = n - (looked.length - 1) / 2;
          return (
            <button
              key={n}
              style={{ "--turn": `${middle * TURN}deg`, "--sink": `${middle * middle * 0.9}px` }}
              aria-pressed={at.includes(n)}
              aria-disabled={at.length >= left && !at.includes(n)}
              disabled={busy}
              onClick={() => mark(view, n)}
            >
              <svg viewBox="0 0 100 140" role="img" aria-label={`${n + 1}: ${cardWords(card)}`}>
                <CardFace card={card} role={role} team={team} night />
                {at.includes(n) && <path class="cross" d="M14 20 86 120M86 20 14 120" />}
              </svg>
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** In the tray: what is marked, what becomes of the rest, and the shortest way. */
export function Fan({ view }: { view: View<PawsBoard> }) {
  const [at, looked, left] = [marked(view), view.board.looked_at ?? [], needed(view)];
  const top = looked.slice(0, left).map((_, n) => n);
  const names = at.map((n) => cardWords(looked[n] ?? "")).join(", ");
  return (
    <div class="hand marked-cards">
      <p class="quiet-words waits" role="status">
        {at.length === 0 ? `Mark ${left} of the ${looked.length} cards over the board.` : `Marked: ${names}.`} The
        others go back, and the whole deck is shuffled.
      </p>
      <button class="btn" onClick={() => (marks.value = { look: lookOf(view), at: top })}>
        Mark the top {left}
      </button>
    </div>
  );
}
