/** Somebody asks to take back what was already answered or revealed: the others agree or decline. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import type { TableInfo } from "../api/types";
import type { TableStore } from "../state/table";
import { Icon } from "./icons";

export function OfferBanner({ store, table }: { store: TableStore; table: TableInfo }) {
  const error = useSignal("");
  const { offer } = table;
  if (!offer) return null;
  const answer = (yes: boolean): void => {
    error.value = "";
    api.answerBack(table.code, offer.n, yes).catch((problem: Error) => (error.value = problem.message));
  };
  const mine = (player: number): boolean => !!table.players[player]?.you;
  const asking = mine(offer.player);
  const asked = offer.asked.some((player) => mine(player) && !offer.agreed.includes(player));
  const left = offer.asked.filter((player) => !offer.agreed.includes(player)).map((player) => store.playerName(player));
  return (
    <div class="bn offer" role="status">
      {asking ? (
        <span>
          <b>You ask to take back.</b> Waiting for {left.join(" and ")}.
        </span>
      ) : (
        <span>
          <b>{store.playerName(offer.player)} asks to take back.</b> What was seen cannot be unseen; draws are made
          anew.
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

export function AskBack({ store, table, done }: { store: TableStore; table: TableInfo; done: () => void }) {
  const error = useSignal("");
  const ask = (): void => {
    api
      .askBack(table.code, store.playerOf(store.seat.value))
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
