/** A draft as a pack of this server: played, printed, measured and shared under its word. */

import { api, asGuest } from "../api/http";
import type { LabStudy, NewPack, OptionsInfo, OptionValue, PackLine, PackList } from "../api/types";
import type { Bench } from "./bench";

/** A draft that was sent to the server: which it was, what requests name it by, and whether others have its link. */
export interface SentPack {
  number: number;
  word: string;
  shared: boolean;
}

const at = (word: string, rest = ""): string => `/api/packs/${encodeURIComponent(word)}${rest}`;

export const packs = {
  /** Whether the server takes packs from this browser. */
  mayUpload: () =>
    asGuest<PackList>("GET", "/api/packs").then(
      (list) => list.may_upload,
      () => false,
    ),
  make: (bench: Bench) =>
    asGuest<PackLine>("POST", "/api/pack_texts", {
      name: bench.draft.value.title,
      author: "me",
      version: String(bench.number.value),
      game: bench.game,
      files: bench.texts.value,
    } satisfies NewPack),
  remove: (word: string) => asGuest<unknown>("DELETE", at(word)),
  options: (word: string) => asGuest<OptionsInfo>("GET", at(word, "/options")),
  /** The game with the pack as a PDF to cut out. */
  print: async (word: string): Promise<Blob> => {
    const answer = await fetch(at(word, "/print"));
    if (answer.ok) return answer.blob();
    throw new Error(((await answer.json()) as { error: string }).error);
  },
  filePath: (word: string) => at(word, "/file"),
  play: (table: Parameters<typeof api.create>[0]) => api.create(table).then((made) => made.table.code),
  ask: (game: string, options: Record<string, OptionValue>, pack: string) =>
    asGuest<LabStudy>("POST", "/api/lab", {
      kind: "balance",
      game,
      options: Object.entries(options).map(([name, value]) => `${name}=${value}`),
      bots: ["random", "easy", "medium"],
      minutes: 1,
      pack,
    }),
  study: (id: string) => asGuest<LabStudy>("GET", `/api/lab/${encodeURIComponent(id)}`),
};

/** The pack of the draft as it is now; an earlier one that nobody else knows of is forgotten. */
export async function sent(bench: Bench, shared = false): Promise<string> {
  await bench.settle();
  if (bench.checked.value !== bench.number.value || bench.findings.value.length > 0)
    throw new Error("Mend what the check has found first.");
  const before = bench.draft.value.pack;
  if (before?.number === bench.number.value) {
    bench.send({ ...before, shared: before.shared || shared });
    return before.word;
  }
  const { word } = await packs.make(bench);
  bench.send({ number: bench.number.value, word, shared });
  if (before && !before.shared) await packs.remove(before.word).catch(() => undefined);
  return word;
}

/** The options that a draft is about: a file that goes by a pattern is one of the choices of the option called so. */
export function optionsOf(bench: Bench, file: string): Record<string, OptionValue> {
  const pattern = bench.form(file)?.name ?? "";
  const [head, tail] = pattern.split("*");
  return tail === undefined || !head ? {} : { [head.replace(/_$/, "")]: file.slice(head.length, -tail.length) };
}
