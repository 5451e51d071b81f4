/** The explain place: what lies under the pointer, the whole question, or a hint is told here, never over the board. */

import { heading, type GameUi, type Pick } from "../boards/game";
import { explained } from "../state/explained";
import type { SeatView, TableStore } from "../state/table";
import { HintPanel } from "./hint";
import { Rule } from "./rule";

interface Props {
  store: TableStore;
  ui: GameUi<unknown>;
  now: SeatView;
  pick: Pick;
  /** What belongs to the question and has no room in the dock. */
  unsaid: readonly string[];
}

export function Explain({ store, ui, now, pick, unsaid }: Props) {
  const about = explained.value;
  const hint = store.hint.value;
  const refusal = store.refusal.value;
  if (hint && hint.state !== "thinking") {
    return (
      <aside class="explain hinting" aria-label="Explained">
        <HintPanel store={store} pick={pick} />
      </aside>
    );
  }
  const recap = about || refusal || pick.picked ? null : ui.recap?.(now.view, now.log);
  if (recap) {
    return (
      <aside class="explain recapping" aria-label={recap.title}>
        <b>{recap.title}</b>
        <ol class="recap">
          {recap.lines.map((line) => (
            <li key={line.mark} class={line.hot ? "hot" : ""}>
              <b>{line.mark}</b> {line.words}
            </li>
          ))}
        </ol>
      </aside>
    );
  }
  return (
    <aside class={`explain ${about && !refusal ? "held" : ""}`} aria-label="Explained" aria-live="off" tabIndex={0}>
      {about ? (
        <About />
      ) : refusal ? (
        <p>
          <b>{refusal.place ? "Not here." : "Not played."}</b> {refusal.text}{" "}
          <Rule game={now.view.game} id={refusal.rule} />
        </p>
      ) : pick.picked ? (
        <>
          <b>{heading(pick.picked.text)}</b>
          {pick.picked.odds_text && <p>{heading(pick.picked.odds_text)}.</p>}
        </>
      ) : (
        <>
          {unsaid.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <p class="quiet-words">Point at anything to learn what it is.</p>
        </>
      )}
    </aside>
  );
}

/** What somebody rests on. */
function About() {
  return (
    <>
      <b>{explained.value?.title}</b>
      {explained.value?.lines.map((line, n) => (
        <p key={n}>{line}</p>
      ))}
    </>
  );
}

/** The same as a card over the board, for pages without an explain place. */
export function AboutCard() {
  return explained.value ? (
    <div class={`info ${explained.value.low ? "high" : ""}`} aria-hidden="true">
      <About />
    </div>
  ) : null;
}
