/** The end: who won and why, what decided it, and where to go next. The board stays. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import { WATCHER, type TableInfo } from "../api/types";
import { heading, scoredSeat, type GameUi } from "../boards/game";
import { Badge } from "../boards/parts";
import { go } from "../state/route";
import { botName, nthBot, type SeatView, type TableStore } from "../state/table";
import { Explained } from "./explained";
import { isHot } from "./log";
import { PartyLines, ShareEnd } from "./party";
import { Rule } from "./rule";
import { Sheet } from "./sheet";

interface Props {
  store: TableStore;
  ui: GameUi<unknown>;
  now: SeatView;
  table: TableInfo;
  close: () => void;
}

export function End({ store, ui, now, table, close }: Props) {
  const error = useSignal("");
  const { view } = now;
  const result = view.result ?? table.result;
  const score = ui.score?.(view);
  const scoreSeat = (n: number, of: typeof view): number => scoredSeat(n, score?.length ?? 0, of.seats.length);
  const moments = now.log.filter(isHot).slice(-3);
  const rematch = async (swap: boolean): Promise<void> => {
    try {
      go(`/table/${table.rematch_code || (await api.rematch(table.code, swap)).table.code}`);
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  return (
    <Sheet title="The end" class="end" close={close}>
      <div class="end-story">
        <p class="caps">{ui.where(view) || "The end"}</p>
        <h2>{headline(table, result?.winners ?? [], !!result, store.hotSeat.value ? [] : store.mine.value)}</h2>
        <p>
          {result?.text || resignedWords(table) || table.ended} <Rule game={view.game} id={result?.rule} />
        </p>
        {score && score.length === 2 && (
          <div class="score">
            <Badge style={ui.style(scoreSeat(0, view), view.seats[scoreSeat(0, view)]!, view)} />
            <b class="num">{score[0]}</b>
            <span class="caps">{ui.counts?.(view) ?? "to"}</span>
            <b class="num">{score[1]}</b>
            <Badge style={ui.style(scoreSeat(1, view), view.seats[scoreSeat(1, view)]!, view)} />
          </div>
        )}
        {table.status === "over" && <PartyLines table={table} />}
        {table.status === "over" && <ShareEnd table={table} />}
        {table.status === "over" && (
          <Explained code={table.code} seat={store.hotSeat.value ? null : (store.mine.value[0] ?? null)} />
        )}
        {moments.length > 0 && !result && table.status !== "over" && (
          <ol class="mom" aria-label="What decided it">
            {moments.map((event, n) => (
              <li key={n}>{event.text}</li>
            ))}
          </ol>
        )}
        {table.rematch_code && (
          <p role="status">
            <b>A rematch is offered.</b> It starts when everybody is ready, at table {table.rematch_code}.
          </p>
        )}
        {error.value && <p class="short">{error.value}</p>}
      </div>
      <div class="acts">
        {store.seat.value !== WATCHER && (
          <button class="btn go" onClick={() => void rematch(false)}>
            {table.rematch_code ? "To the rematch" : "Rematch"}
          </button>
        )}
        {store.seat.value !== WATCHER && !table.rematch_code && table.players.length > 1 && (
          <button class="btn" onClick={() => void rematch(true)}>
            Swap seats
          </button>
        )}
        {table.status === "over" && (
          <a class="btn" href={`/review/${table.code}`}>
            Review
          </a>
        )}
        <a class="btn quiet" href={`/?game=${table.game}`}>
          New game
        </a>
        <a class="btn quiet" href="/">
          Home
        </a>
        <button class="btn quiet" onClick={close}>
          Look at the board
        </button>
      </div>
    </Sheet>
  );
}

/** Whoever holds a seat, by name; its side where nobody has one. */
function winner(table: TableInfo, seat: number): string {
  const player = table.players.find((one) => one.seats.includes(seat));
  return (
    player?.name ||
    (player?.bot && botName(player.bot, nthBot(table.players, player.player))) ||
    table.seats[seat]?.side ||
    table.seats[seat]?.title ||
    ""
  );
}

/** Who gave up, in a sentence; empty if nobody did. */
export function resignedWords(table: TableInfo): string {
  const names = table.players
    .filter((player) => player.resigned)
    .map((player) =>
      player.you ? "You" : player.name || player.seats.map((seat) => table.seats[seat]?.title).join(" and "),
    );
  if (names.length === 0) return "";
  return `${names.join(" and ")} ${names.length === 1 && names[0] !== "You" ? "has" : "have"} resigned.`;
}

/** Who won, in a line. A game that ended because somebody gave up is won by those who did not. */
export function headline(table: TableInfo, winners: number[], decided: boolean, mine: readonly number[]): string {
  const gaveUp = table.players.filter((player) => player.resigned);
  if (!decided && gaveUp.length > 0) {
    const stayed = table.players.filter((player) => !player.resigned).flatMap((player) => player.seats);
    return headline(table, stayed, true, mine);
  }
  if (!decided && table.drawn) return "A draw.";
  if (!decided) return "The table is closed.";
  if (winners.length === 0) return "A draw.";
  if (mine.some((seat) => winners.includes(seat))) return "You win.";
  const names = [...new Set(winners.map((seat) => winner(table, seat)))];
  return heading(`${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}.`);
}
