/** A table before its game: one link for everybody, seats to choose, options, chat, and the ready check. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { api, Refused, type Times } from "../api/http";
import type { OptionsInfo, OptionValue, PlayerInfo, RoomInfo, RoomPerson, TableInfo } from "../api/types";
import type { GameUi } from "../boards/game";
import { Badge } from "../boards/parts";
import { played } from "../state/history";
import { level } from "../state/prefs";
import { botName, type TableStore } from "../state/table";
import { CallBot, usualBot } from "./bots";
import { Chat } from "./chat";
import { copyText } from "./copy";
import { lateWords } from "./late";
import { OptionsForm, OptionsList, timesOf, useOptions, valueText } from "./options";
import { QrCode } from "./qr";
import { RatedChoice } from "./ratings";
import { SpeakMark, useTalkKey, Voice, VoiceNews } from "./talk";
import { BANKS, DAYS_OFF, LIMITS } from "./time-limits";

interface Props {
  store: TableStore;
  table: TableInfo;
  room: RoomInfo;
  ui: GameUi<unknown>;
  bots: string[];
}

type Attempt = (what: () => Promise<unknown>) => void;

export function Room({ store, table, room, ui, bots }: Props) {
  const error = useSignal("");
  const attempt: Attempt = (what) => {
    error.value = "";
    what().catch((problem: Refused) => (error.value = problem.message));
  };
  const me = room.people.find((person) => person.you);
  useTalkKey(store);
  return (
    <>
      <div class="room-body">
        <aside class="room-people">
          <Invitation table={table} room={room} attempt={attempt} />
          <People table={table} room={room} attempt={attempt} />
        </aside>
        <main class="room-seats">
          <h2 class="sr">Seats</h2>
          {sidesOf(table).map(([side, players]) => (
            <section key={side} class="crew" aria-label={side}>
              <h3>{side}</h3>
              {players.map((player) => (
                <Chair
                  key={player.player}
                  {...{ store, table, room, ui, player, bots, attempt }}
                  seated={me?.player ?? null}
                />
              ))}
            </section>
          ))}
          {error.value && (
            <p class="toast err" role="alert">
              {error.value}
            </p>
          )}
        </main>
        <aside class="room-side">
          <Options table={table} attempt={attempt} />
          <RatedChoice table={table} />
          <Voice store={store} table={table} />
          <VoiceNews store={store} />
          <Chat store={store} room />
        </aside>
      </div>
      <ReadyCheck {...{ store, table, room, bots, attempt }} player={me?.player ?? null} />
    </>
  );
}

/** The players by the side they are on, in the order of the seats. */
function sidesOf(table: TableInfo): [string, PlayerInfo[]][] {
  const sides = new Map<string, PlayerInfo[]>();
  for (const player of table.players) {
    const first = table.seats[player.seats[0] ?? 0]!;
    const side = first.side || first.title;
    sides.set(side, [...(sides.get(side) ?? []), player]);
  }
  const alone = [...sides.values()].every((players) => players.length === 1);
  return alone ? [["Seats", table.players]] : [...sides.entries()];
}

export const titlesOf = (table: TableInfo, player: PlayerInfo): string =>
  player.seats.map((seat) => table.seats[seat]?.title).join(" and ");

const isFree = (player: PlayerInfo): boolean => !player.name && !player.bot;

/** The names of free players, for a newcomer. */
export const freePlayers = (table: TableInfo): PlayerInfo[] => table.players.filter(isFree);

