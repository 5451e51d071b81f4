/** What the table's page has of voice before its code is fetched: the place for it, and the key that one holds to talk. */

import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";

import type { TableInfo } from "../api/types";
import type { TableStore } from "../state/table";
import { Icon } from "./icons";

interface Props {
  store: TableStore;
  table: TableInfo;
}

const fetched = signal<{ Panel: FunctionComponent<Props> } | null>(null);

/** Voice, where there is somebody to talk to; its code is fetched then. */
export function Voice(props: Props) {
  const { store, table } = props;
  const possible = table.voice !== "" && store.inCompany() && store.mine.value.length > 0;
  useEffect(() => {
    if (possible && !fetched.value)
      import("./voice").then(
        (module) => (fetched.value = { Panel: module.VoicePanel }),
        () => undefined,
      );
  }, [possible]);
  return possible && fetched.value ? <fetched.value.Panel {...props} /> : null;
}

const TEXT_FIELDS = "input, textarea, select, [contenteditable]";

/** `V` talks while it is held, wherever the focus is but in a field for text. */
export function useTalkKey(store: TableStore): void {
  const call = store.voice.value;
  useEffect(() => {
    if (!call) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "v" || event.repeat || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TEXT_FIELDS)) return;
      event.preventDefault();
      call.hold(true);
    };
    const release = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "v") call.hold(false);
    };
    addEventListener("keydown", press);
    addEventListener("keyup", release);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
    };
  }, [call]);
}

/** Talks while it is held, by pointer, finger or key. */
export function TalkButton(props: { store: TableStore; class: string; words: string; letter?: boolean }) {
  const { store, class: name, words, letter } = props;
  const call = store.voice.value;
  if (!call) return null;
  const hold = (held: boolean) => (): void => call.hold(held);
  const key =
    (held: boolean) =>
    (event: KeyboardEvent): void => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) call.hold(held);
    };
  return (
    <button
      aria-keyshortcuts="V"
      class={`${name} talk ${call.talking.value ? "on" : ""}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        call.hold(true);
      }}
      onPointerUp={hold(false)}
      onPointerCancel={hold(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={key(true)}
      onKeyUp={key(false)}
      onBlur={hold(false)}
    >
      <Icon name="mic" />
      {call.talking.value ? "Talking" : words}
      {letter && (
        <kbd class="not-phone" aria-hidden="true">
          V
        </kbd>
      )}
    </button>
  );
}

/** Says who has joined and left, and why voice is off, on whatever tab one is. */
export function VoiceNews({ store }: { store: TableStore }) {
  return (
    <p class="vh" role="status">
      {store.voice.value?.news.value ?? store.voiceProblem.value}
    </p>
  );
}

/** Beside a name: that this person is heard to speak. */
export function SpeakMark({ store, guest }: { store: TableStore; guest: string | undefined }) {
  return guest && store.speaking.value.has(guest) ? (
    <span class="speak-mark">
      <Icon name="sound" />
      <span class="vh">speaks</span>
    </span>
  ) : null;
}
