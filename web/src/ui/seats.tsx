/** Who sits where: a card a seat. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import type { PlayerInfo, TableInfo, View } from "../api/types";
import { titleOf, type GameUi } from "../boards/game";
import { Badge } from "../boards/parts";
import { hotNames } from "../state/prefs";
import { botName, nthBot, shortName, type SeatView, type TableStore } from "../state/table";
import { botCharacter, CallBot, useBots } from "./bots";
import { Bubble } from "./calls";
import { Clock, timeWords } from "./clock";
import { Icon } from "./icons";
import { lateWords } from "./late";
import { sizeOf } from "./piles";
import { SpeakMark } from "./talk";

/** What a seat is doing, in one or two words. */
export function stateOf(
  view: View,
  table: TableInfo,
  seat: number,
  mine: boolean,
  hasSealed = true,
): { words: string; tone: string } {
  const player = table.players[table.seats[seat]?.player ?? -1];
  if (player?.resigned) return { words: "resigned", tone: "off" };
  const result = view.result ?? table.result;
  if (result)
    return result.winners.includes(seat)
      ? { words: "won", tone: "sealed" }
      : { words: result.winners.length ? "lost" : "drew", tone: "think" };
  if (view.waiting.includes(seat)) {
    if (mine) return { words: view.decision_kind === "commit" ? "choose" : "your turn", tone: "act" };
    return { words: isAway(player) ? "away" : "thinking", tone: isAway(player) ? "off" : "think" };
  }
  if (view.decision_kind === "commit" && hasSealed) return { words: "✓ sealed", tone: "sealed" };
  if (isAway(player)) return { words: "away", tone: "off" };
  return { words: player?.bot && !player.name ? "bot" : "waiting", tone: "think" };
}

const isAway = (player: PlayerInfo | undefined): boolean => !!player && !player.bot && !player.online && !player.you;

/** What the person who holds these chairs of a hot seat is called. */
export const hotName = (player: number): string => hotNames.value.split("\n")[player]?.trim() ?? "";

/** The more seats, the smaller their cards. */
export const crowd = (seats: number): string =>
  `seats ${seats > 3 ? "many" : ""} ${seats > 4 ? "crowd" : ""} ${seats > 6 ? "throng" : ""}`;

interface Props {
  store: TableStore;
  ui: GameUi<unknown>;
  now: SeatView;
  table: TableInfo;
}

interface SeatsProps extends Props {
  /** The seats that something is being shown of; the others step back meanwhile. */
  lit?: readonly number[] | null;
  /** Opens the viewer's own piles. */
  look?: () => void;
}

export function Seats({ store, ui, now, table, lit = null, look }: SeatsProps) {
  const { view } = now;
  const mine = store.mine.value;
  const order = view.seats.map((_, seat) => seat);
  if (order.length === 2 && mine.includes(0) && !mine.includes(1)) order.reverse();
  return (
    <aside class={crowd(order.length)} aria-label="Seats">
      {order.map((seat) => (
        <SeatCard
          key={seat}
          store={store}
          ui={ui}
          now={now}
          table={table}
          seat={seat}
          mine={mine.includes(seat)}
          back={lit !== null && lit.length > 0 && !lit.includes(seat)}
          look={look}
        />
      ))}
      {ui.Aside && <ui.Aside view={view} />}
      {table.watchers > 0 && (
        <p class="watch">
          <Icon name="eye" /> {table.watchers} watching{table.watch_delay > 0 && `, ${lateWords(table.watch_delay)}`}
        </p>
      )}
    </aside>
  );
}

/** The host may let a bot keep an absent player's seat warm; the server says for how long they must have been away. */
function StandInFor({ table, player }: { table: TableInfo; player: number }) {
  const bots = useBots();
  const error = useSignal("");
  const call = (bot: string): void =>
    void api.bot(table.code, player, bot).catch((problem: Error) => (error.value = problem.message));
  return (
    <>
      <CallBot bots={bots} label="Bot for the absent" words="Let a bot play until they return" call={call} />
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
    </>
  );
}

interface CardProps extends Props {
  seat: number;
  mine: boolean;
  /** Whether it steps back while something is shown of others. */
  back: boolean;
  look: (() => void) | undefined;
}

function SeatCard({ store, ui, now, table, seat, mine, back, look }: CardProps) {
  const info = now.view.seats[seat]!;
  const title = titleOf(ui, now.view, seat);
  const player = table.players[info.player];
  const out = now.view.result ? "" : (ui.out?.(now.view, seat) ?? "");
  const state = out ? { words: out, tone: "off" } : stateOf(now.view, table, seat, mine, ui.sealed?.(now.view, seat));
  const on = now.view.waiting.includes(seat);
  const nth = nthBot(table.players, info.player);
  const who = mine
    ? store.hotSeat.value
      ? hotName(info.player) || title
      : "You"
    : player?.name || (player?.bot ? shortName(player.bot, nth) : "Free seat");
  const level = player?.bot && !player.name && shortName(player.bot) !== botName(player.bot) ? player.bot : "";
  const clock = on && now.deadline !== null;
  const speaks = !!player?.guest && store.speaking.value.has(player.guest);
  const bank = table.time?.left_ms[info.player];
  const piles =
    look && seat === store.seat.value ? (ui.piles?.(now.view) ?? []).filter((one) => one.seat === seat) : [];
  const switchable = mine && store.mine.value.length > 1 && seat !== store.seat.value && !store.hotSeat.value;
  return (
    <section
      class={`seat ${on ? "on" : ""} ${seat === store.seat.value ? "mine" : ""} ${back ? "back" : ""} ${speaks ? "speaks" : ""}`}
      aria-label={`${title}: ${who}, ${state.words}${speaks ? ", speaks" : ""}`}
    >
      <Badge style={ui.style(seat, info, now.view)} />
      <span class={`who ${clock ? "" : "wide"}`} title={player?.bot ? botCharacter(player.bot) : undefined}>
        <SpeakMark store={store} guest={player?.guest} />
        {who} {level && <small>{level}</small>}
      </span>
      {clock && <Clock store={store} now={now} />}
      <span class="role">
        {mine && store.hotSeat.value ? "on this device" : title}
        {player?.bot && player.name && !store.coach.value ? ` · ${botName(player.bot, nth)} flies` : ""}
        {isAway(player) && state.words !== "away" ? " · away" : ""}
      </span>
      <span class={`state ${state.tone}`}>{state.words}</span>
      {bank !== undefined && (
        <span class="bank num" title="Time for the whole game, when last asked">
          {timeWords(bank)}
        </span>
      )}
      <Bubble store={store} player={info.player} />
      {ui.Facts && (
        <div class="facts">
          <ui.Facts view={now.view} seat={seat} />
        </div>
      )}
      {state.words === "away" && table.is_host && <StandInFor table={table} player={info.player} />}
      {piles.length > 0 && (
        <button class="btn small take piles" onClick={look}>
          <span class="vh">Your piles: </span>
          {piles.map((one) => `${one.name} ${sizeOf(one)}`).join(" · ")}
        </button>
      )}
      {switchable && (
        <button class="btn small take" onClick={() => store.look(seat)}>
          Sit here
        </button>
      )}
    </section>
  );
}
