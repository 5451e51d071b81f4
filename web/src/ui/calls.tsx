/** Calls: what is said with a tap, for everybody to hear. A tap speaks at once; a target within two seconds joins it. */

import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Call, ChatLine, TableInfo } from "../api/types";
import type { Calling, TableStore } from "../state/table";

const JOIN_MS = 2000;
/** The keys of a game's own calls, while its letters mean no commands of the table. */
const CALL_KEYS = "qwertyui";
const HEARD = 6;

/** The calls of the game itself; those that every game has come after them. */
const ownCalls = (table: TableInfo): Call[] => table.calls.slice(0, Math.max(0, table.calls.length - GENERAL));
const GENERAL = 5;

function say(store: TableStore, call: Call, targets: string[]): void {
  store.call(call.key, targets);
  store.calling.value = targets.length < call.targets.length ? { call, targets } : null;
}

const targetsOf = (calling: Calling): readonly string[] => calling.call.targets[calling.targets.length] ?? [];

/** A key while a call waits for its target, or a letter that makes one; false if it means nothing here. */
export function pressCall(key: string, store: TableStore, letters: boolean): boolean {
  const table = store.table.value;
  const calling = store.calling.value;
  if (!table || store.mine.value.length === 0) return false;
  const target = calling ? targetsOf(calling)[Number(key) - 1] : undefined;
  if (calling && target !== undefined) {
    say(store, calling.call, [...calling.targets, target]);
    return true;
  }
  if (calling && key === "Escape") {
    store.calling.value = null;
    return true;
  }
  const call = letters && key.length === 1 ? ownCalls(table)[CALL_KEYS.indexOf(key)] : undefined;
  if (call) say(store, call, []);
  return call !== undefined;
}

/** `letters` says that the keys of the calls work now. */
export function CallPad({ store, table, letters }: { store: TableStore; table: TableInfo; letters: boolean }) {
  const more = useSignal(false);
  const now = store.calling.value;
  useEffect(() => {
    if (!now) return undefined;
    const timer = setTimeout(() => {
      if (store.calling.value === now) store.calling.value = null;
    }, JOIN_MS);
    return () => clearTimeout(timer);
  }, [now]);
  const own = ownCalls(table);
  const shown = own.length === 0 || more.value ? table.calls : own;
  return (
    <section class="calls" aria-label="Calls">
      <div class="verbs">
        {now
          ? targetsOf(now).map((target, n) => (
              <button key={target} class="btn small" onClick={() => say(store, now.call, [...now.targets, target])}>
                {target} <kbd class="not-phone">{n + 1}</kbd>
              </button>
            ))
          : shown.map((call, n) => (
              <button key={call.key} class="btn small call-key" onClick={() => say(store, call, [])}>
                {call.text} {letters && n < own.length && <kbd class="not-phone">{CALL_KEYS[n]?.toUpperCase()}</kbd>}
              </button>
            ))}
        {now ? (
          <button class="btn small quiet" onClick={() => (store.calling.value = null)}>
            Done
          </button>
        ) : (
          own.length > 0 && (
            <button class="btn small quiet" aria-expanded={more.value} onClick={() => (more.value = !more.value)}>
              {more.value ? "Fewer" : "More"}
            </button>
          )
        )}
      </div>
      <p class="vh" role="status">
        {now ? `${now.call.text}: say what, or leave it.` : ""}
      </p>
    </section>
  );
}

/** Whether a call only began what the next line of the same player says whole. */
const isBegun = (line: ChatLine, next: ChatLine | undefined): boolean =>
  !!next?.call && line.call && next.player === line.player && next.text.startsWith(line.text.replace(/[!?.…]$/, ""));

/** Lines without the calls that the next one completes. */
export const wholeCalls = (lines: readonly ChatLine[]): ChatLine[] =>
  lines.filter(
    (line, n) =>
      !isBegun(
        line,
        lines.slice(n + 1).find((other) => other.player === line.player),
      ),
  );

/** The latest calls, newest first. */
export function Heard({ store }: { store: TableStore }) {
  const lines = wholeCalls(store.audible.value.filter((line) => line.call)).slice(-HEARD);
  if (lines.length === 0) return null;
  return (
    <section class="heard" aria-label="Heard">
      <h2>Heard</h2>
      <ol>
        {lines.reverse().map((line) => (
          <li key={line.n}>
            <b>{line.you ? "You" : line.name}</b> {line.text}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a player has just called, at their seat. */
export function Bubble({ store, player }: { store: TableStore; player: number }) {
  const text = store.bubbles.value.get(player);
  return text ? (
    <span class="bubble" role="status">
      {text}
    </span>
  ) : null;
}

/** Mute a person for oneself. */
export function MuteButton({ store, guest, name }: { store: TableStore; guest: string; name: string }) {
  const muted = store.muted.value.has(guest);
  return (
    <button class="btn small quiet mute" aria-pressed={muted} onClick={() => store.mute(guest, !muted)}>
      {muted ? "Unmute" : "Mute"}
      <span class="sr"> {name}</span>
    </button>
  );
}

interface SilenceProps {
  table: TableInfo;
  guest: string;
  name: string;
  error: Signal<string>;
}

/** For the host: let a person say nothing to anybody, or speak again. */
export function SilenceButton({ table, guest, name, error }: SilenceProps) {
  const silenced = table.players.some((player) => player.guest === guest && player.silenced);
  const change = (): void => {
    error.value = "";
    api.silence(table.code, guest, !silenced).catch((problem: Error) => (error.value = problem.message));
  };
  return (
    <button class="btn small quiet" aria-pressed={silenced} onClick={change}>
      {silenced ? "Let them speak" : "Silence for all"}
      <span class="sr"> {name}</span>
    </button>
  );
}
