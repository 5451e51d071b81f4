/** The workshop: drafts of data files are begun, edited, checked and taken along. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { api, type Refused } from "../api/http";
import type { GameForms, GameInfo } from "../api/types";
import { go } from "../state/route";
import { Bar } from "../ui/bar";
import { workshop } from "./api";
import { Bench, formOf } from "./bench";
import { Checks } from "./checks";
import { newDraft, shelf, type Draft } from "./drafts";
import { editorOf, type GameEditor } from "./editor";
import { FileForm } from "./form";
import { FourButtons } from "./four";
import { LivePicture } from "./picture";
import { ReadFiles, slug, TakeAlong } from "./takealong";
import type { Contents } from "./values";
import "./workshop.css";

export function WorkshopPage({ draft }: { draft: string }) {
  const allowed = useSignal<boolean | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    workshop.info().then(
      (info) => (allowed.value = info.allowed),
      (refused: Refused) => (problem.value = refused.message),
    );
  }, []);
  if (allowed.value === true) return draft ? <Open id={draft} /> : <Begin />;
  return (
    <div>
      <Bar title="Workshop" />
      <main class="wbegin">
        <p role="status">
          {problem.value ||
            (allowed.value === null
              ? "One moment…"
              : "The workshop is open on a local server only, unless its settings allow it.")}
        </p>
      </main>
    </div>
  );
}

/** Drafts to go on with, and something new to begin. */
function Begin() {
  const drafts = useSignal<Draft[]>([]);
  const games = useSignal<GameInfo[]>([]);
  const game = useSignal("");
  const forms = useSignal<GameForms | null>(null);
  const editor = useSignal<GameEditor | null>(null);
  const problem = useSignal("");
  const fail = (error: Error): void => void (problem.value = error.message);
  const look = (): Promise<void> => shelf.all().then((all) => void (drafts.value = all), fail);
  useEffect(() => {
    void look();
    api.games().then((answer) => (games.value = answer.games), fail);
  }, []);
  useEffect(() => {
    forms.value = editor.value = null;
    if (!game.value) return;
    workshop.forms(game.value).then((answer) => (forms.value = answer), fail);
    editorOf(game.value).then((answer) => (editor.value = answer), fail);
  }, [game.value]);
  const begin = async (title: string, files: Contents, texts: Record<string, string>): Promise<void> => {
    const draft = newDraft(game.value, title, files, texts);
    await shelf.save(draft).then(() => go(`/workshop/${draft.id}`), fail);
  };
  return (
    <div>
      <Bar title="Workshop" />
      <main class="wbegin">
        <h1>Make something of your own</h1>
        {problem.value && (
          <p class="toast err" role="alert">
            {problem.value}
          </p>
        )}
        <section aria-label="New draft">
          <h2>What is it for?</h2>
          <div class="choices" role="group" aria-label="Game">
            {games.value.map((one) => (
              <button
                key={one.name}
                class={`btn ${game.value === one.name ? "go" : ""}`}
                aria-pressed={game.value === one.name}
                onClick={() => (game.value = one.name)}
              >
                {one.title}
              </button>
            ))}
          </div>
          {forms.value && <Starts forms={forms.value} editor={editor.value} begin={begin} fail={fail} />}
        </section>
        {drafts.value.length > 0 && (
          <section aria-label="Drafts">
            <h2>Your drafts</h2>
            <p class="about">They are kept in this browser only.</p>
            <ul class="drafts">
              {drafts.value.map((one) => (
                <li key={one.id}>
                  <a href={`/workshop/${one.id}`}>{one.title}</a>
                  <small>
                    {games.value.find(({ name }) => name === one.game)?.title ?? one.game} · draft{" "}
                    {one.done.at(-1)?.number ?? 1} · {new Date(one.saved).toLocaleString()}
                  </small>
                  <button
                    class="btn small quiet"
                    aria-label={`Throw ${one.title} away`}
                    onClick={() =>
                      confirm(`Throw ${one.title} away for good?`) && shelf.remove(one.id).then(look, fail)
                    }
                  >
                    Throw away
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
    </div>
  );
}

interface StartsProps {
  forms: GameForms;
  editor: GameEditor | null;
  begin: (title: string, files: Contents, texts: Record<string, string>) => Promise<void>;
  fail: (error: Error) => void;
}

function Starts({ forms, editor, begin, fail }: StartsProps) {
  const title = useSignal("");
  if (forms.forms.length === 0) return <p>{forms.title} has no data files: its numbers are among its options.</p>;
  const named = (or: string): string => title.value.trim() || or;
  /** A file of the game; of those that go by a pattern it is a further one, with a name of its own. */
  const own = async (name: string, text: string): Promise<void> => {
    const called = named(`My ${name.replace(".toml", "").replaceAll("_", " ")}`);
    const pattern = formOf(forms, name)?.name ?? name;
    const file = pattern.replace("*", slug(called));
    await workshop
      .read(text)
      .then((values) => begin(called, { [file]: values }, { [file]: text }))
      .catch(fail);
  };
  return (
    <>
      <label class="called">
        What is it called?
        <input maxLength={40} value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} />
      </label>
      <h2>What do you begin with?</h2>
      <ul class="starts">
        {(editor?.starts ?? []).map((start) => (
          <li key={start.title}>
            <button
              class="btn"
              onClick={() =>
                void begin(
                  named(start.title),
                  { [start.file(named(start.title))]: start.values(named(start.title)) },
                  {},
                )
              }
            >
              {start.title}
            </button>
            <small>{start.about}</small>
          </li>
        ))}
        {forms.files.map((file) => (
          <li key={file.name}>
            <button class="btn" onClick={() => void own(file.name, file.text)}>
              {file.name.replace(".toml", "").replaceAll("_", " ")}
            </button>
            <small>{formOf(forms, file.name)?.about || "As it comes with the game."}</small>
          </li>
        ))}
        <li>
          <ReadFiles
            label="Files of your own"
            forms={forms}
            fail={fail}
            taken={(files, texts) => void begin(named(Object.keys(files)[0] ?? forms.title), files, texts)}
          />
          <small>TOML files, or a pack as a zip.</small>
        </li>
      </ul>
    </>
  );
}

/** A draft on the table. */
function Open({ id }: { id: string }) {
  const loaded = useSignal<{ draft: Draft; forms: GameForms; editor: GameEditor | null } | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    const load = async (): Promise<void> => {
      const draft = await shelf.find(id);
      if (!draft) {
        problem.value = "There is no such draft in this browser.";
        return;
      }
      const [forms, editor] = await Promise.all([workshop.forms(draft.game), editorOf(draft.game)]);
      loaded.value = { draft, forms, editor };
    };
    load().catch((error: Error) => (problem.value = error.message));
  }, [id]);
  if (loaded.value) return <Editing {...loaded.value} />;
  return (
    <div>
      <Bar title="Workshop" />
      <main class="wbegin">
        <p role="status">{problem.value || "One moment…"}</p>
        {problem.value && <a href="/workshop">Back to the drafts</a>}
      </main>
    </div>
  );
}

function Editing({ draft, forms, editor }: { draft: Draft; forms: GameForms; editor: GameEditor | null }) {
  const bench = useMemo(() => new Bench(draft, forms), [draft, forms]);
  const shown = useSignal(Object.keys(draft.files)[0] ?? "");
  useEffect(() => {
    const leave = (): void => bench.close();
    const key = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) bench.redo();
      else bench.undo();
    };
    addEventListener("pagehide", leave);
    addEventListener("keydown", key);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("keydown", key);
      bench.close();
    };
  }, [bench]);
  const { value: now } = bench.draft;
  const files = Object.keys(now.files);
  const file = files.includes(shown.value) ? shown.value : (files[0] ?? "");
  const Own = editor && file && editor.edits(file) ? editor.Editor : null;
  const others = forms.files.filter((own) => !files.includes(own.name));
  const state = `${forms.title} · ${now.title} · draft ${bench.number.value}${bench.saved.value ? ", saved" : ""}`;
  return (
    <div class="workshop">
      <Bar title="Workshop" where={state} whereShort={`draft ${bench.number.value}`} />
      <div class="wtabs">
        <div class="choices" role="group" aria-label="Files">
          {files.map((name) => (
            <button
              key={name}
              class={`btn small ${name === file ? "go" : ""}`}
              aria-pressed={name === file}
              onClick={() => (shown.value = name)}
            >
              {name.replace(".toml", "").replaceAll("_", " ")}
              {bench.at(name, [], true).length > 0 && <span class="count">{bench.at(name, [], true).length}</span>}
            </button>
          ))}
          {others.length > 0 && (
            <select
              aria-label="Change a further file of the game"
              value=""
              onChange={(event) => {
                const own = others.find((one) => one.name === event.currentTarget.value);
                if (!own) return;
                workshop.read(own.text).then(
                  (values) => {
                    bench.bring(own.name, values, own.text);
                    shown.value = own.name;
                  },
                  (error: Refused) => (bench.problem.value = error.message),
                );
              }}
            >
              <option value="">+ file</option>
              {others.map((own) => (
                <option key={own.name} value={own.name}>
                  {own.name}
                </option>
              ))}
            </select>
          )}
        </div>
        <div class="choices">
          <button class="btn small" disabled={now.done.length === 0} onClick={bench.undo}>
            Undo
          </button>
          <button class="btn small" disabled={now.undone.length === 0} onClick={bench.redo}>
            Redo
          </button>
        </div>
      </div>
      {bench.problem.value && (
        <p class="toast err" role="alert">
          {bench.problem.value}
        </p>
      )}
      <main class={Own ? "wmain own" : "wmain"}>
        {Own ? (
          <Own key={file} bench={bench} file={file} />
        ) : (
          <>
            <FileForm key={file} bench={bench} file={file} />
            <aside class="wside" aria-label="Check and picture">
              <Checks bench={bench} file={file} />
              <LivePicture bench={bench} />
            </aside>
          </>
        )}
      </main>
      <footer class="wfoot">
        <p>{footLine(bench)}</p>
        <TakeAlong bench={bench} />
        <FourButtons bench={bench} file={file} />
      </footer>
    </div>
  );
}

function footLine(bench: Bench): string {
  const wrong = bench.findings.value.length;
  if (bench.checked.value !== bench.number.value) return "Being checked…";
  return wrong === 0 ? "In order: it can be played." : `${wrong} to mend before it can be played.`;
}
