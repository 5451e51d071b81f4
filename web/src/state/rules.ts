/** The numbered rules of each game, fetched once. */

import { signal } from "@preact/signals";

import { api } from "../api/http";

const books = signal<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
const asked = new Set<string>();

/** The rules of a game as far as they have arrived; asks for them on the first call. */
export function rulesOf(game: string): Readonly<Record<string, string>> | undefined {
  if (game && !asked.has(game)) {
    asked.add(game);
    api.rules(game).then(
      (rules) => (books.value = { ...books.value, [game]: rules }),
      () => asked.delete(game),
    );
  }
  return books.value[game];
}

/** A rule's chapter, `SQ-4` of `SQ-4.5`. */
export const chapterOf = (id: string): string => id.replace(/\.[^.]*$/, "");

const collator = new Intl.Collator("en", { numeric: true });

/** Rule ids in the order of the book: chapter 2 before chapter 10. */
export const inOrder = (ids: string[]): string[] => [...ids].sort(collator.compare);
