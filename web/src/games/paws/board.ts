/** Written by ./scripts/types from the structs of the server; change those. */

/** [JP-21.9] Positions, Sun or Moon, smoke and timer for all; secrets for their owners. `sections` is how many a
 *  track has, `section` the one that is resolved. */
export interface PawsBoard {
  round: number;
  phase: string;
  mode: string;
  timer: number;
  sections: number;
  section: number;
  revealed: number;
  placer: string;
  sun: string;
  holder: string;
  planes: Record<string, string>;
  teams: TeamTable[];
  seats: SeatTable[];
  short_of_cards: string[];
  fell_last: string[];
  drawing: string[];
  progress: Progress;
  looked_at: string[] | null;
}

/** A team: its colours, whether it flies and smokes, its track. */
export interface TeamTable {
  team: string;
  color: string;
  symbol: string;
  solo: boolean;
  flying: boolean;
  smoke: boolean;
  track: TrackCard[];
}

/** A card on a track: its back, or its front too where the viewer may see it. */
export interface TrackCard {
  section: number;
  role: string;
  card?: string;
  side?: string;
  open?: boolean;
  face_up?: boolean;
}

/** [JP-4.9] What everybody sees of a seat: numbers of cards. */
export interface SeatTable {
  seat: string;
  hand: number;
  deck: number;
  discards: number;
  scrap: number;
  ready: boolean;
  played: boolean;
  repairing: boolean;
  secrets: Secrets | null;
}

/** What only the owner of a seat sees; `hand_order` counts cards on the track before the lock. */
export interface Secrets {
  hand: string[];
  hand_order: string[];
  set_aside: string[];
  discards: string[];
  scrap: string[];
  wants_extra: boolean;
}

/** How far a step has come: whose deck or turn, how many cards are still to go, by whose shot. */
export interface Progress {
  seat?: string;
  cards?: number;
  shooter?: string;
  cause?: string;
  place?: number;
  step?: number;
  looked?: number;
}
