/** What the pen does on the map of a battle. */

import { textsAt, tableAt, type Table } from "../../../workshop/values";
import {
  brushed,
  fieldOf,
  hexesOf,
  linked,
  listed,
  neighbours,
  painted,
  pasted,
  placed,
  raised,
  region,
  ridged,
  starred,
  zoned,
  type Region,
  type Sets,
} from "./battle-map";

export type Tool =
  | { kind: "terrain"; letter: string }
  | { kind: "height"; height: number }
  | { kind: "road" | "ridge" | "trench" | "star" | "sight" | "copy" }
  | { kind: "paste"; copied: Region }
  | { kind: "zone"; side: number; zone: string }
  | { kind: "exit"; side: number }
  | { kind: "unit"; side: number; piece: string };

/** One stroke: where it began, whether it puts or takes away, and the hex it came from last. */
export interface Stroke {
  id: string;
  first: string;
  last: string;
  puts: boolean;
}

/** Whether a tool goes on from hex to hex while the pen is down. */
export const drags = (tool: Tool): boolean =>
  ["terrain", "height", "road", "ridge", "trench", "zone", "exit", "copy"].includes(tool.kind);

/** Whether a stroke that begins in a hex puts something there, or takes it away. */
export function putsAt(battle: Table, tool: Tool, hex: string): boolean {
  switch (tool.kind) {
    case "trench":
      return !textsAt(battle, "map", "trenches").includes(hex);
    case "exit":
      return !textsAt(battle, "side", tool.side, "exits").includes(hex);
    case "zone":
      return !hexesOf(textsAt(battle, "side", tool.side, "zones", tool.zone)).hexes.has(hex);
    default:
      return true;
  }
}

/** What a tool does at a hex that a stroke has come to. */
export function worked(battle: Table, tool: Tool, hex: string, stroke: Stroke, reach: number): Sets[] {
  const field = fieldOf(battle);
  const begins = stroke.last === "";
  const near = neighbours(field, stroke.last).includes(hex);
  switch (tool.kind) {
    case "terrain":
      return painted(battle, brushed(field, hex, reach), tool.letter);
    case "height":
      return raised(battle, brushed(field, hex, reach), tool.height);
    case "road":
      return near ? linked(battle, stroke.last, hex, !stroke.puts) : [];
    case "ridge":
      return near ? ridged(battle, stroke.last, hex) : [];
    case "trench":
      return listed(battle, ["map", "trenches"], brushed(field, hex, reach), stroke.puts);
    case "exit":
      return listed(battle, ["side", tool.side, "exits"], [hex], stroke.puts);
    case "zone":
      return zoned(battle, tool.side, tool.zone, brushed(field, hex, reach), stroke.puts);
    case "star":
      return begins ? starred(battle, hex) : [];
    case "unit":
      return begins ? placed(battle, tool.side, tool.piece, hex) : [];
    case "paste":
      return begins ? pasted(battle, tool.copied, hex) : [];
    case "sight":
    case "copy":
      return [];
  }
}

/** The region that a stroke of the copying tool has drawn. */
export const copiedBy = (stroke: Stroke): Region | null => region(stroke.first, stroke.last);

/** A hex in words, for those who do not see the map. */
export function spoken(battle: Table, terrain: Record<string, string>, hex: string): string {
  const field = fieldOf(battle);
  const column = hex.charCodeAt(0) - 65;
  const row = Number(hex.slice(1)) - 1;
  const height = Number(field.heights[row]?.[column] ?? 0);
  const control = tableAt(battle, "battle", "control");
  const star = textsAt(battle, "battle", "objectives").includes(hex);
  return [
    `${hex}: ${terrain[field.terrain[row]?.[column] ?? ""] ?? field.terrain[row]?.[column]}`,
    height ? `height ${height}` : "",
    star ? `objective${control[hex] === undefined ? "" : ` of side ${Number(control[hex]) + 1}`}` : "",
    textsAt(battle, "map", "trenches").includes(hex) ? "trench" : "",
  ]
    .filter(Boolean)
    .join(", ");
}
