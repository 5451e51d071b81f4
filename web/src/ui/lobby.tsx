/** A table that still waits for people: free seats, links to send, bots to call. */

import { useSignal } from "@preact/signals";

import { api, Refused } from "../api/http";
import type { TableInfo } from "../api/types";
import type { GameUi } from "../boards/game";
import { Badge } from "../boards/parts";
import { artOf } from "../games";
import { invitesOf, keepInvite } from "../state/invites";
import { botName, nthBot } from "../state/table";
import { CallBot } from "./bots";
import { copyText } from "./copy";
import { Icon } from "./icons";
import { lateWords } from "./late";

interface Props {
  table: TableInfo;
  ui: GameUi<unknown>;
  bots: string[];
}

export function Lobby({ table, ui, bots }: Props) {
  const error = useSignal("");
  const Art = artOf(table.game);
  const seated = table.players.some((player) => player.you);
  const attempt = async (what: () => Promise<unknown>): Promise<void> => {
    error.value = "";
    try {
      await what();
    } catch (problem) {
      error.value = (problem as Refused).message;
    }
  };
  return (
    <main class="stage waiting">
      <div class="card">
        <div class="art">
          <Art />
        </div>
        <h2>Table ready</h2>
        <p class="desc">
          {table.players.every((player) => player.name || player.bot)
            ? "Everybody is here: it begins in a moment."
            : "It begins as soon as every seat is taken."}{" "}
          {table.watch ? `Watchers see it ${lateWords(table.watch_delay) || "at once"}.` : "It has no watchers."}
        </p>
        <ul class="chairs">
          {table.players.map((player) => {
            const first = player.seats[0] ?? 0;
            const titles = player.seats.map((seat) => table.seats[seat]?.title).join(" and ");
            const free = !player.name && !player.bot;
            return (
              <li key={player.player}>
                <Badge style={ui.style(first, table.seats[first]!, null)} />
                <div>
                  <b>
                    {player.you
                      ? "You"
                      : player.name ||
                        (player.bot ? botName(player.bot, nthBot(table.players, player.player)) : "Free")}
                  </b>{" "}
                  <small>{titles}</small>
                  {free && <Invitation table={table} player={player.player} title={titles} attempt={attempt} />}
                </div>
                <div class="acts">
                  {free && !seated && table.open && (
                    <button class="btn small go" onClick={() => attempt(() => api.sit(table.code, player.player))}>
                      Sit down
                    </button>
                  )}
                  {free && table.is_host && (
                    <CallBot
                      bots={bots}
                      label={`Bot for ${titles}`}
                      words="Call a bot"
                      call={(bot) => void attempt(() => api.bot(table.code, player.player, bot))}
                    />
                  )}
                </div>
              </li>
            );
          })}
        </ul>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
      </div>
    </main>
  );
}

function Invitation({
  table,
  player,
  title,
  attempt,
}: {
  table: TableInfo;
  player: number;
  title: string;
  attempt: (what: () => Promise<unknown>) => void;
}) {
  const path = useSignal(invitesOf(table.code)[player] ?? "");
  const copied = useSignal(false);
  if (!table.is_host) return <p class="quiet-words">Waiting for somebody to sit down.</p>;
  if (!path.value) {
    const ask = async (): Promise<void> => {
      const invite = await api.invite(table.code, player);
      keepInvite(table.code, invite);
      path.value = invite.path;
    };
    return (
      <button class="btn small ask" onClick={() => attempt(ask)}>
        <Icon name="link" /> Make a link
      </button>
    );
  }
  const link = location.origin + path.value;
  const copy = async (): Promise<void> => {
    copied.value = await copyText(link);
  };
  return (
    <>
      <p class="quiet-words">{title} is free. Send this link. It works once and for 24 hours.</p>
      <div class="say">
        <input
          class="num invite"
          readOnly
          aria-label={`Link for ${title}`}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button class="btn small" onClick={() => void copy()}>
          {copied.value ? "Copied" : "Copy"}
        </button>
      </div>
    </>
  );
}
