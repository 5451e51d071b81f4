/** How Combat Boots shows a battle: steps of the others, and every roll: who at whom, both pools, what decided, the verdict. */

import type { BootsBoard } from "./board";
import type { GameEvent, View } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import { heading, type Staging } from "../../boards/game";
import { Die } from "../../boards/parts";

const roll: Cue[] = [
  { label: "Who", times: ["who"], part: "who" },
  { label: "Roll", times: ["card"], part: "dice" },
  { label: "Verdict", times: ["verdict", "hold"], part: "verdict" },
];
/** A roll that nobody aims: the dice, then what they say. */
const plainRoll = roll.slice(1);

const CUES: Record<string, Cue | Cue[]> = {
  step: { label: "Step", times: ["space"], others: true },
  choice: { label: "Choice", times: ["who"], others: true },
  fire: { label: "Fire", times: ["who"], others: true },
  attack: roll,
  plane: roll,
  match: roll,
  sky: plainRoll,
  rally: plainRoll,
  spotting: plainRoll,
  turn: { label: "Turn", times: ["hold"] },
  move: { label: "Moves", times: ["who"], others: true },
  load: { label: "Loads", times: ["who"], others: true },
  unload: { label: "Unloads", times: ["who"], others: true },
  exit: { label: "Leaves", times: ["who"], others: true },
  pass: { label: "Passes", times: ["who"], others: true },
  call: { label: "Call", times: ["who"], others: true },
  barrage: { label: "Barrage", times: ["who"] },
  fight: { label: "Close combat", times: ["who"] },
  removed: { label: "Lost", times: ["verdict"] },
  retreat: { label: "Retreat", times: ["verdict"] },
  control: { label: "Control", times: ["who"] },
};

/** The step of the turn that shows an event, in the strip. */
const STEPS: Record<string, number> = {
  barrage: 1,
  move: 2,
  step: 2,
  fire: 2,
  attack: 2,
  phase: 3,
  fight: 3,
  match: 3,
  rally: 4,
};

const listOf = (event: GameEvent | undefined, name: string): number[] => (event?.facts?.[name] ?? []) as number[];

/** Whether an event tells of dice. */
export const isRoll = (event: GameEvent): boolean => listOf(event, "attack").length + listOf(event, "dice").length > 0;

/** What a roll came to, in a word or two. */
const verdictOf = (event: GameEvent): string => heading(String(event.facts?.["verdict"] ?? ""));

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {}, places = [], pieces: who = [] } = event;
  const change = (label: string, to: Partial<BootsBoard["pieces"][0]>) => (table: BootsBoard) => ({
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

function seatOf(event: GameEvent, view: View<BootsBoard>): number | null {
  const label = event.pieces?.[0];
  const found =
    view.board.pieces.find((one) => one.label === label) ?? view.board.planes.find((one) => one.label === label);
  return found?.seat ?? null;
}

/** Both pools of a roll: the best dice stand out. */
export function Dice({ event }: { event: GameEvent }) {
  const attack = [...listOf(event, "attack"), ...listOf(event, "dice")];
  const answer = listOf(event, "defence");
  const [best, other] = [Math.max(0, ...attack), Math.max(0, ...answer)];
  const width = 24 + (attack.length + answer.length) * 23;
  return (
    <svg class="dice" width={width} height="34" viewBox={`0 0 ${width} 34`} role="img" aria-label={event.text}>
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

function Picture({ beat }: { beat: Beat; view: View<BootsBoard> }) {
  const [event] = beat.about;
  if (!event || !ROLLING.has(beat.part ?? "") || !isRoll(event)) return null;
  return <Rolled event={event} settled={beat.part === "verdict"} />;
}

const ROLLING = new Set(["dice", "verdict"]);

/** The dice, and once they have settled what they say. */
function Rolled({ event, settled = true }: { event: GameEvent; settled?: boolean }) {
  return (
    <figure class="roll">
      <Dice event={event} />
      <figcaption>
        {settled ? neededWords(event) : `needed ${String(event.facts?.["needed"] ?? "")}`}{" "}
        {settled && <b class={`stamp ${event.facts?.["harm"] === true ? "bad" : ""}`}>{verdictOf(event)}</b>}
      </figcaption>
    </figure>
  );
}

/** A roll in the log: both pools, what was needed, and the verdict. */
export function RollMark({ event }: { event: GameEvent }) {
  return isRoll(event) ? <Rolled event={event} /> : null;
}

/** Who shoots and who is shot at, by their seats. */
const seatsOf = (event: GameEvent, view: View<BootsBoard>): number[] =>
  (event.pieces ?? []).flatMap((label) => seatOf({ ...event, pieces: [label] }, view) ?? []);

/** News from the sky that no dice decided has no roll to be shown; its line stays with what tells it. */
const withoutEmptyDice = (beats: Beat[]): Beat[] =>
  beats.filter((beat) => beat.part !== "dice" || isRoll(beat.about[0]!));

export const staging: Staging<BootsBoard> = {
  beats: (events, view, mine) =>
    withoutEmptyDice(
      beatsBy(
        {
          cues: CUES,
          actor: (event) => seatOf(event, view),
          frames: framesOf,
          step: (event) => STEPS[event.kind],
        },
        events,
        mine,
      ),
    ),
  Picture,
  seats: (beat, view) => beat.about.flatMap((event) => seatsOf(event, view)),
};
