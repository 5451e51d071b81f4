/** The picture of the front page, and the one for games without a poster. */

import { Cloud, Rays } from "./parts";

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
