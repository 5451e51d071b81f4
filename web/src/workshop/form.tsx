/** Forms made from the types of data files; what is wrong stands at its field. */

import { useId } from "preact/hooks";
import { useSignal } from "@preact/signals";

import type { FormField } from "../api/types";
import type { Bench } from "./bench";
import { isTable, type Path, type Value } from "./values";

interface FieldProps {
  bench: Bench;
  file: string;
  field: FormField;
  path: Path;
  value: Value | undefined;
  /** Of an entry or an item: what it is called, and how it goes. */
  label?: string;
  remove?: () => void;
}

/** A new value of a field: what it is when nothing is said, or the least that it can be. */
export function fresh(field: FormField): Value {
  if (field.default !== undefined && field.default !== null) return field.default as Value;
  switch (field.kind) {
    case "table":
      return Object.fromEntries(
        (field.fields ?? []).filter((one) => one.required).map((one) => [one.key ?? "", fresh(one)]),
      );
    case "entries":
      return {};
    case "list":
      return [];
    case "row":
      return (field.fields ?? []).map(fresh);
    case "number":
      return Math.max(0, field.minimum ?? 0);
    case "switch":
      return false;
    case "choice":
      return field.choices?.[0] ?? "";
    case "text":
      return "";
  }
}

export function FileForm({ bench, file }: { bench: Bench; file: string }) {
  const form = bench.form(file);
  if (!form) return <p>Nobody reads a file of this name.</p>;
  return (
    <div class="dataform">
      {form.about && <p class="about">{form.about}</p>}
      <Inner bench={bench} file={file} field={form.field} path={[]} value={bench.values(file)} />
    </div>
  );
}

function Field(props: FieldProps) {
  const { bench, file, field, path, label, remove } = props;
  const title = label ?? field.title ?? "";
  const deep = ["table", "entries"].includes(field.kind) || (field.kind === "list" && !isPlain(field.item));
  const faults = bench.at(file, path, !deep);
  const inside = deep ? bench.at(file, path, true).length : 0;
  const about = (
    <>
      {field.help && <small class="about">{field.help}</small>}
      {faults.map((fault) => (
        <p key={fault.text} class="fault" role="alert">
          Expected {fault.expected || fault.text}
          {fault.got && `, got ${fault.got}`} {fault.rule && <span class="rule-id">{fault.rule}</span>}
        </p>
      ))}
    </>
  );
  if (deep)
    return (
      <details class={`part ${inside ? "wrong" : ""}`} open={inside > 0 || path.length < 2}>
        <summary>
          {title}
          {inside > 0 && <span class="count">{inside} to mend</span>}
        </summary>
        {about}
        <Inner {...props} />
        {remove && <Remove title={title} remove={remove} />}
      </details>
    );
  return (
    <div class={`field ${faults.length ? "wrong" : ""}`}>
      <Leaf {...props} label={title} />
      {remove && <Remove title={title} remove={remove} />}
      {about}
    </div>
  );
}

const Remove = ({ title, remove }: { title: string; remove: () => void }) => (
  <button type="button" class="btn small quiet remove" aria-label={`Remove ${title}`} onClick={remove}>
    Remove
  </button>
);

const isPlain = (field: FormField | null | undefined): boolean =>
  !!field && ["text", "number", "switch", "choice"].includes(field.kind);

/** What is inside of a table, entries or a list. */
function Inner({ bench, file, field, path, value }: FieldProps) {
  if (field.kind === "table")
    return (
      <div class="fields">
        {(field.fields ?? []).map((one) => (
          <Field
            key={one.key}
            {...{ bench, file }}
            field={one}
            path={[...path, one.key ?? ""]}
            value={isTable(value) ? value[one.key ?? ""] : undefined}
          />
        ))}
      </div>
    );
  if (field.kind === "entries") return <Entries {...{ bench, file, field, path, value }} />;
  const items = Array.isArray(value) ? value : [];
  return (
    <div class="fields">
      {items.map((item, n) => (
        <Field
          key={n}
          {...{ bench, file }}
          field={field.item!}
          path={[...path, n]}
          value={item}
          label={nameOf(item) || `${field.title} ${n + 1}`}
          remove={() => bench.set(file, [...path, n], undefined)}
        />
      ))}
      <button
        type="button"
        class="btn small"
        onClick={() => bench.set(file, path, [...items, fresh(field.item!)])}
        aria-label={`Add to ${field.title}`}
      >
        Add
      </button>
    </div>
  );
}

const nameOf = (value: Value): string => {
  if (!isTable(value)) return "";
  return String(value.name ?? value.id ?? "");
};

