/** What a view of Combat Boots holds, and what its actions speak of. */

import type { Legal } from "../api/types";
import type { Plane } from "./sky";
import type { Ground } from "./terrain";

export interface Unit {
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

/** Rows of the map as some counters in one place see it: `o` seen, `x` in range but hidden, `.` too far. */
export interface Field {
  units: string[];
  place: string;
  rows: string[];
  outside?: string;
  hidden?: Hidden[];
}

/** A place with enemies that is near enough but not seen: the hex that hides it, or friends, and the rule. */
export interface Hidden {
  at: string;
  rule: string;
  by?: string;
}

export interface BootsTable {
  battle: string;
  map: Ground | null;
  turn: number;
  game_turn: number;
  turns: number;
  active: number;
  phase: string;
  stage: string;
  pieces: Unit[];
  planes: Plane[];
  batteries: { key: string; seat: number; missions: number; state: string; at?: string }[];
  objectives: Record<string, number>;
  morale: number[];
  points: number[];
  victory: string;
  otherwise: string;
  mover: string;
  lead: string;
  points_left: number;
  fields: Field[];
}

export const hiddenWords = (one: Hidden): string => (one.by ? `${one.by} blocks sight` : "friends stand in the way");

/** The label of the counter that an action chooses to fire. */
export const shooterIn = (legal: Legal): string | null => (legal.kind === "fire" || legal.kind === "gun" ? (legal.by ?? null) : null);

/** The counter that fires: the one that is picked, or the one that has been. */
export function shooterOf(table: { stage: string; lead: string }, picked: Legal | null): string | null {
  if (table.stage === "aiming" || table.stage === "mustering") return table.lead;
  return picked && shooterIn(picked);
}

export const fieldOf = (table: BootsTable, shooter: string | null): Field | null => table.fields.find((field) => shooter && field.units.includes(shooter)) ?? null;
