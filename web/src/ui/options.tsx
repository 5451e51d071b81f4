/** A form made from a game's option fields; each choice may change what is asked next. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { OptionField, OptionsInfo, OptionValue, TableInfo } from "../api/types";
import { bankText, daysOffText, limitText } from "./time-limits";

interface Props {
  info: OptionsInfo;
  change(values: Record<string, OptionValue>): void;
}

/** The values chosen so far with one changed; what stands after it is asked anew where it no longer fits. */
export function changed(info: OptionsInfo, name: string, value: OptionValue): Record<string, OptionValue> {
  const before = info.fields.findIndex((field) => field.name === name);
  const kept = info.fields
    .slice(0, before)
    .map((field) => [field.name, info.options[field.name] ?? field.default] as const);
  return { ...Object.fromEntries(kept), [name]: value };
}

export function OptionsForm({ info, change }: Props) {
  return (
    <>
      {info.fields.map((field) => (
        <label key={field.name} title={`${field.help} ${field.rule}`.trim()}>
          {field.title}
          <Field
            field={field}
            value={info.options[field.name] ?? field.default}
            set={(value) => change(changed(info, field.name, value))}
          />
        </label>
      ))}
    </>
  );
}

function Field({ field, value, set }: { field: OptionField; value: OptionValue; set(value: OptionValue): void }) {
  if (field.kind === "integer") {
    return (
      <input
        type="number"
        min={field.minimum}
        max={field.maximum}
        value={Number(value)}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
    );
  }
  const choices = field.kind === "boolean" ? ["no", "yes"] : field.choices;
  const now = field.kind === "boolean" ? (value ? "yes" : "no") : String(value);
  return (
    <select
      value={now}
      onChange={(event) =>
        set(field.kind === "boolean" ? event.currentTarget.value === "yes" : event.currentTarget.value)
      }
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice.replaceAll("_", " ")}
        </option>
      ))}
    </select>
  );
}

/** The options of a table as its game describes them; null until they are known. */
export function useOptions(table: TableInfo): OptionsInfo | null {
  const info = useSignal<OptionsInfo | null>(null);
  const key = JSON.stringify(table.options);
  useEffect(() => {
    let left = false;
    api.tableOptions(table.code, table.options).then(
      (options) => !left && (info.value = options),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [key]);
  return info.value;
}

export const valueText = (value: OptionValue): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value).replaceAll("_", " ");

/** The clocks of a table: what each is called, and how it is set. */
export function timesOf(table: TableInfo): [string, string][] {
  const times: [string, string][] = [["Time to decide", limitText(table.time_limit_s)]];
  if (table.time) {
    times.push(["Time for the game", bankText(table.time.bank_s, table.time.increment_s)]);
    times.push(["Days off", daysOffText(table.time.days_off)]);
  }
  return times;
}

/** The options and the clock of a table, to read. */
export function OptionsList({ info, table }: { info: OptionsInfo; table: TableInfo }) {
  return (
    <dl class="opt-list">
      {info.fields.map((field) => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>{valueText(info.options[field.name] ?? field.default)}</dd>
        </div>
      ))}
      {timesOf(table).map(([title, words]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
