/** Written by ./scripts/types from the structs of the server; change those. */

import type { Aim } from "../../api/types";

/** What lies on the table. `aims` are the lines of fire as the planes stand, before the shots. `turn` is the
 *  active side, `turns` how many turns have begun; `card` is the movement card being used. */
export interface SquadronsBoard {
  columns: number;
  rows: number;
  blocked: string[];
  airfields: Airfield[];
  stall_turns: number;
  planes: Plane[];
  red: Pile;
  green: Pile;
  phase: string;
  turn: string;
  named: string;
  card: string;
  how: string;
  shots: Shot[];
  aims: Aim[];
  score: [number, number];
  idle: number;
  drawn: boolean;
  turns: number;
  over: string;
}

/** [SQ-1.10] A picture on the board; it has no effect. */
export interface Airfield {
  side: string;
  squadron: string;
  squares: string[];
}

/** A plane; `square` and `heading` are empty when it is lost. */
export interface Plane {
  name: string;
  square: string;
  heading: string;
  to_move: boolean;
}

/** [SQ-2.2] A player's cards: how many are left face down, and which lie face up, in the order of the pack. */
export interface Pile {
  left: number;
  discards: string[];
}

/** A shooter of the present phase in the order of drawing; `card` is `?` to come and `-` if it gets none. */
export interface Shot {
  shooter: string;
  target: string;
  kind: string;
  card: string;
}
