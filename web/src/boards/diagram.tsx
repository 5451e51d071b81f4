/** What the small diagrams of the rules in brief are drawn with. */

import type { ComponentChildren } from "preact";

export interface Diagram {
  /** What is to be seen, for those who cannot. */
  says: string;
  Draw: () => preact.JSX.Element;
}

export function At({ x, y, turn = 0, size = 1, children }: Put & { children: ComponentChildren }) {
  return <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>{children}</g>;
}

interface Put {
  x: number;
  y: number;
  turn?: number;
  size?: number;
}

export function Words({ x, y, children }: { x: number; y: number; children: ComponentChildren }) {
  return (
    <text x={x} y={y} text-anchor="middle" font-size="13" font-weight="700" fill="var(--ink)">
      {children}
    </text>
  );
}

export function Arrow({ d, danger }: { d: string; danger?: boolean }) {
  return (
    <path
      d={d}
      fill="none"
      stroke={danger ? "var(--danger)" : "var(--ink)"}
      stroke-width="2.4"
      stroke-dasharray="5 4"
      marker-end={danger ? undefined : "url(#brief-tip)"}
    />
  );
}
export const PAPER = "var(--sheet)";
export const AIM = "var(--act-wash)";

export function Hex({ x, y, r = 22, fill = PAPER }: { x: number; y: number; r?: number; fill?: string }) {
  const corners = Array.from({ length: 6 }, (_, n) => {
    const turn = (Math.PI / 3) * n + Math.PI / 6;
    return `${(x + r * Math.cos(turn)).toFixed(1)},${(y + r * Math.sin(turn)).toFixed(1)}`;
  });
  return <polygon points={corners.join(" ")} fill={fill} stroke="var(--ink)" stroke-width="1.3" />;
}

export function Picture({ diagram }: { diagram: Diagram }) {
  return (
    <svg class="diagram" viewBox="0 0 240 120" role="img" aria-label={diagram.says}>
      <defs>
        <marker id="brief-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">
          <path d="M0 0 8 4 0 8z" fill="var(--ink)" />
        </marker>
      </defs>
      <diagram.Draw />
    </svg>
  );
}
