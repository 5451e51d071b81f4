/** Small diagrams for the rules in brief, each under the rule that it shows. */

import type { ComponentChildren } from "preact";

import { AIM, At, type Diagram, Hex, PAPER } from "../../boards/diagram";
import { lettered } from "../../boards/game";
import { Rock, Ship } from "./ships";

const RED = lettered(0, "R");
const GREEN = lettered(1, "G");

/** Hexes about a middle, by column and row, those that a card reaches washed. */
function Hexes({ reach, children }: { reach: (q: number, r: number) => boolean; children: ComponentChildren }) {
  const all = [-2, -1, 0, 1, 2].flatMap((r) => [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((q) => [q, r] as const));
  return (
    <>
      {all
        .filter(([q, r]) => Math.abs(q + r / 2) <= 4)
        .map(([q, r]) => (
          <Hex key={`${q},${r}`} x={120 + 26 * (q + r / 2)} y={60 + 22.5 * r} r={15} fill={reach(q, r) ? AIM : PAPER} />
        ))}
      {children}
    </>
  );
}

const steps = (q: number, r: number): number => (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;

export const diagrams: Record<string, Diagram> = {
  "SF-4.3": {
    says: "A step goes straight on, half left or half right, and the nose stays where it points.",
    Draw: () => (
      <Hexes reach={(q, r) => steps(q, r) === 1 && q >= 0 && q + r >= 0 && q + r <= 1}>
        <At x={120} y={60} turn={90} size={0.7}>
          <Ship seat={0} style={RED} />
        </At>
      </Hexes>
    ),
  },
  "SF-6.1": {
    says: "Short reaches two hexes all around.",
    Draw: () => (
      <Hexes reach={(q, r) => steps(q, r) <= 2 && steps(q, r) > 0}>
        <At x={120} y={60} turn={90} size={0.7}>
          <Ship seat={0} style={RED} />
        </At>
      </Hexes>
    ),
  },
  "SF-6.3": {
    says: "Medium reaches four hexes in a wide zone ahead.",
    Draw: () => (
      <Hexes reach={(q, r) => q + 3 + r / 2 >= Math.abs(r) / 2 && steps(q + 3, r) > 0 && steps(q + 3, r) <= 4}>
        <At x={42} y={60} turn={90} size={0.7}>
          <Ship seat={0} style={RED} />
        </At>
      </Hexes>
    ),
  },
  "SF-6.5": {
    says: "A long beam hits every ship on its line, and ends at wreckage.",
    Draw: () => (
      <Hexes reach={(q, r) => r === 0 && q > -3 && q < 3}>
        <At x={42} y={60} turn={90} size={0.7}>
          <Ship seat={0} style={RED} />
        </At>
        <At x={120} y={60} turn={0} size={0.7}>
          <Ship seat={1} style={GREEN} />
        </At>
        <At x={198} y={60} size={0.8}>
          <Rock />
        </At>
      </Hexes>
    ),
  },
};
