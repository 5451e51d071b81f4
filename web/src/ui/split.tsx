/** A result as its parts: patterns tell them apart, not colours. */

import type { Analysis, Cause } from "../api/types";
import { type PartName, partName } from "../state/analysis";

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

/** What moved a result towards its outcome: bars from 0 to 100, shares of all that did. */
export function Shares({ analysis, causes }: { analysis: Analysis; causes: readonly Cause[] }) {
  const place = (share: number): number => LEFT + share * (WIDE - LEFT - RIGHT);
  const foot = ROW * causes.length + 4;
  const words = causes.map(({ name, share }) => `${partName(name, analysis)} ${percent(share)}`).join(", ");
  return (
    <svg class="shares" viewBox={`0 0 ${WIDE} ${foot + 16}`} role="img" aria-label={`What moved it: ${words}`}>
      <Patterns id="fall" />
      {[0, 0.5, 1].map((tick) => (
        <g key={tick}>
          <path d={`M${place(tick)} 0V${foot}`} class="tick" />
          <text x={place(tick)} y={foot + 12} text-anchor="middle">
            {100 * tick}
          </text>
        </g>
      ))}
      {causes.map(({ name, share }, row) => (
        <g key={name} transform={`translate(0 ${ROW * row + 3})`}>
          <text class="name" x={LEFT - 8} y={14} text-anchor="end">
            {partName(name, analysis)}
          </text>
          <rect
            x={LEFT}
            width={Math.max(1, place(share) - LEFT)}
            height={ROW - 6}
            fill={fillOf(name, "fall")}
            class="part"
          />
          <text class="num" x={place(share) + 5} y={14}>
            {percent(share)}
          </text>
        </g>
      ))}
    </svg>
  );
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
