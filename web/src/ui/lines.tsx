/** A list of things of mine, each with a button that removes it. */

interface LinesProps<T> {
  items: readonly T[];
  words(item: T): string;
  act: string;
  remove(item: T): void;
}

export function Lines<T extends { id: string }>({ items, words, act, remove }: LinesProps<T>) {
  return (
    <ul class="lines">
      {items.map((item) => (
        <li key={item.id}>
          <span>{words(item)}</span>
          <button class="btn small" aria-label={`${act}: ${words(item)}`} onClick={() => remove(item)}>
            {act}
          </button>
        </li>
      ))}
    </ul>
  );
}

export const day = (ms: number): string => new Date(ms).toLocaleDateString(undefined, { dateStyle: "medium" });
export const when = (ms: number): string =>
  new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
