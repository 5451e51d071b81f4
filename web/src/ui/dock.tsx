/** The dock: what do I do now. One question, one reason, the hand, one button. Never empty. */

import { useEffect, useState } from "preact/hooks";

import { WATCHER } from "../api/types";
import { dropFor } from "../boards/carry";
import { Choices } from "../boards/choices";
import { heading, type BoardProps, type GameUi, type Pick } from "../boards/game";
import type { SeatView, TableStore } from "../state/table";
import { Countdown, Fuse, Pause, useTicking } from "./clock";
import { HintButton, HintPanel } from "./hint";
import { Icon } from "./icons";
import { isPass } from "./keys";
import { lateWords } from "./late";
import { Rule } from "./rule";

interface Props {
  store: TableStore;
  ui: GameUi<unknown>;
  now: SeatView;
  board: BoardProps<unknown>;
}

export function Dock({ store, ui, now, board }: Props) {
  const { view } = now;
  const owing = view.waiting.includes(view.seat) && view.legal.length > 0;
  const done = view.doing === "commit" && !view.waiting.includes(view.seat) && view.seat !== WATCHER;
  const sealed = done && (now.takeBack || view.legal.length > 0); // somebody who is not asked has sealed nothing
  const refusal = store.refusal.value;
  const stamp = owing ? ui.stamp?.(view) : "";
  return (
    <section class={`dock ${owing ? "owing" : ""}`} aria-label="What to do now">
      <Fuse store={store} now={now} />
      <div class="prompt" aria-live={stamp ? "assertive" : "polite"}>
        {stamp && <b class="stamp">{stamp}</b>}
        <Countdown store={store} now={now} />
        <strong id="prompt" tabIndex={-1}>
          {sealed ? `Sealed. Waiting for ${waitingFor(store, now)}.` : view.prompt.words}
        </strong>
        <span class="why">
          {reason(store, now, owing, sealed)} <Rule game={view.game} id={view.prompt.rule} />
        </span>
      </div>
      {refusal && (
        <p class="toast err" role="alert">
          <span>
            <b>{refusal.place ? "Not here." : "Not played."}</b> {refusal.words}{" "}
            <Rule game={view.game} id={refusal.rule} />
          </span>
          {typeof refusal.instead === "number" && (
            <button class="btn small" onClick={() => store.pick(refusal.instead ?? null)}>
              Show what you can
            </button>
          )}
          <button class="btn small" onClick={() => (store.refusal.value = null)}>
            Close
          </button>
        </p>
      )}
      <Pause store={store} now={now} />
      <HintPanel store={store} pick={board.pick} />
      {ui.Hand ? (
        <ui.Hand {...board} />
      ) : (
        <div class="hand">
          <Choices legal={view.legal} pick={board.pick} />
        </div>
      )}
      <Go store={store} ui={ui} now={now} pick={board.pick} sealed={sealed} />
    </section>
  );
}

function waitingFor(store: TableStore, now: SeatView): string {
  const names = now.view.waiting.map((seat) => store.playerName(store.playerOf(seat)));
  return [...new Set(names)].join(" and ") || "the others";
}

function reason(store: TableStore, now: SeatView, owing: boolean, sealed: boolean): string {
  const { view } = now;
  const late = lateWords(store.table.value?.watch_delay ?? 0);
  if (view.doing === "over") return "";
  if (sealed) return "You may change it until the last one is in.";
  if (owing) return "";
  if (view.seat === WATCHER) return `You are watching${late ? `, ${late}` : ""}.`;
  return view.doing === "choose"
    ? `${waitingFor(store, now)} ${view.waiting.length > 1 ? "are" : "is"} to act; you may look and chat.`
    : "";
}

const SECOND_THOUGHTS_MS = 5000;

/** A sealed choice can be changed until the last is in. A move can be taken back: freely alone or against bots, for five
 *  seconds in company; the key U reaches as far as the table allows. */
function TakeBack({ store, now, sealed }: { store: TableStore; now: SeatView; sealed: boolean }) {
  const draining = !sealed && store.inCompany();
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), Math.max(0, now.movedAt + SECOND_THOUGHTS_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [now.movedAt]);
  if (draining && late) return null;
  return (
    <button class={`btn ${draining ? "drains" : ""}`} onClick={() => store.takeBack()}>
      <Icon name="back" /> {sealed ? "Change" : "Take back"}
    </button>
  );
}

function Go({
  store,
  ui,
  now,
  pick,
  sealed,
}: {
  store: TableStore;
  ui: GameUi<unknown>;
  now: SeatView;
  pick: Pick;
  sealed: boolean;
}) {
  const { view } = now;
  const { picked } = pick;
  const pausing = store.pauseLeft(now) > 0;
  useTicking(pausing);
  const pass = view.legal.find(isPass);
  const words = picked ? (ui.go?.(picked, view) ?? heading(picked.words)) : "";
  return (
    <div class="acts" data-drop={dropFor(view.legal.map((one) => one.action))}>
      {now.takeBack && <TakeBack store={store} now={now} sealed={sealed} />}
      <HintButton store={store} now={now} />
      {pass && picked !== pass && (
        <button class="btn" onClick={() => pick.play(pass.action)}>
          Pass <kbd>P</kbd>
        </button>
      )}
      {view.legal.length > 0 && (
        <button
          class="btn go"
          disabled={!picked || pausing || !!store.sending.value}
          onClick={() => picked && pick.play(picked.action)}
        >
          {store.sending.value ? "Sending…" : picked ? <span class="go-words">{words}</span> : "Choose"}{" "}
          {picked && <kbd>↵</kbd>}
        </button>
      )}
    </div>
  );
}
