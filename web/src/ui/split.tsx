/** A result as its parts, one after the other: patterns tell them apart, not colours. */

import type { Analysis } from "../api/types";
import { type PartName, PARTS, partName, signed, wholeParts } from "../state/analysis";

const WIDE = 320;
const LEFT = 104;
const RIGHT = 48;
const ROW = 26;

/** The patterns of the parts, once in a drawing. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-guesses`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill="var(--sheet)" />
        <circle cx="2.5" cy="2.5" r="1" fill="var(--ink)" />
      </pattern>
      <pattern id={`${id}-gifts`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="var(--sheet)" />
        <path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" stroke="var(--ink)" stroke-width="1.2" />
      </pattern>
      <pattern id={`${id}-unexplained`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill="var(--sheet)" />
        <path d="M0 2H4" stroke="var(--ink-2)" stroke-width="0.8" />
      </pattern>
    </defs>
  );
}

export function fillOf(name: PartName, id: string): string {
  return name === "luck" ? "var(--sheet)" : name === "choices" ? "var(--danger)" : `url(#${id}-${name})`;
}

/** The parts from what could be expected at the start to the result. */
export function Waterfall({ analysis, side }: { analysis: Analysis; side: number }) {
  const split = analysis.splits[side]!;
  const parts = wholeParts(split);
  const shown = PARTS.filter((name) => parts[name]);
  let at = Math.round(100 * split.start);
  const spots = shown.map((name) => {
    const from = at;
    at += parts[name];
    return [name, from, at] as const;
  });
  const ends = spots.flatMap(([, from, to]) => [from, to]);
  const low = Math.min(0, ...ends);
  const high = Math.max(100, ...ends);
  const place = (value: number): number => LEFT + ((value - low) / (high - low)) * (WIDE - LEFT - RIGHT);
  const foot = ROW * shown.length + 4;
  const words = shown.map((name) => `${partName(name, analysis)} ${signed(parts[name])}`).join(", ");
  return (
    <svg class="waterfall" viewBox={`0 0 ${WIDE} ${foot + 16}`} role="img" aria-label={`The parts: ${words}`}>
      <Patterns id="fall" />
      {[0, 50, 100].map((tick) => (
        <g key={tick}>
          <path d={`M${place(tick)} 0V${foot}`} class="tick" />
          <text x={place(tick)} y={foot + 12} text-anchor="middle">
            {tick}
          </text>
        </g>
      ))}
      {spots.map(([name, from, to], row) => (
        <g key={name} transform={`translate(0 ${ROW * row + 3})`}>
          <text class="name" x={LEFT - 8} y={14} text-anchor="end">
            {partName(name, analysis)}
          </text>
          <rect
            x={place(Math.min(from, to))}
            width={Math.max(1, place(Math.max(from, to)) - place(Math.min(from, to)))}
            height={ROW - 6}
            fill={fillOf(name, "fall")}
            class="part"
          />
          <text class="num" x={place(Math.max(from, to)) + 5} y={14}>
            {signed(parts[name])}
          </text>
        </g>
      ))}
    </svg>
  );
}
