/** Play a person: what to look for, how long it may take, and the way to the table once there is one. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { GameInfo, PoolInfo, TableLine } from "../api/types";
import { CLOCKS, look, looking, lookingProblem, stopLooking, waitWords } from "../state/pairing";
import { go, route } from "../state/route";
import { Icon } from "./icons";

const LOOK_MS = 10_000;

/** The choices of quick pairing for a game, and the button that begins. */
export function PlayPeople({ game }: { game: GameInfo }) {
  const group = useSignal(0);
  const clock = useSignal(60);
  const here = looking.value?.game === game.name;
  return (
    <fieldset class="pairing">
      <legend class="caps">Play a person</legend>
      {game.groups.length > 1 && (
        <select
          aria-label="How many"
          value={group.value}
          onChange={(event) => (group.value = Number(event.currentTarget.value))}
        >
          {game.groups.map((one, n) => (
            <option key={one.about} value={n}>
              {one.about}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Clock"
        value={clock.value}
        onChange={(event) => (clock.value = Number(event.currentTarget.value))}
      >
        {CLOCKS.map(([seconds, words]) => (
          <option key={seconds} value={seconds}>
            {words}
          </option>
        ))}
      </select>
      <button
        class="btn"
        disabled={here}
        onClick={() => look({ game: game.name, group: group.value, time_limit_s: clock.value })}
      >
        <Icon name="people" /> Find somebody
      </button>
      {lookingProblem.value && (
        <p class="toast err" role="alert">
          {lookingProblem.value}
        </p>
      )}
    </fieldset>
  );
}

/** Stands on every page while somebody is looked for, and leads to the table. */
export function PairingBar() {
  const now = looking.value;
  const at = route.value;
  useEffect(() => {
    if (now?.code && at.page === "home") enter(now.code); // nobody leaves a game, or what they read, against their will
  }, [now?.code]);
  if (!now) return null;
  const playing = at.page === "table" && at.code !== now.code;
  return (
    <div class="pairing-bar" role="status">
      {now.code ? (
        <>
          <span>
            <b>Somebody to play is there.</b> {playing && "This game keeps; nothing is lost."}
          </span>
          <button class="btn small go" onClick={() => enter(now.code)}>
            Go to the table
          </button>
        </>
      ) : (
        <>
          <span>
            <b>Looking for somebody to play</b> <span class="quiet-words">{waitWords(now)}</span>
          </span>
          {!playing && <BotMeanwhile game={now.game} />}
          <button class="btn small" onClick={stopLooking}>
            Stop
          </button>
        </>
      )}
    </div>
  );
}

function enter(code: string): void {
  stopLooking();
  go(`/table/${code}`);
}

/** A game against bots while one waits: without a clock, so that leaving it costs nothing. */
function BotMeanwhile({ game }: { game: string }) {
  const problem = useSignal("");
  const lay = async (): Promise<void> => {
    try {
      const { seats, options } = await api.options(game, {});
      const players = Math.max(...seats.map((seat) => seat.player)) + 1;
      const others = Array.from({ length: players - 1 }, () => "bot:medium");
      const made = await api.create({ game, options, players: ["me", ...others], time_limit_s: 0, open: false });
      go(`/table/${made.table.code}`);
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  return (
    <>
      <button class="btn small" onClick={() => void lay()}>
        Play a bot meanwhile
      </button>
      {problem.value && <span class="short">{problem.value}</span>}
    </>
  );
}

/** Where people wait now: quick pairing and open tables, in one row above everything else. */
export function OpenNow({ games }: { games: GameInfo[] }) {
  const pools = useSignal<PoolInfo[]>([]);
  const tables = useSignal<TableLine[]>([]);
  useEffect(() => {
    const ask = (): void => {
      if (document.hidden) return;
      Promise.all([api.pairing(), api.lobby()]).then(
        ([state, lobby]) => {
          pools.value = state.pools;
          tables.value = lobby.tables.filter((line) => !line.players.some((player) => player.you));
        },
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const own = looking.value;
  const others = pools.value.filter(
    (pool) => !own || pool.game !== own.game || pool.group !== own.group || pool.time_limit_s !== own.time_limit_s,
  );
  if (others.length === 0 && tables.value.length === 0) return null;
  return (
    <section class="open-now" aria-label="Waiting for you">
      <ul aria-label="Open tables">
        {others.slice(0, 4).map((pool) => {
          const game = games.find((one) => one.name === pool.game);
          return (
            <li key={`${pool.game}/${pool.group}/${pool.time_limit_s}`}>
              <span>
                <b>{game?.title}</b> {game?.groups[pool.group]?.about}, {clockWords(pool.time_limit_s)} · {pool.waiting}{" "}
                of {pool.needed} wait
              </span>
              <button class="btn small" onClick={() => look(pool)}>
                Join<span class="sr"> {game?.title}</span>
              </button>
            </li>
          );
        })}
        {tables.value.slice(0, 4).map((line) => (
          <li key={line.code}>
            <a href={`/table/${line.code}`}>
              <b>{line.title}</b> with {withWords(line)}
            </a>
            <span class="num">{line.code}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const clockWords = (seconds: number): string => CLOCKS.find(([clock]) => clock === seconds)?.[1] ?? "";
const withWords = (line: TableLine): string =>
  line.players
    .filter((player) => player.name)
    .map((player) => player.name)
    .join(", ") || "free seats";
