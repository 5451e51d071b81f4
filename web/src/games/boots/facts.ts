/** What the actions of Combat Boots speak of. */

import type { Legal } from "../../api/types";
import type { BootsBoard, Field, Hidden } from "./board";

export const hiddenWords = (one: Hidden): string => (one.by ? `${one.by} blocks sight` : "friends stand in the way");

/** The label of the counter that an action chooses to fire. */
export const shooterIn = (legal: Legal): string | null =>
  legal.kind === "fire" || legal.kind === "gun" ? (legal.acting_piece ?? null) : null;

/** The counter that fires: the one that is picked, or the one that has been. */
export function shooterOf(table: { stage: string; lead: string }, picked: Legal | null): string | null {
  if (table.stage === "aiming" || table.stage === "mustering") return table.lead;
  return picked && shooterIn(picked);
}

export const fieldOf = (table: BootsBoard, shooter: string | null): Field | null =>
  table.fields.find((field) => shooter && field.units.includes(shooter)) ?? null;
