/** Time that is left, by the server's clock. */

import { useEffect, useState } from "preact/hooks";

import { ring } from "../state/sound";
import type { SeatView, TableStore } from "../state/table";

/** Draws again a few times a second while something counts down. */
export function useTicking(running: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [running]);
}

export function timeWords(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

export function Clock({ store, now }: { store: TableStore; now: SeatView }) {
  useTicking(now.deadline !== null);
  if (now.deadline === null) return null;
  const left = store.timeLeft(now);
  return <span class={`clock ${left < now.span * 0.1 ? "late" : ""}`}>{timeWords(left)}</span>;
}

/** How long is counted down once everybody is ready. */
const COUNT_MS = 3000;

export function Fuse({ store, now }: { store: TableStore; now: SeatView }) {
  useTicking(now.deadline !== null);
  const left = store.timeLeft(now);
  const second = Math.ceil(left / 1000);
  useEffect(() => {
    if (now.deadline !== null && second > 0 && second <= 5) ring("tick");
    if (now.deadline !== null && second === 0) ring("stamp");
  }, [second]);
  if (now.deadline === null) return null;
  return (
    <>
      <div class="fuse" role="timer" aria-label={`${second} seconds left`}>
        <i
          style={{ width: `${Math.min(100, (100 * left) / Math.max(1, now.locks === null ? now.span : COUNT_MS))}%` }}
        />
      </div>
      {second === 0 && (
        <p class="toast time-up" role="status">
          <b>Time is up.</b> The table goes on in a moment.
        </p>
      )}
    </>
  );
}

/** Says how long one may look at the table before the clock starts. */
export function Pause({ store, now }: { store: TableStore; now: SeatView }) {
  const left = store.pauseLeft(now);
  useTicking(left > 0);
  if (left <= 0) return null;
  return <p class="toast pause">Look at the table: the clock starts in {Math.ceil(left / 1000)} s.</p>;
}

const SHORT_MS = 120_000;

/** The seconds of a short clock in a disc; the last five are counted by a pulse. */
export function Countdown({ store, now }: { store: TableStore; now: SeatView }) {
  useTicking(now.deadline !== null);
  if (now.deadline === null || (now.locks === null && now.span > SHORT_MS)) return null;
  const left = Math.ceil(store.timeLeft(now) / 1000);
  return (
    <span class={`count num ${left <= 5 ? "last" : ""}`} aria-hidden="true">
      {left}
    </span>
  );
}
