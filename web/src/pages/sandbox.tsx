/** The sandbox: any position of any game, set up, looked at, played on by hand, and shared. */

import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { api, type Refused } from "../api/http";
import {
  OPEN,
  type GameInfo,
  type Legal,
  type OptionsInfo,
  type OptionValue,
  type SandboxAsk,
  type SandboxOpinion,
  type SandboxState,
  type View,
} from "../api/types";
import { heading, NOBODY, titleOf, type GameUi } from "../boards/game";
import { artOf, uiOf } from "../games";
import { level } from "../state/prefs";
import { go, sandboxPath } from "../state/route";
import { faultyWord, wordsOf } from "../state/sandbox";
import { Bar } from "../ui/bar";
import { LevelKeys, useBots, usualBot } from "../ui/bots";
import { Chairs } from "../ui/chairs";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/icons";
import { Notice } from "../ui/notice";
import { OptionsForm } from "../ui/options";
import { PlayOnSheet } from "../ui/playon";
import { Rule, RuleTip } from "../ui/rule";

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export function SandboxPage({ game, position }: { game: string; position: string }) {
  return game ? <Sandbox game={game} position={position} /> : <Games />;
}

/** Which game: every one there is. */
function Games() {
  const games = useSignal<GameInfo[]>([]);
  const error = useSignal("");
  useEffect(() => {
    document.title = "Sandbox · Dogfight";
    api.games().then(
      (found) => (games.value = found.games),
      (problem: Refused) => (error.value = problem.message),
    );
  }, []);
  return (
    <div class="learnpage">
      <Bar title="Sandbox" />
      <main class="learn">
        <h1>Sandbox</h1>
        <p>Set up any position, see what is possible and what the bots think of it, and play on.</p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        <ul class="courses">
          {games.value.map((info) => {
            const Art = artOf(info.name);
            return (
              <li key={info.name} class="course">
                <span class="art" aria-hidden="true">
                  <Art />
                </span>
                <div>
                  <h2>{info.title}</h2>
                  <p>
                    <a
                      class="btn go"
                      href={sandboxPath(info.name, "")}
                      aria-label={`Open ${info.title} in the sandbox`}
                    >
                      Open
                    </a>
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      </main>
    </div>
  );
}

/** What the page knows and does; every position it has shown can be gone back to. */
function useSandbox(game: string, position: string) {
  const state = useSignal<SandboxState | null>(null);
  const problem = useSignal<Refused | null>(null);
  const past = useSignal<string[]>([]);
  const future = useSignal<string[]>([]);
  const seat = useSignal<number | null>(null);
  const allOpen = useSignal(true);
  const asked = useRef(0);
  const load = async (ask: Partial<SandboxAsk>): Promise<SandboxState | null> => {
    const mine = ++asked.current;
    try {
      const found = await api.sandbox(game, { seat: seat.value, all_open: allOpen.value, ...ask });
      if (mine !== asked.current) return null;
      problem.value = null;
      state.value = found;
      document.title = `Sandbox · ${found.title} · Dogfight`;
      return found;
    } catch (error) {
      if (mine === asked.current) problem.value = error as Refused;
      return null;
    }
  };
  /** Shows another position, from which one can go back to this one. */
  const turnTo = async (ask: Partial<SandboxAsk>): Promise<boolean> => {
    const before = state.value?.position;
    const found = await load(ask);
    if (!found) return false;
    if (before !== undefined && before !== found.position) {
      past.value = [...past.value, before];
      future.value = [];
    }
    go(sandboxPath(game, found.position), true);
    return true;
  };
  const travel = async (from: Signal<string[]>, to: Signal<string[]>): Promise<void> => {
    const there = from.value.at(-1);
    const here = state.value?.position;
    if (there === undefined || here === undefined || !(await load({ position: there }))) return;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, here];
    go(sandboxPath(game, there), true);
  };
  useEffect(() => {
    if (position !== state.value?.position) void load({ position });
  }, [game, position]);
  return {
    state,
    problem,
    past,
    future,
    seat,
    allOpen,
    turnTo,
    reload: () => void load({ position: state.value?.position ?? "" }),
    play: (name: string, notation: string) =>
      turnTo({ position: state.value?.position ?? "", move: { seat: name, notation } }),
    undo: () => travel(past, future),
    redo: () => travel(future, past),
  };
}

type Store = ReturnType<typeof useSandbox>;

function Sandbox({ game, position }: { game: string; position: string }) {
  const store = useSandbox(game, position);
  const picked = useSignal<Legal | null>(null);
  const hover = useSignal<string | null>(null);
  const now = store.state.value;
  useEffect(() => {
    picked.value = null;
    hover.value = null;
  }, [now]);
  if (!now) {
    const error = store.problem.value;
    const afresh = error && position && (
      <a class="btn go" href={sandboxPath(game, "")}>
        Begin at the start
      </a>
    );
    return <Notice title="Sandbox" says={error?.message ?? "One moment…"} sudden={!!error} acts={afresh} />;
  }
  const view = now.view as View;
  const ui = uiOf(now.game);
  const choose = (action: number | null): void => {
    picked.value = view.legal.find((legal) => legal.action === action) ?? null;
  };
  const play = (action: number): void => {
    const legal = view.legal.find((one) => one.action === action);
    if (legal) void store.play(view.seats[view.seat]!.name, legal.notation);
  };
  const pick = {
    ...NOBODY,
    legal: view.legal,
    picked: picked.value,
    hover: hover.value,
    choose,
    play,
    point: (place: string | null) => (hover.value = place),
  };
  return (
    <div class="app puzzle sandbox">
      <Bar title="Sandbox" where={`${now.title} · ${ui.where(view)}`} whereShort={now.title} rules={now.game} />
      <Chairs
        view={store.allOpen.value ? { ...view, seat: OPEN } : view}
        ui={ui}
        state={(seat) => (view.waiting.includes(seat) ? "to choose" : "")}
      />
      <main class="stage">
        <ui.Board view={view} svg={now.board_svg} pick={pick} news={now.events} near={view.seat} />
      </main>
      <section class="task" aria-label="The position">
        <History store={store} />
        <Eyes store={store} state={now} ui={ui} />
        <h2 aria-live="polite">
          {view.legal.length > 0 && `${titleOf(ui, view, view.seat)}: `}
          {view.result ? view.result.text : view.prompt.text}
        </h2>
        {store.problem.value && (
          <p class="toast err" role="alert">
            {store.problem.value.message} <Rule game={now.game} id={store.problem.value.rule} />
          </p>
        )}
        <Draws store={store} state={now} />
        {view.legal.length > 0 && (
          <>
            <ul class="options" aria-label="Choices">
              {view.legal.map((legal) => (
                <li key={legal.action}>
                  <button aria-pressed={picked.value?.action === legal.action} onClick={() => choose(legal.action)}>
                    {heading(legal.text)}
                  </button>
                </li>
              ))}
            </ul>
            <button class="btn go" disabled={!picked.value} onClick={() => picked.value && play(picked.value.action)}>
              Play it
            </button>
            <Opinions key={`${now.position}/${view.seat}`} game={game} state={now} seat={view.seat} choose={choose} />
          </>
        )}
        {now.events.length > 0 && (
          <ul class="told" aria-label="What happened">
            {now.events.map((event, n) => (
              <li key={n}>
                {event.text} <Rule game={now.game} id={event.rule} />
              </li>
            ))}
          </ul>
        )}
        <Onward state={now} />
        <SetUp key={now.position} store={store} state={now} />
      </section>
      <RuleTip />
    </div>
  );
}

function History({ store }: { store: Store }) {
  return (
    <div class="acts history">
      <button class="btn small" disabled={store.past.value.length === 0} onClick={() => void store.undo()}>
        <Icon name="back" /> Undo
      </button>
      <button class="btn small" disabled={store.future.value.length === 0} onClick={() => void store.redo()}>
        Redo
      </button>
    </div>
  );
}

/** Whose choices are shown, and how much of the table. */
function Eyes({ store, state, ui }: { store: Store; state: SandboxState; ui: GameUi<unknown> }) {
  const view = state.view as View;
  return (
    <div class="looks">
      {state.acting.length > 1 && (
        <div class="segments" role="group" aria-label="Whose choice">
          {state.acting.map((seat) => (
            <button
              key={seat}
              aria-pressed={seat === view.seat}
              onClick={() => {
                store.seat.value = seat;
                store.reload();
              }}
            >
              {titleOf(ui, view, seat)}
            </button>
          ))}
        </div>
      )}
      {state.has_secrets && (
        <label class="check">
          <input
            type="checkbox"
            checked={store.allOpen.value}
            onChange={(event) => {
              store.allOpen.value = event.currentTarget.checked;
              store.reload();
            }}
          />{" "}
          Show what is hidden
        </label>
      )}
    </div>
  );
}

/** What chance decides now, with the odds, and a clock of the game whose time can be up. */
function Draws({ store, state }: { store: Store; state: SandboxState }) {
  const more = state.outcome_count - state.outcomes.length;
  return (
    <>
      {state.outcomes.length > 0 && (
        <>
          <button class="btn go" onClick={() => void store.play("chance", "")}>
            Draw or roll
          </button>
          <p class="quiet-words">Or say what comes:</p>
          <ul class="outcomes" aria-label="Outcomes">
            {state.outcomes.map((outcome) => (
              <li key={outcome.notation}>
                <button class="btn small" onClick={() => void store.play("chance", outcome.notation)}>
                  {outcome.notation} <small>{percent(outcome.share)}</small>
                </button>
              </li>
            ))}
          </ul>
          {more > 0 && <p class="quiet-words">{more} more are less likely.</p>}
        </>
      )}
      {state.has_clock && (
        <p>
          <button class="btn small" onClick={() => void store.play("clock", "")}>
            The time is up
          </button>
        </p>
      )}
    </>
  );
}

interface OpinionsProps {
  game: string;
  state: SandboxState;
  seat: number;
  choose(action: number): void;
}

/** What a bot thinks of the choices, by what their seat knows. */
function Opinions({ game, state, seat, choose }: OpinionsProps) {
  const bots = useBots();
  const found = useSignal<SandboxOpinion | null>(null);
  const error = useSignal("");
  const busy = useSignal(false);
  const ask = async (): Promise<void> => {
    busy.value = true;
    error.value = "";
    try {
      found.value = await api.opinion(game, state.position, seat, usualBot(bots, level.value));
    } catch (problem) {
      error.value = (problem as Refused).message;
    }
    busy.value = false;
  };
  return (
    <section class="opinions" aria-label="What a bot thinks">
      <LevelKeys bots={bots} choose={(bot) => (level.value = bot)} />
      <button class="btn small" disabled={busy.value || bots.length === 0} onClick={() => void ask()}>
        <Icon name="bot" /> {busy.value ? "Thinking…" : "Ask a bot"}
      </button>
      {error.value && (
        <p class="toast err" role="alert">
          {error.value}
        </p>
      )}
      {found.value && (
        <>
          <p class="quiet-words" role="status">
            An estimate by {found.value.bot}, from what the seat knows: how often it would play each choice, and what
            share of the stake that is worth.
          </p>
          <table class="odds">
            <thead>
              <tr>
                <th scope="col">Choice</th>
                <th scope="col" class="num">
                  Plays
                </th>
                <th scope="col" class="num">
                  Worth
                </th>
              </tr>
            </thead>
            <tbody>
              {found.value.lines.map((line) => (
                <tr key={line.action}>
                  <th scope="row">
                    <button class="line" title={line.why} onClick={() => choose(line.action)}>
                      {heading(line.text)}
                    </button>
                  </th>
                  <td class="num">{percent(line.chance)}</td>
                  <td class="num">{percent(line.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

/** From here into a game, or to others. */
function Onward({ state }: { state: SandboxState }) {
  const playing = useSignal(false);
  const copied = useSignal(false);
  const view = state.view as View;
  return (
    <div class="acts">
      {!view.result && (
        <button class="btn" onClick={() => (playing.value = true)}>
          <Icon name="flag" /> Play from here
        </button>
      )}
      <button
        class="btn"
        onClick={() => {
          const link = `${location.origin}${sandboxPath(state.game, state.position)}`;
          void copyText(link).then((done) => (copied.value = done));
        }}
      >
        <Icon name="share" /> {copied.value ? "Copied" : "Share"}
      </button>
      {playing.value && (
        <PlayOnSheet
          seats={view.seats}
          heading="Play from this position"
          about={
            state.has_secrets
              ? "It is not rated. With others in the game, what is hidden is dealt anew; alone, it stays as it is."
              : "It is not rated."
          }
          back="Back to the sandbox"
          create={(players) =>
            api.create({
              game: state.game,
              options: {},
              players,
              time_limit_s: 0,
              open: false,
              position: state.position,
            })
          }
          close={() => (playing.value = false)}
        />
      )}
    </div>
  );
}

/** The position by hand: the options of a start, the notation as a whole, and its words one by one. */
function SetUp({ store, state }: { store: Store; state: SandboxState }) {
  const text = useSignal(state.position);
  const info = useSignal<OptionsInfo | null>(null);
  const error = useSignal<Refused | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const words = wordsOf(text.value);
  const fault = faultyWord(words, error.value?.at ?? null);
  const options = (values: Record<string, OptionValue>): void => {
    api.options(state.game, values).then(
      (found) => (info.value = found),
      () => undefined,
    );
  };
  const apply = async (ask: Partial<SandboxAsk>): Promise<void> => {
    error.value = null;
    if (await store.turnTo(ask)) return;
    error.value = store.problem.value;
    store.problem.value = null;
    if (error.value?.at && area.current) {
      area.current.focus();
      area.current.setSelectionRange(...error.value.at);
    }
  };
  return (
    <details class="setup" onToggle={(event) => event.currentTarget.open && options((state.view as View).options)}>
      <summary>Set up by hand</summary>
      <label>
        Position in notation
        <textarea
          ref={area}
          rows={4}
          spellcheck={false}
          value={text.value}
          aria-invalid={error.value !== null}
          aria-describedby="sandbox-fault"
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <p id="sandbox-fault" class={error.value ? "toast err" : "quiet-words"} role={error.value ? "alert" : undefined}>
        {error.value?.message ?? "Each game's page says what its words mean."}
      </p>
      {words.length > 1 && (
        <fieldset class="words">
          <legend>Word by word</legend>
          {words.map((word, n) => (
            <input
              key={n}
              aria-label={`Word ${n + 1}`}
              aria-invalid={n === fault}
              value={word}
              spellcheck={false}
              style={{ width: `${Math.min(30, Math.max(4, word.length + 2))}ch` }}
              onInput={(event) => {
                const typed = event.currentTarget.value.replaceAll(" ", "");
                text.value = words.map((old, at) => (at === n ? typed : old)).join(" ");
              }}
            />
          ))}
        </fieldset>
      )}
      <button class="btn go" disabled={!text.value.trim()} onClick={() => void apply({ position: text.value })}>
        Set it up
      </button>
      {info.value && (
        <fieldset class="opts">
          <legend>Or the start of a game</legend>
          <OptionsForm info={info.value} change={options} />
          <button class="btn" onClick={() => void apply({ position: "", options: info.value!.options })}>
            To this start
          </button>
        </fieldset>
      )}
    </details>
  );
}
