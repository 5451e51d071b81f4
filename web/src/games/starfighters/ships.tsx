/** Six star ships, one silhouette a seat, 38 units wide, nose up. */

import type { SeatStyle } from "../../boards/game";

const SHIPS: readonly (readonly [string, string])[] = [
  ["M0 -17 5 -4 15 9 15 14 5 11 3 16H-3L-5 11-15 14-15 9-5 -4z", "M-9 8H9"],
  [
    "M0 -17C5 -12 6 -4 6 2L16 12 14 15 5 12 0 16-5 12-14 15-16 12-6 2C-6 -4-5 -12 0 -17z",
    "M-7 5 0 -3 7 5M-7 11 0 3 7 11",
  ],
  ["M-4 -16H4L5 -2 16 -6V12L6 9 4 15H-4L-6 9-16 12V-6L-5 -2z", "M-11 2V8M11 2V8M0 -8V8"],
  ["M0 -17 16 15 8 11 0 15-8 11-16 15z", "M0 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"],
  ["M0 -17C8 -14 15 -4 16 8L9 6 8 14H-8L-9 6-16 8C-15 -4-8 -14 0 -17z", "M-8 0H8M-5 -6H5"],
  ["M0 -17 4 -8 12 -10 9 0 16 8 7 9 4 15H-4L-7 9-16 8-9 0-12 -10-4 -8z", "M0 -6 5 2 0 8-5 2z"],
];

export function Ship({ seat, style, wreck }: { seat: number; style: SeatStyle; wreck?: boolean }) {
  const [hull, mark] = SHIPS[seat % SHIPS.length]!;
  if (wreck) {
    return (
      <g fill="none" stroke={style.colour} stroke-width="1.8" stroke-dasharray="3 2.4">
        <path d={hull} />
        <path d="M-14 -14 14 14M14 -14-14 14" />
      </g>
    );
  }
  return (
    <g stroke-linejoin="round" fill="none">
      <path
        d={hull}
        fill={style.solid ? style.colour : "var(--sheet)"}
        stroke={style.solid ? "var(--ink)" : style.colour}
        stroke-width={style.solid ? 1.6 : 2.6}
      />
      <path d={mark} stroke={style.solid ? "var(--on-solid)" : style.colour} stroke-width="2" />
      <path d="M-4 -20 0 -25 4 -20" stroke="var(--ink)" stroke-width="2" />
    </g>
  );
}

export function Rock() {
  return (
    <g stroke="var(--ink)" stroke-width="1.3" stroke-linejoin="round">
      <path d="M-13 3-8 -9 2 -12 12 -5 9 2 13 9 1 11-6 8z" fill="var(--rock)" />
      <path d="M-8 -9-3 -1 9 2M-3 -1-6 8" fill="none" />
    </g>
  );
}
