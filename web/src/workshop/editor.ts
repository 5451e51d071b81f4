/** What a game may bring of its own to the workshop: `games/<game>/editor.tsx` exports an `editor`. */

import type { FunctionComponent } from "preact";

import type { Bench } from "./bench";
import type { Table } from "./values";

export interface FileEditorProps {
  bench: Bench;
  file: string;
}

export interface Start {
  title: string;
  about: string;
  /** The name of the file that it makes, for a thing that is called so. */
  file: (name: string) => string;
  values: (name: string) => Table;
}

export interface GameEditor {
  /** Whether a file has an editor of its own; others have a form. */
  edits: (file: string) => boolean;
  Editor: FunctionComponent<FileEditorProps>;
  /** Things to begin with that are not among the files of the game. */
  starts: readonly Start[];
}

const MODULES = import.meta.glob<{ editor: GameEditor }>("../games/*/editor.tsx");

export async function editorOf(game: string): Promise<GameEditor | null> {
  const load = MODULES[`../games/${game}/editor.tsx`];
  return load ? (await load()).editor : null;
}
