/** A lesson as this page knows it: a table like any other, whose partner is the coach. */

import { batch, signal } from "@preact/signals";

import { api, type Intent, type Refused } from "../api/http";
import type { LessonTableInfo, Reason } from "../api/types";
import { TableStore } from "./table";

export class LessonStore extends TableStore {
  readonly problem = signal<Refused | null>(null);
  /** Whether the coach says what to do: it was asked to, or has nudged more than once. */
  readonly helping = signal(false);

  constructor(
    readonly game: string,
    readonly number: number,
  ) {
    super("LESSON");
  }

  override enter(): void {
    this.problem.value = null;
    api.lesson(this.game, this.number).then(
      (found) => this.show(found),
      (error: Refused) => (this.problem.value = error),
    );
  }

  override leave(): void {}

  override retry(): void {
    this.enter();
  }

  override play(action: number): void {
    this.ask(() => api.lessonPlay(this.game, this.number, this.question, action));
  }

  override takeBack(): void {
    this.ask(() => api.lessonUndo(this.game, this.number, this.question));
  }

  /** Says what to do, and picks it, so that the board shows it. */
  override async askHint(): Promise<void> {
    const coach = this.coach.value;
    if (coach?.doing !== "asked" || this.staged.value) return;
    this.helping.value = true;
    this.pick(coach.wanted[0] ?? null);
  }

  goOn(): void {
    this.ask(() => api.lessonNext(this.game, this.number, this.question));
  }

  again(): void {
    this.ask(() => api.lessonRestart(this.game, this.number, 0));
  }

  protected override reason(about: Intent): Promise<Reason> {
    return api.lessonExplain(this.game, this.number, about);
  }

  protected override keepDraft(): void {}

  private get question(): number {
    return this.current.value?.question ?? 0;
  }

  /** Ask one thing at a time; what is refused is told where the table tells refusals. */
  private ask(call: () => Promise<LessonTableInfo>): void {
    if (this.sending.value) return;
    this.sending.value = "lesson";
    this.refusal.value = null;
    call().then(
      (found) => this.show(found),
      (error: Refused) =>
        batch(() => {
          this.sending.value = null;
          this.refusal.value = { text: error.message, rule: error.rule };
          if (error.code === "question_closed") this.enter();
        }),
    );
  }

  private show({ table, coach, view }: LessonTableInfo): void {
    batch(() => {
      this.sending.value = null;
      this.table.value = table;
      this.mine.value = [view.seat];
      this.seat.value = view.seat;
      this.coach.value = coach;
      this.helping.value = false;
      this.link.value = { state: "open" };
      this.hear(view);
    });
    if (coach.shows_hint) void this.askHint();
  }
}
