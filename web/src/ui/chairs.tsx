/** Who sits where, and what is known of them, in a position that is looked at. */

import type { View } from "../api/types";
import { titleOf, type GameUi } from "../boards/game";
import { Badge } from "../boards/parts";
import { crowd } from "./seats";

interface Props {
  view: View;
  ui: GameUi<unknown>;
  /** What is said of a seat. */
  state(seat: number): string;
}

export function Chairs({ view, ui, state }: Props) {
  return (
    <aside class={crowd(view.seats.length)} aria-label="Seats">
      {view.seats.map((info, seat) => (
        <section key={seat} class="seat" aria-label={titleOf(ui, view, seat)}>
          <Badge style={ui.style(seat, info, view)} />
          <span class="who wide">{titleOf(ui, view, seat)}</span>
          <span class="state">{state(seat)}</span>
          {ui.Facts && (
            <div class="facts">
              <ui.Facts view={view} seat={seat} />
            </div>
          )}
        </section>
      ))}
      {ui.Aside && <ui.Aside view={view} />}
    </aside>
  );
}
