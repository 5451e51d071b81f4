/** An invitation: who asks, to which game, and one button to sit down. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, Refused } from "../api/http";
import type { TableInfo } from "../api/types";
import { artOf } from "../games";
import { useOwnName } from "../state/name";
import { go } from "../state/route";
import { Bar } from "../ui/bar";

export function JoinPage({ code, secret }: { code: string; secret: string }) {
  const table = useSignal<TableInfo | null>(null);
  const name = useOwnName();
  const error = useSignal("");
  const sitting = useSignal(false);
  useEffect(() => {
    document.title = `An invitation · ${code} · Dogfight`;
    let stale = false;
    api.table(code).then(
      (found) => {
        if (!stale) table.value = found;
      },
      (problem: Refused) => {
        if (!stale) error.value = problem.message;
      },
    );
    return () => (stale = true);
  }, [code]);
  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (sitting.value) return;
    sitting.value = true;
    error.value = "";
    try {
      if (name.typed.value.trim()) await api.rename(name.typed.value.trim());
      await api.claim(code, secret);
      go(`/table/${code}`, true);
    } catch (problem) {
      error.value = (problem as Refused).message;
    }
    sitting.value = false;
  };
  const Art = table.value && artOf(table.value.game);
  return (
    <div class="app plain">
      <Bar where={`Table ${code}`} />
      <main class="stage">
        <form class="card invitation" onSubmit={(event) => void sit(event)}>
          {Art && (
            <div class="art">
              <Art />
            </div>
          )}
          <h2>
            {table.value ? `${table.value.host || "A friend"} asks you to ${table.value.title}` : "An invitation"}
          </h2>
          <label class="field">
            Your name
            <input maxLength={18} value={name.typed.value} onInput={(event) => name.type(event.currentTarget.value)} />
          </label>
          {error.value && (
            <p class="toast err" role="alert">
              {error.value}
            </p>
          )}
          <div class="acts">
            <button class="btn go">Sit down</button>
            <a class="btn quiet" href={`/table/${code}`}>
              Only watch
            </a>
          </div>
        </form>
      </main>
    </div>
  );
}
