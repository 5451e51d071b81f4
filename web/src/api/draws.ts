/** What this browser adds to the seed of a table, once it has seen the promise of it; kept, to be compared later. */

import type { TableInfo } from "./types";

interface Added {
  commit: string;
  nonce: string;
}

const key = (code: string): string => `dogfight:draws:${code}`;

/** 128 random bits in hexadecimal digits. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** Whether a table waits for what I add to its draws; in a room I say myself when I am ready. */
export function isWanted(table: TableInfo): boolean {
  if (table.room) return false;
  const wanted = table.fair?.wanted ?? [];
  return table.status === "open" && table.players.some((player) => player.you && wanted.includes(player.player));
}

/** Keeps what the table has taken from me. */
export function keepAdded(code: string, added: Added): void {
  try {
    localStorage.setItem(key(code), JSON.stringify(added));
  } catch {
    // A private window may forbid storage; then nothing is compared.
  }
}

function addedTo(code: string): Added | null {
  try {
    return JSON.parse(localStorage.getItem(key(code)) ?? "null") as Added | null;
  } catch {
    return null;
  }
}

/** Whether a table that has begun keeps the promise I saw, with what it took from me. */
export function keepsDraws(table: TableInfo): boolean {
  const added = table.status === "open" ? null : addedTo(table.code);
  if (!added || !table.fair) return true;
  const mine = table.players.filter((player) => player.you && !player.bot);
  return table.fair.commit === added.commit && mine.every((player) => table.fair.nonces[player.player] === added.nonce);
}