function Chair(props: {
  store: TableStore;
  table: TableInfo;
  room: RoomInfo;
  ui: GameUi<unknown>;
  player: PlayerInfo;
  bots: string[];
  seated: number | null;
  attempt: Attempt;
}) {
  const { store, table, room, ui, player, bots, seated, attempt } = props;
  const first = player.seats[0] ?? 0;
  const titles = titlesOf(table, player);
  const ready = room.ready.includes(player.player);
  const free = isFree(player);
  const speaks = store.speaking.value.has(player.guest);
  return (
    <div class={`chair ${free ? "free" : ""} ${player.you ? "you" : ""} ${speaks ? "speaks" : ""}`}>
      <Badge style={ui.style(first, table.seats[first]!, null)} />
      <div>
        <SpeakMark store={store} guest={player.guest} />
        <b>{player.you ? "You" : player.name || (player.bot ? botName(player.bot) : "Free")}</b>
        <small>{titles}</small>
        <p class="quiet-words">{player.seats.map((seat) => ui.role?.(seat, table.seats[seat]!) ?? "").join(" ")}</p>
      </div>
      <span class="ready-state">{!free && (ready ? "✓ ready" : player.online ? "not ready" : "away")}</span>
      <div class="acts">
        {free && (
          <button class="btn small" onClick={() => attempt(() => api.sit(table.code, player.player))}>
            {seated === null ? "Sit here" : "Move here"}
            <span class="sr"> as {titles}</span>
          </button>
        )}
        {free && table.is_host && (
          <CallBot
            bots={bots}
            label={`Bot for ${titles}`}
            words="Call a bot"
            call={(bot) => attempt(() => api.bot(table.code, player.player, bot))}
          />
        )}
        {player.bot && table.is_host && (
          <button class="btn small quiet" onClick={() => attempt(() => api.bot(table.code, player.player, ""))}>
            Send away<span class="sr"> the bot of {titles}</span>
          </button>
        )}
      </div>
    </div>
  );
}

/** The code, the link and its QR code, and a new link for the host. */
function Invitation({ table, room, attempt }: { table: TableInfo; room: RoomInfo; attempt: Attempt }) {
  const copied = useSignal(false);
  const link = room.link ? location.origin + room.link : "";
  const share = (): void => {
    if (navigator.share) void navigator.share({ title: table.title, url: link }).catch(() => undefined);
    else void copyText(link).then((done) => (copied.value = done));
  };
  return (
    <section class="invite-card" aria-label="Invite">
      <p class="code num">{table.code}</p>
      {link ? (
        <>
          <QrCode text={link} label={`QR code of the link to ${table.code}`} />
          <input
            class="num invite"
            readOnly
            aria-label="Link to this room"
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div class="acts">
            <button class="btn small" onClick={() => void copyText(link).then((done) => (copied.value = done))}>
              {copied.value ? "Copied" : "Copy link"}
            </button>
            <button class="btn small" onClick={share}>
              Share
            </button>
            {table.is_host && (
              <button
                class="btn small quiet"
                title="The code and older links let nobody in any more."
                onClick={() => attempt(() => api.roomLink(table.code))}
              >
                New link
              </button>
            )}
          </div>
          <p class="quiet-words">One link for everybody, as long as the room is open.</p>
        </>
      ) : (
        <p class="quiet-words">The host has made a new link. Ask for it to take a seat.</p>
      )}
    </section>
  );
}

/** Who is here, and what the host can do about each. */
function People({ table, room, attempt }: { table: TableInfo; room: RoomInfo; attempt: Attempt }) {
  const me = room.people.find((person) => person.you);
  const host = room.people.find((person) => person.host && !person.you);
  return (
    <section class="here-card" aria-label="Who is here">
      <h2>Here</h2>
      <ul>
        {room.people.map((person) => (
          <li key={person.guest}>
            <b>{person.you ? `${person.name} (you)` : person.name}</b>
            <small>{placeText(table, person)}</small>
            {table.is_host && !person.you && <HostActs {...{ table, person, attempt }} />}
          </li>
        ))}
      </ul>
      {me && me.player !== null && host && !host.online && (
        <button class="btn small" onClick={() => attempt(() => api.roomHost(table.code, me.guest))}>
          Host in place of {host.name}
        </button>
      )}
      <button
        class="btn small quiet"
        onClick={() => attempt(() => api.roomLeave(table.code).then(() => location.assign("/")))}
      >
        Leave the room
      </button>
    </section>
  );
}

