/** How much of each table's log this browser has shown, so that what came later can be marked as new. */

const KEY = "dogfight:seen";
const MOST = 100;

function all(): [table: string, lines: number][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, number][];
  } catch {
    return [];
  }
}

const name = (code: string, seat: number): string => `${code}/${seat}`;

/** The lines a seat's log had when it was last shown; 0 if it never was. */
export function seenLines(code: string, seat: number): number {
  return all().find(([table]) => table === name(code, seat))?.[1] ?? 0;
}

export function keepSeen(code: string, seat: number, lines: number): void {
  const mine = name(code, seat);
  const others = all().filter(([table]) => table !== mine);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [mine, lines]].slice(-MOST)));
  } catch {
    // A private window may forbid storage; then nothing is marked.
  }
}
