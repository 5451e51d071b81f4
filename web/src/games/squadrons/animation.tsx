/** How Squadrons shows moves, and shots in their order: who at whom, what is needed, the card, the verdict; losses together. */

import type { SquadronsBoard } from "./board";
import type { GameEvent, View } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import type { Staging } from "../../boards/game";
import { PlayingCard } from "../../boards/parts";

const shot = (event: GameEvent): string => `${String(event.facts?.["shooter"])} → ${String(event.facts?.["target"])}`;

/** What the card of a shot must be, before it is turned. */
const NEEDED: Record<string, string> = {
  head: "the higher card hits",
  tail: "a red card hits",
  other: "only a diamond hits",
};

/** HIT or MISSED; head to head the other card decides. */
export function verdictOf(event: GameEvent): string {
  const hit = event.facts?.["hit"] ?? (event.facts?.["duel"] && event.facts["duel"] !== "equals");
  return hit === undefined ? "" : hit ? "Hit" : "Missed";
}

/** Whose card it is, and which. */
const drawn = ({ facts = {} }: GameEvent): string =>
  `${String(facts["shooter"])} draws ${cardName(String(facts["card"]))}`;

const SUITS: Record<string, string> = { C: "♣", S: "♠", H: "♥", D: "♦" };

/** A card as people write it: its rank and the sign of its suit, the last letter of its name. */
const cardName = (card: string): string => card.slice(0, -1) + (SUITS[card.slice(-1)] ?? card.slice(-1));

/** Two planes nose to nose: both cards turn together. */
function isDuel(one: GameEvent, other: GameEvent): boolean {
  const [by, at] = [one.facts ?? {}, other.facts ?? {}];
  return by["how"] === "head" && at["how"] === "head" && by["shooter"] === at["target"];
}

/** The events with both shots of a duel side by side, where the second was told. */
export function withDuels(events: readonly GameEvent[]): GameEvent[] {
  const partner = (event: GameEvent): GameEvent | undefined =>
    events.find((other) => event.kind === "shot" && other.kind === "shot" && isDuel(event, other));
  return events.flatMap((event, n) => {
    const other = partner(event);
    if (!other) return [event];
    return events.indexOf(other) < n ? [other, event] : [];
  });
}

const CUES: Record<string, Cue | Cue[]> = {
  card: { label: "Card", times: ["card"], others: true },
  flown: { label: (event) => String(event.facts?.["plane"]), times: ["space"], others: true },
  stayed: { label: "Stays", times: ["space"], others: true },
  collision: { label: "Collision", times: ["verdict"] },
  shot: [
    { label: shot, times: ["who"], part: "aim", together: isDuel },
    { label: "Card", times: ["card"], part: "card", together: isDuel },
    { label: verdictOf, times: ["verdict", "hold"], part: "verdict", together: isDuel },
  ],
  lost: { label: "Losses", times: ["verdict", "hold"], together: true },
};

function wordsOf(events: GameEvent[], cue: Cue): string {
  const [event] = events;
  if (!event || event.kind !== "shot") return events.map((one) => one.text).join(" ");
  const pair = events.length > 1;
  if (cue.part === "aim")
    return `${String(event.facts?.["shooter"])} ${pair ? "and" : "at"} ${String(event.facts?.["target"])}: ${NEEDED[String(event.facts?.["how"])] ?? ""}.`;
  const words = pair ? events.map(drawn).join(", ") + "." : event.text;
  const verdict = verdictOf(events.at(-1)!);
  return cue.part === "verdict" && verdict && !pair ? `${words} ${verdict}.` : words;
}

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  const name = String(facts["plane"]);
  const change = (to: Partial<SquadronsBoard["planes"][0]>) => (table: SquadronsBoard) => ({
    ...table,
    planes: table.planes.map((plane) => (plane.name === name ? { ...plane, ...to } : plane)),
  });
  if (event.kind === "flown")
    return [change({ square: String(facts["to"]), heading: String(facts["heading"]) })] as NonNullable<Beat["frames"]>;
  if (event.kind === "lost") return [change({ square: "" })] as NonNullable<Beat["frames"]>;
  return [];
}

/** The seat of the plane that an event is about: Red's stand first in the table. */
const seatOf = (event: GameEvent, { planes }: SquadronsBoard): number | null => {
  const at = planes.findIndex((plane) => plane.name === event.facts?.["plane"]);
  return at < 0 ? null : Math.floor((2 * at) / planes.length);
};

function Picture({ beat }: { beat: Beat; view: View<SquadronsBoard> }) {
  const [event, other] = beat.about;
  const card = String(event?.facts?.["card"] ?? "-");
  const turned = event?.kind === "card" || beat.part === "card" || beat.part === "verdict";
  if (!event || !turned || card === "-") return null;
  if (other?.kind === "shot") return <Duel one={event} other={other} settled={beat.part === "verdict"} />;
  const verdict = event.kind === "shot" && beat.part === "verdict" ? verdictOf(event) : "";
  return (
    <span class="flip tile-shown">
      <PlayingCard card={card} width={56} />
      {verdict && <b class={`stamp ${verdict === "Hit" ? "bad" : ""}`}>{verdict}</b>}
    </span>
  );
}

/** What the second card does to the first, as seen from the first. */
const TURNED: Record<string, string> = { beats: "loses to", equals: "equals", "does not beat": "beats" };

/** Both cards of a duel side by side with the verb between them; the winner is ringed, the loser struck out. */
function Duel({ one, other, settled }: { one: GameEvent; other: GameEvent; settled: boolean }) {
  const duel = String(other.facts?.["duel"] ?? "");
  const mark = (wins: string): string =>
    !settled || duel === "equals" || !duel ? "" : duel === wins ? "wins" : "loses";
  const card = (event: GameEvent, wins: string) => (
    <span class={`flip duel-card ${mark(wins)}`}>
      <PlayingCard card={String(event.facts?.["card"])} width={56} />
      <small>{String(event.facts?.["shooter"])}</small>
    </span>
  );
  return (
    <span class="duel">
      {card(one, "does not beat")}
      <b class="verb">{settled ? (TURNED[duel] ?? "") : "and"}</b>
      {card(other, "beats")}
    </span>
  );
}

/** The step of the turn that shows an event, in the strip. */
const STEPS: Record<string, number> = { named: 0, card: 1, flown: 1, stayed: 1, collision: 1, shot: 2, lost: 2 };

/** The seats whose cards keep their ink: those of the planes. */
const litSeats = (beat: Beat, { board: table }: View<SquadronsBoard>): number[] =>
  beat.about.flatMap((event) =>
    (event.pieces ?? []).flatMap((name) => seatOf({ ...event, facts: { plane: name } }, table) ?? []),
  );

export const staging: Staging<SquadronsBoard> = {
  beats: (events, { board: table }, mine) =>
    beatsBy(
      {
        cues: CUES,
        actor: (event) => seatOf(event, table),
        frames: framesOf,
        words: wordsOf,
        step: (event) => STEPS[event.kind],
      },
      withDuels(events),
      mine,
    ),
  Picture,
  seats: litSeats,
};
