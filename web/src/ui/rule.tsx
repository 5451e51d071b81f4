/** A rule id that shows its text: after a short hover, on focus, or on a long press. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { rulesOf } from "../state/rules";
import { Prose } from "./prose";

const HOVER_MS = 400;
const PRESS_MS = 350;

interface Tip {
  game: string;
  id: string;
  x: number;
  y: number;
}

const tip = signal<Tip | null>(null);
let pending: ReturnType<typeof setTimeout> | undefined;

function soon(target: EventTarget | null, game: string, id: string, wait: number): void {
  clearTimeout(pending);
  pending = setTimeout(() => {
    const box = (target as Element).getBoundingClientRect();
    tip.value = { game, id, x: box.left, y: box.bottom + 6 };
  }, wait);
}

function leave(): void {
  clearTimeout(pending);
  pending = setTimeout(() => (tip.value = null), 200);
}

export const rulePath = (game: string, id: string): string => `/rules/${game}#${id}`;

export function Rule({ game, id }: { game: string; id: string | undefined }) {
  if (!id) return null;
  return (
    <a
      class="rule-id"
      href={rulePath(game, id)}
      onMouseEnter={(event) => soon(event.currentTarget, game, id, HOVER_MS)}
      onMouseLeave={leave}
      onFocus={(event) => soon(event.currentTarget, game, id, HOVER_MS)}
      onBlur={leave}
      onTouchStart={(event) => soon(event.currentTarget, game, id, PRESS_MS)}
      onTouchEnd={() => clearTimeout(pending)}
    >
      {id}
    </a>
  );
}

/** The card itself, once on each page. */
export function RuleTip() {
  const card = useRef<HTMLDivElement>(null);
  const now = tip.value;
  useEffect(() => {
    const box = card.current;
    if (!box || !now) return;
    const over = box.offsetHeight + now.y > innerHeight - 8;
    box.style.left = `${Math.max(8, Math.min(now.x, innerWidth - box.offsetWidth - 8))}px`;
    box.style.top = `${over ? Math.max(8, now.y - box.offsetHeight - 32) : now.y}px`;
  });
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape") tip.value = null;
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, []);
  if (!now) return null;
  const text = rulesOf(now.game)?.[now.id];
  return (
    <div ref={card} class="tip" role="tooltip" onMouseEnter={() => clearTimeout(pending)} onMouseLeave={leave}>
      <b class="num">{now.id}</b>
      <p>{text ? <Prose text={text} /> : "Loading the rule…"}</p>
      <a href={rulePath(now.game, now.id)} onClick={() => (tip.value = null)}>
        Open the rule
      </a>
    </div>
  );
}
