/** How a round of Jaws vs Paws is shown: the clock stands, then section by section its cards turn and take effect. */

import type { PawsTable } from "../api/tables/paws";
import type { GameEvent } from "../api/types";
import { beatsBy, type Beat, type Cue } from "../state/staging";
import type { Staging } from "./game";

const effect = (label: string): Cue => ({ label, times: ["card"] });

/** The section of a card that was laid: `2:plane_right:enemy`. */
export const laidAt = (event: GameEvent): { section: number; card: string; side: string } => {
  const [section = "", card = "", side = ""] = String(event.facts?.["placed"] ?? "").split(":");
  return { section: Number(section), card, side };
};

const CUES: Record<string, Cue | Cue[]> = {
  lock: { label: "Locked", times: ["hold"] },
  collision: { label: "Collision", times: ["card", "verdict"] },
  reveal: { label: (event) => `Section ${laidAt(event).section}`, times: ["turn", "hold"] },
  turned_up: { label: "Turned up", times: ["turn"] },
  sun: effect("Sun"),
  plane: effect("Plane"),
  shot: effect("Shoot"),
  hit: { label: "Hit", times: ["verdict"] },
  smoke: { label: "Smoke", times: ["verdict"] },
  smoke_damage: { label: "Smoke", times: ["verdict"] },
  repair: effect("Repair"),
  fell: { label: "Down", times: ["verdict", "hold"] },
};

type Team = PawsTable["teams"][0];

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  const frame = (table: PawsTable): PawsTable => {
    if (event.kind === "plane")
      return { ...table, planes: { ...table.planes, [String(facts["plane"])]: String(facts["zone"]) } };
    if (event.kind === "sun") return { ...table, sun: String(facts["zone"]) };
    if (event.kind === "reveal") {
      const { section, card, side } = laidAt(event);
      const [name, role] = String(facts["seat"]).split(".");
      const turn = (team: Team): Team => ({
        ...team,
        track: team.track.map((one) =>
          one.section === section && one.role === role ? { ...one, card, ...(side ? { side } : {}) } : one,
        ),
      });
      return { ...table, section, teams: table.teams.map((team) => (team.team === name ? turn(team) : team)) };
    }
    return table;
  };
  return (["plane", "sun", "reveal"].includes(event.kind) ? [frame] : []) as NonNullable<Beat["frames"]>;
}

/** Between two sections there is time to look. */
function withPauses(beats: Beat[]): Beat[] {
  return beats.map((beat, n) => {
    const next = beats[n + 1];
    const section = (one: Beat | undefined): number =>
      one?.about[0]?.kind === "reveal" ? laidAt(one.about[0]).section : 0;
    const before = beats.slice(0, n + 1).findLast((one) => section(one) > 0);
    const ends = section(next) > 0 && section(next) !== section(before);
    return ends ? { ...beat, times: [...beat.times, "between" as const] } : beat;
  });
}

export const staging: Staging<PawsTable> = {
  beats: (events, _view, mine) => withPauses(beatsBy({ cues: CUES, frames: framesOf }, events, mine)),
};
