/** Small diagrams for the rules in brief, each under the rule that it shows. */

import { Arrow, At, type Diagram, Hex, PAPER, Words } from "../../boards/diagram";
import { lettered } from "../../boards/game";
import { Die } from "../../boards/parts";
import { Counter } from "./counter";

const GREEN = lettered(1, "G");
const BLUE = lettered(2, "B");

export const diagrams: Record<string, Diagram> = {
  "CB-5.9": {
    says: "A pinned unit is stamped and does nothing.",
    Draw: () => (
      <At x={120} y={60} size={1.8}>
        <Counter kind="infantry" text="r2/2" solid={false} colour={GREEN.colour} />
        <path d="M-20 14 20-14" stroke="var(--danger)" stroke-width="5" />
      </At>
    ),
  },
  "CB-8.5": {
    says: "A wood between two hexes blocks the line of sight.",
    Draw: () => (
      <>
        {[0, 1, 2, 3, 4].map((n) => (
          <Hex key={n} x={36 + n * 42} y={60} r={24} fill={n === 2 ? "var(--forest, var(--well))" : PAPER} />
        ))}
        <At x={36} y={60} size={0.8}>
          <Counter kind="infantry" text="r2/2" solid={false} colour={GREEN.colour} />
        </At>
        <At x={204} y={60} size={0.8}>
          <Counter kind="infantry" text="r2/2" solid colour={BLUE.colour} />
        </At>
        <Arrow danger d="M58 60H180" />
        <path d="M110 50l20 20m0-20l-20 20" stroke="var(--danger)" stroke-width="4" />
      </>
    ),
  },
  "CB-3.6": {
    says: "The highest die of the attacker must beat the highest of the target.",
    Draw: () => (
      <>
        <At x={0} y={20} size={1.8}>
          <Die at={{ x: 24, y: 18 }} face={5} solid={false} colour={GREEN.colour} raised />
          <Die at={{ x: 46, y: 18 }} face={2} solid={false} colour={GREEN.colour} />
          <Die at={{ x: 88, y: 18 }} face={3} solid colour={BLUE.colour} raised />
          <Die at={{ x: 110, y: 18 }} face={1} solid colour={BLUE.colour} />
        </At>
        <Words x={120} y={58}>
          beats
        </Words>
      </>
    ),
  },
};
