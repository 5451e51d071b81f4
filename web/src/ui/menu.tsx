/** The table's menu and the small sheets it opens. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import type { TableInfo } from "../api/types";
import type { Over } from "../pages/table";
import { aids, sound } from "../state/prefs";
import { botName, nthBot, type TableStore } from "../state/table";
import { CallBot, useBots } from "./bots";
import { MuteButton, SilenceButton } from "./calls";
import { canAsk } from "./hint";
import { Icon } from "./icons";
import { KEYS } from "./keys";
import { AskAll, AskBack } from "./offer";
import { orderWords } from "./orders";
import { Sheet } from "./sheet";

interface MenuProps {
  store: TableStore;
  table: TableInfo;
  /** Whether there are piles of one's own to look through. */
  piles: boolean;
  open(next: Over): void;
}

export function Menu({ store, table, piles, open }: MenuProps) {
  const playing = store.mine.value.length > 0 && table.status === "live";
  return (
    <Sheet title="Table menu" class="menu" close={() => open("")}>
      <h2>Table {table.code}</h2>
      <ul>
        {piles && (
          <li>
            <button class="btn" onClick={() => open("piles")}>
              <Icon name="eye" /> Your piles
            </button>
          </li>
        )}
        <li>
          <button class="btn" onClick={() => open("say")}>
            <Icon name="log" /> Describe the board
          </button>
        </li>
        <li>
          <button class="btn" onClick={() => open("keys")}>
            <Icon name="key" /> Keys
          </button>
        </li>
        <li>
          <a class="btn" href={`/rules/${table.game}`}>
            <Icon name="book" /> Rules
          </a>
        </li>
        <li>
          <button
            class="btn"
            aria-pressed={sound.value === "on"}
            onClick={() => (sound.value = sound.value === "on" ? "off" : "on")}
          >
            <Icon name={sound.value === "on" ? "sound" : "mute"} /> Sound {sound.value}
          </button>
        </li>
        <li>
          <button
            class="btn"
            aria-pressed={aids.value === "on"}
            onClick={() => (aids.value = aids.value === "on" ? "off" : "on")}
          >
            <Icon name="eye" /> Player aids {aids.value}
          </button>
        </li>
        <li>
          <a class="btn" href="/settings">
            <Icon name="gear" /> Settings
          </a>
        </li>
        {playing && store.current.value && canAsk(store, store.current.value) && (
          <li>
            <button
              class="btn"
              onClick={() => {
                open("");
                void store.askHint();
              }}
            >
              <Icon name="lamp" /> Hint
            </button>
          </li>
        )}
        {table.status === "over" && (
          <li>
            <button class="btn" onClick={() => open("end")}>
              <Icon name="flag" /> Result
            </button>
          </li>
        )}
        {playing && store.current.value?.standingOrder && (
          <li>
            <button class="btn" onClick={() => open("orders")}>
              <Icon name="flag" /> Reactions: {orderWords(store.current.value.standingOrder)}
            </button>
          </li>
        )}
        {playing && !table.offer && <AskBack store={store} table={table} done={() => open("")} />}
        {playing && !table.offer && !table.time?.paused && (
          <AskAll store={store} table={table} kind="pause" done={() => open("")} />
        )}
        {playing && !table.offer && table.draws && store.inCompany() && (
          <AskAll store={store} table={table} kind="draw" done={() => open("")} />
        )}
        {playing && <StandIn store={store} table={table} />}
        {(store.inCompany() || table.watchers > 0) && (
          <li>
            <button class="btn" onClick={() => open("people")}>
              <Icon name="people" /> People
            </button>
          </li>
        )}
        {playing && (
          <li>
            <button class="btn danger" onClick={() => open("resign")}>
              <Icon name="flag" /> Resign
            </button>
          </li>
        )}
        <li>
          <a class="btn quiet" href="/">
            Leave the table (the game stays)
          </a>
        </li>
      </ul>
      <button class="btn go" onClick={() => open("")}>
        Back to the table
      </button>
    </Sheet>
  );
}

/** A bot plays for me while I am away, and gives the seat back when I ask. */
function StandIn({ store, table }: { store: TableStore; table: TableInfo }) {
  const bots = useBots();
  const error = useSignal("");
  const player = table.players[store.playerOf(store.seat.value)];
  if (!player) return null;
  const change = (bot: string): void => {
    api.bot(table.code, player.player, bot).catch((problem: Error) => (error.value = problem.message));
  };
  return (
    <li>
      {player.bot ? (
        <button class="btn" onClick={() => change("")}>
          <Icon name="bot" /> Take my seat back from {botName(player.bot, nthBot(table.players, player.player))}
        </button>
      ) : (
        <CallBot bots={bots} label="Bot for my seat" words="Let a bot play for me" call={change} />
      )}
      {error.value && <p class="short">{error.value}</p>}
    </li>
  );
}

export function LeaveSheet({ store, table, close }: { store: TableStore; table: TableInfo; close: () => void }) {
  const error = useSignal("");
  const resign = async (): Promise<void> => {
    try {
      await api.resign(table.code, store.playerOf(store.seat.value));
      close();
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  return (
    <Sheet title="Resign?" close={close}>
      <h2>Resign this game?</h2>
      <p>The others win, and that cannot be taken back.</p>
      {error.value && <p class="short">{error.value}</p>}
      <div class="acts">
        <button class="btn" onClick={close}>
          Play on
        </button>
        <button class="btn danger" onClick={() => void resign()}>
          Resign
        </button>
      </div>
    </Sheet>
  );
}

export function KeysSheet({ more, close }: { more: readonly (readonly [string, string])[]; close: () => void }) {
  return (
    <Sheet title="Keys" close={close}>
      <h2>Keys</h2>
      <dl class="keys">
        {[...more, ...KEYS].map(([key, words]) => (
          <div key={`${key} ${words}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button class="btn go" onClick={close}>
        Close
      </button>
    </Sheet>
  );
}

export function SaySheet({ lines, close }: { lines: string[]; close: () => void }) {
  return (
    <Sheet title="The board in words" close={close}>
      <h2>The board in words</h2>
      <ul class="said">
        {lines.map((line, n) => (
          <li key={n}>{line}</li>
        ))}
      </ul>
      <button class="btn go" onClick={close}>
        Close
      </button>
    </Sheet>
  );
}

/** The people of the table: mute one for oneself; the host can silence one for all. */
export function PeopleSheet({ store, table, close }: { store: TableStore; table: TableInfo; close: () => void }) {
  const error = useSignal("");
  const people = table.players.filter((player) => player.guest && !player.you);
  const speakers = new Map(people.map((player) => [player.guest, player.name]));
  for (const line of [...store.chat.value, ...(store.watchersChat.value ?? [])])
    if (line.guest && !line.you && !speakers.has(line.guest)) speakers.set(line.guest, line.name);
  return (
    <Sheet title="People" class="people-sheet" close={close}>
      <h2>People at this table</h2>
      {speakers.size === 0 && <p class="quiet-words">Nobody else is here, or has said anything.</p>}
      <ul>
        {[...speakers].map(([guest, name]) => (
          <li key={guest}>
            <b>{name}</b>
            <MuteButton store={store} guest={guest} name={name} />
            {table.is_host && <SilenceButton {...{ table, guest, name, error }} />}
          </li>
        ))}
      </ul>
      <p class="quiet-words">Mute is for you alone: you see no lines, calls or voice of theirs. They are not told.</p>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
      <button class="btn go" onClick={close}>
        Close
      </button>
    </Sheet>
  );
}
