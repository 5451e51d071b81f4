/** Whole moves in Combat Boots: move, fire or assault with a counter, its way step by step, and who can fire on it. */

import { signal } from "@preact/signals";

import type { BootsBoard } from "./board";
import type { MovePlan, MovePlans, View } from "../../api/types";
import { heading, type Pick } from "../../boards/game";
import { stepsOf } from "../../state/planner";
import { shownPlan, take, type Shown } from "../../boards/plan-path";
import { Key, Row } from "../../boards/tray";
import type { Layout } from "./terrain";
import { TERRAIN_NAMES } from "./terrain";

export type Verb = "move" | "fire" | "assault";

const VERBS: readonly [Verb, string, string][] = [
  ["move", "Move", "nowhere to go"],
  ["fire", "Fire", "no target in sight"],
  ["assault", "Assault", "no enemy hex in reach"],
];

/** The verb that a click means; empty: ground means move, an enemy means fire. Only the player changes it. */
export const verb = signal<{ piece: string; verb: Verb | "" }>({ piece: "", verb: "" });

const verbOf = (plan: MovePlan): Verb => (plan.kind === "gun" ? "fire" : (plan.kind as Verb));

const chosenVerb = (pick: Pick): Verb | "" => (verb.value.piece === pick.planner?.piece.value ? verb.value.verb : "");

/** The plans that a click on each place means. */
export function endsOf(view: View<BootsBoard>, pick: Pick): Map<string, MovePlan[]> {
  const plans = pick.planner?.plans.value?.plans ?? [];
  const wanted = chosenVerb(pick);
  const busy = new Set(view.legal.flatMap((one) => one.places?.at(-1) ?? []));
  const found = new Map<string, MovePlan[]>();
  for (const plan of plans) {
    const place = plan.place ?? "";
    if (wanted ? verbOf(plan) !== wanted : busy.has(place)) continue;
    found.set(place, [...(found.get(place) ?? []), plan]);
  }
  const order = (plan: MovePlan): number => ["fire", "move", "assault"].indexOf(verbOf(plan));
  for (const all of found.values()) all.sort((a, b) => order(a) - order(b));
  return found;
}

/** Whether a click on a place carries its plan out: an assault that was not asked for is only shown. */
export const isAtOnce = (pick: Pick, ends: readonly MovePlan[]): boolean =>
  chosenVerb(pick) !== "" || ends[0]?.kind !== "assault";

/** The three verbs of the chosen counter, and below them its targets or the steps of its way. */
export function Verbs({ pick, layout, shown }: { pick: Pick; layout: Layout; shown: Shown | null }) {
  const { planner } = pick;
  const plans = planner?.plans.value;
  if (!planner || !plans) return <p class="quiet-words waits">Looking where it can go…</p>;
  const wanted = chosenVerb(pick);
  const on = shown ? verbOf(shown.plan) : wanted;
  const of = (name: Verb): MovePlan[] => (plans.plans ?? []).filter((plan) => verbOf(plan) === name);
  return (
    <div class="whowhat">
      <Row class="keys-1" label="What it does">
        {VERBS.map(([name, title, none]) => (
          <Key
            key={name}
            name={name}
            title={title}
            note={of(name).length === 0 ? none : name === "move" ? `${of(name).length} places` : best(of(name))}
            class={of(name).length === 0 ? "closed" : ""}
            disabled={of(name).length === 0}
            chosen={on === name}
            click={() => {
              planner.chosen.value = null;
              verb.value = { piece: planner.piece.value, verb: wanted === name ? "" : name };
            }}
          />
        ))}
      </Row>
      {shown && verbOf(shown.plan) !== "fire" ? (
        <Steps shown={shown} layout={layout} />
      ) : wanted === "fire" || wanted === "assault" || of("move").length === 0 || shown ? (
        <Targets planner={planner} plans={plans} list={of(wanted || (shown ? verbOf(shown.plan) : "fire"))} />
      ) : (
        <p class="quiet-words waits">Click where it shall go, or an enemy to fire at.</p>
      )}
    </div>
  );
}

const best = (list: readonly MovePlan[]): string => `${list.length} ${list.length === 1 ? "target" : "targets"}`;

/** What can be fired at or stormed, each with its odds; a click does it. */
function Targets({ planner, plans, list }: { planner: Pick["planner"] & object; plans: MovePlans; list: MovePlan[] }) {
  return (
    <Row class="keys-1" label="Targets">
      {list.map((plan) => (
        <Key
          key={plan.word}
          name={plan.word}
          title={`${plan.target || plan.place}${plan.brief && plan.brief !== "alone" ? `, ${plan.brief}` : ""}${plan.kind === "gun" ? ", machine gun" : ""}`}
          note={plan.promise}
          chosen={planner.chosen.value === plan}
          click={() => take(planner, plans, plan, false)}
        />
      ))}
    </Row>
  );
}

/** One box a step: the hex, its ground, what it has cost up to there, cover and guns. */
function Steps({ shown, layout }: { shown: Shown; layout: Layout }) {
  const ground = new Map(layout.hexes().map((hex) => [hex.name, TERRAIN_NAMES[hex.terrain] ?? ""]));
  return (
    <Row class="keys-1 plan-steps" label="Steps">
      {shown.steps
        .filter((step) => step.cost)
        .map((step) => (
          <span key={step.place} class={`plan-step ${step.threats?.length ? "seen" : ""}`}>
            <b>
              {step.place} {ground.get(step.place ?? "")}
            </b>
            <small>
              {step.cost?.split(" ")[0]} MP · {step.note}
              {step.threats?.length ? ` · ▲ ${step.threats.length}` : ""}
            </small>
          </span>
        ))}
    </Row>
  );
}

/** What a plan costs, what is there, and who can fire on the way, a line each. */
export function planLines(plans: MovePlans, plan: MovePlan): string[] {
  const steps = stepsOf(plans, plan);
  const last = steps.findLast((step) => step.cost);
  const threats = steps.flatMap((step) =>
    (step.threats ?? []).map(({ by, place, words }) => `On ${step.place} ${by} in ${place} can fire, ${words}`),
  );
  return [`${heading(plan.words)}: ${plan.promise}${last?.note ? `, ${last.note} there` : ""}`, ...threats];
}

/** What comes of the plan in view, and what happens when somebody fires on the way. */
export function Plan({ pick, shown }: { pick: Pick; shown: Shown }) {
  const bold = pick.planner!.boldly;
  return (
    <div class="plan-words">
      <p class="consequence" title={planLines(shown.plans, shown.plan).join("\n")}>
        {shown.plan.promise}
      </p>
      {shown.steps.some((step) => step.threats?.length) && (
        <button class="btn small" aria-pressed={bold.value} onClick={() => (bold.value = !bold.value)}>
          If fired at: {bold.value ? "go on" : "stop"}
        </button>
      )}
    </div>
  );
}

/** The plan in view, from the places that its ends give. */
export function planIn(view: View<BootsBoard>, pick: Pick): Shown | null {
  const ends = [...endsOf(view, pick)].map(([id, plans]) => ({ id, x: 0, y: 0, name: id, actions: [], ends: plans }));
  return shownPlan(pick, ends);
}
