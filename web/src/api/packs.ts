/** Packs: sets of data files to play with, each named by a word. */

import { api, asGuest, inQuery } from "./http";
import type { OptionsInfo, OptionValue, PackLine, PackList } from "./types";

const at = (word: string, rest = ""): string => `/api/packs/${encodeURIComponent(word)}${rest}`;

export const packs = {
  all: () => asGuest<PackList>("GET", "/api/packs"),
  one: (word: string) => asGuest<PackLine>("GET", at(word)),
  options: (word: string, values: Record<string, OptionValue>) =>
    asGuest<OptionsInfo>("GET", at(word, `/options?${inQuery(values)}`)),
  /** The choices that a pack adds to those of its game, by option. */
  added: async (line: PackLine): Promise<Record<string, string[]>> => {
    const [before, after] = await Promise.all([api.options(line.game, {}), packs.options(line.word, {})]);
    const known = new Map(before.fields.map((field) => [field.name, field.choices ?? []]));
    const own = after.fields.map((field) => {
      const choices = (field.choices ?? []).filter((choice) => !known.get(field.name)?.includes(choice));
      return [field.name, choices] as const;
    });
    return Object.fromEntries(own.filter(([, choices]) => choices.length > 0));
  },
  upload: (file: Blob) => asGuest<PackLine>("POST", "/api/packs", new Blob([file])),
  list: (word: string, listed: boolean) => asGuest<PackLine>("POST", at(word, "/listed"), { listed }),
  remove: (word: string) => asGuest<unknown>("DELETE", at(word)),
  filePath: (word: string) => at(word, "/file"),
  picturePath: (word: string) => at(word, "/picture"),
  printPath: (word: string) => at(word, "/print"),
};