function Entries({ bench, file, field, path, value }: FieldProps) {
  const key = useSignal("");
  const id = useId();
  const entries = Object.entries(isTable(value) ? value : {});
  const item = field.item!;
  const counts = item.kind === "number" ? entries.map(([, held]) => Number(held)) : [];
  const sum = counts.reduce((total, count) => total + count, 0);
  const left = (field.choices ?? []).filter((name) => !entries.some(([known]) => known === name));
  const add = (event: Event): void => {
    event.preventDefault();
    const name = key.value.trim();
    if (!name || entries.some(([known]) => known === name)) return;
    bench.set(file, [...path, name], fresh(item));
    key.value = "";
  };
  return (
    <div class="fields">
      {entries.map(([name, held]) => (
        <Field
          key={name}
          {...{ bench, file }}
          field={item}
          path={[...path, name]}
          value={held}
          label={sum > 0 && counts.length > 1 ? `${name} · ${Math.round((100 * Number(held)) / sum)} %` : name}
          remove={() => bench.set(file, [...path, name], undefined)}
        />
      ))}
      {counts.length > 1 && <p class="total">{sum} in all</p>}
      <form class="adding" onSubmit={add}>
        <label for={id}>New entry in {field.title || file}</label>
        {field.choices?.length ? (
          <select id={id} value={key.value} onChange={(event) => (key.value = event.currentTarget.value)}>
            <option value="">choose</option>
            {left.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <input id={id} value={key.value} onInput={(event) => (key.value = event.currentTarget.value)} />
        )}
        <button class="btn small">Add</button>
      </form>
    </div>
  );
}

/** One value on one line. */
function Leaf({ bench, file, field, path, value, label }: FieldProps) {
  const id = useId();
  const set = (next: Value | undefined): void => bench.set(file, path, next, `${file}/${path.join("/")}`);
  const shown = value ?? (field.default as Value | undefined);
  if (field.kind === "switch")
    return (
      <label class="tick">
        <input type="checkbox" checked={shown === true} onChange={(event) => set(event.currentTarget.checked)} />
        {label}
      </label>
    );
  return (
    <>
      <label for={id}>{label}</label>
      {field.kind === "number" && (
        <Stepper id={id} label={label ?? ""} value={Number(shown ?? 0)} field={field} set={set} />
      )}
      {field.kind === "choice" && (
        <select id={id} value={String(shown ?? "")} onChange={(event) => set(event.currentTarget.value)}>
          {shown === undefined && <option value="">choose</option>}
          {(field.choices ?? []).map((name) => (
            <option key={name} value={name}>
              {name || "none"}
            </option>
          ))}
        </select>
      )}
      {field.kind === "text" && <Words id={id} field={field} value={String(shown ?? "")} set={set} />}
      {field.kind === "list" && <Line id={id} item={field.item!} value={shown} set={set} />}
      {field.kind === "row" && <Row id={id} label={label ?? ""} field={field} value={shown} set={set} />}
    </>
  );
}

interface StepperProps {
  id: string;
  label: string;
  value: number;
  field: FormField;
  set: (value: number) => void;
}

export function Stepper({ id, label, value, field, set }: StepperProps) {
  const most = field.maximum ?? Number.MAX_SAFE_INTEGER;
  const least = field.minimum ?? Number.MIN_SAFE_INTEGER;
  return (
    <span class="stepper">
      <button
        type="button"
        aria-label={`${label}: one less`}
        disabled={value <= least}
        onClick={() => set(Math.min(most, value - 1))}
      >
        −
      </button>
      <input
        id={id}
        aria-label={label}
        inputMode="numeric"
        value={value}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          if (Number.isInteger(next) && event.currentTarget.value.trim()) set(next);
          else event.currentTarget.value = String(value);
        }}
      />
      <button
        type="button"
        aria-label={`${label}: one more`}
        disabled={value >= most}
        onClick={() => set(Math.max(least, value + 1))}
      >
        +
      </button>
    </span>
  );
}

function Words({
  id,
  field,
  value,
  set,
}: {
  id: string;
  field: FormField;
  value: string;
  set: (next: string) => void;
}) {
  const long = field.hint === "rows" || field.hint === "sentence" || value.length > 60 || value.includes("\n");
  if (!long) return <input id={id} value={value} onInput={(event) => set(event.currentTarget.value)} />;
  return (
    <textarea
      id={id}
      class={field.hint === "rows" ? "rows" : ""}
      rows={Math.min(16, Math.max(2, value.split("\n").length, Math.ceil(value.length / 60)))}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

/** A list of plain values on one line: numbers with blanks between them, texts with commas. */
function Line(props: { id: string; item: FormField; value: Value | undefined; set: (next: Value) => void }) {
  const { id, item, set } = props;
  const items = Array.isArray(props.value) ? props.value : [];
  const written = items.join(item.kind === "number" ? " " : ", ");
  const taken = (text: string): void => {
    const parts = text.split(item.kind === "number" ? /[\s,]+/ : /\s*,\s*/).filter((part) => part !== "");
    const numbers = parts.map(Number);
    if (item.kind !== "number") set(parts);
    else if (numbers.every(Number.isInteger)) set(numbers);
  };
  return <input id={id} value={written} onChange={(event) => taken(event.currentTarget.value)} />;
}

function Row({
  id,
  label,
  field,
  value,
  set,
}: {
  id: string;
  label: string;
  field: FormField;
  value: Value | undefined;
  set: (next: Value) => void;
}) {
  const items = Array.isArray(value) ? value : (field.fields ?? []).map(fresh);
  return (
    <span class="row">
      {(field.fields ?? []).map((one, n) => (
        <Stepper
          key={n}
          id={n === 0 ? id : `${id}-${n}`}
          label={`${label} ${n + 1}`}
          value={Number(items[n] ?? 0)}
          field={one}
          set={(next) => set(items.map((item, k) => (k === n ? next : item)))}
        />
      ))}
    </span>
  );
}
