/** The dock: what do I do now. Four parts at four fixed places, ask, tray, variant and go; it is never empty and never grows. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import { WATCHER, type EventCause, type Legal } from "../api/types";
import { dropFor } from "../boards/carry";
import { Choices } from "../boards/choices";
import { heading, type Batch, type BoardProps, type GameUi, type Pick } from "../boards/game";
import { Row } from "../boards/tray";
import { animationSpeed, chosenSpeed, explainsChoices, narrow, type AnimationSpeed } from "../state/prefs";
import type { SeatView, TableStore } from "../state/table";
import { Countdown, Fuse, useTicking } from "./clock";
import { Explain } from "./explain";
import { HintButton, canAsk } from "./hint";
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

/** A question this long stands in one line of large type. */
const SHORT = 38;
/** One this long needs three lines of small type on a phone. */
const TWO_LINES = 80;
const MOST_QUIET = 2;
/** What is asked while everybody's consent is counted down; it does not change, so that it is read out once. */
const COUNTING = "All are ready: it ends in 3 seconds.";

export function Dock({ store, ui, now, board }: Props) {
  const { view } = now;
  const owing = view.waiting.includes(view.seat) && view.legal.length > 0;
  const done = view.decision_kind === "commit" && !view.waiting.includes(view.seat) && view.seat !== WATCHER;
  const sealed = done && (now.takeBack || view.legal.length > 0); // somebody who is not asked has sealed nothing
  const stamp = owing ? ui.stamp?.(view) : "";
  const counting = now.locks !== null;
  const ask = counting ? COUNTING : sealed ? `Sealed. Waiting for ${waitingFor(store, now)}.` : view.prompt.text;
  const more = sealed || counting ? "" : (view.prompt.more ?? "");
  const meaning = owing && explainsChoices(view.game) ? (view.prompt.meaning ?? "") : "";
  const long = ask.length > SHORT; // then the explain place has the rest, on a phone the place of the variant
  const why = long ? "" : reason(store, now, owing, sealed) || more || meaning;
  const unsaid = [more, meaning].filter((words) => words && words !== why);
  const { underway: walk, chosen } = store.planner;
  const batch = owing ? (ui.plan?.(view, board.pick) ?? null) : null;
  const planning = walk.value ?? (owing ? chosen.value : null) ?? batch;
  const told = narrow.value && !board.pick.picked && !ui.varies?.(view) && why !== meaning ? meaning : "";
  return (
    <DockFrame
      class={`${owing ? "owing" : ""} ${meaning && !long ? "meant" : ""}`}
      fuse={<Fuse store={store} now={now} />}
      urgent={!!stamp || counting}
      mark={
        <>
          {stamp && <b class="stamp">{stamp}</b>}
          <Countdown store={store} now={now} />
        </>
      }
      ask={ask}
      why={
        <>
          {why} <Rule game={view.game} id={view.prompt.rule} />
        </>
      }
      over={<Refused store={store} now={now} />}
      quiet={<Quiet store={store} ui={ui} now={now} pick={board.pick} sealed={sealed} />}
      tray={<TrayOf store={store} ui={ui} now={now} board={board} owing={owing} />}
      variant={
        walk.value ? (
          <p class="consequence" role="status">
            {walk.value.stopped ? `Stopped. ${walk.value.stopped}` : `On the way: ${walk.value.words}.`}
          </p>
        ) : owing && now.canSetUp && !board.pick.picked ? (
          <button class="btn" disabled={!!store.sending.value} onClick={() => store.setUp()}>
            Place the recommended set-up
          </button>
        ) : told ? (
          <p class="consequence">{told}</p>
        ) : ui.Variant && owing ? (
          <ui.Variant {...board} />
        ) : (
          <Consequence store={store} now={now} pick={board.pick} />
        )
      }
      go={
        planning ? (
          <PlanGo store={store} now={now} batch={batch} />
        ) : (
          <Go store={store} ui={ui} now={now} pick={board.pick} />
        )
      }
      explain={<Explain store={store} ui={ui} now={now} pick={board.pick} unsaid={unsaid} />}
    />
  );
}

