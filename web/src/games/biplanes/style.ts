/** Who is drawn how in Biplanes. */

import type { BiplanesBoard } from "./board";
import type { View } from "../../api/types";
import { lettered, type SeatStyle } from "../../boards/game";

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

export function styleOf(seat: number, view: View<BiplanesBoard> | null): SeatStyle {
  const plane = view?.board.sides[seat]?.plane ?? "nobody";
  const usual = seat === 0 ? lettered(0, "1") : { ...lettered(2, "2"), shape: "circle" as const, solid: false };
  if (plane === "nobody") return usual;
  return { ...usual, colour: PLANE_INKS[plane] ?? "var(--seat-f)", letter: plane.charAt(0).toUpperCase() };
}

/** How many turns a round has. */
export const TURNS = 5;
