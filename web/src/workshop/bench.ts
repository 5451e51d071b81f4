/** The draft on the table: edited, saved, written as TOML and checked while one works. */

import { computed, signal } from "@preact/signals";

import type { Refused } from "../api/http";
import type { DataForm, Finding, GameForms } from "../api/types";
import { workshop } from "./api";
import { edited, numberOf, redo, shelf, undo, withFile, type Draft } from "./drafts";
import type { SentPack } from "./packs";
import { leadsTo, tableAt, type Path, type Table, type Value } from "./values";

const PAUSE_MS = 250;

export interface Setting {
  file: string;
  path: Path;
  value: Value | undefined;
}

export class Bench {
  readonly draft;
  /** The files as they would be exported, and the draft that they are of. */
  readonly texts = signal<Record<string, string>>({});
  readonly findings = signal<readonly Finding[]>([]);
  /** The number of the draft that was checked last. */
  readonly checked = signal(0);
  readonly saved = signal(true);
  readonly problem = signal("");
  readonly number;
  /** Files of the game, read when they are first asked for. */
  private own = signal<Record<string, Table>>({});
  private asked = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private round = 0;
  private written = new Map<string, { values: Table; text: string }>();

  constructor(
    draft: Draft,
    readonly forms: GameForms,
  ) {
    this.draft = signal(draft);
    this.number = computed(() => numberOf(this.draft.value));
    this.changed();
  }

  get game(): string {
    return this.forms.game;
  }

  values(file: string): Table {
    return this.draft.value.files[file] ?? {};
  }

  /** The values of a file of the draft, or else of the game's own. */
  catalogue(file: string): Table {
    return this.draft.value.files[file] ?? this.printed(file);
  }

  /** The values of a file as it comes with the game. */
  printed(file: string): Table {
    const text = this.forms.files.find((own) => own.name === file)?.text;
    if (!this.asked.has(file) && text !== undefined) {
      this.asked.add(file);
      workshop.read(text).then(
        (values) => (this.own.value = { ...this.own.value, [file]: values }),
        (problem: Refused) => (this.problem.value = problem.message),
      );
    }
    return tableAt(this.own.value, file);
  }

  form(file: string): DataForm | undefined {
    return formOf(this.forms, file);
  }

  set(file: string, path: Path, value: Value | undefined, gesture = ""): void {
    this.setAll([{ file, path, value }], gesture);
  }

  setAll(sets: readonly Setting[], gesture = ""): void {
    this.become(edited(this.draft.value, sets, gesture));
  }

  bring(file: string, values: Table, text: string): void {
    this.written.delete(file);
    this.become(withFile(this.draft.value, file, values, text));
  }

  rename(title: string): void {
    this.become({ ...this.draft.value, title });
  }

  /** Notes what was sent to the server. */
  send(pack: SentPack): void {
    this.draft.value = { ...this.draft.value, pack };
    void shelf.save(this.draft.value).catch((problem: Error) => (this.problem.value = problem.message));
  }

  undo = (): void => this.become(undo(this.draft.value));
  redo = (): void => this.become(redo(this.draft.value));

  /** What is wrong at a place, or within it. */
  at(file: string, path: Path, within: boolean): Finding[] {
    return this.findings.value.filter(
      (finding) =>
        finding.file === file && leadsTo(path, finding.place) && (within || finding.place.length === path.length),
    );
  }

  private become(draft: Draft): void {
    if (draft === this.draft.value) return;
    this.draft.value = draft;
    this.changed();
  }

  private changed(): void {
    this.saved.value = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settle(), PAUSE_MS);
  }

  /** Save the draft, write its files and check them; a later change makes all of it void. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    const round = ++this.round;
    const draft = this.draft.value;
    try {
      await shelf.save(draft);
      if (round === this.round) this.saved.value = true;
      const texts: Record<string, string> = {};
      for (const [file, values] of Object.entries(draft.files)) texts[file] = await this.text(draft, file, values);
      const findings = await workshop.check(this.game, texts);
      if (round !== this.round) return;
      this.texts.value = texts;
      this.findings.value = findings;
      this.checked.value = numberOf(draft);
      this.problem.value = "";
    } catch (problem) {
      if (round === this.round) this.problem.value = (problem as Error).message;
    }
  }

  private async text(draft: Draft, file: string, values: Table): Promise<string> {
    const known = this.written.get(file);
    if (known?.values === values) return known.text;
    const text = await workshop.write(values, draft.texts[file] ?? "");
    this.written.set(file, { values, text });
    return text;
  }

  close(): void {
    if (!this.saved.value) void this.settle();
  }
}

export function formOf(forms: GameForms, file: string): DataForm | undefined {
  return forms.forms.find((form) => {
    const [head, tail] = form.name.split("*") as [string, string | undefined];
    return tail === undefined ? form.name === file : file.startsWith(head) && file.endsWith(tail);
  });
}