const SPEEDS: readonly [AnimationSpeed, string][] = [
  ["normal", "Normal"],
  ["fast", "Fast"],
  ["off", "Off"],
];

/** While something is shown: the beat is the question, the beats lie in the tray, and nothing is asked. */
export function StageDock({ store, ui, now }: { store: TableStore; ui: GameUi<unknown>; now: SeatView }) {
  const { stage } = store;
  const playing = stage.playing.value;
  const beat = stage.beat.value;
  if (!playing || !beat) return null;
  const Picture = ui.staging?.Picture;
  const ask = beat.words;
  return (
    <DockFrame
      class="staging"
      ask={ask}
      why={
        <>
          {ask.length > SHORT ? "" : `Clocks stand · ${playing.at + 1} of ${playing.beats.length}`}{" "}
          <Rule game={now.view.game} id={beat.rule} />
        </>
      }
      quiet={
        <>
          <button class="btn" aria-pressed={stage.held.value} onClick={() => stage.hold()}>
            <Icon name={stage.held.value ? "play" : "pause"} /> {stage.held.value ? "Go on" : "Hold"}
          </button>
          <button class="btn" onClick={() => stage.again()}>
            <Icon name="first" /> Again
          </button>
        </>
      }
      tray={
        <div class="hand beats">
          {Picture && <Picture beat={beat} view={now.view} />}
          <Causes game={now.view.game} causes={beat.causes ?? []} />
          <Row class="beat-row" label="What happened" focusable>
            {playing.beats.map((one, n) => (
              <span key={n} class={`beat ${n < playing.at ? "done" : n === playing.at ? "sel" : ""}`} data-key={n}>
                {n < playing.at && "✓ "}
                {one.label}
              </span>
            ))}
          </Row>
        </div>
      }
      variant={
        <div class="seg" role="group" aria-label="How fast it is shown">
          {SPEEDS.map(([name, words]) => (
            <button key={name} aria-pressed={animationSpeed.value === name} onClick={() => chooseSpeed(store, name)}>
              {words}
            </button>
          ))}
        </div>
      }
      go={
        <button class="btn" onClick={() => stage.skip()}>
          Skip to the end <kbd>Esc</kbd>
        </button>
      }
    />
  );
}

/** Why it came out so: a bold sentence, a plain one where it needs one, and the rule. */
function Causes({ game, causes }: { game: string; causes: readonly EventCause[] }) {
  if (causes.length === 0) return null;
  return (
    <div class="causes">
      {causes.map((cause) => (
        <p key={cause.words}>
          <b>{cause.words}</b> {cause.more} <Rule game={game} id={cause.rule} />
        </p>
      ))}
    </div>
  );
}

function chooseSpeed(store: TableStore, name: AnimationSpeed): void {
  chosenSpeed.value = name;
  if (name === "off") store.stage.skip();
}

interface Frame {
  class?: string;
  fuse?: ComponentChildren;
  mark?: ComponentChildren;
  urgent?: boolean;
  ask: string;
  why?: ComponentChildren;
  over?: ComponentChildren;
  quiet?: ComponentChildren;
  tray?: ComponentChildren;
  variant?: ComponentChildren;
  go?: ComponentChildren;
  explain?: ComponentChildren;
}

/** The four parts; rows are pixels, so that no question changes the size of the board. */
export function DockFrame(parts: Frame) {
  return (
    <section class={`dock ${parts.class ?? ""}`} aria-label="What to do now">
      {parts.fuse}
      <div class="prompt" aria-live={parts.urgent ? "assertive" : "polite"}>
        {parts.mark}
        <div
          class={`said-ask ${parts.ask.length > SHORT ? "long" : ""} ${parts.ask.length > TWO_LINES ? "longer" : ""}`}
        >
          <strong id="prompt" tabIndex={-1}>
            {parts.ask}
          </strong>
          <span class="why">{parts.why}</span>
        </div>
      </div>
      {parts.over}
      <div class="acts">{parts.quiet}</div>
      <div class="tray">{parts.tray}</div>
      <div class="variant">{parts.variant}</div>
      <div class="going">{parts.go}</div>
      {parts.explain ?? <div class="explain" />}
    </section>
  );
}

