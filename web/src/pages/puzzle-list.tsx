/** The puzzles of a game, by theme and difficulty. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, type Refused } from "../api/http";
import type { PuzzleLine, PuzzleList } from "../api/types";
import { heading } from "../boards/game";
import { takeTries, wasTried } from "../state/puzzles";
import { Bar } from "../ui/bar";
import { Notice } from "../ui/notice";

const STARS = [1, 2, 3];
const stars = (count: number): string => "★".repeat(count) + "☆".repeat(3 - count);

export function PuzzleListPage({ game }: { game: string }) {
  const list = useSignal<PuzzleList | null>(null);
  const error = useSignal("");
  const theme = useSignal("");
  const difficulty = useSignal(0);
  const onlyNew = useSignal(false);
  useEffect(() => {
    api.puzzleList(game).then(
      (found) => {
        takeTries(
          found.puzzles.filter((puzzle) => puzzle.tried).map((puzzle) => puzzle.id),
          [],
        );
        list.value = found;
        document.title = `Puzzles · ${found.title} · Dogfight`;
      },
      (problem: Refused) => (error.value = problem.message),
    );
  }, [game]);
  const now = list.value;
  if (!now) return <Notice title="Puzzles" says={error.value || "One moment…"} />;
  const fits = (puzzle: PuzzleLine): boolean =>
    (!theme.value || puzzle.themes.includes(theme.value)) &&
    (!difficulty.value || puzzle.stars === difficulty.value) &&
    (!onlyNew.value || !wasTried(puzzle.id));
  const shown = now.puzzles.filter(fits);
  const used = Object.keys(now.themes).filter((id) => now.puzzles.some((puzzle) => puzzle.themes.includes(id)));
  return (
    <div class="learnpage">
      <Bar title="Puzzles" where={now.title} />
      <main class="learn">
        <h1>{now.title}: puzzles</h1>
        <div class="puzzle-filter">
          <label>
            Theme
            <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value)}>
              <option value="">any</option>
              {used.map((id) => (
                <option key={id} value={id}>
                  {now.themes[id]}
                </option>
              ))}
            </select>
          </label>
          <label>
            Difficulty
            <select
              value={difficulty.value}
              onChange={(event) => (difficulty.value = Number(event.currentTarget.value))}
            >
              <option value={0}>any</option>
              {STARS.map((count) => (
                <option key={count} value={count}>
                  {stars(count)}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={onlyNew.value}
              onChange={(event) => (onlyNew.value = event.currentTarget.checked)}
            />{" "}
            Only new ones
          </label>
        </div>
        <p role="status">
          {shown.length} of {now.puzzles.length} puzzles
        </p>
        <ol class="puzzle-list" aria-label="Puzzles">
          {shown.map((puzzle) => (
            <li key={puzzle.id}>
              <a href={`/puzzle/${game}/${puzzle.id}`}>
                <span role="img" aria-label={`Difficulty ${puzzle.stars} of 3`}>
                  {stars(puzzle.stars)}
                </span>{" "}
                {heading(puzzle.themes.map((id) => now.themes[id]).join(", "))}
              </a>
              <span class="quiet-words">
                {wasTried(puzzle.id) && "tried"}
                {puzzle.tries > 1 && ` · ${puzzle.solved} of ${puzzle.tries} people solved it`}
              </span>
            </li>
          ))}
        </ol>
      </main>
    </div>
  );
}
