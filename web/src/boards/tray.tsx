/** The tray of the dock: what one chooses from. It scrolls sideways only, and says how many things are out of sight. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Legal } from "../api/types";
import { briefly, type Pick } from "./game";

/** As wide as the tab that stands over the first thing out of sight. */
const TAB = 44;

interface RowProps {
  class?: string;
  label?: string | undefined;
  /** What the row shows; when it changes the row is measured again. */
  children: ComponentChildren;
  drop?: string | undefined;
  /** Whether the row itself takes the focus, so that keys scroll it: where nothing in it does. */
  focusable?: boolean;
}

export function Row(props: RowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<readonly [left: number, right: number]>([0, 0]);
  const measure = (): void => {
    const row = box.current;
    if (!row) return;
    const most = row.scrollWidth - row.clientWidth;
    const [from, to] = [row.scrollLeft, row.scrollLeft + row.clientWidth];
    const things = [...row.children].map((one) => one as HTMLElement).map((one) => [one.offsetLeft, one.offsetWidth]);
    const left = from > 1 ? things.filter(([x]) => x! < from + TAB - 1).length : 0;
    const right = from < most - 1 ? things.filter(([x, wide]) => x! + wide! > to - TAB + 1).length : 0;
    setHidden((now) => (now[0] === left && now[1] === right ? now : [left, right]));
  };
  useLayoutEffect(() => {
    showChosen(box.current);
    measure();
  });
  useLayoutEffect(() => {
    const watch = new ResizeObserver(measure);
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const turn = (way: number): void => {
    const row = box.current!;
    row.scrollLeft += way * (row.clientWidth - 2 * TAB);
  };
  return (
    <div class={`row-box ${props.class ?? ""}`}>
      <div
        class="row"
        ref={box}
        role="group"
        aria-label={props.label}
        tabIndex={props.focusable ? 0 : undefined}
        data-drop={props.drop}
        onScroll={measure}
      >
        {props.children}
      </div>
      {hidden[0] > 0 && (
        <button class="more before" aria-label={`${hidden[0]} more before`} onClick={() => turn(-1)}>
          ‹ +{hidden[0]}
        </button>
      )}
      {hidden[1] > 0 && (
        <button class="more" aria-label={`${hidden[1]} more`} onClick={() => turn(1)}>
          +{hidden[1]} ›
        </button>
      )}
    </div>
  );
}

/** The chosen thing is always in sight. */
function showChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>(":scope > .sel");
  if (!row || !chosen || row.dataset.shown === chosen.dataset.key) return;
  row.dataset.shown = chosen.dataset.key ?? "";
  const [from, to] = [chosen.offsetLeft, chosen.offsetLeft + chosen.offsetWidth];
  if (from < row.scrollLeft + TAB) row.scrollLeft = from - TAB;
  else if (to > row.scrollLeft + row.clientWidth - TAB) row.scrollLeft = to - row.clientWidth + TAB;
}

interface KeyProps {
  /** What makes it this thing and no other. */
  name: string;
  /** The words of the actions that it leads to, where they are others than its name. */
  words?: string;
  title: string;
  note?: string | undefined;
  chosen: boolean;
  class?: string;
  disabled?: boolean;
  click(): void;
  children?: ComponentChildren;
}

/** One thing to choose: a picture perhaps, what it is, and what comes of it. */
export function Key({ name, words, title, note, chosen, disabled, click, children, ...more }: KeyProps) {
  return (
    <button
      class={`choice ${chosen ? "sel" : ""} ${more.class ?? ""}`}
      data-key={name}
      data-words={words ?? name}
      aria-pressed={chosen}
      disabled={disabled}
      title={note ? `${title}, ${note}` : title}
      onClick={click}
    >
      {children}
      <span>
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
    </button>
  );
}

/** Two or three ways to use the chosen thing, side by side. */
export function Segments({ ways, pick, label }: { ways: Legal[]; pick: Pick; label: string }) {
  return (
    <div class="seg" role="group" aria-label={label}>
      {ways.map((one) => (
        <button
          key={one.notation}
          data-words={one.notation}
          aria-pressed={pick.picked?.action === one.action}
          onClick={() => pick.choose(one.action)}
        >
          {briefly(one)}
        </button>
      ))}
    </div>
  );
}
