/** Where the things of each team lie on the board of Jaws vs Paws. */

import type { PawsBoard } from "./board";
import type { GameEvent, View } from "../../api/types";
import type { Point } from "../../boards/geometry";

export const PANEL = { width: 1000, height: 400 };
/** How far from the end of the panel each pile of a seat lies. */
const PILES = { deck: 60, used: 140, scrap: 220 };

/** From the fifth on sections are narrower. */
export const narrowed = (sections: number): number => Math.min(1, 4 / sections);

/** Where a team's things lie: near ones as drawn, far ones turned by half a turn. */
export class Panel {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly far: boolean,
  ) {}

  at(x: number, y: number): Point {
    return this.far ? { x: this.x + PANEL.width - x, y: this.y + PANEL.height - y } : { x: this.x + x, y: this.y + y };
  }

  zone(zone: string): Point {
    const column = "LCR".indexOf(zone[1] ?? "C");
    return this.at((zone.startsWith("P") ? 140 : 620) + column * 120, 260);
  }

  /** A pile of the pilot's, at the left end, or of the gunner's, at the right. */
  pile(name: keyof typeof PILES, role: number): Point {
    return this.at(role === 0 ? PILES[name] : PANEL.width - PILES[name], 80);
  }

  /** Sections stand side by side between the piles; from the fifth on they are narrower. */
  section(number: number, sections: number): Point {
    return this.at(500 + (number - (sections + 1) / 2) * 120 * narrowed(sections), 80);
  }
}

/** The near side belongs to the team of a seat; the others sit across, then beside. */
export function panelsOf(view: View<PawsBoard>, near: number): Map<string, Panel> {
  const teams = view.board.teams.map((team) => team.team);
  const mine = near >= 0 ? Math.floor(near / 2) : teams.length - 1;
  const spot = (n: number): Panel => {
    const far = n % 4 === 1 || n % 4 === 2;
    return new Panel(PANEL.width * Math.floor(n / 2), far ? 0 : PANEL.height, far);
  };
  return new Map(teams.map((_, n) => [teams[(mine + n) % teams.length]!, spot(n)]));
}

/** A pile of the seat that an event is about. */
export function pileOf(
  table: PawsBoard,
  event: GameEvent,
  panels: Map<string, Panel>,
  name: keyof typeof PILES,
): Point {
  const seat = table.seats.findIndex((one) => one.seat === event.facts?.["seat"]);
  const team = table.teams[Math.floor(seat / 2)]?.team ?? "";
  return panels.get(team)?.pile(name, seat % 2) ?? { x: 0, y: 0 };
}
