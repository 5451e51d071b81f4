/** Drawings that several boards share: aircraft, counters, chips, cards, sky. */

import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";

import type { SeatStyle } from "./game";
import { angle, round, short, type Point } from "./geometry";

/** What of a board stays as it is while it is played on: drawn once, and anew only where `on` is another. */
export function Still({ on = "", draw }: { on?: string; draw: () => JSX.Element }) {
  return useMemo(draw, [on]);
}

export const Patterns = () => <Still draw={() => <Fills />} />;

/** The fill patterns, one for each seat that is paper with stripes. */
function Fills() {
  return (
    <defs>
      {["a", "b", "c", "d", "e", "f"].map((letter) => (
        <pattern
          key={letter}
          id={`stripe-${letter}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0H6" stroke={`var(--seat-${letter})`} stroke-width="3" />
        </pattern>
      ))}
      <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <path d="M0 0H7" stroke="var(--danger)" stroke-width="1.6" />
      </pattern>
      <pattern id="hatch-ink" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <path d="M0 0H8" stroke="var(--ink)" stroke-width="1.2" />
      </pattern>
    </defs>
  );
}

const stripes = (style: SeatStyle): string => {
  const letter = /seat-([a-f])/.exec(style.colour)?.[1];
  return letter ? `url(#stripe-${letter})` : "none";
};

const BIPLANE_WING = "M-21 -11.5q0-2.5 2.5-2.5h37q2.5 0 2.5 2.5v5q0 2-2.5 2h-37q-2.5 0-2.5-2z";

/** An aircraft seen from above, nose up, 44 units wide: a monoplane for solid sides, a biplane for paper ones. */
export function Aircraft({ style, outline }: { style: SeatStyle; outline?: string }) {
  if (style.solid) {
    return (
      <g stroke={outline ?? "var(--ink)"} stroke-width="1.5" stroke-linejoin="round" fill={style.colour}>
        <path d="M0 -19c3.5 0 4 4 4 8L2 17h-4L-4 -11c0-4 .5-8 4-8z" />
        <path d="M-22 -3.5 -18 -11H18l4 7.5-2.5 2.5L3 .5h-6L-19.5 -1z" />
        <path d="M-8 19.5q1-6.5 8-6.5t8 6.5L0 17z" />
        <path d="M-8 -20H8" stroke-width="2.2" stroke-linecap="round" />
        <circle cy="-2.5" r="2.3" fill="var(--sheet)" />
      </g>
    );
  }
  return (
    <g stroke={outline ?? style.colour} stroke-width="1.5" stroke-linejoin="round" fill="var(--sheet)">
      <path d="M-2.5 -18h5l1.5 6 .5 12-1.5 17h-6l-1.5-17 .5-12z" />
      <path d="M-17 -2.5h34l1.5 3-1.5 4h-34l-1.5-4z" opacity=".75" />
      <path d={BIPLANE_WING} />
      <path d="M-8.5 15.5q.5-2.5 3-2.5h11q2.5 0 3 2.5l-1.5 3.5h-14z" />
      <path d="M-8 -19.5H8" stroke-width="2.2" stroke-linecap="round" />
      <circle cy="-.5" r="2.3" />
      <path d={BIPLANE_WING} fill={stripes(style)} stroke="none" />
    </g>
  );
}

/** A thing that glides when its place or its turn changes. */
export function Piece(props: {
  at: Point;
  turn?: number;
  size?: number;
  class?: string;
  id?: string;
  children: ComponentChildren;
  upright?: ComponentChildren;
}) {
  return (
    <g
      id={props.id}
      class={`piece ${props.class ?? ""}`}
      style={{ transform: `translate(${props.at.x}px, ${props.at.y}px)` }}
    >
      <g class="turning" style={{ transform: `rotate(${props.turn ?? 0}deg) scale(${props.size ?? 1})` }}>
        {props.children}
      </g>
      {props.upright}
    </g>
  );
}

/** A seat's short tag beside its piece: square and solid, or round and paper. */
export function Tag({ at, text, style }: { at: Point; text: string; style: SeatStyle }) {
  const half = 4 + text.length * 3.6;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <g class="tg">
        <rect
          x={-half}
          y="-7.5"
          width={half * 2}
          height="15"
          rx={style.solid ? 0 : 7.5}
          fill={style.solid ? style.colour : "var(--sheet)"}
          stroke={style.solid ? "var(--ink)" : style.colour}
          stroke-width={style.solid ? 1 : 1.6}
        />
        <text
          y="4.5"
          text-anchor="middle"
          font-size="12"
          font-weight="700"
          fill={style.solid ? "var(--on-solid)" : style.colour}
          style={{ fill: style.solid ? "var(--on-solid)" : style.colour }}
        >
          {text}
        </text>
      </g>
    </g>
  );
}

/** A few words on the board, on paper with a coloured edge. */
export function Chip({
  at,
  text,
  colour = "var(--ink)",
  size = 12,
}: {
  at: Point;
  text: string;
  colour?: string;
  size?: number;
}) {
  const half = 8 + (text.length * size * 0.56) / 2;
  return (
    <g transform={`translate(${at.x} ${at.y})`} class="chip">
      <g class="tg">
        <rect
          x={-half}
          y={-size * 0.8}
          width={half * 2}
          height={size * 1.6}
          rx="3"
          fill="var(--sheet)"
          stroke={colour}
          stroke-width="1.5"
        />
        <text y={size * 0.37} text-anchor="middle" font-size={size} font-weight="700" style={{ fill: colour }}>
          {text}
        </text>
      </g>
    </g>
  );
}

/** A label of one to three letters on ink. */
export function Code({ at, text }: { at: Point; text: string }) {
  const half = 5 + text.length * 3.7;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <g class="tg">
        <rect x={-half} y="-8" width={half * 2} height="16" rx="2" fill="var(--ink)" />
        <text y="4.5" text-anchor="middle" font-size="12" font-weight="700" style={{ fill: "var(--paper)" }}>
          {text}
        </text>
      </g>
    </g>
  );
}

/** A line of fire with an arrow head, or one at either end; dashed while it is only planned. */
export function FireLine(props: {
  from: Point;
  to: Point;
  colour: string;
  dash?: string;
  start?: number;
  end?: number;
  both?: boolean;
}) {
  const [a, b] = short(props.from, props.to, props.start ?? 14, props.end ?? 13);
  const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
  return (
    <g>
      <path d={d} stroke="var(--sheet)" stroke-width="6" />
      <path d={d} stroke={props.colour} stroke-width="3" stroke-dasharray={props.dash} />
      <path transform={`translate(${b.x} ${b.y}) rotate(${angle(a, b)})`} d="M2 0-7 -5V5z" fill={props.colour} />
      {props.both && (
        <path transform={`translate(${a.x} ${a.y}) rotate(${angle(b, a)})`} d="M2 0-7 -5V5z" fill={props.colour} />
      )}
    </g>
  );
}

const BADGES: Record<SeatStyle["shape"], string> = {
  square: "M4 4h32v32H4z",
  circle: "M20 2.5a17.5 17.5 0 1 1 0 35 17.5 17.5 0 0 1 0-35z",
  diamond: "M20 1.5 38.5 20 20 38.5 1.5 20z",
  triangle: "M20 3 38.5 36h-37z",
  hexagon: "M11 2.5h18L38.5 20 29 37.5H11L1.5 20z",
  shield: "M3.5 4h33v17c0 9-8 14-16.5 16.5C11.5 35 3.5 30 3.5 21z",
};

/** A seat's badge as it stands on its card. */
export function Badge({ style }: { style: SeatStyle }) {
  return (
    <svg class="badge" viewBox="0 0 40 40" aria-hidden="true">
      <path
        d={BADGES[style.shape]}
        fill={style.solid ? style.colour : "var(--sheet)"}
        stroke={style.solid ? "var(--ink)" : style.colour}
        stroke-width={style.solid ? 1.6 : 3}
      />
      <text
        x="20"
        y={style.shape === "triangle" ? 30 : 26.5}
        text-anchor="middle"
        font-size={style.letter.length > 1 ? 14 : 18}
        font-weight="700"
        style={{ fill: style.solid ? "var(--on-solid)" : style.colour, fontFamily: "var(--font-display)" }}
      >
        {style.letter}
      </text>
    </svg>
  );
}

export function Cloud({ at, size = 1, opacity = 1 }: { at: Point; size?: number; opacity?: number }) {
  return (
    <path
      transform={`translate(${at.x} ${at.y}) scale(${size})`}
      opacity={opacity}
      fill="var(--cloud)"
      d="M-60 18C-78 18-80-4-60-6-58-26-28-32-18-16-6-30 22-26 24-8 40-16 60-4 54 12 52 18 46 18 40 18z"
    />
  );
}

/** The broad rays of the poster sky. */
export function Rays({ at, count, reach }: { at: Point; count: number; reach: number }) {
  const ray = (turn: number): string => {
    const [a, b] = [turn, turn + (Math.PI / count) * 0.7];
    const end = (t: number): string =>
      `${Math.round(at.x + reach * Math.cos(t))} ${Math.round(at.y + reach * Math.sin(t))}`;
    return `M${at.x} ${at.y}L${end(a)}L${end(b)}z`;
  };
  const d = Array.from({ length: count }, (_, n) => ray((n * 2 * Math.PI) / count + 0.07)).join("");
  return <path d={d} fill="var(--sky-2)" opacity=".55" />;
}

/** A cross-hair, the sign for one hit. */
export function CrossHair({ at, colour = "var(--ink)", size = 1 }: { at: Point; colour?: string; size?: number }) {
  return (
    <g transform={`translate(${at.x} ${at.y}) scale(${size})`} fill="none" stroke={colour} stroke-width="1.7">
      <circle r="6" />
      <path d="M-9 0H9M0 -9V9" />
    </g>
  );
}

/** A burst over something that was hit; the longer the word, the wider. */
export function Burst({ at, text }: { at: Point; text: string }) {
  const size = Math.max(1, text.length / 3);
  const points = Array.from({ length: 16 }, (_, n) => {
    const [turn, far] = [(n * Math.PI) / 8, n % 2 ? 15 : 25];
    return `${round(far * Math.cos(turn))},${round(far * Math.sin(turn))}`;
  });
  return (
    <g class="burst" transform={`translate(${at.x} ${at.y})`}>
      <polygon
        transform={`scale(${round(size)} 1)`}
        points={points.join(" ")}
        fill="var(--act)"
        stroke="var(--ink)"
        stroke-width="1.6"
      />
      <text y="6" text-anchor="middle" font-size="17" font-weight="700" style={{ fill: "var(--on-act)" }}>
        {text}
      </text>
    </g>
  );
}

const SUITS: Record<string, { path: string; red: boolean; sign: string }> = {
  H: { path: "M0 10C-14 0-11-10-5-10-2-10 0-8 0-5 0-8 2-10 5-10 11-10 14 0 0 10z", red: true, sign: "♥" },
  D: { path: "M0 -12 9 0 0 12-9 0z", red: true, sign: "♦" },
  C: {
    path: "M0 -11a5 5 0 0 1 4 8 5 5 0 1 1-2.5 8L3 11H-3l1.5-6a5 5 0 1 1-2.5-8 5 5 0 0 1 4-8z",
    red: false,
    sign: "♣",
  },
  S: { path: "M0 -12C3-6 11-3 10 3 9 8 3 8 1.5 4L3 11H-3L-1.5 4C-3 8-9 8-10 3-11-3-3-6 0-12z", red: false, sign: "♠" },
};

export const cardWords = (card: string): string => card.slice(0, -1) + (SUITS[card.slice(-1)]?.sign ?? card.slice(-1));

/** A playing card: red suits outlined, black suits filled. */
export function PlayingCard({ card, width = 52 }: { card: string; width?: number }) {
  const suit = SUITS[card.slice(-1)] ?? SUITS.S!;
  const ink = suit.red ? "var(--danger)" : "var(--ink)";
  return (
    <svg width={width} viewBox="0 0 64 88" role="img" aria-label={cardWords(card)}>
      <rect x="1" y="1" width="62" height="86" rx="5" fill="var(--sheet)" stroke="var(--ink)" stroke-width="1.5" />
      <text x="8" y="24" font-size="20" font-weight="700" style={{ fill: ink, fontFamily: "var(--font-display)" }}>
        {card.slice(0, -1)}
      </text>
      <path
        transform="translate(34 54) scale(1.7)"
        d={suit.path}
        fill={ink}
        fill-opacity={suit.red ? 0.18 : 1}
        stroke={ink}
        stroke-width="2.4"
      />
      <path transform="translate(14 36) scale(.55)" d={suit.path} fill={ink} />
    </svg>
  );
}

const PIPS: readonly (readonly number[])[] = [
  [],
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];

/** A die in one of two inks, for a tray or a row of a fight. */
export function Die({
  at,
  face,
  solid,
  colour,
  raised,
}: {
  at: Point;
  face: number;
  solid: boolean;
  colour: string;
  raised?: boolean;
}) {
  const ink = solid ? "var(--on-solid)" : "var(--ink)";
  return (
    <g transform={`translate(${at.x} ${at.y - (raised ? 3 : 0)})`}>
      <g class="die">
        <rect
          x="-9"
          y="-9"
          width="18"
          height="18"
          rx="3"
          fill={solid ? colour : "var(--sheet)"}
          stroke="var(--ink)"
          stroke-width={raised ? 2.4 : 1.3}
        />
        {(PIPS[face] ?? []).map((spot) => (
          <circle key={spot} cx={((spot % 3) - 1) * 5} cy={(Math.floor(spot / 3) - 1) * 5} r="1.8" fill={ink} />
        ))}
      </g>
    </g>
  );
}
