/** A whole move on the board: its way, what it costs at every step, and who could react from where. */

import type { MovePlan, MovePlans, PlanStep } from "../api/types";
import { stepsOf, threatsOn, type Planner } from "../state/planner";
import type { Pick, Place } from "./game";
import type { Point } from "./geometry";
import { FireLine } from "./parts";

/** A plan with its steps. */
export interface Shown {
  plans: MovePlans;
  plan: MovePlan;
  steps: PlanStep[];
}

/** The plan to show: the chosen one, or the one that the place under the pointer ends. */
export function shownPlan(pick: Pick, places: readonly Place[]): Shown | null {
  const plans = pick.planner?.plans.value;
  const under = places.find((place) => place.id === pick.hover)?.ends?.[0];
  const plan = pick.planner?.chosen.value ?? under;
  return plans && plan ? { plans, plan, steps: stepsOf(plans, plan) } : null;
}

/** Takes a plan: carries it out at once, or chooses it so that the go button does. */
export function take(planner: Planner, plans: MovePlans, plan: MovePlan, atOnce: boolean): void {
  if (atOnce || planner.chosen.value === plan) planner.start(plans, plan, plan.words);
  else planner.chosen.value = plan;
}

interface PathProps {
  shown: Shown;
  at: (place: string) => Point | null;
  /** The number on the bead of a step. */
  bead: (step: PlanStep, n: number) => string;
  /** Whether those who could react are drawn: where they can stop the move. */
  guns?: boolean;
}

/** The way as a line with a bead a step; a red triangle counts those who could react there. */
export function PlanPath({ shown, at, bead, guns = true }: PathProps) {
  const { steps } = shown;
  const way = steps.flatMap((step, n) => {
    const spot = at(step.place ?? "");
    return spot && steps[n - 1]?.place !== step.place ? [{ step, spot }] : [];
  });
  const beads = way.slice(1).length > 0 || steps[0]?.cost ? way.filter(({ step }) => step.cost) : way;
  return (
    <g class="plan-path" pointer-events="none" aria-hidden="true">
      {(guns ? threatsOn(steps) : []).map(({ by, place }) => {
        const step = steps.find((one) => one.threats?.some((threat) => threat.by === by));
        const [from, to] = [at(place ?? ""), at(step?.place ?? "")];
        return (
          from && to && <FireLine key={by} from={from} to={to} colour="var(--danger)" dash="4 5" start={22} end={14} />
        );
      })}
      <polyline points={way.map(({ spot }) => `${spot.x},${spot.y}`).join(" ")} />
      {beads.map(({ step, spot }, n) => (
        <g key={n} transform={`translate(${spot.x} ${spot.y})`}>
          <circle r="11" />
          <text y="4.5" text-anchor="middle">
            {bead(step, n)}
          </text>
          {guns && !!step.threats?.length && (
            <g class="guns" transform="translate(14 -13)">
              <path d="M0 -10 11 9H-11z" />
              <text y="7" text-anchor="middle">
                {step.threats.length}
              </text>
            </g>
          )}
        </g>
      ))}
    </g>
  );
}
