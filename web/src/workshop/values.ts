/** What stands in data files, as plain values, and changes of it that can be taken back. */

export type Value = string | number | boolean | Value[] | Table;
export interface Table {
  [key: string]: Value;
}
export type Step = string | number;
export type Path = readonly Step[];

/** One value of a file set, or taken away. Long texts are kept as what was cut out of them and put in. */
export type Change =
  | { file: string; path: Path; before: Value | undefined; after: Value | undefined }
  | { file: string; path: Path; at: number; cut: string; put: string };

export type Contents = Record<string, Table>;

const LONG = 40;

export const isTable = (value: Value | undefined): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at the end of a path, if there is one. */
export function at(value: Value | undefined, path: Path): Value | undefined {
  let here = value;
  for (const step of path) {
    if (Array.isArray(here)) here = here[step as number];
    else if (isTable(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

export const textAt = (value: Value | undefined, ...path: Path): string => {
  const held = at(value, path);
  return typeof held === "string" ? held : "";
};

export const numberAt = (value: Value | undefined, ...path: Path): number => {
  const held = at(value, path);
  return typeof held === "number" ? held : 0;
};

export const tableAt = (value: Value | undefined, ...path: Path): Table => {
  const held = at(value, path);
  return isTable(held) ? held : {};
};

/** The texts of a list; what is no text is left out. */
export const textsAt = (value: Value | undefined, ...path: Path): string[] => {
  const held = at(value, path);
  return Array.isArray(held) ? held.filter((item): item is string => typeof item === "string") : [];
};

/** A copy with another value at the end of a path; undefined takes it away. */
export function put(value: Value | undefined, path: Path, next: Value | undefined): Value | undefined {
  if (path.length === 0) return next;
  const [step, ...rest] = path as [Step, ...Step[]];
  if (Array.isArray(value)) {
    const items = [...value];
    const held = put(items[step as number], rest, next);
    if (held === undefined) items.splice(step as number, 1);
    else items[step as number] = held;
    return items;
  }
  const table = isTable(value) ? { ...value } : {};
  const held = put(Object.hasOwn(table, step) ? table[step] : undefined, rest, next);
  if (held === undefined) delete table[step];
  else Object.defineProperty(table, step, { value: held, enumerable: true, configurable: true, writable: true });
  return table;
}

export const same = (a: Value | undefined, b: Value | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

export function changeOf(files: Contents, file: string, path: Path, after: Value | undefined): Change {
  const before = at(files[file], path);
  if (typeof before !== "string" || typeof after !== "string" || before.length < LONG)
    return { file, path, before, after };
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return {
    file,
    path,
    at: head,
    cut: before.slice(head, before.length - tail),
    put: after.slice(head, after.length - tail),
  };
}

/** The files after a change, or with it taken back. */
export function carriedOut(files: Contents, change: Change, back = false): Contents {
  const after = "cut" in change ? spliced(files, change, back) : back ? change.before : change.after;
  const next = put(files[change.file], change.path, after);
  const copy = { ...files };
  if (isTable(next)) copy[change.file] = next;
  else delete copy[change.file];
  return copy;
}

function spliced(files: Contents, change: Extract<Change, { cut: string }>, back: boolean): string {
  const text = textAt(files[change.file], ...change.path);
  const [from, to] = back ? [change.put, change.cut] : [change.cut, change.put];
  return text.slice(0, change.at) + to + text.slice(change.at + from.length);
}

/** Whether a path leads to a place, or into it. */
export const leadsTo = (path: Path, place: Path): boolean =>
  path.length <= place.length && path.every((step, n) => step === place[n]);
