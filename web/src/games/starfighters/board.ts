/** Written by ./scripts/types from the structs of the server; change those. */

/** Everything open to one seat. `hull` is what a whole ship has; `due` are the seats still to declare, to be hit,
 *  or to draw. */
export interface StarfightersBoard {
  radius: number;
  hull: number;
  lines: string[];
  turn: number;
  last_turn: number;
  start: number | null;
  phase: string;
  active: number | null;
  left: number;
  by: number | null;
  due: number[];
  hit: number[];
  drifters: number[];
  rammed: boolean;
  ships: Ship[];
  wreckage: string[];
  discard: Record<string, number>;
  deck: number;
}

/** One player's piece and cards. `hand` is None where it is secret; so is a declared card that is face down.
 *  `draws` is false if a shield costs the draw of this turn; `anchored_next` if one holds the ship next turn. */
export interface Ship {
  seat: number;
  hex: string | null;
  facing: string | null;
  hull: number;
  destroyed: boolean;
  anchored: boolean;
  anchored_next: boolean;
  shield: boolean;
  draws: boolean;
  hand_size: number;
  hand: string[] | null;
  declared: string | null;
  face_up: boolean;
  captured: string | null;
}
