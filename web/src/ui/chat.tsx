/** One channel for the table; watchers have their own, which players read after the end. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { WATCHER, type ChatLine } from "../api/types";
import type { TableStore } from "../state/table";

export function Chat({ store, brief }: { store: TableStore; brief?: boolean }) {
  const text = useSignal("");
  const watching = store.seat.value === WATCHER;
  const lines = watching ? (store.watchersChat.value ?? []) : store.chat.value;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: "nearest" });
  }, [lines.length]);
  const unread = store.unread.value;
  useEffect(() => {
    if (!brief) store.unread.value = 0;
  }, [brief, unread]);
  const send = (event: Event): void => {
    event.preventDefault();
    if (!text.value.trim()) return;
    store.say(text.value.trim(), watching ? "watchers" : "table");
    text.value = "";
  };
  return (
    <section class={`panel p-chat ${brief ? "brief" : "grow"}`} aria-label="Chat">
      {!brief && <h2>{watching ? "Among the watchers" : "At the table"}</h2>}
      <ul class="chat">
        {(brief ? lines.slice(-2) : lines).map((line) => (
          <Line key={line.n} line={line} />
        ))}
        {!brief && watching && store.chat.value.map((line) => <Line key={`t${line.n}`} line={line} />)}
        <li ref={end} aria-hidden="true" />
      </ul>
      <form class="say" onSubmit={send}>
        <input
          class="saying"
          aria-label={watching ? "Say to the watchers" : "Say to the table"}
          placeholder={watching ? "Say to the watchers" : "Say to the table"}
          maxLength={500}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <button class="btn small">Send</button>
      </form>
    </section>
  );
}

function Line({ line }: { line: ChatLine }) {
  return (
    <li>
      <b>{line.you ? "You" : line.name}</b> {line.text}
    </li>
  );
}
