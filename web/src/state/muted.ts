/** Whom this browser does not want to hear, for each table. */

const key = (code: string): string => `dogfight:muted:${code}`;

export function mutedAt(code: string): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(key(code)) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export function keepMuted(code: string, muted: ReadonlySet<string>): void {
  try {
    if (muted.size > 0) localStorage.setItem(key(code), JSON.stringify([...muted]));
    else localStorage.removeItem(key(code));
  } catch {
    // A private window may forbid storage; then the people are muted until the page is closed.
  }
}
