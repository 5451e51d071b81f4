/** The ladder of a game: bots, and people who chose to be shown. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Ladder } from "../api/types";
import { botName } from "../state/table";
import { Bar } from "../ui/bar";
import { KINDS, ratingWords } from "../ui/ratings";

export function LadderPage({ game }: { game: string }) {
  const ladder = useSignal<Ladder | null>(null);
  const error = useSignal("");
  const show = (kind = ""): void => {
    api.ladder(game, kind).then(
      (found) => (ladder.value = found),
      (problem: Error) => (error.value = problem.message),
    );
  };
  useEffect(() => {
    document.title = "Ladder · Dogfight";
    show();
  }, [game]);
  const now = ladder.value;
  return (
    <div class="rulespage">
      <Bar title="Ladder" />
      <main class="rules settings">
        <h2>Ladder of {game}</h2>
        {error.value && <p role="alert">{error.value}</p>}
        {now && now.kinds.length > 1 && (
          <div class="seg" role="group" aria-label="Kind of game">
            {now.kinds.map((kind) => (
              <button key={kind} aria-pressed={kind === now.kind} onClick={() => show(kind)}>
                {KINDS[kind]}
              </button>
            ))}
          </div>
        )}
        {now?.lines.length === 0 && (
          <p class="quiet-words">
            Nobody yet. Ask for a rating on the page <a href="/you">You</a>, and play some games that count.
          </p>
        )}
        <ol class="lines ladder">
          {now?.lines.map((line) => (
            <li key={line.bot || line.name} class={line.you ? "you" : ""}>
              <span>{line.bot ? botName(line.bot) : line.name}</span>
              <span class="num">{ratingWords(line.rating)}</span>
            </li>
          ))}
        </ol>
      </main>
    </div>
  );
}
