/** How a turn of Biplanes is shown: locked, turned over, held, flown along the ring, guns, damage. */

import type { BiplanesBoard } from "./board";
import type { GameEvent, View } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import { styleOf } from "./style";
import { heading, type Staging } from "../../boards/game";
import { Tile } from "./tiles";

const after = (label: string): Cue => ({ label, times: ["verdict"] });

const CUES: Record<string, Cue | Cue[]> = {
  turn: { label: "Locked", times: ["who"] },
  played: { label: "Turned over", times: ["turn", "hold"], together: true },
  moved: { label: "Fly", times: [], together: true },
  shot: [
    { label: "Guns", times: ["card"], part: "guns" },
    { label: "Damage", times: ["verdict"], part: "damage" },
  ],
  down: after("Down"),
  crash: after("Crash"),
  jammed: after("Jammed"),
  left: after("Gone"),
  bombed: after("Bombs"),
  photo: after("Photo"),
  landed: after("Landed"),
  took_off: after("Take-off"),
  round: after("New round"),
};

/** The step of the turn that shows an event, in the strip. */
const STEPS: Record<string, number> = { turn: 0, played: 0, moved: 1, shot: 2, down: 2, jammed: 3, lost: 3 };

/** The seats whose cards keep their ink. */
const seatsOf = (beat: Beat): number[] =>
  beat.about.flatMap(({ facts = {} }) => [facts["who"], facts["target"]].filter((seat) => typeof seat === "number"));

type Side = BiplanesBoard["sides"][0];

const withSide = (table: BiplanesBoard, who: number, change: (side: Side) => Side): BiplanesBoard => ({
  ...table,
  sides: table.sides.map((side, n) => (n === who ? change(side) : side)) as BiplanesBoard["sides"],
});

/** The spaces a plane passes on its way, its goal last: along the ring, or out of it and around a loop. */
export function pathOf(spaces: BiplanesBoard["spaces"], from: string, to: string): string[] {
  const ring = spaces.filter((space) => space.part === "ring").map((space) => space.id);
  const [start, end] = [ring.indexOf(from), ring.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  const along = (until: number): string[] =>
    Array.from({ length: (until - start + ring.length) % ring.length }, (_, n) => ring[(start + n + 1) % ring.length]!);
  const straight = along(end);
  const over = spaces.find((space) => space.part === "loop" && space.next === to);
  const entry = spaces.find((space) => over && space.loop_to === over.id);
  if (straight.length <= LONGEST_TILE || !over || !entry) return straight;
  return [...along(ring.indexOf(entry.id)), over.id, to];
}

const LONGEST_TILE = 5;

function framesOf(event: GameEvent, view: View<BiplanesBoard>): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  if (event.kind === "moved")
    return pathOf(view.board.spaces, String(facts["from"]), String(facts["to"])).map(
      (at) => (table: BiplanesBoard) => withSide(table, Number(facts["who"]), (side) => ({ ...side, at })),
    ) as NonNullable<Beat["frames"]>;
  if (event.kind === "shot")
    return [
      (table: BiplanesBoard) =>
        withSide(table, Number(facts["target"]), (side) => ({
          ...side,
          damage: Math.min(side.track, side.damage + Number(facts["hits"])),
        })),
    ] as NonNullable<Beat["frames"]>;
  return [];
}

function Picture({ beat, view }: { beat: Beat; view: View<BiplanesBoard> }) {
  const played = beat.about.filter((event) => event.kind === "played");
  return (
    <>
      {played.map((event) => {
        const seat = Number(event.facts?.["who"]);
        return (
          <span key={seat} class="flip tile-shown" style={{ color: styleOf(seat, view).colour }}>
            <Tile tile={String(event.facts?.["piece"] ?? "0/0")} width={58} />
          </span>
        );
      })}
    </>
  );
}

/** Before the hits are told it is said who has whom before the guns. */
function wordsOf(events: GameEvent[], cue: Cue): string {
  const [by = "", at = ""] = events[0]?.pieces ?? [];
  return cue.part === "guns"
    ? `${heading(by)} has ${at} before its guns.`
    : events.map((event) => event.text).join(" ");
}

export const staging: Staging<BiplanesBoard> = {
  beats: (events, view, mine) =>
    beatsBy(
      { cues: CUES, frames: (event) => framesOf(event, view), words: wordsOf, step: (event) => STEPS[event.kind] },
      events,
      mine,
    ),
  Picture,
  seats: seatsOf,
};
