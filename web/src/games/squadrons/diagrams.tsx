/** Small diagrams for the rules in brief, each under the rule that it shows. */

import { Arrow, At, type Diagram, Words } from "../../boards/diagram";
import { lettered } from "../../boards/game";
import { Aircraft, Burst, PlayingCard } from "../../boards/parts";

const RED = lettered(0, "R");
const GREEN = lettered(1, "G");

export const diagrams: Record<string, Diagram> = {
  "SQ-5.4": {
    says: "Clubs mean ahead, spades a barrel roll, hearts a turn, diamonds an Immelmann.",
    Draw: () => (
      <>
        {["7C", "7S", "7H", "7D"].map((card, n) => (
          <g key={card} transform={`translate(${14 + n * 55} -24)`}>
            <PlayingCard card={card} width={46} />
            <Words x={23} y={116}>
              {["ahead", "roll", "turn", "back"][n]}
            </Words>
          </g>
        ))}
      </>
    ),
  },
  "SQ-4.3": {
    says: "A plane flies ahead, or turns by one eighth and flies one square that way.",
    Draw: () => (
      <>
        <path d="M60 10V110M100 10V110M140 10V110M180 10V110M60 10H180M60 50H180M60 90H180" stroke="var(--rule-soft)" />
        <At x={120} y={92}>
          <Aircraft style={RED} />
        </At>
        <Arrow d="M120 70V24" />
        <Arrow d="M112 72L84 36" />
        <Arrow d="M128 72L156 36" />
      </>
    ),
  },
  "SQ-7.6": {
    says: "Two planes nose to nose draw a card each; the higher one shoots the other down.",
    Draw: () => (
      <>
        <At x={86} y={60} turn={90}>
          <Aircraft style={RED} />
        </At>
        <At x={154} y={60} turn={-90}>
          <Aircraft style={GREEN} />
        </At>
        <g transform="translate(8 26)">
          <PlayingCard card="9H" width={44} />
        </g>
        <g transform="translate(188 26)">
          <PlayingCard card="4S" width={44} />
        </g>
        <Burst at={{ x: 154, y: 24 }} text="!" />
      </>
    ),
  },
  "SQ-7.2": {
    says: "A plane that points at another shoots at it, on either turn.",
    Draw: () => (
      <>
        <At x={50} y={60} turn={90}>
          <Aircraft style={RED} />
        </At>
        <Arrow d="M78 60H160" />
        <At x={190} y={60} turn={90}>
          <Aircraft style={GREEN} />
        </At>
      </>
    ),
  },
};
