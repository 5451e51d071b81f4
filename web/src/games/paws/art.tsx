/** Jaws vs Paws: biplanes seen head-on, team signs, sun and moon. */

import type { ComponentChildren } from "preact";

export interface TeamStyle {
  colour: string;
  solid: boolean;
  sign: ComponentChildren;
}

const PAW = (
  <>
    <path d="M0 -1C7 -1 11 6 8 11 6 14 3 12 0 12S-6 14-8 11C-11 6-7 -1 0 -1z" />
    <ellipse cx="-10" cy="-2" rx="3.6" ry="5" transform="rotate(-25 -10 -2)" />
    <ellipse cx="-4" cy="-9" rx="3.6" ry="5" />
    <ellipse cx="4" cy="-9" rx="3.6" ry="5" />
    <ellipse cx="10" cy="-2" rx="3.6" ry="5" transform="rotate(25 10 -2)" />
  </>
);

const SIGNS: Record<string, ComponentChildren> = {
  jaws: (
    <>
      <path d="M-15 -10H15V-2L10 5 5 -2 0 5-5 -2-10 5-15 -2z" />
      <path d="M-13 12 -8 5 -3 12 2 5 7 12 12 5V14H-13z" />
    </>
  ),
  paws: PAW,
  claws: (
    <path d="M-13 -12C-6 -6-8 6-12 13-4 8-3 -4-6 -12zM-2 -12C5 -6 3 6-1 13 7 8 8 -4 5 -12zM9 -12C15 -6 14 6 10 13 17 8 18 -4 15 -12z" />
  ),
  tails: (
    <path
      d="M-13 12C2 14 10 6 8 -3 7 -9 0 -9 0 -4 0 -1 4 -1 4 -4M-13 12C-4 8 -2 2 -6 -4"
      fill="none"
      stroke="currentColor"
      stroke-width="4.5"
      stroke-linecap="round"
    />
  ),
};

/** A team's colour, sign and printing: Jaws and Claws solid, Paws and Tails on paper, and so is any other. */
export function teamStyle(team: string): TeamStyle {
  const colour = SIGNS[team] ? `var(--${team})` : "var(--seat-f)";
  return { colour, solid: team === "jaws" || team === "claws", sign: SIGNS[team] ?? SIGNS.paws };
}

export function Sign({ team, size = 1, colour }: { team: string; size?: number; colour?: string }) {
  const ink = colour ?? teamStyle(team).colour;
  return (
    <g transform={`scale(${size})`} fill={ink} style={{ color: ink }}>
      {teamStyle(team).sign}
    </g>
  );
}

const STRIPES =
  "M-46 -14h8l-8 10h-6v-2zM-28 -14h10l-8 10h-10zM-8 -14h10l-8 10h-10zM12 -14h10l-8 10h-10zM32 -14h10l-8 10h-10zM52 -12v8h-8z";

/** A biplane coming at you, 104 units wide. */
export function HeadOn({ team }: { team: string }) {
  const { colour, solid } = teamStyle(team);
  const [edge, fill] = solid ? ["var(--ink)", colour] : [colour, "var(--sheet)"];
  return (
    <g>
      <g stroke={edge} stroke-width="2.6" stroke-linejoin="round" fill={fill}>
        <path d="M-52 -14H52V-4H-52z" />
        {!solid && <path d={STRIPES} fill={colour} stroke="none" />}
        <path d="M-46 10H46V19H-46z" />
        <path d="M-34 -4V10M34 -4V10M-16 -4-20 10M16 -4 20 10" fill="none" />
        <circle cy="4" r="17" />
        <path
          d="M-2 4C-8 -12-3 -24 0 -26 3 -24 8 -12 2 4 8 20 3 32 0 34-3 32-8 20-2 4z"
          fill="var(--sheet)"
          opacity=".92"
        />
        <path d="M-13 24-17 34M13 24 17 34" fill="none" />
        <circle cx="-18" cy="36" r="4.5" fill="var(--ink)" />
        <circle cx="18" cy="36" r="4.5" fill="var(--ink)" />
      </g>
      <g transform="translate(0 5)">
        <Sign team={team} size={0.6} colour={solid ? "var(--ink)" : colour} />
      </g>
    </g>
  );
}

/** The night sky and its Moon look the same by day and under the lamp. */
const NIGHT = { sky: "#1e2631", moon: "#f5be41" };

/** The sun with twelve rays, or the moon, a crescent. */
export function Light({ night, radius = 28 }: { night: boolean; radius?: number }) {
  if (night) {
    return (
      <g stroke="var(--ink)" stroke-width="2">
        <circle r={radius} fill={NIGHT.sky} />
        <path
          d={`M${radius * 0.3} ${-radius * 0.8}A${radius * 0.85} ${radius * 0.85} 0 1 0 ${radius * 0.3} ${radius * 0.8} ${radius * 0.62} ${radius * 0.8} 0 0 1 ${radius * 0.3} ${-radius * 0.8}z`}
          fill={NIGHT.moon}
        />
      </g>
    );
  }
  const size = radius / 28;
  return (
    <g fill="var(--act)" stroke="var(--ink)" stroke-width="2" transform={`scale(${size})`}>
      <circle r="28" />
      {Array.from({ length: 12 }, (_, n) => (
        <path key={n} d="M0 -32L5 -44L-5 -44z" transform={`rotate(${n * 30})`} />
      ))}
    </g>
  );
}
