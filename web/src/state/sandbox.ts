/** Notations as words, to be changed one by one. */

/** The words of a notation; one that is JSON stays whole. */
export const wordsOf = (notation: string): string[] => (notation.startsWith("{") ? [notation] : notation.split(" "));

/** The word in which a fault stands, by the characters where it begins and ends; -1 where that is not known. */
export function faultyWord(words: readonly string[], at: readonly [number, number] | null): number {
  if (!at) return -1;
  let start = 0;
  for (const [n, word] of words.entries()) {
    if (at[0] >= start && at[0] <= start + word.length && at[1] <= start + word.length + 1) return n;
    start += word.length + 1;
  }
  return -1;
}
