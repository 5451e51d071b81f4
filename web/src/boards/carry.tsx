/** Carrying a tile, a card or a piece to where a legal action takes it. What may be carried where is said by the words of
 *  the legal actions alone; a drop anywhere else does nothing. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Pick } from "./game";
import { distance, type Point } from "./geometry";

/** A pointer that moved less than this has not carried anything. */
export const DRAG_PX = 10;

/** The words of the legal actions that what is carried takes part in; null while nothing is. */
export const carried = signal<ReadonlySet<string> | null>(null);

/** A board's answer to a pointer over it: the actions of the place there. */
export interface Ground {
  over(at: Point, touch: boolean): number[];
  left(): void;
}

let ground: Ground | null = null;

/** Makes a board one that things can be dropped on; gives back how to end that. */
export function receive(board: Ground): () => void {
  ground = board;
  return () => {
    if (ground === board) ground = null;
  };
}

/** The actions of whatever lies under the pointer: a slot that names some, or a place on the board. */
function under(at: Point, touch: boolean): number[] {
  const top = document.elementFromPoint(at.x, at.y);
  const slot = top?.closest<HTMLElement>("[data-drop]");
  if (slot) return slot.dataset.drop!.split(" ").map(Number);
  return top?.closest(".board") ? (ground?.over(at, touch) ?? []) : [];
}

/** The legal actions that what is carried and what lies under it have in common. */
export function shared(words: ReadonlySet<string>, actions: readonly number[], pick: Pick): number[] {
  return pick.legal.filter((one) => words.has(one.notation) && actions.includes(one.action)).map((one) => one.action);
}

/** Ends a carry: one action in common is played, of several the first is chosen, none is nothing. */
export function putDown(at: Point, touch: boolean, pick: Pick): void {
  const words = carried.value;
  carried.value = null;
  const found = words ? shared(words, under(at, touch), pick) : [];
  ground?.left();
  if (found.length === 1) pick.play(found[0]!);
  else if (found[0] !== undefined) pick.choose(found[0]);
}

/** For a slot outside the board: the actions that a drop on it may mean. */
export const dropFor = (actions: readonly number[]): string | undefined =>
  actions.length > 0 ? actions.join(" ") : undefined;

interface LiftProps {
  /** The words of the actions that this thing takes part in. */
  words: string[];
  pick: Pick;
  class: string;
  pressed: boolean;
  disabled: boolean;
  /** What else happens when it is picked up. */
  lifted?: () => void;
  click: () => void;
  children: ComponentChildren;
}

/** A button in the hand that can be carried as well as clicked. */
export function Lift({ words, pick, pressed, disabled, lifted, click, children, ...more }: LiftProps) {
  const from = useRef<Point | null>(null);
  const ghost = useRef<HTMLElement | null>(null);
  const stop = (): void => {
    ghost.current?.remove();
    if (ghost.current) carried.value = null;
    ghost.current = null;
    from.current = null;
  };
  useEffect(() => stop, []);
  const move = (event: PointerEvent): void => {
    const at = { x: event.clientX, y: event.clientY };
    if (!from.current || (!ghost.current && distance(from.current, at) < DRAG_PX)) return;
    const button = event.currentTarget as HTMLElement;
    if (!ghost.current) {
      button.setPointerCapture(event.pointerId);
      ghost.current = copyOf(button);
      carried.value = new Set(words);
      lifted?.();
    }
    ghost.current.style.transform = `translate(${at.x}px, ${at.y}px)`;
    under(at, event.pointerType !== "mouse");
  };
  const swallow = useRef(false);
  const release = (event: PointerEvent): void => {
    if (ghost.current) {
      swallow.current = true;
      setTimeout(() => (swallow.current = false));
      putDown({ x: event.clientX, y: event.clientY }, event.pointerType !== "mouse", pick);
    }
    stop();
  };
  return (
    <button
      class={more.class}
      aria-pressed={pressed}
      data-words={words.join(" ")}
      disabled={disabled}
      onPointerDown={(event) => {
        if (event.button === 0 && words.length > 0) from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={stop}
      onClick={() => {
        if (!swallow.current) click();
      }}
    >
      {children}
    </button>
  );
}

/** A picture of a thing in the hand that follows the pointer. */
function copyOf(button: HTMLElement): HTMLElement {
  const picture = button.querySelector("svg")!;
  const copy = picture.cloneNode(true) as SVGElement;
  copy.style.width = `${picture.getBoundingClientRect().width}px`;
  const box = document.createElement("div");
  box.className = "carried";
  box.setAttribute("aria-hidden", "true");
  box.append(copy);
  document.body.append(box);
  return box;
}
