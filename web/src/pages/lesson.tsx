/** A lesson: the table with the coach beside it. */

import { useEffect, useMemo } from "preact/hooks";

import { uiOf } from "../games";
import { LessonStore } from "../state/lesson";
import { Notice } from "../ui/notice";
import { Playing, Unrolling } from "./table";

export function LessonPage({ game, number }: { game: string; number: number }) {
  const store = useMemo(() => new LessonStore(game, number), [game, number]);
  useEffect(() => store.enter(), [store]);
  const [table, now] = [store.table.value, store.current.value];
  if (store.problem.value)
    return (
      <Notice says="There is no such lesson.">
        <p>{store.problem.value.message}</p>
      </Notice>
    );
  const ui = uiOf(game);
  store.direct = (events, view, mine) => ui.staging?.beats(events, view, mine) ?? [];
  if (!table || !now) return <Unrolling />;
  document.title = `Lesson · ${table.title} · Dogfight`;
  return <Playing store={store} table={table} ui={ui} now={now} />;
}