function Refused({ store, now }: { store: TableStore; now: SeatView }) {
  const refusal = store.refusal.value;
  if (!refusal) return null;
  return (
    <p class="toast err" role="alert">
      <span title={refusal.text}>
        <b>{refusal.place ? "Not here." : "Not played."}</b> {refusal.text}{" "}
        <Rule game={now.view.game} id={refusal.rule} />
      </span>
      {typeof refusal.nearest_action === "number" && (
        <button class="btn" onClick={() => store.pick(refusal.nearest_action ?? null)}>
          Show what you can
        </button>
      )}
      <button class="btn" onClick={() => (store.refusal.value = null)}>
        Close
      </button>
    </p>
  );
}

function TrayOf({ store, ui, now, board, owing }: Props & { store: TableStore; owing: boolean }) {
  const { view } = now;
  const quiet = ui.quiet?.(view) ?? [];
  if (ui.Hand) return <ui.Hand {...board} />;
  if (owing)
    return <Choices legal={view.legal.filter((one) => !quiet.includes(one) && !isPass(one))} pick={board.pick} />;
  return <p class="quiet-words waits">{idleWords(store, now)}</p>;
}

function idleWords(store: TableStore, now: SeatView): string {
  if (now.view.seat === WATCHER) return "You may look around and talk to the others who watch.";
  return `${toAct(store, now)}. You may look around and chat.`;
}

/** With nothing to vary: what comes of the chosen action, or what there is to choose from. */
function Consequence({ store, now, pick }: { store: TableStore; now: SeatView; pick: Pick }) {
  const { view } = now;
  const pausing = store.pauseLeft(now);
  useTicking(pausing > 0);
  const words =
    pausing > 0
      ? `Look at the table: the clock starts in ${Math.ceil(pausing / 1000)} s.`
      : pick.picked
        ? heading(pick.picked.odds_text || pick.picked.text)
        : view.legal.length > 1
          ? `${view.legal.length} ways: here, on the board, or in the list.`
          : view.legal.length === 1
            ? "There is only one way."
            : idleWords(store, now);
  return (
    <p class="consequence" title={words}>
      {words}
    </p>
  );
}

function waitingFor(store: TableStore, now: SeatView): string {
  const names = now.view.waiting.map((seat) => store.playerName(store.playerOf(seat)));
  return [...new Set(names)].join(" and ") || "the others";
}

/** Who has to act, as the beginning of a sentence. */
function toAct(store: TableStore, now: SeatView): string {
  const { waiting } = now.view;
  if (waiting.length === 0) return "Nobody has to act";
  return `${waitingFor(store, now)} ${waiting.length > 1 ? "are" : "is"} to act`;
}

function reason(store: TableStore, now: SeatView, owing: boolean, sealed: boolean): string {
  const { view } = now;
  const late = lateWords(store.table.value?.watch_delay ?? 0);
  if (view.decision_kind === "over") return "";
  if (now.locks !== null) return view.seat === WATCHER ? "Any player can stop it." : "Anybody can stop it: Not ready.";
  if (sealed) return "You may change it until the last one is in.";
  if (owing) return "";
  if (view.seat === WATCHER) return `You are watching${late ? `, ${late}` : ""}.`;
  return view.decision_kind === "choose" ? `${toAct(store, now)}; you may look and chat.` : "";
}

const SECOND_THOUGHTS_MS = 5000;

/** Whether the move can be taken back by a button: freely alone or against bots, for five seconds in company. */
function useTakeBack(store: TableStore, now: SeatView, sealed: boolean): { shown: boolean; draining: boolean } {
  const draining = !sealed && store.inCompany();
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), Math.max(0, now.movedAt + SECOND_THOUGHTS_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [now.movedAt]);
  return { shown: now.takeBack && !(draining && late), draining };
}

interface QuietProps {
  store: TableStore;
  ui: GameUi<unknown>;
  now: SeatView;
  pick: Pick;
  sealed: boolean;
}

