/** A puzzle: a position as one seat knows it, its choices, one try, and why the answer is best. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, type Refused } from "../api/http";
import type { Legal, PuzzleAnswer, PuzzleTask, View } from "../api/types";
import { heading, NOBODY, titleOf } from "../boards/game";
import { uiOf } from "../games";
import { keepTry, takeTries } from "../state/puzzles";
import { sandboxPath } from "../state/route";
import { Bar } from "../ui/bar";
import { Chairs } from "../ui/chairs";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/icons";
import { Notice } from "../ui/notice";
import { RuleTip } from "../ui/rule";
import { Week } from "../ui/week";

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

export function PuzzlePage({ game, id }: { game: string; id: string }) {
  const task = useSignal<PuzzleTask | null>(null);
  const answer = useSignal<PuzzleAnswer | null>(null);
  const picked = useSignal<Legal | null>(null);
  const hover = useSignal<string | null>(null);
  const error = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    document.title = "Puzzle · Dogfight";
    api.puzzle(game, id).then(
      (puzzle) => {
        task.value = puzzle;
        document.title = `Puzzle · ${puzzle.title} · Dogfight`;
      },
      (problem: Refused) => (error.value = problem.message),
    );
  }, [game, id]);
  const now = task.value;
  if (!now) return <Notice title="Puzzle" says={error.value || "One moment…"} />;
  const view = now.view as View;
  const ui = uiOf(now.game);
  const solve = async (): Promise<void> => {
    if (!picked.value || busy.value) return;
    busy.value = true;
    error.value = "";
    try {
      const found = await api.solve(now.game, now.id, picked.value.notation);
      if (found.first) keepTry(now.id, now.day, found.right);
      takeTries([now.id], found.solved_days);
      answer.value = found;
    } catch (problem) {
      error.value = (problem as Refused).message;
    }
    busy.value = false;
  };
  const choose = (action: number | null): void => {
    if (!answer.value) picked.value = view.legal.find((legal) => legal.action === action) ?? null;
  };
  const best = view.legal.find((legal) => legal.notation === answer.value?.answer) ?? null;
  const pick = {
    ...NOBODY,
    legal: answer.value ? [] : view.legal,
    picked: answer.value ? best : picked.value,
    hover: hover.value,
    choose,
    point: (place: string | null) => (hover.value = place),
  };
  return (
    <div class="app puzzle">
      <Bar title="Puzzle" where={`${now.title} · ${ui.where(view)}`} whereShort={now.title} rules={now.game} />
      <Chairs view={view} ui={ui} state={(seat) => (seat === view.seat ? "you" : "")} />
      <main class="stage">
        <ui.Board view={view} svg={now.board_svg} pick={pick} news={[]} near={view.seat} />
      </main>
      <section class="task" aria-label="The question">
        <p class="caps">
          {now.day ? "Puzzle of the day" : "Puzzle"} · {now.title} ·{" "}
          <span role="img" aria-label={`Difficulty ${now.stars} of 3`}>
            {"★".repeat(now.stars)}
            {"☆".repeat(3 - now.stars)}
          </span>
        </p>
        <h2>
          {titleOf(ui, view, view.seat)}: {view.prompt.text}
        </h2>
        {answer.value ? (
          <Solved task={now} answer={answer.value} chosen={picked.value?.notation ?? ""} />
        ) : (
          <>
            <ul class="options" aria-label="Choices">
              {view.legal.map((legal) => (
                <li key={legal.action}>
                  <button aria-pressed={picked.value?.action === legal.action} onClick={() => choose(legal.action)}>
                    {heading(legal.text)}
                  </button>
                </li>
              ))}
            </ul>
            <button class="btn go" disabled={!picked.value || busy.value} onClick={() => void solve()}>
              That is my choice
            </button>
            <p class="quiet-words">
              One try, no clock.{" "}
              {view.decision_kind === "commit"
                ? "The others choose at the same time: the answer is odds, not luck."
                : "The answer is the choice, not the luck that follows."}
            </p>
          </>
        )}
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
      </section>
      <RuleTip />
    </div>
  );
}

/** What came of it: right or not, why, and what every choice is worth. */
function Solved({ task, answer, chosen }: { task: PuzzleTask; answer: PuzzleAnswer; chosen: string }) {
  const copied = useSignal(false);
  const most = answer.choices[0]!.value;
  const levels = Object.entries(answer.found_by).map(([level, share]) => `${level} in ${Math.round(100 * share)}`);
  return (
    <div class="solved">
      <p class={answer.right ? "verdict right" : "verdict"} role="status">
        {answer.right ? "Right." : "Not the best."} {heading(answer.choices[0]!.text)}: {answer.why}
      </p>
      <table class="odds">
        <caption class="sr">What every choice is worth</caption>
        <tbody>
          {answer.choices.map((choice) => (
            <tr key={choice.notation} class={choice.notation === chosen ? "chosen" : ""}>
              <th scope="row">
                {heading(choice.text)}
                {choice.notation === chosen && <span class="sr"> (your choice)</span>}
              </th>
              <td class="share">
                <i style={{ width: `${(100 * choice.value) / Math.max(most, 0.001)}%` }} />
              </td>
              <td class="num">
                {percent(choice.value)}
                {choice.error > 0 && <small> ± {(100 * choice.error).toFixed(1)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet-words">
        {answer.exact ? "Worked out exactly." : "By twelve long searches, ± how far they differ."} Of 100 tries{" "}
        {levels.join(", ")} find it. {answer.tries > 1 && `${answer.solved} of ${answer.tries} people did.`}{" "}
        {!answer.first && "Your first try counts."} {task.themes.length > 0 && `Themes: ${task.themes.join(", ")}.`}
      </p>
      {task.day && <Week today={task.day} />}
      <div class="acts">
        <a class="btn go" href={`/puzzle/${task.game}/${task.next}`}>
          Next puzzle
        </a>
        <button
          class="btn"
          onClick={() => {
            const link = `${location.origin}/puzzle/${task.game}/${task.id}`;
            void copyText(link).then((done) => (copied.value = done));
          }}
        >
          <Icon name="share" /> {copied.value ? "Copied" : "Share"}
        </button>
        <a class="btn" href={sandboxPath(task.game, answer.position)}>
          <Icon name="flag" /> Play on from here
        </a>
        <a class="btn quiet" href={`/puzzle/${task.game}/all`}>
          All puzzles
        </a>
        <a class="btn quiet" href="/puzzle">
          All games
        </a>
      </div>
    </div>
  );
}
