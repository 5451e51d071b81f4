/** The puzzles of the day, a game each, and the days in a row on which one was solved. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, type Refused } from "../api/http";
import type { PuzzleGames } from "../api/types";
import { artOf } from "../games";
import { takeTries, wasTried } from "../state/puzzles";
import { Bar } from "../ui/bar";
import { Week } from "../ui/week";

export function PuzzlesPage() {
  const now = useSignal<PuzzleGames | null>(null);
  const error = useSignal("");
  useEffect(() => {
    document.title = "Puzzles · Dogfight";
    api.puzzles().then(
      (puzzles) => {
        takeTries(puzzles.tried, puzzles.solved_days);
        now.value = puzzles;
      },
      (problem: Refused) => (error.value = problem.message),
    );
  }, []);
  return (
    <div class="learnpage">
      <Bar title="Puzzles" />
      <main class="learn">
        <h1>Puzzles of the day</h1>
        <p>One position, one try, no clock. The answer is the choice, never the luck of the dice.</p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        {now.value && <Week today={now.value.day} />}
        <ul class="courses">
          {now.value?.games.map((game) => {
            const Art = artOf(game.game);
            return (
              <li key={game.game} class="course">
                <span class="art" aria-hidden="true">
                  <Art />
                </span>
                <div>
                  <h2>{game.title}</h2>
                  <p>
                    <a class={`btn ${wasTried(game.today) ? "" : "go"}`} href={`/puzzle/${game.game}/${game.today}`}>
                      {wasTried(game.today) ? "Again" : "Solve"}
                    </a>
                  </p>
                  <p>
                    <a class="all-puzzles" href={`/puzzle/${game.game}/all`}>
                      All {game.count} puzzles <span class="sr">of {game.title}</span>
                    </a>
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      </main>
    </div>
  );
}
