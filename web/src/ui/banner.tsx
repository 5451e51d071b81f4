/** Under the bar, pushing content down, never covering it: how the connection stands. */

import type { TableStore } from "../state/table";
import { useTicking } from "./clock";

const CLOSED: Record<number, string> = {
  4401: "This browser is no longer signed in. Reload the page to come back as a guest.",
  4403: "This table has no spectators.",
  4404: "There is no such table.",
};

export function Banner({ store }: { store: TableStore }) {
  const link = store.link.value;
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
  if (store.table.value?.status === "damaged") {
    return (
      <div class="bn bad" role="alert">
        <b>This table is damaged.</b> Its record could not be read back; nothing can be played here any more.
      </div>
    );
  }
  if (link.state === "back" && link.missed.length > 0) {
    return (
      <div class="bn ok" role="status">
        <b>Back.</b> {link.missed.length === 1 ? "One thing happened:" : `${link.missed.length} things happened:`} {link.missed.slice(-2).join(" ")}
        <button class="btn small" onClick={() => (store.link.value = { state: "open" })}>
          Good
        </button>
      </div>
    );
  }
  return null;
}
