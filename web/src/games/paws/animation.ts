/** How a round of Jaws vs Paws is shown: the clock stands, then section by section its cards turn and take effect. */

import type { PawsBoard } from "./board";
import type { GameEvent, View } from "../../api/types";
import { beatsBy, type Beat, type Cue } from "../../state/staging";
import type { Recap, Staging } from "../../boards/game";

const effect = (label: string): Cue => ({ label, times: ["card"] });

/** The section of a track that an event is about. */
const sectionOf = (event: GameEvent): number => Number(event.facts?.["section"] ?? 0);

const cues = (night: boolean): Record<string, Cue | Cue[]> => ({
  lock: { label: "Locked", times: ["hold"] },
  collision: { label: "Collision", times: ["card", "verdict"] },
  reveal: {
    label: (event) => `Section ${sectionOf(event)}`,
    times: ["turn", "hold"],
    together: (one, other) => sectionOf(one) === sectionOf(other),
  },
  turned_up: { label: "Turned up", times: ["turn"] },
  sun: effect(night ? "Moon" : "Sun"),
  plane: effect("Plane"),
  shot: effect("Shoot"),
  hit: { label: "Hit!", times: ["verdict", "hold"] },
  smoke: { label: "Smoke", times: ["verdict"] },
  smoke_damage: { label: "Smoke", times: ["verdict"] },
  repair: effect("Repair"),
  fell: { label: "Down", times: ["verdict", "hold"] },
});

type Team = PawsBoard["teams"][0];

function framesOf(event: GameEvent): NonNullable<Beat["frames"]> {
  const { facts = {} } = event;
  const frame = (table: PawsBoard): PawsBoard => {
    if (event.kind === "plane")
      return { ...table, planes: { ...table.planes, [String(facts["plane"])]: String(facts["zone"]) } };
    if (event.kind === "sun") return { ...table, sun: String(facts["zone"]) };
    if (event.kind === "reveal") {
      const section = sectionOf(event);
      const card = String(facts["card"]);
      const side = facts["side"] === undefined ? {} : { side: String(facts["side"]) };
      const turn = (team: Team): Team => ({
        ...team,
        track: team.track.map((one) =>
          one.section === section && `${team.team}.${one.role}` === facts["seat"] ? { ...one, card, ...side } : one,
        ),
      });
      return { ...table, section, teams: table.teams.map(turn) };
    }
    return table;
  };
  return (["plane", "sun", "reveal"].includes(event.kind) ? [frame] : []) as NonNullable<Beat["frames"]>;
}

/** Between two sections there is time to look. */
function withPauses(beats: Beat[]): Beat[] {
  return beats.map((beat, n) => {
    const next = beats[n + 1];
    const section = (one: Beat | undefined): number => (one?.about[0]?.kind === "reveal" ? sectionOf(one.about[0]) : 0);
    const before = beats.slice(0, n + 1).findLast((one) => section(one) > 0);
    const ends = section(next) > 0 && section(next) !== section(before);
    return ends ? { ...beat, times: [...beat.times, "between" as const] } : beat;
  });
}

/** The plan and the draw come before the sections in the strip. */
const BEFORE_SECTIONS = 2;
const stepOf = (event: GameEvent): number | undefined =>
  event.kind === "lock" || event.kind === "collision"
    ? 0
    : event.kind === "repair" || event.kind.startsWith("smoke")
      ? 1
      : event.kind === "reveal"
        ? BEFORE_SECTIONS + sectionOf(event) - 1
        : undefined;

/** The seats whose cards keep their ink: who acts, and who pays. */
function seatsOf(beat: Beat, view: View<PawsBoard>): number[] {
  const names = beat.about.flatMap(({ facts = {} }) => [facts["seat"], facts["shooter"]]);
  const teams = beat.about.map(({ facts = {} }) => facts["team"]).filter(Boolean);
  return view.board.seats.flatMap((one, n) =>
    names.includes(one.seat) || teams.includes(one.seat.split(".")[0]) ? [n] : [],
  );
}

export const staging: Staging<PawsBoard> = {
  beats: (events, view, mine) =>
    withPauses(beatsBy({ cues: cues(view.board.mode === "night"), frames: framesOf, step: stepOf }, events, mine)),
  seats: seatsOf,
};

/** The round that has ended, section by section, until the viewer lays a card; for those who look on, until anybody does. */
export function recap(view: View<PawsBoard>, log: readonly GameEvent[]): Recap | null {
  const { board: table } = view;
  const mine = table.seats[view.seat]?.seat;
  const laid = table.teams.some((team) =>
    team.track.some((card) => mine === undefined || `${team.team}.${card.role}` === mine),
  );
  if (table.phase !== "action" || laid) return null;
  const begun = log.findLastIndex((event) => event.kind === "round");
  const lines = log.slice(0, Math.max(0, begun)).slice(-table.sections);
  if (lines.length === 0 || lines.some((event) => event.kind !== "section")) return null;
  return {
    title: `Round ${table.round - 1}`,
    lines: lines.map((event) => ({
      mark: String(sectionOf(event)),
      words: ((event.facts?.["deeds"] ?? []) as string[]).join(" · ") || "nothing",
      hot: event.facts?.["harm"] === true,
    })),
  };
}
