/** What somebody rests on: its name, and what there is to say about it. */

import { signal } from "@preact/signals";

export const explained = signal<{ title: string; lines: string[] } | null>(null);
