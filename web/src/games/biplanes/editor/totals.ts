/** What the tiles of a set come to. */

import { isTable, type Value } from "../../../workshop/values";

export interface Totals {
  tiles: number;
  hits: number;
  /** The mean value of a tile, and hits for each tile. */
  mean: number;
  shots: number;
}

export function totalsOf(tiles: Value | undefined): Totals {
  let count = 0;
  let hits = 0;
  let sum = 0;
  for (const [value, held] of Object.entries(isTable(tiles) ? tiles : {}))
    for (const hit of Array.isArray(held) ? held : []) {
      count++;
      hits += Number(hit);
      sum += Number(value);
    }
  const each = (total: number): number => (count ? Math.round((10 * total) / count) / 10 : 0);
  return { tiles: count, hits, mean: each(sum), shots: each(hits) };
}

/** The hits of the tiles of one value as they are written, and read back; null where something else stands. */
export const written = (hits: Value | undefined): string => (Array.isArray(hits) ? hits.join(" ") : "");

export function read(text: string): number[] | null {
  const hits = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return hits.every((hit) => Number.isInteger(hit) && hit >= 0) ? hits : null;
}