/** A plain answer this long stands in small type. */
const LONG_ANSWER = 20;
/** At most two quiet buttons: plain answers first, then second thoughts, then a hint; the menu has what finds no room. */
function Quiet({ store, ui, now, pick, sealed }: QuietProps) {
  const { view } = now;
  const back = useTakeBack(store, now, sealed);
  const shown = (one: Legal): boolean => one !== pick.picked && !(now.locks !== null && one.kind === "not_ready");
  const plain = [...view.legal.filter(isPass), ...(ui.quiet?.(view) ?? [])].filter(shown);
  const { planner } = store;
  const letsGo = planner.underway.value?.stopped || (planner.chosen.value && view.legal.length > 0);
  const letGo = letsGo && (
    <button key="let-go" class="btn" onClick={() => planner.letGo()}>
      {planner.underway.value ? "Give up the rest" : "Let go"} <kbd>Esc</kbd>
    </button>
  );
  const buttons: ComponentChildren[] = letGo ? [letGo] : [];
  buttons.push(...plain.map((one) => <PlainButton key={one.notation} one={one} pick={pick} />));
  if (back.shown)
    buttons.push(
      <button key="back" class={`btn ${back.draining ? "drains" : ""}`} onClick={() => store.takeBack()}>
        <Icon name="back" /> {sealed ? "Change" : "Take back"}
      </button>,
    );
  if (canAsk(store, now)) buttons.push(<HintButton key="hint" store={store} now={now} />);
  return <>{buttons.slice(0, MOST_QUIET)}</>;
}

function PlainButton({ one, pick }: { one: Legal; pick: Pick }) {
  const words = heading(one.short_text || one.text);
  return (
    <button
      class={`btn ${words.length > LONG_ANSWER ? "long" : ""}`}
      data-words={one.notation}
      onClick={() => pick.play(one.action)}
    >
      {words} {isPass(one) && <kbd>P</kbd>}
    </button>
  );
}

/** For a plan: carry it out, go on with it after it was stopped, or give it up while somebody else is asked. */
function PlanGo({ store, now, batch }: { store: TableStore; now: SeatView; batch: Batch | null }) {
  const { planner } = store;
  const [walk, chosen] = [planner.underway.value, planner.chosen.value];
  if (walk && !walk.stopped)
    return (
      <button class="btn" onClick={() => planner.giveUp()}>
        Give up: {walk.words}
      </button>
    );
  const words = walk ? `Go on: ${walk.words}` : chosen ? heading(chosen.words) : (batch?.words ?? "");
  return (
    <div class="go-box">
      <button
        class="btn go"
        disabled={store.pauseLeft(now) > 0 || !!store.sending.value || (!walk && !chosen && batch?.enough === false)}
        title={words}
        onClick={() => planner.enter(batch)}
      >
        <span class="go-words">{words}</span> <kbd>↵</kbd>
      </button>
    </div>
  );
}

function Go({ store, ui, now, pick }: { store: TableStore; ui: GameUi<unknown>; now: SeatView; pick: Pick }) {
  const { view } = now;
  const { picked } = pick;
  const pausing = store.pauseLeft(now) > 0;
  useTicking(pausing);
  const words = picked ? (ui.go?.(picked, view) ?? heading(picked.text)) : "";
  if (view.legal.length === 0) return <p class="quiet-words waits">Nothing is asked of you.</p>;
  const stops = now.locks === null ? undefined : view.legal.find((one) => one.kind === "not_ready");
  if (stops)
    return (
      <div class="go-box">
        <button class="btn go" disabled={!!store.sending.value} onClick={() => pick.play(stops.action)}>
          {store.sending.value ? "Sending…" : "Not ready"}
        </button>
      </div>
    );
  return (
    <div class="go-box" data-drop={dropFor(view.legal.map((one) => one.action))}>
      <button
        class="btn go"
        disabled={!picked || pausing || !!store.sending.value}
        title={words}
        onClick={() => picked && pick.play(picked.action)}
      >
        {store.sending.value ? "Sending…" : picked ? <span class="go-words">{words}</span> : "Choose"}{" "}
        {picked && <kbd>↵</kbd>}
      </button>
    </div>
  );
}
