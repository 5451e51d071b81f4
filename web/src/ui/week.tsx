/** The last seven days: on which of them a puzzle of the day was solved. */

import { dayBefore, solvedDays, streak } from "../state/puzzles";

const NAMES = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

export function Week({ today }: { today: string }) {
  const days = [6, 5, 4, 3, 2, 1, 0].map((before) => dayBefore(today, before));
  const row = streak(solvedDays.value, today);
  return (
    <div class="week">
      <ol aria-label="The last seven days">
        {days.map((day) => {
          const solved = solvedDays.value.includes(day);
          return (
            <li key={day} class={solved ? "solved" : ""} aria-current={day === today ? "date" : undefined}>
              <span>{NAMES[new Date(day).getUTCDay()]}</span>
              <b aria-hidden="true">{solved ? "✓" : day === today ? "?" : "·"}</b>
              <span class="sr">{solved ? "solved" : "not solved"}</span>
            </li>
          );
        })}
      </ol>
      {row > 1 && <p>{row} days in a row.</p>}
    </div>
  );
}
