/** The poster of the game on the front page. */

import { lettered, type Poster } from "../../boards/game";
import { Aircraft, Patterns } from "../../boards/parts";

const RED = lettered(0, "R");
const GREEN = lettered(1, "G");

function Grid() {
  return (
    <svg viewBox="0 0 220 126" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Patterns />
      <rect width="220" height="150" fill="var(--land)" />
      <path d="M0 0 80 0 60 60 0 70zM130 90 220 70V150H120z" fill="var(--land-2)" />
      <path d="M0 112C60 96 90 126 140 110S200 118 220 108" fill="none" stroke="var(--water)" stroke-width="9" />
      <path
        d="M10 0V150M60 0V150M110 0V150M160 0V150M210 0V150M0 50H220M0 100H220"
        stroke="var(--grid)"
        stroke-width=".8"
      />
      {(
        [
          [85, 75, 45, GREEN],
          [135, 25, 45, RED],
          [185, 75, 0, GREEN],
          [35, 25, 135, RED],
          [35, 77, 90, GREEN],
        ] as const
      ).map(([x, y, turn, style]) => (
        <g key={`${x}${y}`} transform={`translate(${x} ${y}) rotate(${turn})`}>
          <Aircraft style={style} />
        </g>
      ))}
      <path d="M100 60 122 38" stroke="var(--ink)" stroke-width="3" stroke-dasharray="5 4" />
    </svg>
  );
}

export const poster: Poster = {
  Art: Grid,
  tag: "Six against six; the deck flies with you",
  about: "Far from the enemy your planes turn as you like. Close to him a card decides, and a card aims every shot.",
  meta: ["2 players", "30 min", "open, cards"],
};
