/** Which bot: the levels first, remembered for the next time. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { CHARACTERS } from "../api/bots";
import { api } from "../api/http";
import { level } from "../state/prefs";
import { botName } from "../state/table";

const LEVELS = ["easy", "medium", "hard", "ace"];
const rank = (bot: string): number =>
  LEVELS.includes(bot) ? LEVELS.indexOf(bot) : bot === "random" ? LEVELS.length + 1 : LEVELS.length;

/** The bots to offer: the levels, then others, at last the one that plays at random. */
export const byLevel = (bots: string[]): string[] => [...bots].sort((one, two) => rank(one) - rank(two));

/** The bot to offer first: the one chosen last, else the easiest that thinks. */
export const usualBot = (bots: string[], wanted: string): string =>
  bots.includes(wanted) ? wanted : (byLevel(bots)[0] ?? "random");

/** Who a bot is, in a sentence. */
export function botCharacter(bot: string): string {
  const one = CHARACTERS[bot];
  return one ? `${one.names[0]}, ${bot}: ${one.about}.` : "";
}

/** The bots of this server, once it has said them. */
export function useBots(): string[] {
  const bots = useSignal<string[]>([]);
  useEffect(() => {
    api.games().then(
      (games) => (bots.value = games.bots),
      () => undefined,
    );
  }, []);
  return bots.value;
}

interface Props {
  bots: string[];
  label: string;
  value?: string;
  choose(bot: string): void;
}

export function BotChoice({ bots, label, value, choose }: Props) {
  return (
    <select
      aria-label={label}
      value={value ?? usualBot(bots, level.value)}
      onChange={(event) => choose((level.value = event.currentTarget.value))}
    >
      {byLevel(bots).map((bot) => (
        <option key={bot} value={bot}>
          {botName(bot)}
        </option>
      ))}
    </select>
  );
}

/** The levels as keys, with what the chosen one is like; it is set again the next time. */
export function LevelKeys({ bots, choose }: { bots: string[]; choose(bot: string): void }) {
  const offered = LEVELS.filter((one) => bots.includes(one));
  const now = usualBot(bots, level.value);
  return (
    <div class="levels">
      <div class="seg" role="group" aria-label="Level of the bots">
        {offered.map((one) => (
          <button key={one} aria-pressed={one === now} title={botCharacter(one)} onClick={() => choose(one)}>
            {one.charAt(0).toUpperCase() + one.slice(1)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A level and a button that calls that bot. */
export function CallBot({
  bots,
  label,
  words,
  call,
}: {
  bots: string[];
  label: string;
  words: string;
  call(bot: string): void;
}) {
  if (bots.length === 0) return null;
  return (
    <span class="callbot">
      <BotChoice bots={bots} label={label} choose={() => undefined} />
      <button class="btn small" onClick={() => call(usualBot(bots, level.value))}>
        {words}
      </button>
    </span>
  );
}
