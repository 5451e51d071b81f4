/** My games: what was played in this browser, how it went, and where to see it again. */

import { useEffect } from "preact/hooks";

import { played, tallies } from "../state/history";
import { Bar } from "../ui/bar";

export function GamesPage() {
  useEffect(() => {
    document.title = "My games · Dogfight";
  }, []);
  const games = played.value;
  return (
    <div class="rulespage">
      <Bar title="My games" />
      <main class="rules mygames">
        <h2>My games</h2>
        {games.length === 0 ? (
          <p class="quiet-words">
            No game was played to its end in this browser yet. <a href="/">Play a bot now</a>, it takes ten seconds.
          </p>
        ) : (
          <>
            <table class="tallies">
              <thead>
                <tr>
                  <th scope="col">Game</th>
                  <th scope="col">Played</th>
                  <th scope="col">Won</th>
                  <th scope="col">Lost</th>
                  <th scope="col">Drawn</th>
                  <th scope="col">Won, %</th>
                </tr>
              </thead>
              <tbody>
                {tallies(games).map((one) => (
                  <tr key={one.title}>
                    <th scope="row">{one.title}</th>
                    <td>{one.played}</td>
                    <td>{one.won}</td>
                    <td>{one.lost}</td>
                    <td>{one.drawn}</td>
                    <td>{Math.round((100 * one.won) / one.played)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <ul class="played-games">
              {games.map((one) => (
                <li key={one.code}>
                  <a href={`/review/${one.code}`}>
                    <b>{one.title}</b>{" "}
                    <span class={`state ${one.outcome === "lost" ? "off" : "sealed"}`}>{one.outcome}</span>
                  </a>
                  <small>
                    {one.against && `against ${one.against} · `}
                    {new Date(one.at).toLocaleDateString()} · {one.code}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <a class="btn" href="/">
            Home
          </a>
        </p>
      </main>
    </div>
  );
}