function placeText(table: TableInfo, person: RoomPerson): string {
  const player = table.players.find((info) => info.player === person.player);
  const place = player ? titlesOf(table, player) : "choosing a seat";
  return [person.host ? "host" : "", place, person.online ? "" : "away"].filter(Boolean).join(" · ");
}

function HostActs({ table, person, attempt }: { table: TableInfo; person: RoomPerson; attempt: Attempt }) {
  return (
    <details class="fold host-acts">
      <summary aria-label={`Manage ${person.name}`}>Manage</summary>
      <label class="field">
        Seat
        <select
          value={person.player ?? ""}
          onChange={(event) => {
            const player = Number(event.currentTarget.value);
            attempt(() => api.roomMove(table.code, person.guest, player));
          }}
        >
          {person.player === null && <option value="">none</option>}
          {table.players.map((player) => (
            <option key={player.player} value={player.player}>
              {titlesOf(table, player)}
            </option>
          ))}
        </select>
      </label>
      <div class="acts">
        <button class="btn small" onClick={() => attempt(() => api.roomHost(table.code, person.guest))}>
          Make host
        </button>
        <button class="btn small" onClick={() => attempt(() => api.roomRemove(table.code, person.guest, false))}>
          Remove
        </button>
        <button class="btn small" onClick={() => attempt(() => api.roomRemove(table.code, person.guest, true))}>
          Bar
        </button>
      </div>
    </details>
  );
}

/** The game's options: the host changes them, everybody sees them. */
/** A newcomer's game with others keeps the clock of the game, and says so: alone a first game has none. */
function OwnClock({ info }: { info: OptionsInfo }) {
  const field = info.fields.find((one) => one.name === CLOCK_OPTION);
  if (!field || info.options[field.name] !== field.default) return null;
  return (
    <p class="own-clock">
      Your first game with others keeps the game’s own clock: <b>{String(field.default)} seconds</b>.
    </p>
  );
}

/** The option that is a game's own clock, where it has one. */
const CLOCK_OPTION = "timer";

