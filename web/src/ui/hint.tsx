/** A hint: what a bot would do in my place, by its own estimate and from my view alone. */

import type { HintLine, Legal } from "../api/types";
import { heading, type Pick } from "../boards/game";
import { hints } from "../state/prefs";
import { shortName, type SeatView, type TableStore } from "../state/table";
import { Icon } from "./icons";

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Whether a hint can be asked for now. */
export function canAsk(store: TableStore, now: SeatView): boolean {
  return (
    hints.value === "on" &&
    !!store.table.value?.hints &&
    now.view.waiting.includes(now.view.seat) &&
    now.view.legal.length > 1
  );
}

export function HintButton({ store, now }: { store: TableStore; now: SeatView }) {
  if (!canAsk(store, now)) return null;
  const thinking = store.hint.value?.state === "thinking";
  return (
    <button class="btn" disabled={thinking} onClick={() => void store.askHint()}>
      <Icon name="lamp" /> {thinking ? "Thinking…" : "Hint"} <kbd>H</kbd>
    </button>
  );
}

/** The number of an action in the list, which its key plays. */
export const numberIn = (legal: readonly Legal[], action: number): number =>
  legal.findIndex((one) => one.action === action) + 1;

/** An action where there is little room; where two would read alike, in full. */
function wordsFor(line: HintLine, lines: readonly HintLine[], legal: readonly Legal[]): string {
  const brief = (one: HintLine): string => legal.find((other) => other.action === one.action)?.short_text || one.text;
  const alike = lines.some((other) => other !== line && brief(other) === brief(line));
  return heading(alike ? line.text : brief(line));
}

/** Whether all come to the same figure. */
const isLevel = (lines: readonly HintLine[]): boolean =>
  lines.length > 1 && lines.every((one) => percent(one.value) === percent(lines[0]!.value));

export function HintPanel({ store, pick }: { store: TableStore; pick: Pick }) {
  const hint = store.hint.value;
  if (!hint || hint.state === "thinking") return null;
  const close = (): void => {
    store.asked.value = null;
  };
  return (
    <section class="hint" aria-label="Hint">
      <header>
        <p role="status" title={hint.state === "given" ? `By ${shortName(hint.bot)}, from what you see.` : undefined}>
          {hint.state === "failed"
            ? hint.words
            : isLevel(hint.best)
              ? `An estimate: all come to the same, ${percent(hint.best[0]!.value)}.`
              : "An estimate: how often you win."}
        </p>
        <button class="btn small" onClick={close}>
          Close
        </button>
      </header>
      {hint.state === "given" && (
        <ol>
          {hint.best.map((one) => (
            <li key={one.action}>
              <button
                class={`hinted ${pick.picked?.action === one.action ? "sel" : ""}`}
                title={one.why}
                onClick={() => pick.choose(one.action)}
              >
                <b class="rank">{numberIn(pick.legal, one.action)}</b>
                <span class="what">
                  <b title={one.text}>{wordsFor(one, hint.best, pick.legal)}</b>
                  <small>
                    wins <span class="num">{percent(one.value)}</span> · {one.why}
                  </small>
                  <span class="share" aria-hidden="true">
                    <i style={{ width: `${100 * one.value}%` }} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
