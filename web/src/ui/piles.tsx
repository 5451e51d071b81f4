/** The viewer's own piles: what one may look through at any time, and others may not. */

import type { View } from "../api/types";
import type { Pile } from "../boards/game";
import { Rule } from "./rule";
import { Sheet } from "./sheet";

/** How many cards lie in a pile. */
export const sizeOf = (pile: Pile): number => pile.cards.reduce((sum, one) => sum + one.count, 0);

export function PilesSheet({ piles, view, close }: { piles: readonly Pile[]; view: View; close: () => void }) {
  const several = new Set(piles.map((one) => one.seat)).size > 1;
  return (
    <Sheet title="Your piles" class="piles-sheet" close={close}>
      {piles.map((pile) => (
        <section key={`${pile.seat}${pile.name}`}>
          <h2>
            {pile.name} {sizeOf(pile)}
            {several && <small> · {view.seats[pile.seat]?.title}</small>} <Rule game={view.game} id={pile.rule} />
          </h2>
          {pile.cards.length === 0 ? (
            <p class="quiet-words">No card yet.</p>
          ) : (
            <ul aria-label={`${pile.name} cards`}>
              {pile.cards.map(({ words, count, Picture }) => (
                <li key={words}>
                  <Picture />
                  <span>
                    {words}
                    {count > 1 && ` × ${count}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <button class="btn go" onClick={close}>
        Back to the table
      </button>
    </Sheet>
  );
}
