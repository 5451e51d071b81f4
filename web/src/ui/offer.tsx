/** Somebody asks to take back what was already answered or revealed: the others agree or decline. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import type { TableInfo } from "../api/types";
import type { TableStore } from "../state/table";
import { Icon } from "./icons";

const ASKS: Record<string, readonly [string, string]> = {
  take_back: ["to take back", "What was seen cannot be unseen; draws are made anew."],
  pause: ["for a pause", "The clocks stand until a player lets the game go on."],
  draw: ["for a draw", "The game ends at once if everybody agrees."],
};

export function OfferBanner({ store, table }: { store: TableStore; table: TableInfo }) {
  const error = useSignal("");
  const { offer } = table;
  if (table.time?.paused && table.status === "live") return <PausedBanner store={store} table={table} />;
  if (!offer) return null;
  const [asks, means] = ASKS[offer.kind] ?? ASKS["take_back"]!;
  const answer = (yes: boolean): void => {
    error.value = "";
    api.answerTakeBack(table.code, offer.n, yes).catch((problem: Error) => (error.value = problem.message));
  };
  const mine = (player: number): boolean => !!table.players[player]?.you;
  const asking = mine(offer.player);
  const asked = offer.asked.some((player) => mine(player) && !offer.agreed.includes(player));
  const left = offer.asked.filter((player) => !offer.agreed.includes(player)).map((player) => store.playerName(player));
  return (
    <div class="bn offer" role="status">
      {asking ? (
        <span>
          <b>You ask {asks}.</b> Waiting for {left.join(" and ")}.
        </span>
      ) : (
        <span>
          <b>
            {store.playerName(offer.player)} asks {asks}.
          </b>{" "}
          {means}
        </span>
      )}
      {error.value && <span class="short">{error.value}</span>}
      {asked && (
        <button class="btn small go" onClick={() => answer(true)}>
          Agree
        </button>
      )}
      {(asked || asking) && (
        <button class="btn small" onClick={() => answer(false)}>
          {asking ? "Withdraw" : "Decline"}
        </button>
      )}
    </div>
  );
}

/** The game is paused: any player lets it go on. */
function PausedBanner({ store, table }: { store: TableStore; table: TableInfo }) {
  const error = useSignal("");
  const goOn = (): void => {
    api.goOn(table.code).catch((problem: Error) => (error.value = problem.message));
  };
  return (
    <div class="bn offer" role="status">
      <span>
        <b>The game is paused.</b> No clock runs.
      </span>
      {error.value && <span class="short">{error.value}</span>}
      {store.mine.value.length > 0 && (
        <button class="btn small go" onClick={goOn}>
          Go on
        </button>
      )}
    </div>
  );
}

/** Ask everybody for a pause or, where the game knows draws, for a draw. */
export function AskAll(props: { store: TableStore; table: TableInfo; kind: "pause" | "draw"; done: () => void }) {
  const { store, table, kind, done } = props;
  const error = useSignal("");
  const ask = (): void => {
    const player = store.playerOf(store.seat.value);
    const asked = kind === "pause" ? api.requestPause(table.code, player) : api.offerDraw(table.code, player);
    asked.then(done, (problem: Error) => (error.value = problem.message));
  };
  return (
    <li>
      <button class="btn" onClick={ask}>
        <Icon name={kind === "pause" ? "pause" : "flag"} /> {kind === "pause" ? "Ask for a pause" : "Offer a draw"}
      </button>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
    </li>
  );
}

export function AskBack({ store, table, done }: { store: TableStore; table: TableInfo; done: () => void }) {
  const error = useSignal("");
  const ask = (): void => {
    api
      .requestTakeBack(table.code, store.playerOf(store.seat.value))
      .then(done, (problem: Error) => (error.value = problem.message));
  };
  return (
    <li>
      <button class="btn" onClick={ask}>
        <Icon name="back" /> Ask to take back
      </button>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
    </li>
  );
}
