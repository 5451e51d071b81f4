/** A hint: what a bot would do in my place, by its own estimate and from my view alone. */

import { heading, type Pick } from "../boards/game";
import { hints } from "../state/prefs";
import { botName, type SeatView, type TableStore } from "../state/table";
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

export function HintPanel({ store, pick }: { store: TableStore; pick: Pick }) {
  const hint = store.hint.value;
  if (!hint || hint.state === "thinking") return null;
  const close = (): void => {
    store.asked.value = null;
  };
  return (
    <section class="hint" aria-label="Hint">
      <header>
        <p role="status">
          {hint.state === "failed"
            ? hint.words
            : `An estimate of ${botName(hint.bot)} by what you see: how often you win after it.`}
        </p>
        <button class="btn small" onClick={close}>
          Close
        </button>
      </header>
      {hint.state === "given" && (
        <ol>
          {hint.best.map((one, n) => (
            <li key={one.action}>
              <button
                class={`hinted ${pick.picked?.action === one.action ? "sel" : ""}`}
                onClick={() => pick.choose(one.action)}
              >
                <b class="rank">{n + 1}</b>
                <span class="what">
                  <b title={one.words}>
                    {heading(pick.legal.find((legal) => legal.action === one.action)?.brief || one.words)}
                  </b>
                  <small>
                    wins <span class="num">{percent(one.value)}</span>
                    {one.chance > 0.005 && one.chance < 0.995 && ` · played ${percent(one.chance)} of the time`}
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
