/** How Starfighters shows a turn: ships move one at a time, all cards turn, then they are carried out in their order. */

import type { StarfightersTable } from "./board";
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

type Ship = StarfightersTable["ships"][0];

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  const change = (to: Partial<Ship>) => (table: StarfightersTable) => ({
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

export const staging: Staging<StarfightersTable> = {
  beats: (events, _view, mine) =>
    beatsBy(
      { cues: CUES, actor: (event) => (event.facts?.["seat"] as number) ?? null, frames: framesOf },
      events,
      mine,
    ),
};
