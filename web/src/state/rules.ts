/** The numbered rules of each game and what their chapters are called, fetched once. */

import { signal, type Signal } from "@preact/signals";

import { api } from "../api/http";

type Texts = Readonly<Record<string, string>>;

const asked = new Set<string>();
const books = signal<Readonly<Record<string, Texts>>>({});
const titles = signal<Readonly<Record<string, Texts>>>({});

/** What has arrived for a game; asks for it on the first call. */
function fetched(
  kept: Signal<Readonly<Record<string, Texts>>>,
  what: "rules" | "chapters",
  game: string,
): Texts | undefined {
  const key = `${what}/${game}`;
  if (game && !asked.has(key)) {
    asked.add(key);
    api[what](game).then(
      (texts) => (kept.value = { ...kept.value, [game]: texts }),
      () => asked.delete(key),
    );
  }
  return kept.value[game];
}

/** The rules of a game as far as they have arrived. */
export const rulesOf = (game: string): Texts | undefined => fetched(books, "rules", game);

/** What the chapters of a game's rules are called, as far as that has arrived. */
export const chaptersOf = (game: string): Texts => fetched(titles, "chapters", game) ?? {};

/** A rule's chapter, `SQ-4` of `SQ-4.5` and `CB-D` of `CB-D4`. */
export const chapterOf = (id: string): string => id.replace(/\.[^.]*$|(?<=D)\d+$/, "");

const collator = new Intl.Collator("en", { numeric: true });

/** Rule ids in the order of the book: chapter 2 before chapter 10. */
export const inOrder = (ids: string[]): string[] => [...ids].sort(collator.compare);
