/** What stands beside the board of Biplanes: damage and tiles of each side, its mission, and what the enemy may still hold. */

import type { BiplanesBoard } from "./board";
import { OPEN, type View } from "../../api/types";
import { aids } from "../../state/prefs";
import { TURNS } from "./style";
import { dropFor } from "../../boards/carry";
import type { SeatProps } from "../../boards/game";
import { Tile } from "./tiles";

export function Facts({ view, seat }: SeatProps<BiplanesBoard>) {
  const side = view.board.sides[seat];
  if (!side) return null;
  return (
    <>
      <div class="dmg" role="img" aria-label={`${side.damage} of ${side.track} hits taken`}>
        {Array.from({ length: side.track }, (_, n) => (
          <i key={n} class={`${n < side.damage ? "hit" : ""} ${n === side.track - 1 ? "last" : ""}`} />
        ))}
      </div>
      <div class="played not-phone">
        {side.squares.map((tile, n) => (
          <Tile key={n} tile={tile} width={34} />
        ))}
        {Array.from({ length: Math.max(0, TURNS - side.squares.length) }, (_, n) => (
          <span
            key={n}
            class="slot"
            data-drop={seat === view.seat && n === 0 ? dropFor(view.legal.map((one) => one.action)) : undefined}
          />
        ))}
      </div>
      {view.seat === OPEN && side.hand && side.hand.length > 0 && (
        <div class="played" role="group" aria-label="Hand">
          {side.hand.map((tile, n) => (
            <Tile key={n} tile={tile} width={30} />
          ))}
        </div>
      )}
      {(side.jammed || !side.armed) && <p class="small">{side.armed ? "The gun is jammed." : "Unarmed."}</p>}
      {seat === 0 && <Mission view={view} />}
    </>
  );
}

function Mission({ view }: { view: View<BiplanesBoard> }) {
  const { mission, mal } = view.board;
  if (!mission) return null;
  return (
    <dl class="not-phone">
      <dt>Mission</dt>
      <dd>{view.board.mode === "rescue" ? `${mission.rescued} rescued` : `${mission.removed} done`}</dd>
      {mission.objectives && (
        <>
          <dt>Objectives</dt>
          <dd>{mission.objectives.join(", ") || "none"}</dd>
        </>
      )}
      {mal && (
        <>
          <dt>Malfunctioning</dt>
          <dd>
            {mal.damage} of {mal.track} hits
          </dd>
        </>
      )}
      <dt>Exit</dt>
      <dd>{mission.exit_open ? "open" : "closed"}</dd>
    </dl>
  );
}

/** What the other side may still hold, tile by tile. */
export function Aside({ view }: { view: View<BiplanesBoard> }) {
  if (aids.value === "off") return null;
  const who = view.seat === 1 ? 0 : 1;
  const side = view.board.sides[who];
  return (
    <section class="aid">
      <h2 class="caps">{side.plane} may still hold</h2>
      <table>
        <thead>
          <tr>
            <th>value</th>
            <th>unseen of set</th>
            <th>hits</th>
          </tr>
        </thead>
        <tbody>
          {side.aid.values
            .filter((column) => column.tiles > 0)
            .map((column) => {
              const left = side.unseen.filter((tile) => tile.startsWith(`${column.value}/`));
              const hits = [...new Set(left.map((tile) => tile.slice(2)))].sort();
              return (
                <tr key={column.value}>
                  <th scope="row">{column.value}</th>
                  <td class="dots" aria-label={`${left.length} of ${column.tiles}`}>
                    {"●".repeat(left.length)}
                    <span>{"○".repeat(Math.max(0, column.tiles - left.length))}</span>
                  </td>
                  <td>{hits.join(" ") || "–"}</td>
                </tr>
              );
            })}
        </tbody>
      </table>
      <p class="quiet-words">
        {side.unseen.length} unseen: {side.hand_size} in hand, {side.bag_size} in the bag
        {side.aside_size ? `, ${side.aside_size} put away` : ""}
      </p>
    </section>
  );
}
