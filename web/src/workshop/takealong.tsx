/** Files out of the workshop and into it. */

import type { GameForms } from "../api/types";
import { workshop } from "./api";
import { formOf, type Bench } from "./bench";
import type { Contents } from "./values";
import { unzipped, zipped, type Archive } from "./zip";

const PACK = "pack.toml";

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const slug = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40) || "mine";

/** A pack's files with what it says of itself. */
export function packed(bench: Bench): Archive {
  const { title } = bench.draft.value;
  const words = [
    ["name", title],
    ["author", "me"],
    ["version", String(bench.number.value)],
    ["game", bench.game],
  ];
  const about = words.map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`).join("");
  const files = Object.entries(bench.texts.value).map(([name, text]) => [`${bench.game}/${name}`, text]);
  return { [PACK]: about, ...Object.fromEntries(files) };
}

export function TakeAlong({ bench }: { bench: Bench }) {
  const settled = bench.checked.value === bench.number.value;
  const name = slug(bench.draft.value.title);
  return (
    <div class="choices">
      <ReadFiles
        label="Read files"
        forms={bench.forms}
        fail={(error) => (bench.problem.value = error.message)}
        taken={(files, texts) => {
          for (const [file, values] of Object.entries(files)) bench.bring(file, values, texts[file] ?? "");
        }}
      />
      {Object.entries(bench.texts.value).map(([file, text]) => (
        <button
          key={file}
          class="btn small"
          disabled={!settled}
          onClick={() => download(file, new Blob([text], { type: "application/toml" }))}
        >
          {file}
        </button>
      ))}
      <button class="btn small" disabled={!settled} onClick={() => download(`${name}.zip`, zipped(packed(bench)))}>
        Pack as a zip
      </button>
    </div>
  );
}

interface ReadProps {
  label: string;
  forms: GameForms;
  taken: (files: Contents, texts: Record<string, string>) => void;
  fail: (error: Error) => void;
}

export function ReadFiles({ label, forms, taken, fail }: ReadProps) {
  const read = async (chosen: FileList | null): Promise<void> => {
    const archive: Archive = {};
    for (const file of chosen ?? [])
      Object.assign(archive, file.name.endsWith(".zip") ? await unzipped(file) : { [file.name]: await file.text() });
    const texts: Record<string, string> = {};
    for (const [path, text] of Object.entries(archive)) {
      const name = path.split("/").at(-1) ?? "";
      if (name !== PACK && formOf(forms, name)) texts[name] = text;
    }
    if (Object.keys(texts).length === 0)
      throw new Error(`Expected files like ${forms.forms.map((form) => form.name).join(", ")}; there is none.`);
    const files: Contents = {};
    for (const [name, text] of Object.entries(texts)) files[name] = await workshop.read(text);
    taken(files, texts);
  };
  return (
    <label class="btn small filepick">
      {label}
      <input
        type="file"
        multiple
        accept=".toml,.zip"
        onChange={(event) => {
          const input = event.currentTarget;
          read(input.files)
            .catch(fail)
            .finally(() => (input.value = ""));
        }}
      />
    </label>
  );
}
