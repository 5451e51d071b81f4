/** Under the bar, pushing content down, never covering it: how the connection stands. */

import { keepsDraws } from "../api/draws";
import type { GameEvent } from "../api/types";
import type { TableStore } from "../state/table";
import { useTicking } from "./clock";
import { Icon } from "./icons";
import { aboutTable } from "./log";

const CLOSED: Record<number, string> = {
  4401: "This browser is no longer signed in. Reload the page to come back as a guest.",
  4403: "This table has no spectators.",
  4404: "The server does not have this table.",
};

/** What happened meanwhile is shown: how to begin, and where it is when it goes line by line. */
export interface Again {
  at: number | null;
  begin(): void;
}

/** What is said about the table itself, on whatever tab one is: a move that was played because time ran out, a change of seats. */
export function TableBanner({ news }: { news: readonly GameEvent[] }) {
  const words = aboutTable(news);
  return words ? (
    <div class="bn" role="status">
      {words}
    </div>
  ) : null;
}

export function Banner({ store, again }: { store: TableStore; again?: Again }) {
  const link = store.link.value;
  const missed = store.missed.value;
  useTicking(link.state === "lost");
  if (link.state === "lost") {
    const wait = Math.max(0, Math.ceil((link.retryAt - Date.now()) / 1000));
    return (
      <div class="bn bad" role="status">
        <b>Connection lost.</b> What you sent is safe. {wait > 0 ? `Trying again in ${wait} s.` : "Trying again."}
        <button class="btn small" onClick={() => store.retry()}>
          Try now
        </button>
      </div>
    );
  }
  if (link.state === "closed") {
    return (
      <div class="bn bad" role="alert">
        <b>The table is closed to this page.</b> {CLOSED[link.code] ?? ""}
        <a class="btn small" href="/">
          Home
        </a>
      </div>
    );
  }
  if (store.table.value && !keepsDraws(store.table.value)) {
    return (
      <div class="bn bad" role="alert">
        <b>The draws are not the promised ones.</b> The table took a number from this browser and began without it, or
        under another promise.
      </div>
    );
  }
  if (missed.length > 0 && !store.staged.value) {
    const shown = again && again.at !== null ? missed[again.at] : undefined;
    return (
      <div class="bn ok" role="status">
        {shown ? (
          <span>
            <b>
              {again!.at! + 1} of {missed.length}.
            </b>{" "}
            {shown.text}
          </span>
        ) : (
          <span>
            <b>Back.</b> {missed.length === 1 ? "One thing happened" : `${missed.length} things happened`}
            <span class="not-phone">
              {": "}
              {missed
                .slice(-2)
                .map((event) => event.text)
                .join(" ")}
            </span>
          </span>
        )}
        {again && !shown && (
          <button class="btn small" onClick={again.begin}>
            <Icon name="play" /> Show me what happened
          </button>
        )}
        <button class="btn small" onClick={() => store.noted()}>
          OK
        </button>
      </div>
    );
  }
  return null;
}
