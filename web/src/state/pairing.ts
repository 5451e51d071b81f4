/** Looking for somebody to play, on whichever page: the server is asked again and again until there is a table. */

import { signal } from "@preact/signals";

import { addToDraws, api, type Refused } from "../api/http";
import type { Looking } from "../api/types";
import { ring } from "./sound";

const AGAIN_MS = 3000;
/** The clocks that can be looked for, and what they are called. */
export const CLOCKS: readonly (readonly [number, string])[] = [
  [60, "1 min a move"],
  [300, "5 min a move"],
  [86_400, "1 day a move"],
];

export const looking = signal<Looking | null>(null);
export const lookingProblem = signal("");

let timer: ReturnType<typeof setTimeout> | undefined;
/** Counts what was begun or stopped: an answer to an earlier question is not heard. */
let asked = 0;

interface Wanted {
  game: string;
  group: number;
  time_limit_s: number;
}

/** Looks for people, from now on. */
export function look(wanted: Wanted): void {
  clearTimeout(timer);
  const mark = ++asked;
  lookingProblem.value = "";
  api.look(wanted).then(
    (state) => {
      if (mark !== asked) return;
      looking.value = state.looking;
      if (state.state === "paired" && state.looking) void seated(state.looking.code);
      else timer = setTimeout(() => look(wanted), AGAIN_MS);
    },
    (problem: Refused) => {
      if (mark !== asked) return;
      if (problem.status === 0 || problem.status === 503) timer = setTimeout(() => look(wanted), AGAIN_MS);
      else {
        looking.value = null;
        lookingProblem.value = problem.message;
      }
    },
  );
}

/** There is a table: I am there, and ready. */
async function seated(code: string): Promise<void> {
  ring("bell");
  try {
    const table = await api.table(code);
    await (table.room ? api.ready(table) : addToDraws(table));
  } catch {
    // The table itself says what is wrong, and has a button for it.
  }
}

/** Looks no more; a table that was found stays among my tables. */
export function stopLooking(): void {
  clearTimeout(timer);
  asked += 1;
  looking.value = null;
  api.stopLooking().catch(() => undefined);
}

/** A page that goes away does not keep others waiting for it; with a day for a move it may. */
addEventListener("pagehide", () => {
  if (looking.value && !looking.value.code && looking.value.time_limit_s < 86_400)
    void fetch("/api/pairing", { method: "DELETE", credentials: "same-origin", keepalive: true });
});

/** How long it may take, in words that promise nothing. */
export function waitWords(state: Looking): string {
  const missing = state.needed - state.here;
  const people = missing === 1 ? "one more" : `${missing} more`;
  if (state.estimate_s === null) return `${people} needed; hardly anybody came lately, it may take long`;
  return `${people} needed; at today's pace ${durationWords(state.estimate_s)}`;
}

function durationWords(seconds: number): string {
  if (seconds < 90) return "about a minute";
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}
