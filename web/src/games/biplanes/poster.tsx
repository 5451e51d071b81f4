/** The poster of the game on the front page. */

import { lettered, type Poster } from "../../boards/game";
import { Aircraft, Cloud, Patterns, Rays } from "../../boards/parts";

const RED = lettered(0, "R");
const BLUE = { ...lettered(2, "B"), solid: false };

function Ring() {
  return (
    <svg viewBox="130 30 370 250" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Patterns />
      <rect width="600" height="600" fill="var(--sky-1)" />
      <Rays at={{ x: 300, y: 300 }} count={24} reach={600} />
      <Cloud at={{ x: 300, y: 250 }} />
      <g fill="none">
        <ellipse cx="300" cy="300" rx="193" ry="167" stroke="var(--ink)" stroke-width="22" />
        <ellipse cx="300" cy="300" rx="193" ry="167" stroke="var(--sheet)" stroke-width="19" />
        {["var(--ink) 18", "var(--loop-purple) 15"].map((pen) => (
          <path
            key={pen}
            d="M372 144C360 54 276 24 204 48S102 132 120 234"
            stroke={pen.split(" ")[0]}
            stroke-width={pen.split(" ")[1]}
          />
        ))}
        <path
          d="M372 144C360 54 276 24 204 48S102 132 120 234"
          stroke="var(--on-solid)"
          stroke-width="1.6"
          stroke-dasharray="5 6"
        />
      </g>
      {[
        [228, 144],
        [372, 144],
        [480, 234],
        [120, 234],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="31" fill="var(--sheet)" stroke="var(--ink)" stroke-width="2" />
      ))}
      <circle cx="204" cy="48" r="27" fill="var(--loop-purple)" stroke="var(--ink)" stroke-width="2" />
      <g transform="translate(228 144) rotate(70) scale(1.5)">
        <Aircraft style={RED} />
      </g>
      <g transform="translate(480 234) rotate(154) scale(1.5)">
        <Aircraft style={BLUE} />
      </g>
    </svg>
  );
}

export const poster: Poster = {
  Art: Ring,
  tag: "A duel of nerves on a ring of sky",
  about:
    "Both seal a tile, both turn it over, both fly. Be one to three spaces behind, on the same colour, with a gun that fires.",
  meta: ["2 players", "20 min", "sealed tiles"],
};
