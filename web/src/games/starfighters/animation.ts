/** How Starfighters shows a turn: ships move one at a time, all cards turn, then they are carried out in their order. */

import type { StarfightersBoard } from "./board";
import type { GameEvent } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import type { Staging } from "../../boards/game";

const moved = (label: string): Cue => ({ label, times: ["space"], others: true });
const effect = (label: string): Cue => ({ label, times: ["card", "verdict"] });

const CUES: Record<string, Cue | Cue[]> = {
  place: moved("Placed"),
  face: moved("Faces"),
  movement: { label: "Declared", times: ["hold"] },
  step: moved("Flies"),
  rotate: moved("Turns"),
  stop: moved("Stops"),
  reveal: { label: "Cards turn", times: ["turn", "hold"], together: true },
  attack: effect("Attack"),
  miss: effect("Nobody"),
  void: effect("No effect"),
  block: effect("Shield"),
  capture: effect("Captured"),
  damage: effect("Hull −1"),
  wreck: moved("Wreckage"),
  destroyed: effect("Destroyed"),
  drift: moved("Drifts"),
  ram: effect("Rams"),
};

type Ship = StarfightersBoard["ships"][0];

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  const change = (to: Partial<Ship>) => (table: StarfightersBoard) => ({
    ...table,
    ships: table.ships.map((ship) => (ship.seat === facts["seat"] ? { ...ship, ...to } : ship)),
  });
  const frames = {
    place: { hex: String(facts["hex"]) },
    step: { hex: String(facts["hex"]) },
    drift: { hex: String(facts["hex"]) },
    face: { facing: String(facts["facing"]) },
    rotate: { facing: String(facts["facing"]) },
    reveal: { declared: String(facts["card"]), face_up: true },
    damage: { hull: Number(facts["hull"]) },
    destroyed: { destroyed: true },
  }[event.kind] as Partial<Ship> | undefined;
  return (frames ? [change(frames)] : []) as NonNullable<Beat["frames"]>;
}

/** The step of the turn that shows an event, in the strip. */
const STEPS: Record<string, number> = {
  movement: 0,
  step: 1,
  rotate: 1,
  stop: 1,
  reveal: 2,
  attack: 2,
  miss: 2,
  void: 2,
  block: 2,
  damage: 2,
  drift: 3,
  ram: 3,
  draw: 4,
};

/** The seats whose cards keep their ink: who acts, and who is hit. */
const seatsOf = (beat: Beat): number[] =>
  beat.about
    .flatMap(({ facts = {} }) => [facts["seat"], facts["by"], ...((facts["hits"] ?? []) as number[])])
    .filter((seat) => typeof seat === "number");

export const staging: Staging<StarfightersBoard> = {
  beats: (events, _view, mine) =>
    beatsBy(
      {
        cues: CUES,
        actor: (event) => (event.facts?.["seat"] as number) ?? null,
        frames: framesOf,
        step: (event) => STEPS[event.kind],
      },
      events,
      mine,
    ),
  seats: seatsOf,
};
