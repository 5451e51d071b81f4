/** How late watchers see a game, in words. */

export function lateWords(seconds: number): string {
  if (seconds <= 0) return "";
  return seconds < 60 || seconds % 60 !== 0 ? `${seconds} s late` : `${seconds / 60} min late`;
}
