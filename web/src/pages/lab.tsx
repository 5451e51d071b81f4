/** The lab: ask whether a game is fair or what a number does to it, watch the games being played, read the report. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { lab } from "../api/lab";
import { api, type Refused } from "../api/http";
import type { GameInfo, LabStudy, OptionField } from "../api/types";
import { Bar } from "../ui/bar";

const LOOK_MS = 1000;
const STRENGTHS = ["random", "easy", "medium", "hard"];
const STATES: Record<LabStudy["state"], string> = {
  waiting: "Waits for its turn",
  running: "Being played",
  done: "Done",
  failed: "Could not be answered",
};

export function LabPage() {
  const games = useSignal<GameInfo[]>([]);
  const studies = useSignal<LabStudy[] | null>(null);
  const allowed = useSignal(true);
  const error = useSignal("");
  const look = (): Promise<void> =>
    lab.studies().then(
      (found) => {
        studies.value = found.studies;
        allowed.value = found.allowed;
      },
      (problem: Refused) => void (error.value = problem.message),
    );
  useEffect(() => {
    document.title = "Lab · Dogfight";
    api.games().then(
      (found) => (games.value = found.games),
      (problem: Refused) => (error.value = problem.message),
    );
    void look();
    const timer = setInterval(() => {
      if (studies.value?.some((one) => one.state === "waiting" || one.state === "running")) void look();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="labpage">
      <Bar title="Lab" />
      <main class="lab">
        <h1>The lab</h1>
        <p>
          Is it fair? How long does it last? What does one number do? Bots of several strengths play until a verdict can
          be put into words.
        </p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        {!allowed.value && <p class="toast">The lab is open on a local server only, unless its settings allow it.</p>}
        {allowed.value && games.value.length > 0 && (
          <Ask games={games.value} asked={() => look()} fail={(words) => (error.value = words)} />
        )}
        <section aria-label="Studies">
          <h2>Studies</h2>
          {studies.value?.length === 0 && <p>None yet.</p>}
          <ul class="studies">
            {(studies.value ?? []).map((one) => (
              <Line key={one.id} study={one} look={look} />
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}

function Ask(props: { games: GameInfo[]; asked: () => void; fail: (words: string) => void }) {
  const game = useSignal(props.games[0]!.name);
  const kind = useSignal<"balance" | "sweep">("balance");
  const fields = useSignal<OptionField[]>([]);
  const options = useSignal<Record<string, string>>({});
  const key = useSignal("");
  const bots = useSignal(["random", "medium"]);
  const minutes = useSignal(3);
  const sending = useSignal(false);
  useEffect(() => {
    api.options(game.value, {}).then(
      (found) => (fields.value = found.fields),
      (problem: Refused) => props.fail(problem.message),
    );
    options.value = {};
  }, [game.value]);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    sending.value = true;
    props.fail("");
    const words = Object.entries(options.value).filter(([, value]) => value.trim());
    try {
      await lab.ask({
        kind: kind.value,
        game: game.value,
        options: words.map(([name, value]) => `${name}=${value.trim()}`),
        swept: kind.value === "sweep" && key.value.trim() ? [key.value.trim()] : [],
        bots: STRENGTHS.filter((one) => bots.value.includes(one)),
        minutes: minutes.value,
      });
      props.asked();
    } catch (problem) {
      props.fail((problem as Refused).message);
    }
    sending.value = false;
  };
  const toggle = (name: string): void => {
    bots.value = bots.value.includes(name) ? bots.value.filter((one) => one !== name) : [...bots.value, name];
  };
  return (
    <form class="ask" aria-label="Ask the lab" onSubmit={send}>
      <label>
        Game
        <select value={game.value} onChange={(event) => (game.value = event.currentTarget.value)}>
          {props.games.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Question
        <select
          value={kind.value}
          onChange={(event) => (kind.value = event.currentTarget.value as "balance" | "sweep")}
        >
          <option value="balance">Is it fair?</option>
          <option value="sweep">What does a number do?</option>
        </select>
      </label>
      <label>
        Minutes
        <input
          type="number"
          min="0.05"
          max="120"
          step="any"
          value={minutes.value}
          onInput={(event) => (minutes.value = event.currentTarget.valueAsNumber)}
        />
      </label>
      <fieldset>
        <legend>Strengths of play, two at least</legend>
        {STRENGTHS.map((name) => (
          <label key={name} class="tick">
            <input type="checkbox" checked={bots.value.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </fieldset>
      {kind.value === "sweep" && (
        <label class="wide">
          Key of a data file and its values
          <input
            placeholder="sets.green.range=1..3"
            value={key.value}
            onInput={(event) => (key.value = event.currentTarget.value)}
          />
        </label>
      )}
      {fields.value.length > 0 && (
        <fieldset>
          <legend>Options: empty is all of them; several values with commas, a range as 3..7</legend>
          {fields.value.map((field) => (
            <label key={field.name}>
              {field.title}
              <input
                placeholder="all"
                list={`lab-${field.name}`}
                value={options.value[field.name] ?? ""}
                onInput={(event) => (options.value = { ...options.value, [field.name]: event.currentTarget.value })}
              />
              <datalist id={`lab-${field.name}`}>
                {(field.choices ?? []).map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </label>
          ))}
        </fieldset>
      )}
      <button class="btn go" disabled={sending.value || bots.value.length < 2}>
        {sending.value ? "Asking…" : "Ask"}
      </button>
    </form>
  );
}

function Line({ study, look }: { study: LabStudy; look: () => Promise<void> }) {
  const percent = Math.round(100 * study.progress);
  return (
    <li class={`study ${study.state}`}>
      <div>
        <b>{study.kind === "balance" ? "Is it fair?" : "What does a number do?"}</b> {study.game} {study.query}
        <small>
          {STATES[study.state]} · {study.bots.join(", ")} · {study.minutes} min
        </small>
        {study.summary && <p>{study.summary}</p>}
        {study.state === "running" && (
          <progress value={study.progress} max={1} aria-label="How far it is">
            {percent} %
          </progress>
        )}
      </div>
      {study.state === "done" && (
        <a class="btn small" href={lab.reportPath(study.id)}>
          Read
        </a>
      )}
      <button class="btn small quiet" onClick={() => void lab.forget(study.id).then(look, look)}>
        Forget
      </button>
    </li>
  );
}
