/** From a review into a game: the same position, with me and bots in its seats. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import type { SeatInfo } from "../api/types";
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

export function PlayOn(props: Props) {
  const open = useSignal(false);
  return (
    <>
      <button class="btn small" onClick={() => (open.value = true)}>
        <Icon name="flag" /> Play on from here
      </button>
      {open.value && <PlayOnSheet {...props} close={() => (open.value = false)} />}
    </>
  );
}

function PlayOnSheet({ code, step, seats, close }: Props & { close: () => void }) {
  const bots = useBots();
  const chosen = useSignal<Record<number, string>>({});
  const error = useSignal("");
  const players = [...new Set(seats.map((seat) => seat.player))].sort((a, b) => a - b);
  const holder = (player: number): string =>
    chosen.value[player] ?? (player === 0 ? "me" : `bot:${usualBot(bots, level.value)}`);
  const begin = async (): Promise<void> => {
    try {
      const made = await api.continueGame(code, step, players.map(holder));
      for (const invite of made.invites) keepInvite(made.table.code, invite);
      go(`/table/${made.table.code}`);
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  return (
    <Sheet title="Play on from here" close={close}>
      <h2>Play on from step {step}</h2>
      <p>A new game begins with these moves; the finished one stays as it is.</p>
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
          Back to the review
        </button>
        <button class="btn go" disabled={bots.length === 0} onClick={() => void begin()}>
          Play on
        </button>
      </div>
    </Sheet>
  );
}
