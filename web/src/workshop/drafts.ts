/** Drafts of data files: kept in this browser, every change numbered, all of them to be taken back. */

import type { SentPack } from "./packs";
import { carriedOut, changeOf, same, type Change, type Contents, type Path, type Table, type Value } from "./values";

/** Changes that belong together, such as one stroke of the brush. */
export interface Edit {
  number: number;
  /** Edits of one gesture are one. */
  gesture: string;
  changes: Change[];
}

export interface Draft {
  id: string;
  game: string;
  title: string;
  files: Contents;
  /** The text that each file came with; its comments are kept. */
  texts: Record<string, string>;
  done: Edit[];
  undone: Edit[];
  last: number;
  saved: number;
  /** What the server was sent of it last. */
  pack: SentPack | null;
}

export const numberOf = (draft: Draft): number => draft.done.at(-1)?.number ?? 1;

export function newDraft(game: string, title: string, files: Contents, texts: Record<string, string>): Draft {
  return {
    id: crypto.randomUUID(),
    game,
    title,
    files,
    texts,
    done: [],
    undone: [],
    last: 1,
    saved: Date.now(),
    pack: null,
  };
}

/** A draft with some values set; undefined takes one away. */
export function edited(
  draft: Draft,
  sets: readonly { file: string; path: Path; value: Value | undefined }[],
  gesture = "",
): Draft {
  let { files } = draft;
  const changes: Change[] = [];
  for (const { file, path, value } of sets) {
    const change = changeOf(files, file, path, value);
    if ("cut" in change ? change.cut === change.put : same(change.before, change.after)) continue;
    changes.push(change);
    files = carriedOut(files, change);
  }
  if (changes.length === 0) return draft;
  const before = draft.done.at(-1);
  const goesOn = gesture !== "" && before?.gesture === gesture && draft.undone.length === 0;
  const number = goesOn ? before.number : draft.last + 1;
  const edit = { number, gesture, changes: goesOn ? [...before.changes, ...changes] : changes };
  const done = [...(goesOn ? draft.done.slice(0, -1) : draft.done), edit];
  return { ...draft, files, done, undone: [], last: number };
}

export function undo(draft: Draft): Draft {
  const edit = draft.done.at(-1);
  if (!edit) return draft;
  const files = [...edit.changes].reverse().reduce((held, change) => carriedOut(held, change, true), draft.files);
  return { ...draft, files, done: draft.done.slice(0, -1), undone: [...draft.undone, edit] };
}

export function redo(draft: Draft): Draft {
  const edit = draft.undone.at(-1);
  if (!edit) return draft;
  const files = edit.changes.reduce((held, change) => carriedOut(held, change), draft.files);
  return { ...draft, files, done: [...draft.done, edit], undone: draft.undone.slice(0, -1) };
}

/** A draft with a file that was brought; what it said before can be had back. */
export function withFile(draft: Draft, file: string, values: Table, text: string): Draft {
  return { ...edited(draft, [{ file, path: [], value: values }]), texts: { ...draft.texts, [file]: text } };
}

// --- the browser's storage ---

const STORE = "drafts";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("dogfight-workshop", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps no drafts"));
  });
}

async function asked<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const deal = base.transaction(STORE, mode);
      const request = ask(deal.objectStore(STORE));
      deal.oncomplete = () => resolve(request.result);
      deal.onabort = () => reject(deal.error ?? new Error("the browser did not keep the draft"));
    });
  } finally {
    base.close();
  }
}

export const shelf = {
  all: () =>
    asked<Draft[]>("readonly", (store) => store.getAll() as IDBRequest<Draft[]>).then((drafts) =>
      drafts.sort((a, b) => b.saved - a.saved),
    ),
  find: (id: string) => asked<Draft | undefined>("readonly", (store) => store.get(id) as IDBRequest<Draft | undefined>),
  save: (draft: Draft) => asked("readwrite", (store) => store.put({ ...draft, saved: Date.now() })),
  remove: (id: string) => asked("readwrite", (store) => store.delete(id)),
};
