/** Every legal action, numbered: the one truth for mouse, keys and screen readers. Typing finds one. */

import { useSignal } from "@preact/signals";

import type { Legal, View } from "../api/types";
import { plainly, type Pick } from "../boards/game";

/** The actions that fit what was typed: the very word first, else by beginning of the word, else by content. */
export function matching(legal: Legal[], typed: string): Legal[] {
  const text = typed.trim().toLowerCase();
  if (!text) return legal;
  const exact = legal.filter((one) => one.notation.toLowerCase() === text);
  if (exact.length > 0) return exact;
  const begins = legal.filter((one) => one.notation.toLowerCase().startsWith(text));
  const parts = text.split(/\s+/);
  const holds = legal.filter(
    (one) => !begins.includes(one) && parts.every((part) => one.text.toLowerCase().includes(part)),
  );
  return [...begins, ...holds];
}

/** Words longer than this are left out of the list; they can still be typed. */
const SHORT = 8;

export function Actions({ view, pick }: { view: View; pick: Pick }) {
  const typed = useSignal("");
  const found = matching(view.legal, typed.value);
  const listed = found.length > 0 ? found : view.legal;
  if (view.legal.length === 0) {
    return (
      <section class="panel p-actions" aria-label="What you can do">
        <h2>You can</h2>
        <p class="quiet-words">
          {view.decision_kind === "over" ? "The game is over." : "Look around, and chat. It is not your turn."}
        </p>
      </section>
    );
  }
  const submit = (event: Event): void => {
    event.preventDefault();
    const only = found[0];
    if (!only) pick.why?.({ notation: typed.value.trim() });
    if (found.length !== 1 || !only) return;
    typed.value = "";
    pick.play(only.action);
  };
  return (
    <section class="panel p-actions" aria-label="What you can do">
      <h2>
        <span>You can</span>
        <span>{view.legal.length === 1 ? "1 way" : `${view.legal.length} ways`}</span>
      </h2>
      <ul class="actions">
        {listed.map((one, n) => (
          <li key={one.action}>
            <button
              class={`action ${pick.picked?.action === one.action ? "sel" : ""}`}
              aria-pressed={pick.picked?.action === one.action}
              data-action={one.action}
              onClick={() => (pick.picked?.action === one.action ? pick.play(one.action) : pick.choose(one.action))}
            >
              {n < 9 ? <kbd>{n + 1}</kbd> : <span />}
              <span>
                <b>
                  {pick.hinted?.includes(one.action) && (
                    <span class="rank" role="img" aria-label="hinted">
                      ★
                    </span>
                  )}
                  {plainly(one)}
                </b>
                {one.odds_text && <small>{one.odds_text}</small>}
              </span>
              <span class="odds">{one.notation.length <= SHORT ? one.notation : ""}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p class="quiet-words" role="status">
          Nothing you can do now is called “{typed.value}”. Esc empties the field.
        </p>
      )}
      <form class="say" onSubmit={submit}>
        <input
          id="typed"
          class="num"
          aria-label="Type a move in notation, or a word to find one"
          placeholder={`Type a move, e.g. ${view.legal[0]?.notation}`}
          autocomplete="off"
          value={typed.value}
          onInput={(event) => (typed.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") typed.value = "";
          }}
        />
        <button class="btn small" disabled={found.length > 1}>
          {found.length === 0 && pick.why ? "Why not?" : "Play"}
        </button>
      </form>
    </section>
  );
}
