/** How Combat Boots shows a battle: steps of the others, and every roll: who at whom, both pools, what decided, the verdict. */

import type { BootsTable } from "./board";
import type { GameEvent, View } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import { heading, type Staging } from "../../boards/game";
import { Die } from "../../boards/parts";

const roll: Cue[] = [
  { label: "Who", times: ["who"], part: "who" },
  { label: "Roll", times: ["card", "verdict"], part: "dice" },
];

const CUES: Record<string, Cue | Cue[]> = {
  step: { label: "Step", times: ["space"], others: true },
  choice: { label: "Choice", times: ["who"], others: true },
  fire: { label: "Fire", times: ["who"], others: true },
  attack: roll,
  plane: roll,
  match: roll,
  sky: { label: "Roll", times: ["card", "verdict"], part: "dice" },
  rally: { label: "Rally", times: ["card", "verdict"], part: "dice" },
};

const listOf = (event: GameEvent | undefined, name: string): number[] => (event?.facts?.[name] ?? []) as number[];

/** Whether an event tells of dice. */
export const isRoll = (event: GameEvent): boolean => listOf(event, "attack").length + listOf(event, "dice").length > 0;

/** What a roll came to, in a word or two. */
const verdictOf = (event: GameEvent): string => heading(String(event.facts?.["verdict"] ?? ""));

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {}, places = [], who = [] } = event;
  const change = (label: string, to: Partial<BootsTable["pieces"][0]>) => (table: BootsTable) => ({
    ...table,
    pieces: table.pieces.map((piece) =>
      piece.label === label || piece.aboard === label ? { ...piece, ...to } : piece,
    ),
  });
  if (event.kind === "step" && places.length > 1 && who[0])
    return [change(who[0], { place: places.at(-1)! })] as NonNullable<Beat["frames"]>;
  if (event.kind !== "attack") return [];
  const results = (facts["results"] ?? []) as string[];
  return ((facts["targets"] ?? []) as string[]).flatMap((label, n) =>
    results[n] === "destroyed" ? [change(label, { place: "destroyed" })] : [],
  ) as NonNullable<Beat["frames"]>;
}

function seatOf(event: GameEvent, view: View<BootsTable>): number | null {
  const label = event.who?.[0];
  const found =
    view.table.pieces.find((one) => one.label === label) ?? view.table.planes.find((one) => one.label === label);
  return found?.seat ?? null;
}

/** Both pools of a roll: the best dice stand out. */
export function Dice({ event }: { event: GameEvent }) {
  const attack = [...listOf(event, "attack"), ...listOf(event, "dice")];
  const answer = listOf(event, "defence");
  const [best, other] = [Math.max(0, ...attack), Math.max(0, ...answer)];
  const width = 24 + (attack.length + answer.length) * 23;
  return (
    <svg class="dice" width={width} height="34" viewBox={`0 0 ${width} 34`} role="img" aria-label={event.words}>
      {attack.map((face, n) => (
        <Die key={n} at={{ x: 13 + n * 23, y: 19 }} face={face} solid colour="var(--seat-f)" raised={face === best} />
      ))}
      {answer.length > 0 && (
        <text x={4 + attack.length * 23} y="24" font-size="13">
          v
        </text>
      )}
      {answer.map((face, n) => (
        <Die
          key={n}
          at={{ x: 27 + (attack.length + n) * 23, y: 19 }}
          face={face}
          solid={false}
          colour=""
          raised={face === other}
        />
      ))}
    </svg>
  );
}

/** What was needed and what came, as the rules state it with its parts; records of older versions have only the dice. */
export function neededWords(event: GameEvent): string {
  const { needed, got } = event.facts ?? {};
  if (typeof needed === "string" && typeof got === "string") return `needed ${needed}, got ${got}`;
  return `got ${[...listOf(event, "attack"), ...listOf(event, "dice")].join(" ")}`;
}

function Picture({ beat }: { beat: Beat; view: View<BootsTable> }) {
  const [event] = beat.about;
  if (!event || beat.part !== "dice" || !isRoll(event)) return null;
  return <Rolled event={event} />;
}

function Rolled({ event }: { event: GameEvent }) {
  return (
    <figure class="roll">
      <Dice event={event} />
      <figcaption>
        {neededWords(event)} <b class={`stamp ${event.facts?.["harm"] === true ? "bad" : ""}`}>{verdictOf(event)}</b>
      </figcaption>
    </figure>
  );
}

/** A roll in the log: both pools, what was needed, and the verdict. */
export function RollMark({ event }: { event: GameEvent }) {
  return isRoll(event) ? <Rolled event={event} /> : null;
}

export const staging: Staging<BootsTable> = {
  beats: (events, view, mine) =>
    beatsBy({ cues: CUES, actor: (event) => seatOf(event, view), frames: framesOf }, events, mine).filter(
      (beat) => beat.part !== "dice" || isRoll(beat.about[0]!) || beat.about[0]!.kind === "sky",
    ),
  Picture,
};
