/** One channel for the table; watchers have their own, which players read after the end. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { WATCHER, type ChatLine } from "../api/types";
import type { TableStore } from "../state/table";
import { wholeCalls } from "./calls";

/** In a room everybody talks to everybody. */
export function Chat({ store, brief, room }: { store: TableStore; brief?: boolean; room?: boolean }) {
  const text = useSignal("");
  const watching = store.seat.value === WATCHER && !room;
  const heard = (line: ChatLine): boolean => !store.muted.value.has(line.guest);
  const lines = watching ? (store.watchersChat.value ?? []).filter(heard) : wholeCalls(store.audible.value);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Only the list moves: scrolling its end into view would move the page as well.
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
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
      {!brief && <h2>{watching ? "Among the watchers" : room ? "Chat" : "At the table"}</h2>}
      <ul class="chat" ref={list}>
        {(brief ? lines.slice(-2) : lines).map((line) => (
          <Line key={line.n} line={line} />
        ))}
        {!brief && watching && store.audible.value.map((line) => <Line key={`t${line.n}`} line={line} />)}
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
    <li class={line.call ? "call" : ""}>
      <b>{line.you ? "You" : line.name}</b> {line.text}
    </li>
  );
}