function Options({ table, attempt }: { table: TableInfo; attempt: Attempt }) {
  const info = useOptions(table);
  const news = useOptionNews(table, info);
  const change = (options: Record<string, OptionValue>, times: Times = {}): void =>
    attempt(() => api.roomOptions(table.code, options, times));
  if (!info) return null;
  return (
    <section class="panel" aria-label="Options">
      <h2>Options</h2>
      {played.value.length === 0 && <OwnClock info={info} />}
      {table.pack && (
        <p class="quiet-words">
          Pack: {table.pack.name} {table.pack.version} by {table.pack.author}
        </p>
      )}
      {table.is_host ? (
        <div class="opts">
          <OptionsForm info={info} change={(options) => change(options)} />
          <label>
            Time to decide
            <select
              value={table.time_limit_s}
              onChange={(event) => change(table.options, { time_limit_s: Number(event.currentTarget.value) })}
            >
              {LIMITS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label title="Each player's own time; a decision adds to it.">
            Time for the game
            <select
              value={`${table.time?.bank_s ?? 0}+${table.time?.increment_s ?? 0}`}
              onChange={(event) => {
                const [bank_s = 0, increment_s = 0] = event.currentTarget.value.split("+").map(Number);
                change(table.options, { bank_s, increment_s });
              }}
            >
              {BANKS.map(([bank, increment, words]) => (
                <option key={words} value={`${bank}+${increment}`}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label title="No clock runs on these days (UTC).">
            Days off
            <select
              value={(table.time?.days_off ?? []).join()}
              onChange={(event) =>
                change(table.options, {
                  days_off: event.currentTarget.value.split(",").filter(Boolean).map(Number),
                })
              }
            >
              {DAYS_OFF.map(([days, words]) => (
                <option key={words} value={days.join()}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </div>
      ) : (
        <OptionsList info={info} table={table} />
      )}
      <p class="option-news" role="status">
        {news}
      </p>
      <p class="quiet-words">
        {table.watch ? `Watchers see it ${lateWords(table.watch_delay) || "at once"}.` : "It has no watchers."} A change
        takes back every “ready”.
      </p>
    </section>
  );
}

/** What the host has changed last, in words; empty until something changes. */
function useOptionNews(table: TableInfo, info: OptionsInfo | null): string {
  const news = useSignal("");
  const before = useRef<Record<string, string> | null>(null);
  const shown: Record<string, string> = {};
  if (info) {
    for (const field of info.fields) shown[field.title] = valueText(info.options[field.name] ?? field.default);
    for (const [title, words] of timesOf(table)) shown[title] = words;
  }
  const key = JSON.stringify(shown);
  useEffect(() => {
    if (!info) return;
    const known = before.current;
    before.current = shown;
    if (!known) return;
    const changes = Object.entries(shown).filter(([title, value]) => known[title] !== value);
    if (changes.length === 0) return;
    const words = changes.map(([title, value]) => `${title}: ${value}`).join(", ");
    news.value = `${table.is_host ? "You" : table.host || "The host"} changed ${words}.`;
  }, [key]);
  return news.value;
}

/** One mark a seat, and the one button that counts now. */
function ReadyCheck(props: {
  store: TableStore;
  table: TableInfo;
  room: RoomInfo;
  bots: string[];
  player: number | null;
  attempt: Attempt;
}) {
  const { store, table, room, bots, player, attempt } = props;
  const ready = player !== null && room.ready.includes(player);
  const free = freePlayers(table).length;
  const best = freePlayers(table)[0];
  return (
    <section class="room-dock" aria-label="Ready check">
      <p class="prompt" role="status">
        <strong>{statusText(table, room, free)}</strong> <Countdown store={store} room={room} />
      </p>
      <ul class="pips" aria-label="Who is ready">
        {table.players.map((info) => (
          <li key={info.player} class={room.ready.includes(info.player) ? "yes" : ""}>
            <i aria-hidden="true">{room.ready.includes(info.player) ? "✓" : "…"}</i>
            {info.you ? "You" : info.name || (info.bot ? botName(info.bot) : "free")}
            <span class="sr">{room.ready.includes(info.player) ? " is ready" : " is not ready"}</span>
          </li>
        ))}
      </ul>
      <div class="acts">
        {player === null && best && (
          <button class="btn go" onClick={() => attempt(() => api.sit(table.code, best.player))}>
            Sit as {titlesOf(table, best)}
          </button>
        )}
        {player !== null && !ready && (
          <button class="btn go" onClick={() => attempt(() => api.ready(table))}>
            Ready
          </button>
        )}
        {ready && (
          <button class="btn" onClick={() => attempt(() => api.notReady(table.code))}>
            Not ready
          </button>
        )}
        {table.is_host && (
          <button
            class="btn"
            onClick={() => attempt(() => api.roomStart(table.code, free ? usualBot(bots, level.value) : ""))}
          >
            {free ? "Call bots and start" : "Start now"}
          </button>
        )}
      </div>
    </section>
  );
}

function statusText(table: TableInfo, room: RoomInfo, free: number): string {
  if (room.starts_at !== null) return "Everybody is ready.";
  if (free) return `${free} ${free === 1 ? "seat is" : "seats are"} free.`;
  const missing = table.players.length - room.ready.length;
  return `Waiting for ${missing} ${missing === 1 ? "player" : "players"} to be ready.`;
}

/** The seconds to the start; empty while nobody counts. */
function Countdown({ store, room }: { store: TableStore; room: RoomInfo }) {
  const tick = useSignal(0);
  const counting = room.starts_at !== null;
  useEffect(() => {
    if (!counting) return undefined;
    const timer = setInterval(() => (tick.value += 1), 250);
    return () => clearInterval(timer);
  }, [counting]);
  void tick.value;
  if (room.starts_at === null) return null;
  const seconds = Math.max(0, Math.ceil((room.starts_at - store.now()) / 1000));
  return <span>The game starts in {seconds}.</span>;
}
