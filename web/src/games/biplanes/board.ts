/** Written by ./scripts/types from the structs of the server; change those. */

/** What lies on the table, as one seat sees it. `behind` is positive if p1 is behind p2 by so much. */
export interface BiplanesBoard {
  mode: string;
  board: string;
  size: [number, number];
  spaces: SpaceView[];
  round: number;
  turn: number;
  phase: string;
  drawer: number;
  owed: number;
  behind: number;
  sides: [SideView, SideView];
  mission: MissionView | null;
  mal: MalView | null;
  bot: BotView | null;
  result: number;
}

/** One space of the drawing, and where the ways lead from it: on, into a loop, onto the exit path. */
export interface SpaceView {
  id: string;
  xy: [number, number];
  colour: string;
  part: "ring" | "loop" | "exit";
  next: string;
  loop_to: string;
  exit_to: string;
  site_xy: [number, number] | null;
}

/** One side. `unseen` is everything that still lies in its hand, in its bag or face down aside. `reach` are the
 *  spaces where it could be after its next secret choice as far as anybody else can tell, each with the values
 *  that lead there. `hand`, `bag` (its contents, not their order), `aside` and `chosen`, the tile of
 *  `commitment`, are there for seats that may know them. */
export interface SideView {
  plane: string;
  at: string;
  damage: number;
  track: number;
  armed: boolean;
  jammed: boolean;
  last: string;
  squares: string[];
  played: string[];
  unseen: string[];
  hand_size: number;
  bag_size: number;
  aside_size: number;
  committed: boolean;
  aid: Aid;
  reach: Record<string, number[]>;
  hand: string[] | null;
  bag: string[] | null;
  aside: string[] | null;
  commitment: string | null;
  chosen: Chosen | null;
}

/** [BD-1.8] A player aid. */
export interface Aid {
  track: number;
  range: number;
  hits: number;
  shooting: number;
  values: ValueAid[];
}

/** One column of a player aid: how many tiles of a value there are, and the hits of those that shoot. */
export interface ValueAid {
  value: number;
  tiles: number;
  shooting: number[];
}

/** The tile of a secret choice, and the way it is flown: `loop`, `exit`, or nothing for straight on. */
export interface Chosen {
  tile: string;
  way: string;
}

/** The scenario's pieces. `cleared` and `drawn_when` count the objectives drawn when a take-off showed something. */
export interface MissionView {
  sites: Record<string, number>;
  removed: number;
  rescued: number;
  exit_open: boolean;
  landed: string;
  land_tile: string;
  take_off_tile: string;
  objectives_size: number;
  stack_size: number;
  cleared: Record<string, number>;
  drawn_when: Record<string, number>;
  objectives: string[] | null;
  stack: string[] | null;
}

/** The malfunctioning biplane and the tiles it may still use. */
export interface MalView {
  at: string;
  damage: number;
  track: number;
  tiles: string[];
  used: string[];
}

/** The Solo aid. */
export interface BotView {
  left: string;
  right: string;
}
