/** Small diagrams for the rules in brief, each under the rule that it shows. */

import { At, type Diagram, PAPER, Words } from "../../boards/diagram";
import { CrossHair } from "../../boards/parts";
import { HeadOn, Light } from "./art";

function Track({ cards }: { cards: Record<number, string[]> }) {
  return (
    <>
      {[1, 2, 3, 4].map((n) => (
        <g key={n} transform={`translate(${n * 55 - 45} 22)`}>
          <rect width="46" height="66" rx="4" fill="var(--well)" stroke="var(--ink)" stroke-width="1.4" />
          {(cards[n] ?? []).map((word, at) => (
            <g key={at} transform={`translate(${4 + at * 7} ${6 + at * 9})`}>
              <rect width="32" height="46" rx="3" fill={PAPER} stroke="var(--ink)" stroke-width="1.6" />
              <Words x={16} y={28}>
                {word}
              </Words>
            </g>
          ))}
          <Words x={23} y={82}>
            {n}
          </Words>
        </g>
      ))}
    </>
  );
}

export const diagrams: Record<string, Diagram> = {
  "JP-5.4": {
    says: "Cards lie on the four sections of the track, which are played from 1 to 4.",
    Draw: () => <Track cards={{ 1: ["PC"], 3: ["←"] }} />,
  },
  "JP-7.2": {
    says: "Two cards of one team on a section are both lost.",
    Draw: () => (
      <>
        <Track cards={{ 2: ["PL", "GR"] }} />
        <path d="M70 20l36 64m0-64l-36 64" stroke="var(--danger)" stroke-width="4" />
      </>
    ),
  },
  "JP-14.1": {
    says: "Shoot PC hits the enemy plane in the zone PC.",
    Draw: () => (
      <>
        <rect x="15" y="14" width="210" height="84" rx="5" fill={PAPER} stroke="var(--ink)" stroke-width="2" />
        <path d="M85 14V98M155 14V98" stroke="var(--rule)" stroke-dasharray="4 4" />
        <At x={120} y={50} size={0.6}>
          <HeadOn team="paws" />
        </At>
        <CrossHair at={{ x: 120, y: 50 }} colour="var(--danger)" size={2.2} />
        {["PL", "PC", "PR"].map((zone, n) => (
          <Words key={zone} x={50 + n * 70} y={112}>
            {zone}
          </Words>
        ))}
      </>
    ),
  },
  "JP-15.1": {
    says: "By day a plane in the Sun takes half the damage.",
    Draw: () => (
      <>
        <At x={86} y={58}>
          <Light night={false} radius={26} />
        </At>
        <At x={146} y={56} size={0.7}>
          <HeadOn team="jaws" />
        </At>
        <Words x={146} y={112}>
          3 instead of 6
        </Words>
      </>
    ),
  },
};
