/** An invitation: who is here, what is played and how, and one button to sit down. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, Refused } from "../api/http";
import type { PlayerInfo, TableInfo } from "../api/types";
import { artOf, uiOf } from "../games";
import { useOwnName } from "../state/name";
import { go } from "../state/route";
import { botName } from "../state/table";
import { Bar } from "../ui/bar";
import { OptionsList, useOptions } from "../ui/options";
import { freePlayers, titlesOf } from "../ui/room";

/** So often the page asks who has sat down meanwhile. */
const REFRESH_MS = 3000;

export function JoinPage({ code, secret }: { code: string; secret: string }) {
  const table = useSignal<TableInfo | null>(null);
  const name = useOwnName();
  const error = useSignal("");
  const sitting = useSignal(false);
  const wanted = useSignal<number | null>(null);
  useEffect(() => {
    document.title = `An invitation · ${code} · Dogfight`;
    let stale = false;
    const load = (): void => {
      if (document.hidden && table.value) return;
      api.table(code).then(
        (info) => {
          if (!stale) table.value = info;
        },
        (problem: Refused) => {
          if (!stale && !table.value) error.value = problem.message;
        },
      );
    };
    load();
    const timer = setInterval(load, REFRESH_MS);
    return () => {
      stale = true;
      clearInterval(timer);
    };
  }, [code]);
  const enter = async (how: () => Promise<unknown>): Promise<void> => {
    if (sitting.value) return;
    sitting.value = true;
    error.value = "";
    try {
      if (name.typed.value.trim()) await api.rename(name.typed.value.trim());
      await how();
      go(`/table/${code}`, true);
    } catch (problem) {
      error.value = (problem as Refused).message;
      wanted.value = null; // somebody was quicker: the button names the next free seat
      await api.table(code).then(
        (info) => (table.value = info),
        () => undefined,
      );
    }
    sitting.value = false;
  };
  const Art = table.value && artOf(table.value.game);
  const room = table.value?.room;
  const begun = !!table.value && table.value.status !== "open" && (!secret || isRoomKey(secret));
  const free = table.value ? freePlayers(table.value) : [];
  const seat = free.find((player) => player.player === wanted.value) ?? free[0];
  const sits = !begun && (!room || free.length > 0);
  const sit = (): Promise<unknown> => (room ? api.sit(code, wanted.value, secret) : api.claim(code, secret));
  return (
    <div class="app plain">
      <Bar where={`Table ${code}`} />
      <main class="stage">
        <form
          class="card invitation"
          onSubmit={(event) => {
            event.preventDefault();
            void enter(begun ? () => Promise.resolve() : sit);
          }}
        >
          {Art && (
            <div class="art">
              <Art />
            </div>
          )}
          <h2>
            {table.value ? `${table.value.host || "A friend"} asks you to ${table.value.title}` : "An invitation"}
          </h2>
          <label class="field">
            Your name
            <input maxLength={18} value={name.typed.value} onInput={(event) => name.type(event.currentTarget.value)} />
          </label>
          {begun && <p>The game has begun. You can watch it.</p>}
          {table.value && room && (
            <Seats table={table.value} chosen={seat?.player ?? null} choose={(player) => (wanted.value = player)} />
          )}
          {error.value && (
            <p class="toast err" role="alert">
              {error.value}
            </p>
          )}
          <div class="acts">
            {sits && (
              <button class="btn go" disabled={sitting.value}>
                {table.value && room && seat ? `Sit as ${titlesOf(table.value, seat)}` : "Sit down"}
              </button>
            )}
            <button type="button" class="btn quiet" onClick={() => void enter(() => Promise.resolve())}>
              Only watch
            </button>
          </div>
          {table.value && <HowItIsPlayed table={table.value} />}
        </form>
      </main>
    </div>
  );
}

/** Whether a link carries the key of a room, and not an invitation to one seat. */
const isRoomKey = (secret: string): boolean => secret.length <= 8;

/** All seats with who holds them and what each is for; the first free one is taken unless another is chosen. */
function Seats(props: { table: TableInfo; chosen: number | null; choose(player: number): void }) {
  const { table, chosen, choose } = props;
  const ui = uiOf(table.game);
  const free = freePlayers(table);
  const others = table.room?.people.filter((person) => !person.you && person.player === null) ?? [];
  const holder = (player: PlayerInfo): string => player.name || (player.bot ? botName(player.bot) : "");
  return (
    <>
      {others.length > 0 && (
        <p class="quiet-words">Choosing a seat: {others.map((person) => person.name).join(", ")}.</p>
      )}
      {free.length === 0 && <p>All seats are taken. You can watch, and take a seat that becomes free.</p>}
      <fieldset class="free-seats">
        <legend>Seats</legend>
        {table.players.map((player) => {
          const taken = holder(player);
          return (
            <label key={player.player} class={taken ? "taken" : ""}>
              <input
                type="radio"
                name="seat"
                disabled={!!taken}
                checked={player.player === chosen}
                onChange={() => choose(player.player)}
              />
              <span>
                <b>{titlesOf(table, player)}</b>{" "}
                <small>
                  {taken
                    ? `${taken} sits here.`
                    : player.seats.map((seat) => ui.role?.(seat, table.seats[seat]!) ?? "").join(" ")}
                </small>
              </span>
            </label>
          );
        })}
      </fieldset>
    </>
  );
}

/** The options and the clock, before one sits down. */
function HowItIsPlayed({ table }: { table: TableInfo }) {
  const info = useOptions(table);
  if (!info) return null;
  return (
    <details class="fold">
      <summary>Options and clock</summary>
      <OptionsList info={info} table={table} />
    </details>
  );
}
