/** What a Biplanes view holds, and who is drawn how. */

import type { View } from "../api/types";
import { lettered, type SeatStyle } from "./game";

interface Aid {
  track: number;
  range: number;
  values: { value: number; tiles: number; shooting: number[] }[];
}

export interface Side {
  plane: string;
  at: string;
  damage: number;
  track: number;
  armed: boolean;
  jammed: boolean;
  last: string;
  squares: string[];
  unseen: string[];
  hand_size: number;
  bag_size: number;
  aside_size: number;
  committed: boolean;
  aid: Aid;
  /** Where it could be after its next secret choice, and the values that lead there. */
  reach: Record<string, number[]>;
  hand: string[] | null;
  chosen: { tile: string; way: string } | null;
  commitment: string | null;
}

export interface Space {
  id: string;
  xy: [number, number];
  colour: string;
  site_xy: [number, number] | null;
}

export interface BiplanesTable {
  mode: string;
  board: string;
  size: [number, number];
  spaces: Space[];
  round: number;
  turn: number;
  phase: string;
  sides: [Side, Side];
  mission: { sites: Record<string, number>; removed: number; rescued: number; exit_open: boolean; landed: string; objectives: string[] | null } | null;
  mal: { at: string; damage: number; track: number; tiles: string[] } | null;
  bot: { left: string; right: string } | null;
}

const PLANE_INKS: Record<string, string> = {
  red: "var(--seat-a)",
  green: "var(--seat-b)",
  blue: "var(--seat-c)",
  yellow: "var(--seat-d)",
  brown: "var(--loop-brown)",
  purple: "var(--seat-e)",
  grey: "var(--ink-2)",
  black: "var(--ink)",
  white: "var(--rule)",
};

export function styleOf(seat: number, view: View<BiplanesTable> | null): SeatStyle {
  const plane = view?.table.sides[seat]?.plane ?? "nobody";
  const usual = seat === 0 ? lettered(0, "1") : { ...lettered(2, "2"), shape: "circle" as const, solid: false };
  const ink = PLANE_INKS[plane];
  return ink ? { ...usual, colour: ink, letter: plane.charAt(0).toUpperCase() } : usual;
}
