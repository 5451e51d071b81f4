/** The hot seat's hand-over: covers everything until the right person holds it open. */

import { useRef } from "preact/hooks";

import { SidePlane } from "../boards/poster";
import { Sheet } from "./sheet";

const HOLD_MS = 600;

export function HandOver({ name, open }: { name: string; open: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(open, HOLD_MS);
  };
  const stop = (): void => clearTimeout(timer.current);
  return (
    <Sheet title={`Hand the device to ${name}`} class="handover">
      <svg viewBox="0 0 380 96" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect width="380" height="96" fill="var(--sky-1)" />
        <circle cx="190" cy="96" r="56" fill="var(--act)" stroke="var(--ink)" stroke-width="2" />
        <g transform="translate(190 48) rotate(-6) scale(.7)">
          <SidePlane colour="var(--seat-c)" />
        </g>
      </svg>
      <h2>Hand the device to {name}</h2>
      <p class="quiet-words">Everything secret is covered.</p>
      <button
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
        {name}: press and hold to look
      </button>
    </Sheet>
  );
}
