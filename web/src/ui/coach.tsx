/** The coach: one thing to look at, one thing to do, what came of it, and how far the lesson is. */

import { useLayoutEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Coach as CoachInfo, View } from "../api/types";
import type { Pick } from "../boards/game";
import type { LessonStore } from "../state/lesson";
import { go } from "../state/route";
import { DockFrame } from "./dock";
import { Icon } from "./icons";
import { Rule } from "./rule";

/** Parts of the table that a lesson may point at, and where they are. */
const PARTS: Record<string, string> = {
  hand: ".dock .hand",
  odds: ".p-actions",
  log: ".p-log",
  deck: ".seats",
  damage: ".seats",
  score: ".seats",
  turns: ".seats",
  track: ".stage",
};

/** The names of the places and pieces on the board that the coach points at. */
export function pointed(coach: CoachInfo | null, view: View): string[] {
  const own = view.seats[view.seat]?.side ?? "";
  return (coach?.points ?? []).flatMap((point) => {
    const at = point.indexOf(":");
    const [kind, name] = [point.slice(0, at), point.slice(at + 1)];
    if (kind === "section") return [`${own}.${name}`];
    return ["space", "plane", "zone", "sun", "square", "hex", "ship", "unit"].includes(kind) ? [name] : [];
  });
}

const isShown = (thing: Element): boolean => thing.getClientRects().length > 0;

/** What to press next for what the coach asks: the button that plays it, the thing in the hand, or its line in the list. */
function nextThing(coach: CoachInfo, view: View, pick: Pick): Element | null {
  const find = (selector: string): Element | undefined => [...document.querySelectorAll(selector)].find(isShown);
  if (coach.doing === "explained") return find(".dock .btn.go") ?? null;
  if (coach.doing !== "asked") return null;
  if (pick.picked && coach.wanted.includes(pick.picked.action)) return find(".dock .btn.go") ?? null;
  const words = view.legal.filter((one) => coach.wanted.includes(one.action)).map((one) => one.notation);
  const holds = (thing: Element): boolean =>
    words.some((word) => (thing.getAttribute("data-words") ?? "").split(" ").includes(word));
  const inHand = [...document.querySelectorAll(".dock [data-words]")].find(
    (thing) => isShown(thing) && holds(thing) && thing.getAttribute("aria-pressed") !== "true",
  );
  if (inHand) return inHand;
  const listed = find(`.p-actions [data-action="${coach.wanted[0]}"]`);
  return listed ?? find(".tabs button:nth-child(2)") ?? null;
}

/** Marks these things and nothing else with an attribute; none of them is touched by drawing the page again. */
function markWith(attribute: string, things: Element[]): void {
  for (const old of document.querySelectorAll(`[${attribute}]`))
    if (!things.includes(old)) old.removeAttribute(attribute);
  for (const thing of things) thing.setAttribute(attribute, "");
}

/** The parts of the table that the coach points at. */
function partsOf(coach: CoachInfo): Element[] {
  const parts = coach.points.map((point) => (point.startsWith("control:") ? PARTS[point.slice(8)] : undefined));
  return parts.flatMap((selector) => (selector ? [...document.querySelectorAll(selector)].slice(0, 1) : []));
}

/** Marks the next thing to press, never more than one, and the parts of the table to look at. */
function useMark(coach: CoachInfo, view: View, pick: Pick): void {
  useLayoutEffect(() => {
    const mark = (): void => {
      const next = nextThing(coach, view, pick);
      markWith("data-coached", next ? [next] : []);
      markWith("data-pointed", partsOf(coach));
    };
    mark();
    const watch = new MutationObserver(mark);
    const table = document.querySelector(".app");
    if (table) watch.observe(table, { childList: true, subtree: true, attributeFilter: ["aria-pressed"] });
    return () => {
      watch.disconnect();
      markWith("data-coached", []);
      markWith("data-pointed", []);
    };
  }, [coach, view, pick.picked]);
}

/** The coach has told what came of it: the lesson goes on when its reader does. */
export function CoachDock({ store, coach, view }: { store: LessonStore; coach: CoachInfo; view: View }) {
  return (
    <DockFrame
      ask="Read it, then go on."
      why={<Rule game={view.game} id={coach.rules[0]} />}
      tray={<p class="quiet-words waits">Read what the coach says above.</p>}
      go={
        <button class="btn go" disabled={!!store.sending.value} onClick={() => store.goOn()}>
          Go on
        </button>
      }
    />
  );
}

export function Coach({ store, coach, view, pick }: { store: LessonStore; coach: CoachInfo; view: View; pick: Pick }) {
  useMark(coach, view, pick);
  const watching = store.staged.value;
  const done = !watching && coach.doing !== "asked";
  return (
    <section class={`coach ${done ? "done" : ""}`} aria-label="The coach">
      <div class="head">
        <p class="dots" aria-label={`Step ${coach.step + 1} of ${coach.steps}`} role="img">
          {Array.from({ length: coach.steps }, (_, n) => (
            <i key={n} class={n < coach.step || (n === coach.step && done) ? "past" : n === coach.step ? "here" : ""} />
          ))}
        </p>
        <span class="ways-out">
          {coach.doing === "asked" && !watching && (
            <button class="hint-me" onClick={() => void store.askHint()}>
              Hint
            </button>
          )}
          <a href="/learn">Leave</a>
        </span>
      </div>
      <p class="says" role="status">
        {watching ? (
          <b>Watch what happens.</b>
        ) : store.helping.value ? (
          <b class="nudge">{coach.hint}</b>
        ) : coach.nudge ? (
          <b class="nudge">{coach.nudge}</b>
        ) : (
          <b>{done ? coach.outcome_text : coach.say}</b>
        )}
      </p>
      <p class="cites">
        {coach.rules.slice(0, 3).map((id) => (
          <Rule key={id} game={view.game} id={id} />
        ))}
      </p>
      {done && coach.doing === "finished" && <Finished store={store} coach={coach} />}
    </section>
  );
}

function Finished({ store, coach }: { store: LessonStore; coach: CoachInfo }) {
  const begin = (): void => {
    const { game, options, players } = coach.first_game;
    api.create({ game, options, players, time_limit_s: 0, open: false }).then(
      (made) => go(`/table/${made.table.code}`),
      (error: Error) => (store.refusal.value = { text: error.message, rule: "" }),
    );
  };
  return (
    <>
      <p class="first-game">{coach.first_game.say}</p>
      <div class="coach-acts">
        <button class="btn go" title={coach.first_game.say} onClick={begin}>
          <Icon name="bot" /> Play your first game
        </button>
        <button class="btn small" onClick={() => store.again()}>
          Again
        </button>
      </div>
    </>
  );
}
