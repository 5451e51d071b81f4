/** A form made from a game's option fields; each choice may change what is asked next. */

import type { OptionField, OptionsInfo, OptionValue } from "../api/types";

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
  if (field.kind === "whole") {
    return (
      <input
        type="number"
        min={field.least}
        max={field.most}
        value={Number(value)}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
    );
  }
  const choices = field.kind === "yes_no" ? ["no", "yes"] : field.choices;
  const now = field.kind === "yes_no" ? (value ? "yes" : "no") : String(value);
  return (
    <select
      value={now}
      onChange={(event) =>
        set(field.kind === "yes_no" ? event.currentTarget.value === "yes" : event.currentTarget.value)
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
