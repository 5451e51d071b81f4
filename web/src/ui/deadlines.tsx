/** When the clocks of my games end, and whose they are. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { TableLine } from "../api/types";
import { botName } from "../state/table";

/** A time of day, with its date where it is not today. */
export function until(ms: number): string {
  const end = new Date(ms);
  const today = end.toDateString() === new Date().toDateString();
  const date: Intl.DateTimeFormatOptions = today ? {} : { weekday: "short", day: "numeric", month: "short" };
  return end.toLocaleString(undefined, { ...date, hour: "2-digit", minute: "2-digit" });
}

/** The running games with a clock, the one that ends first at the top. */
export const timed = (lines: readonly TableLine[]): TableLine[] =>
  lines
    .filter((line) => line.status === "live" && line.deadline !== null)
    .sort((a, b) => (a.deadline ?? 0) - (b.deadline ?? 0));

/** Whose move a table waits for: mine, or that of some others. */
export function whose(line: TableLine): string {
  if (line.your_turn) return "your move";
  const names = line.players
    .filter((player) => line.to_move.includes(player.player))
    .map((player) => player.name || (player.bot ? botName(player.bot) : "a free seat"));
  return names.length > 0 ? `${names.join(" and ")} to move` : "their move";
}

export function Deadlines() {
  const lines = useSignal<TableLine[]>([]);
  useEffect(() => {
    api.mine().then(
      (found) => (lines.value = timed(found.tables)),
      () => undefined,
    );
  }, []);
  return (
    <section aria-label="Deadlines">
      <h3>Deadlines</h3>
      {lines.value.length === 0 ? (
        <p class="quiet-words">No clock runs in your games.</p>
      ) : (
        <ul class="lines">
          {lines.value.map((line) => (
            <li key={line.code}>
              <a href={`/table/${line.code}`}>
                <b>{line.title}</b> · {whose(line)}
              </a>
              <time class="num" dateTime={new Date(line.deadline ?? 0).toISOString()}>
                {until(line.deadline ?? 0)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
