/** Written by ./scripts/types from the structs of the server; change those. */

/** Everything on the table, what may be fired at from where, and the position in notation. `battle` is the title
 *  of the battle, `key` its short name. */
export interface BootsBoard {
  battle: string;
  map: Ground | null;
  turn: number;
  game_turn: number;
  turns: number;
  active: number;
  phase: string;
  stage: string;
  pieces: Piece[];
  planes: Plane[];
  batteries: Guns[];
  objectives: Record<string, number>;
  morale: number[];
  points: number[];
  victory: string;
  otherwise: string;
  mover: string;
  lead: string;
  points_left: number;
  fields: Field[];
  key: string;
  progress: Progress;
  notation: string;
}

/** [CB-2.2] The map as it is printed: rows of terrain letters and of elevations, and what is drawn on them. */
export interface Ground {
  terrain: string[];
  elevation: string[];
  roads: [string, string][];
  ridges: [string, string][];
  trenches: string[];
  bands: string;
}

/** One ground unit: what it is, where, and what it can still do. */
export interface Piece {
  label: string;
  key: string;
  name: string;
  kind: string;
  seat: number;
  place: string;
  rating: string;
  pinned?: number;
  acted?: boolean;
  aboard?: string;
  attacks?: number;
  slots?: number;
}

/** One aircraft: on call over a battle, or in a dog fight; `away` once it takes no part any more. */
export interface Plane {
  label: string;
  key: string;
  name: string;
  seat: number;
  rating: string;
  state: string;
  damaged?: boolean;
  pursues?: string;
  turns_with?: string;
  acted?: boolean;
  away?: boolean;
}

/** One battery: missions left, and what it is doing. */
export interface Guns {
  key: string;
  seat: number;
  missions: number;
  state: string;
  at?: string;
}

/** What some counters in one place reach: rows of the map with `o` seen, `x` in range but hidden, `.` too far.
 *  `outside` says the same of the places outside the hex field, in their order. */
export interface Field {
  units: string[];
  place: string;
  rows: string[];
  outside?: string;
  hidden?: Hidden[];
}

/** A place in range with enemies in it that cannot be fired at, the hex in between that hides it, and the rule.
 *  No hex is named where it is friends who stand in the way. */
export interface Hidden {
  at: string;
  rule: string;
  by?: string;
}

/** What is in progress, under the names that the notation has for it; what is at rest is left out. `dice` counts
 *  the dice on the table by face from 1 to 6, `shares` holds numbers of single units by their labels, and `laps`
 *  the turns that aircraft on call have left. */
export interface Progress {
  units?: Record<string, string>;
  sets?: Record<string, string[]>;
  numbers?: Record<string, number>;
  places?: Record<string, string>;
  dice?: Record<string, number[]>;
  shares?: Record<string, Record<string, number>>;
  fought?: string[];
  barrages?: Barrage[];
  laps?: number[];
}

/** [CB-18.2] When the fire of a battery began (-1 delayed, 0 idle), and whom it has hit. */
export interface Barrage {
  began?: number;
  hit?: string[];
}
