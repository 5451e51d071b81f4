/** The poster of the game on the front page. */

import { lettered, type Poster } from "../../boards/game";
import { hexPoints } from "../../boards/geometry";
import { Rock, Ship } from "./ships";

function Stars() {
  const hexes = Array.from({ length: 9 }, (_, q) =>
    Array.from({ length: 6 }, (_, r) => [q * 46 + (r % 2) * 23 + 199, r * 39.75 + 211] as const),
  ).flat();
  return (
    <svg viewBox="222 222 300 172" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="720" height="660" fill="var(--sky-1)" />
      {hexes.map(([x, y]) => (
        <polygon
          key={`${x} ${y}`}
          points={hexPoints(x, y, 26.5, true)}
          fill={y > 329 && y < 331 && x > 300 ? "var(--act-wash)" : "var(--cloud)"}
          stroke="var(--grid)"
        />
      ))}
      {(
        [
          [291, 290],
          [452, 250],
        ] as const
      ).map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <Rock />
        </g>
      ))}
      <circle cx="498" cy="330" r="24" fill="none" stroke="var(--link)" stroke-width="3" stroke-dasharray="9 3" />
      {(
        [
          [268, 330, 90, 1],
          [406, 330, -150, 0],
          [498, 330, -90, 2],
          [429, 370, 30, 3],
        ] as const
      ).map(([x, y, turn, seat]) => (
        <g key={seat} transform={`translate(${x} ${y}) rotate(${turn})`}>
          <Ship seat={seat} style={lettered(seat, "")} />
        </g>
      ))}
    </svg>
  );
}

export const poster: Poster = {
  Art: Stars,
  tag: "Declare, fly, fire; wrecks can ram",
  about: "Everybody declares a card in secret, then all fly in turn, and only then the cards speak.",
  meta: ["3–6 players", "25 min", "sealed cards"],
};
