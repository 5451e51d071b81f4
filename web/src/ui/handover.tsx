/** The hot seat's hand-over: only what is public lies open until the right person has taken the device. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { DockFrame } from "./dock";

const HOLD_MS = 600;

/** `children` is what the game lays beside its board for all to see, such as what was just turned over. */
export function HandOver({ name, open, children }: { name: string; open: () => void; children: ComponentChildren }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(open, HOLD_MS);
  };
  const stop = (): void => clearTimeout(timer.current);
  const hold = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    hold.current?.focus();
    return stop;
  }, [name]);
  return (
    <DockFrame
      class="handover"
      ask={`Hand the device to ${name}`}
      why="Only what everybody may see lies open."
      tray={children}
      go={
        <button
          ref={hold}
          class="btn go hold"
          onPointerDown={start}
          onPointerUp={stop}
          onPointerLeave={stop}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            if (!event.repeat) start();
          }}
          onKeyUp={stop}
        >
          {name}: press and hold
        </button>
      }
    />
  );
}
