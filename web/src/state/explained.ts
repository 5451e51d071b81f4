/** What somebody rests on: its name, and what there is to say about it. */

import { signal } from "@preact/signals";

interface Explained {
  title: string;
  lines: string[];
  /** Whether it lies in the lower half of the board, so that a card about it belongs above. */
  low: boolean;
}

export const explained = signal<Explained | null>(null);
