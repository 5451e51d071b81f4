/** From a review into a game: the same position, with me and bots in its seats. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import type { Invite, SeatInfo, TableInfo } from "../api/types";
import { keepInvite } from "../state/invites";
import { level } from "../state/prefs";
import { go } from "../state/route";
import { botName } from "../state/table";
import { byLevel, useBots, usualBot } from "./bots";
import { Icon } from "./icons";
import { Sheet } from "./sheet";

interface Props {
  code: string;
  step: number;
  seats: SeatInfo[];
}

export function PlayOn({ code, step, seats }: Props) {
  const open = useSignal(false);
  return (
    <>
      <button class="btn small" onClick={() => (open.value = true)}>
        <Icon name="flag" /> Play on from here
      </button>
      {open.value && (
        <PlayOnSheet
          seats={seats}
          heading={`Play on from step ${step}`}
          about="A new game begins with these moves; the finished one stays as it is."
          back="Back to the review"
          create={(players) => api.continueGame(code, step, players)}
          close={() => (open.value = false)}
        />
      )}
    </>
  );
}

interface SheetProps {
  seats: readonly SeatInfo[];
  heading: string;
  about: string;
  /** What the button says that changes nothing. */
  back: string;
  create(players: string[]): Promise<{ table: TableInfo; invites: Invite[] }>;
  close(): void;
}

/** Who plays which seat of the game that begins. */
export function PlayOnSheet({ seats, heading, about, back, create, close }: SheetProps) {
  const bots = useBots();
  const chosen = useSignal<Record<number, string>>({});
  const error = useSignal("");
  const players = [...new Set(seats.map((seat) => seat.player))].sort((a, b) => a - b);
  const holder = (player: number): string =>
    chosen.value[player] ?? (player === 0 ? "me" : `bot:${usualBot(bots, level.value)}`);
  const begin = async (): Promise<void> => {
    try {
      const made = await create(players.map(holder));
      for (const invite of made.invites) keepInvite(made.table.code, invite);
      go(`/table/${made.table.code}`);
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  return (
    <Sheet title="Play on from here" close={close}>
      <h2>{heading}</h2>
      <p>{about}</p>
      <div class="opts">
        {players.map((player) => (
          <label key={player}>
            {seats
              .filter((seat) => seat.player === player)
              .map((seat) => seat.title)
              .join(" and ")}
            <select
              value={holder(player)}
              onChange={(event) => (chosen.value = { ...chosen.value, [player]: event.currentTarget.value })}
            >
              <option value="me">me</option>
              {byLevel(bots).map((bot) => (
                <option key={bot} value={`bot:${bot}`}>
                  {botName(bot)}
                </option>
              ))}
              <option value="open">a friend, by link</option>
            </select>
          </label>
        ))}
      </div>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
      <div class="acts">
        <button class="btn" onClick={close}>
          {back}
        </button>
        <button class="btn go" disabled={bots.length === 0} onClick={() => void begin()}>
          Play on
        </button>
      </div>
    </Sheet>
  );
}
