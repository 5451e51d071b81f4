/** How Squadrons shows moves, and shots in their order: who at whom, what is needed, the card, the verdict; losses together. */

import type { SquadronsTable } from "./board";
import type { GameEvent, View } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import type { Staging } from "../../boards/game";
import { PlayingCard } from "../../boards/parts";

const shot = (event: GameEvent): string => `${String(event.facts?.["shooter"])} → ${String(event.facts?.["target"])}`;

const CUES: Record<string, Cue | Cue[]> = {
  card: { label: "Card", times: ["card"], others: true },
  flown: { label: (event) => String(event.facts?.["plane"]), times: ["space"], others: true },
  stayed: { label: "Stays", times: ["space"], others: true },
  collision: { label: "Collision", times: ["verdict"] },
  shot: [
    { label: shot, times: ["who"], part: "aim" },
    { label: "Card", times: ["card", "verdict"], part: "card" },
  ],
  lost: { label: "Losses", times: ["verdict", "hold"], together: true },
};

/** What the card of a shot must be, before it is turned. */
const NEEDED: Record<string, string> = {
  head: "the higher card hits",
  tail: "a red card hits",
  other: "only a diamond hits",
};

/** HIT or MISSED; head to head the other card decides. */
export function verdictOf(event: GameEvent): string {
  const hit = event.facts?.["hit"];
  return hit === undefined ? "" : hit ? "Hit" : "Missed";
}

function wordsOf(events: GameEvent[], cue: Cue): string {
  const [event] = events;
  if (!event || event.kind !== "shot") return events.map((one) => one.words).join(" ");
  if (cue.part === "aim")
    return `${String(event.facts?.["shooter"])} at ${String(event.facts?.["target"])}: ${NEEDED[String(event.facts?.["how"])] ?? ""}.`;
  const verdict = verdictOf(event);
  return verdict ? `${event.words} ${verdict}.` : event.words;
}

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  const name = String(facts["plane"]);
  const change = (to: Partial<SquadronsTable["planes"][0]>) => (table: SquadronsTable) => ({
    ...table,
    planes: table.planes.map((plane) => (plane.name === name ? { ...plane, ...to } : plane)),
  });
  if (event.kind === "flown")
    return [change({ square: String(facts["to"]), heading: String(facts["heading"]) })] as NonNullable<Beat["frames"]>;
  if (event.kind === "lost") return [change({ square: "" })] as NonNullable<Beat["frames"]>;
  return [];
}

/** The seat of the plane that an event is about: Red's stand first in the table. */
const seatOf = (event: GameEvent, { planes }: SquadronsTable): number | null => {
  const at = planes.findIndex((plane) => plane.name === event.facts?.["plane"]);
  return at < 0 ? null : Math.floor((2 * at) / planes.length);
};

function Picture({ beat }: { beat: Beat; view: View<SquadronsTable> }) {
  const [event] = beat.about;
  const card = String(event?.facts?.["card"] ?? "-");
  const turned = event?.kind === "card" || beat.part === "card";
  if (!event || !turned || card === "-") return null;
  const verdict = event.kind === "shot" ? verdictOf(event) : "";
  return (
    <span class="flip tile-shown">
      <PlayingCard card={card} width={56} />
      {verdict && <b class={`stamp ${verdict === "Hit" ? "bad" : ""}`}>{verdict}</b>}
    </span>
  );
}

export const staging: Staging<SquadronsTable> = {
  beats: (events, { table }, mine) =>
    beatsBy({ cues: CUES, actor: (event) => seatOf(event, table), frames: framesOf, words: wordsOf }, events, mine),
  Picture,
};
