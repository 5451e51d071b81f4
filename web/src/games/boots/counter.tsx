/** Die-cut counters of Combat Boots: a silhouette and two numbers. */

import type { ComponentChildren } from "preact";

/** Silhouettes by what a unit is; drawn about the origin, some 32 wide. */
export const SILHOUETTES: Record<string, { fill: string; lines?: string; width?: number }> = {
  infantry: {
    fill: "M-4 -8a4.5 4.5 0 0 1 9 0zM-3 -6.5H5V-3L8 1 5 2 6 9H2L.5 3-2 9H-6L-3 1z",
    lines: "M-9 3 9 -6",
    width: 1.8,
  },
  machine_gun: { fill: "M-15 -2H2V-5H9V4H2V1H-15zM9 -2 15 3V6L9 3z", lines: "M-7 1-11 9M-6 1-1 9M4 3V9", width: 1.8 },
  gun: { fill: "M-16 -3H2V-7H5V5H2V0H-16zM5 0a5 5 0 1 1 0 10 5 5 0 0 1 0-10z", lines: "M7 4 16 8", width: 2.5 },
  mortar: { fill: "M-12 6H6V9H-12z", lines: "M-8 5 7 -9M1 -3 9 7", width: 2.8 },
  tank: { fill: "M-14 2H14L12 8H-12zM-8 -3H9L11 2H-10zM-4 -8H5V-3H-4z", lines: "M-4 -6H-16", width: 2.4 },
  vehicle: { fill: "M-14 -4H-4L-1 -8H12V4H-14zM-9 4a4 4 0 1 1 0 .1zM8 4a4 4 0 1 1 0 .1z" },
  half_track: { fill: "M-14 -3H-5L-3 -7H14V4H-2L-14 3zM-10 4a3.6 3.6 0 1 1 0 .1zM0 4H13V8H0z" },
  aircraft: { fill: "M-3 -12h6l1 6h14v5H4l-1 7h5v3H-8v-3h5l-1-7h-14v-5h14z" },
  officer: { fill: "M-5 -7h10v2H-5zM-4 -10h8v3H-4zM-3.5 -4.5h7V2L6 9H-6L-3.5 2z", lines: "M6 -2 12 -8", width: 1.8 },
};

/** The silhouette of each kind of unit. */
export const SHAPES: Record<string, string> = {
  rifle: "infantry",
  mg: "machine_gun",
  light_mortar: "mortar",
  mortar: "mortar",
  at_team: "gun",
  at_gun: "gun",
  field_gun: "gun",
  tank: "tank",
  assault_gun: "tank",
  halftrack: "half_track",
  truck: "vehicle",
  tractor: "half_track",
};

export interface CounterProps {
  kind: string;
  text: string;
  solid: boolean;
  colour: string;
  corner?: ComponentChildren;
}

/** A counter of 40 by 40 about the origin. */
export function Counter({ kind, text, solid, colour, corner }: CounterProps) {
  const ink = solid ? "var(--on-solid)" : "var(--ink)";
  const shape = SILHOUETTES[kind] ?? SILHOUETTES.infantry!;
  return (
    <g>
      <rect
        x="-20"
        y="-20"
        width="40"
        height="40"
        rx={solid ? 2 : 9}
        fill={solid ? colour : "var(--sheet)"}
        stroke={solid ? "var(--ink)" : colour}
        stroke-width={solid ? 1.6 : 3}
      />
      <g transform="translate(0 -6) scale(.95)" fill={ink} stroke={ink} stroke-width=".6" stroke-linejoin="round">
        <path d={shape.fill} />
        {shape.lines && <path d={shape.lines} stroke-width={shape.width} fill="none" />}
      </g>
      <text
        y="15.5"
        text-anchor="middle"
        font-size="13"
        font-weight="700"
        style={{ fill: ink, fontFamily: "var(--font-num)" }}
      >
        {text}
      </text>
      {corner}
    </g>
  );
}
