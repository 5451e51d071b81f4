/** The poster of the game on the front page. */

import { type Poster } from "../../boards/game";
import { hexPoints } from "../../boards/geometry";
import { Counter } from "./counter";

function Village() {
  const hexes = Array.from({ length: 10 }, (_, c) =>
    Array.from({ length: 7 }, (_, r) => [c * 51 + 256, 29.44 * (2 * r + (c % 2)) + 140] as const),
  ).flat();
  const built = (x: number, y: number): boolean => x > 380 && y > 170 && x + y > 640;
  return (
    <svg viewBox="285 215 300 205" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="900" height="760" fill="var(--land)" />
      {hexes.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <polygon
            points={hexPoints(x, y, 34, false)}
            fill={built(x, y) ? "var(--house-bg)" : "none"}
            stroke="var(--grid-soft)"
          />
          {built(x, y) && (
            <path
              d={`M${x - 17} ${y - 17}h15v11h-15zM${x + 3} ${y - 13}h17v13h-17zM${x - 12} ${y + 6}h22v11h-22z`}
              fill="var(--house)"
              opacity=".8"
            />
          )}
        </g>
      ))}
      {["var(--road-edge) 11", "var(--road) 8"].map((pen) => (
        <path
          key={pen}
          d="M205 376 256 405 307 376 358 405 409 376 460 346 511 317 562 288 613 258"
          fill="none"
          stroke={pen.split(" ")[0]}
          stroke-width={pen.split(" ")[1]}
          stroke-linejoin="round"
        />
      ))}
      {(
        [
          [358, 340, "tank", "a2/3", false],
          [358, 405, "infantry", "r2/2", false],
          [460, 288, "infantry", "r2/2", true],
          [511, 376, "gun", "a2/2", true],
          [409, 258, "machine_gun", "m2/1", true],
        ] as const
      ).map(([x, y, kind, text, solid]) => (
        <g key={`${x}${y}`} transform={`translate(${x} ${y})`}>
          <Counter kind={kind} text={text} solid={solid} colour={solid ? "var(--seat-f)" : "var(--seat-d)"} />
        </g>
      ))}
    </svg>
  );
}

export const poster: Poster = {
  Art: Village,
  tag: "Squads, tanks, dive-bombers, dice",
  about: "Move a squad, and whoever sees it may fire. Battles on the ground, and one in the sky.",
  meta: ["2 players", "15–120 min", "reactions"],
};
