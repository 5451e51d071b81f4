/** Small diagrams for the rules in brief, each under the rule that it shows. */

import type { ComponentChildren } from "preact";

import { AIM, Arrow, At, type Diagram, PAPER, Words } from "../../boards/diagram";
import { lettered } from "../../boards/game";
import { Aircraft, CrossHair } from "../../boards/parts";
import { Tile } from "./tiles";

const RED = lettered(0, "R");
const BLUE = lettered(2, "B");

/** A row of spaces of the ring, flown from left to right. */
function Spaces({ fills, children }: { fills: string[]; children?: ComponentChildren }) {
  return (
    <>
      <path d="M20 66H220" stroke="var(--ink)" stroke-width="11" />
      <path d="M20 66H220" stroke="var(--sheet)" stroke-width="8" />
      {fills.map((fill, n) => (
        <circle key={n} cx={30 + n * 45} cy="66" r="18" fill={fill} stroke="var(--ink)" stroke-width="2" />
      ))}
      {children}
    </>
  );
}

export const diagrams: Record<string, Diagram> = {
  "BD-5.1": {
    says: "A tile that shows 3 flies the plane three spaces on.",
    Draw: () => (
      <Spaces fills={[PAPER, PAPER, PAPER, AIM, PAPER]}>
        <At x={30} y={66} turn={90} size={0.8}>
          <Aircraft style={RED} />
        </At>
        <Arrow d="M34 44C70 18 130 18 160 44" />
        <g transform="translate(186 4) scale(.55)">
          <Tile tile="3/1" />
        </g>
      </Spaces>
    ),
  },
  "BD-7.4": {
    says: "The red plane is behind a plane on any of the next three spaces.",
    Draw: () => (
      <Spaces fills={[PAPER, AIM, AIM, AIM, PAPER]}>
        <At x={30} y={66} turn={90} size={0.8}>
          <Aircraft style={RED} />
        </At>
        <CrossHair at={{ x: 75, y: 66 }} />
        <CrossHair at={{ x: 120, y: 66 }} />
        <At x={165} y={66} turn={90} size={0.8}>
          <Aircraft style={BLUE} />
        </At>
        <Words x={75} y={112}>
          1
        </Words>
        <Words x={120} y={112}>
          2
        </Words>
        <Words x={165} y={112}>
          3
        </Words>
      </Spaces>
    ),
  },
  "BD-6.4": {
    says: "A loop leads back to the space before the one it began on.",
    Draw: () => (
      <Spaces fills={[PAPER, AIM, PAPER, PAPER, PAPER]}>
        <At x={120} y={66} turn={90} size={0.8}>
          <Aircraft style={RED} />
        </At>
        <path d="M165 50C210 0 100-16 78 42" fill="none" stroke="var(--loop-purple)" stroke-width="9" />
        <Words x={75} y={112}>
          ends here
        </Words>
      </Spaces>
    ),
  },
  "BD-8.3": {
    says: "A plane on the brown space neither shoots nor is hit.",
    Draw: () => (
      <Spaces fills={[PAPER, PAPER, "var(--loop-brown)", PAPER, PAPER]}>
        <At x={75} y={66} turn={90} size={0.8}>
          <Aircraft style={BLUE} />
        </At>
        <At x={120} y={66} turn={90} size={0.8}>
          <Aircraft style={RED} />
        </At>
        <path d="M84 26l20 20m0-20l-20 20" stroke="var(--danger)" stroke-width="4" />
      </Spaces>
    ),
  },
};
