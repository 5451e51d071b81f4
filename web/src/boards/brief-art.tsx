/** Small diagrams for the rules in brief, each under the rule that it shows. */

import type { ComponentChildren } from "preact";

import { lettered } from "./game";
import { Counter } from "./counter";
import { HeadOn, Light } from "./paws-art";
import { Aircraft, Burst, CrossHair, Die, PlayingCard } from "./parts";
import { Rock, Ship } from "./ships";
import { Tile } from "./tiles";

interface Diagram {
  /** What is to be seen, for those who cannot. */
  says: string;
  Draw: () => preact.JSX.Element;
}

const [RED, GREEN, BLUE] = [lettered(0, "R"), lettered(1, "G"), lettered(2, "B")];

function At({ x, y, turn = 0, size = 1, children }: Put & { children: ComponentChildren }) {
  return <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>{children}</g>;
}

interface Put {
  x: number;
  y: number;
  turn?: number;
  size?: number;
}

function Words({ x, y, children }: { x: number; y: number; children: ComponentChildren }) {
  return (
    <text x={x} y={y} text-anchor="middle" font-size="13" font-weight="700" fill="var(--ink)">
      {children}
    </text>
  );
}

function Arrow({ d, danger }: { d: string; danger?: boolean }) {
  return (
    <path
      d={d}
      fill="none"
      stroke={danger ? "var(--danger)" : "var(--ink)"}
      stroke-width="2.4"
      stroke-dasharray="5 4"
      marker-end={danger ? undefined : "url(#brief-tip)"}
    />
  );
}

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

const PAPER = "var(--sheet)";
const AIM = "var(--act-wash)";

function Hex({ x, y, r = 22, fill = PAPER }: { x: number; y: number; r?: number; fill?: string }) {
  const corners = Array.from({ length: 6 }, (_, n) => {
    const turn = (Math.PI / 3) * n + Math.PI / 6;
    return `${(x + r * Math.cos(turn)).toFixed(1)},${(y + r * Math.sin(turn)).toFixed(1)}`;
  });
  return <polygon points={corners.join(" ")} fill={fill} stroke="var(--ink)" stroke-width="1.3" />;
}

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

const DIAGRAMS: Record<string, Record<string, Diagram>> = {
  biplanes: {
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
  },
  squadrons: {
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
          <path
            d="M60 10V110M100 10V110M140 10V110M180 10V110M60 10H180M60 50H180M60 90H180"
            stroke="var(--rule-soft)"
          />
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
  },
  starfighters: {
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
  },
  paws: {
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
      says: "A plane in the Sun takes half the damage.",
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
  },
  boots: {
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
  },
};

/** The diagrams that belong to a sentence with these rules, the first that there is. */
export function diagramFor(game: string, rules: readonly string[]): Diagram | undefined {
  const known = DIAGRAMS[game] ?? {};
  return rules.map((id) => known[id]).find((one) => one !== undefined);
}

export function Picture({ diagram }: { diagram: Diagram }) {
  return (
    <svg class="diagram" viewBox="0 0 240 120" role="img" aria-label={diagram.says}>
      <defs>
        <marker id="brief-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">
          <path d="M0 0 8 4 0 8z" fill="var(--ink)" />
        </marker>
      </defs>
      <diagram.Draw />
    </svg>
  );
}
