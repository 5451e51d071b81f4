/** The pictures of the house: the hero of the home page and one picture a game. */

import { Counter } from "./counter";
import { HeadOn, Light } from "./paws-art";
import { lettered } from "./game";
import { hexPoints } from "./geometry";
import { Aircraft, Cloud, Patterns, Rays } from "./parts";
import { Rock, Ship } from "./ships";

/** A biplane from the side, flying right, some 140 units long. */
export function SidePlane({ colour }: { colour: string }) {
  return (
    <g stroke="var(--ink)" stroke-width="2.5" stroke-linejoin="round" fill={colour}>
      <path d="M-70 0C-60 -10-20 -15 20 -14 44 -13 56 -8 60 0 56 10 44 14 20 14L-40 8-74 6z" />
      <path d="M-80 -20-62 -22-58 2-74 6zM-2 -44H46L50 -36H-6zM2 20H44L48 27H-4z" />
      <path d="M6 -36 10 20M38 -36 40 20M6 -36 40 20M14 27 8 42M34 27 38 42" fill="none" />
      <path d="M-10 -14q6 -9 16 -9v8z" fill="var(--sheet)" />
      <circle cx="-6" cy="-19" r="6" fill="var(--loop-brown)" />
      <path d="M60 -30V30" stroke-width="4" />
      <circle cx="12" cy="45" r="8" fill="var(--ink)" />
      <circle cx="12" cy="45" r="3" fill="var(--sheet)" />
      <circle cx="-30" cy="-2" r="8" fill="var(--sheet)" />
      <circle cx="-30" cy="-2" r="4" fill={colour} />
    </g>
  );
}

export function Hero() {
  return (
    <svg viewBox="0 0 1280 196" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1280" height="196" fill="var(--sky-1)" />
      <Rays at={{ x: 930, y: 150 }} count={18} reach={1300} />
      <Cloud at={{ x: 700, y: 56 }} size={1.1} />
      <Cloud at={{ x: 1195, y: 46 }} size={1.3} />
      <Cloud at={{ x: 520, y: 128 }} size={0.8} />
      <circle cx="930" cy="150" r="72" fill="var(--act)" stroke="var(--ink)" stroke-width="2" />
      <Cloud at={{ x: 1050, y: 122 }} size={0.9} />
      <path d="M0 164C200 148 420 176 640 162S1010 150 1140 162 1240 158 1280 152V196H0z" fill="var(--land-3)" />
      <path d="M0 184C260 170 500 190 760 178S1120 182 1280 174V196H0z" fill="var(--land-4)" />
      <g transform="translate(800 86) rotate(-9)">
        <SidePlane colour="var(--seat-a)" />
      </g>
      <path d="M872 78 1050 72" stroke="var(--ink)" stroke-width="2" stroke-dasharray="2 9" stroke-linecap="round" />
      <g transform="translate(1122 62) rotate(14) scale(-.78 .78)">
        <SidePlane colour="var(--seat-c)" />
      </g>
    </svg>
  );
}

const RED = lettered(0, "R");
const GREEN = lettered(1, "G");
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

function Crews() {
  return (
    <svg viewBox="0 0 240 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="240" height="160" fill="var(--sky-1)" />
      <Rays at={{ x: 176, y: 56 }} count={20} reach={300} />
      <g transform="translate(176 56)">
        <Light night={false} />
      </g>
      <Cloud at={{ x: 60, y: 50 }} size={0.7} />
      <path d="M0 160V126C60 112 120 134 240 118V160z" fill="var(--land-3)" />
      <g transform="translate(96 78) scale(1.25)">
        <HeadOn team="jaws" />
      </g>
      <g transform="translate(196 116) scale(.7)">
        <HeadOn team="paws" />
      </g>
    </svg>
  );
}

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

/** A fan of cards, for games without a picture of their own. */
export function Fan() {
  return (
    <svg viewBox="0 0 370 250" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="370" height="250" fill="var(--sky-1)" />
      <Rays at={{ x: 185, y: 250 }} count={18} reach={420} />
      {[-24, -8, 8, 24].map((turn, n) => (
        <g key={turn} transform={`translate(185 300) rotate(${turn})`} stroke="var(--ink)" stroke-width="2.5">
          <rect x="-42" y="-230" width="84" height="122" rx="8" fill={n === 2 ? "var(--act)" : "var(--sheet)"} />
          <path d="M0 -192 17 -169 0 -146 -17 -169z" fill={n % 2 ? "var(--seat-a)" : "var(--ink)"} stroke="none" />
        </g>
      ))}
    </svg>
  );
}

/** What each game is, in a picture, a sentence and three facts. */
export const POSTERS: Record<string, { Art: () => preact.JSX.Element; tag: string; about: string; meta: string[] }> = {
  biplanes: {
    Art: Ring,
    tag: "A duel of nerves on a ring of sky",
    about:
      "Both seal a tile, both turn it over, both fly. Be one to three spaces behind, on the same colour, with a gun that fires.",
    meta: ["2 players", "20 min", "sealed tiles"],
  },
  squadrons: {
    Art: Grid,
    tag: "Six against six; the deck flies with you",
    about: "Far from the enemy your planes turn as you like. Close to him a card decides, and a card aims every shot.",
    meta: ["2 players", "30 min", "open, cards"],
  },
  starfighters: {
    Art: Stars,
    tag: "Declare, fly, fire; wrecks can ram",
    about: "Everybody declares a card in secret, then all fly in turn, and only then the cards speak.",
    meta: ["3–6 players", "25 min", "sealed cards"],
  },
  paws: {
    Art: Crews,
    tag: "Crews of two, twenty seconds, one sun",
    about: "Pilot and gunner lay their cards at the same time and without a word. Do not lay on the same section.",
    meta: ["2–8 players", "20 min", "real time"],
  },
  boots: {
    Art: Village,
    tag: "Squads, tanks, dive-bombers, dice",
    about: "Move a squad, and whoever sees it may fire. Battles on the ground, and one in the sky.",
    meta: ["2 players", "15–120 min", "reactions"],
  },
};
