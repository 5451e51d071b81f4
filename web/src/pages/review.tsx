/** Review: walk through a finished game, from any seat's knowledge or with all open. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { api, Refused } from "../api/http";
import { OPEN, type GameEvent, type Review, type ReviewStep, type TableInfo, type View } from "../api/types";
import { uiOf } from "../games";
import { heading, NOBODY, scoredSeat, titleOf, type GameUi } from "../boards/game";
import { Badge } from "../boards/parts";
import { nextSlip, useAnalysis } from "../state/analysis";
import { go, route, sandboxPath } from "../state/route";
import { nthBot, shortName } from "../state/table";
import { Bar } from "../ui/bar";
import { AboutCard } from "../ui/explain";
import { copyText } from "../ui/copy";
import { Icon, type IconName } from "../ui/icons";
import { Chances, Judgement } from "../ui/judgement";
import { isHot } from "../ui/log";
import { Notice } from "../ui/notice";
import { PlayOn } from "../ui/playon";
import { Rule, RuleTip } from "../ui/rule";
import { crowd } from "../ui/seats";
import { NoTable, Unrolling } from "./table";

const PAGE = 100;
const PLAY_MS = 900;
/** So many eyes stand side by side; more are a list. */
const FEW_PERSPECTIVES = 3;

/** The nearest step where another turn begins, forwards or backwards; the ends count as well. */
export function turnStep(turns: number[], from: number, way: 1 | -1): number {
  const last = turns.length - 1;
  let at = Math.min(Math.max(0, from + way), last);
  if (way > 0) {
    while (at < last && turns[at] === turns[from]) at++;
    return at;
  }
  while (at > 0 && turns[at - 1] === turns[at]) at--;
  return at;
}

/** From a line of a log to the step that told it, with everything open. */
export function FindLine({ code, perspective, line }: { code: string; perspective: string; line: number }) {
  const problem = useSignal<Refused | null>(null);
  useEffect(() => {
    let left = false;
    api.stepOf(code, perspective, line).then(
      (step) => !left && go(`/review/${code}?step=${step}&perspective=open`, true),
      (error: Refused) => !left && (problem.value = error),
    );
    return () => (left = true);
  }, [code, perspective, line]);
  if (problem.value) return <NoReview code={code} error={problem.value} />;
  return (
    <div class="app plain">
      <Bar title="Review" where={code} />
      <Unrolling />
    </div>
  );
}

export function ReviewPage({ code, perspective, step }: { code: string; perspective: string; step: number }) {
  const table = useSignal<TableInfo | null>(null);
  const review = useSignal<Review | null>(null);
  const steps = useSignal<Record<number, ReviewStep>>({});
  const problem = useSignal<Refused | null>(null);
  const playing = useSignal(false);
  const told = useSignal<GameEvent | null>(null);
  const hover = useSignal<string | null>(null);
  useEffect(() => {
    api.table(code).then(
      (found) => (table.value = found),
      () => undefined,
    );
  }, [code]);
  useEffect(() => {
    let stale = false;
    let known: Record<number, ReviewStep> = {}; // what the last eyes saw stays on the screen until the first answer
    const load = async (from: number): Promise<void> => {
      const page = await api.review(code, perspective, from, PAGE);
      if (stale) return;
      known = { ...known, ...Object.fromEntries(page.steps.map((one) => [one.n, one])) };
      review.value = page;
      steps.value = known;
    };
    const loadAll = async (): Promise<void> => {
      const here = Math.floor(step / PAGE) * PAGE;
      await load(here);
      const total = review.value?.moves ?? 0;
      for (let from = 0; from <= total && !stale; from += PAGE) if (from !== here) await load(from);
    };
    loadAll().catch((error: Refused) => {
      if (!stale) problem.value = error;
    });
    return () => (stale = true);
  }, [code, perspective]);
  const analysis = useAnalysis(code, true).value?.analysis ?? null;
  const moves = review.value?.moves ?? 0;
  const at = Math.min(Math.max(0, step), moves);
  const show = (next: number): void =>
    go(
      `/review/${code}?step=${Math.min(Math.max(0, next), review.value?.moves ?? 0)}&perspective=${perspective}`,
      true,
    );
  const explained = useRef(analysis);
  explained.current = analysis;
  const toSlip = (from: number): void => {
    const next = explained.current && nextSlip(explained.current, from, seatOf(perspective));
    if (next !== null) show(next);
  };
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if ((event.target as Element).closest?.("input:not([type=range]), select, dialog, svg[role=application]")) return;
      const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      // Where the address says we are, not what was drawn last: keys may be faster than the screen.
      const here = route.value.page === "review" ? route.value.step : 0;
      const last = review.value?.moves ?? 0;
      const turns = Array.from({ length: last + 1 }, (_, n) => steps.value[n]?.turn ?? -1);
      if (way) show(event.shiftKey ? here + way : turnStep(turns, here, way));
      else if (event.key === "n" || event.key === "N") toSlip(here);
      else if (event.key === "Home") show(0);
      else if (event.key === "End") show(last);
      else if (event.key === " " && !(event.target as Element).closest?.("button, a")) playing.value = !playing.value;
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [code, perspective]);
  useEffect(() => {
    if (!playing.value) return;
    const timer = setTimeout(() => (at < moves ? show(at + 1) : (playing.value = false)), PLAY_MS);
    return () => clearTimeout(timer);
  });
  if (problem.value) return <NoReview code={code} error={problem.value} />;
  const now = steps.value[at];
  const ui = uiOf(now?.view.game ?? table.value?.game ?? "");
  document.title = `Review · ${code} · Dogfight`;
  if (!now) {
    return (
      <div class="app plain">
        <Bar title="Review" where={code} />
        <Unrolling />
      </div>
    );
  }
  // A step belongs to the turn in which it was made, not to the one that it begins.
  const where = ui.where((steps.value[at - 1] ?? now).view);
  const who = (seat: number): string => whoIn(table.value, ui, now.view, seat);
  // The board lies as it did in the game, through whoever's eyes one looks.
  const near = table.value?.players.find((player) => player.you)?.seats[0] ?? OPEN;
  const pick = {
    ...NOBODY,
    told: told.value,
    hover: hover.value,
    point: (place: string | null) => (hover.value = place),
  };
  return (
    <div class={`app review ${analysis ? "explains" : ""}`}>
      <Bar
        title="Review"
        where={`${table.value?.title ?? now.view.game} · ${code}`}
        whereShort={where}
        phases={ui.phases(now.view)}
        rules={now.view.game}
      />
      <Perspectives
        view={now.view}
        ui={ui}
        who={who}
        perspective={perspective}
        choose={(next) => go(`/review/${code}?step=${at}&perspective=${next}`, true)}
      />
      <main class="stage">
        <ui.Board view={now.view} svg={now.board_svg} pick={pick} news={now.events} near={near} />
        <AboutCard />
      </main>
      <section class="dock" aria-label="Where we are">
        <div class="prompt" aria-live="polite">
          <strong>{at === 0 ? "The start." : now.text ? sentence(now, who) : now.view.prompt.text}</strong>
          <span class="why">
            {where} · step {at} of {moves}
          </span>
        </div>
        {analysis && <Chances analysis={analysis} seat={seatOf(perspective)} at={at} show={show} />}
        <Scrubber steps={steps.value} moves={moves} at={at} ui={ui} show={show} bare={analysis !== null} />
        <div class="acts wide">
          {(
            [
              ["first", "To the start", () => show(0)],
              ["prev", "One step back", () => show(at - 1)],
              [
                playing.value ? "pause" : "play",
                playing.value ? "Pause" : "Play on",
                () => (playing.value = !playing.value),
              ],
              ["next", "One step on", () => show(at + 1)],
              ["last", "To the end", () => show(moves)],
            ] as [IconName, string, () => void][]
          ).map(([icon, label, act]) => (
            <button key={label} class="tool" aria-label={label} title={label} onClick={act}>
              <Icon name={icon} />
            </button>
          ))}
          {analysis && (
            <button
              class="btn small"
              disabled={nextSlip(analysis, at, seatOf(perspective)) === null}
              onClick={() => toSlip(at)}
              aria-keyshortcuts="N"
            >
              Next slip <kbd>N</kbd>
            </button>
          )}
          <span class="spring" />
          <PlayOn code={code} step={at} seats={now.view.seats} />
          {now.position && table.value && !table.value.pack && (
            <a
              class="btn small to-sandbox"
              href={sandboxPath(now.view.game, now.position)}
              aria-label="Open in sandbox"
              title="Open in sandbox"
            >
              <Icon name="board" /> <span>Open in sandbox</span>
            </a>
          )}
          <Share />
          <a class="btn small" href={api.recordPath(code)} download={`${code}.txt`}>
            <Icon name="down" /> Record
          </a>
        </div>
      </section>
      {analysis && (
        <Judgement
          code={code}
          analysis={analysis}
          seat={seatOf(perspective)}
          at={at}
          show={show}
          look={(next) => go(`/review/${code}?step=${Math.max(0, at - 1)}&perspective=${next}`, true)}
        />
      )}
      <Story
        game={now.view.game}
        steps={steps.value}
        at={at}
        moves={moves}
        show={show}
        tell={(event) => (told.value = event)}
      />
      <RuleTip />
    </div>
  );
}

/** The seat whose eyes these are; none where all is open. */
function seatOf(perspective: string): number | null {
  return /^\d+$/.test(perspective) ? Number(perspective) : null;
}

/** Whoever sits there, by name; where there is none, or somebody has several seats, by what the seat is called. */
export function whoIn(table: TableInfo | null, ui: GameUi<unknown>, view: View, seat: number): string {
  const names = view.seats.map(({ player }) => {
    const one = table?.players[player];
    return one?.name || (one?.bot ? shortName(one.bot, nthBot(table!.players, player)) : "");
  });
  const alone = names[seat] && names.filter((name) => name === names[seat]).length === 1;
  return alone ? names[seat]! : titleOf(ui, view, seat);
}

/** A move with the name of whoever made it. */
export function sentence(step: ReviewStep, who: (seat: number) => string): string {
  const seat = step.view.seats.findIndex((one) => one.name === step.seat);
  return `${seat >= 0 ? `${who(seat)}: ` : ""}${heading(step.text)}.`;
}

function NoReview({ code, error }: { code: string; error: Refused }) {
  if (error.code !== "not_now") return <NoTable code={code} error={error} />;
  const toTable = (
    <a class="btn go" href={`/table/${code}`}>
      To the table
    </a>
  );
  return (
    <Notice title="Review" where={code} says="This game cannot be reviewed yet." acts={toTable}>
      <p>{error.message}</p>
    </Notice>
  );
}

function Share() {
  const copied = useSignal(false);
  const copy = (): void => {
    void copyText(location.href).then((done) => (copied.value = done));
  };
  return (
    <button class="btn small" onClick={copy}>
      <Icon name="share" /> {copied.value ? "Copied" : "Share"}
    </button>
  );
}

interface PerspectivesProps {
  view: View;
  ui: GameUi<unknown>;
  who(seat: number): string;
  perspective: string;
  choose(perspective: string): void;
}

function Perspectives({ view, ui, who, perspective, choose }: PerspectivesProps) {
  const eyes = [["open", "All"] as const, ...view.seats.map((_, n) => [String(n), `${who(n)} then`] as const)];
  return (
    <aside class={crowd(view.seats.length)} aria-label="Seats">
      <section class="eyes">
        <h2 class="caps">See with the eyes of</h2>
        {eyes.length > FEW_PERSPECTIVES ? (
          <select
            class="ways-select"
            aria-label="Viewpoint"
            value={perspective}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {eyes.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        ) : (
          <div class="segments" role="group" aria-label="Viewpoint">
            {eyes.map(([name, words]) => (
              <button key={name} aria-pressed={perspective === name} onClick={() => choose(name)}>
                {words}
              </button>
            ))}
          </div>
        )}
      </section>
      {view.seats.map((info, seat) => (
        <section key={seat} class="seat" aria-label={who(seat)}>
          <Badge style={ui.style(seat, info, view)} />
          <span class="who wide">{who(seat)}</span>
          <span class="role">{titleOf(ui, view, seat) === who(seat) ? "" : titleOf(ui, view, seat)}</span>
          <span class="state">{view.result ? (view.result.winners.includes(seat) ? "won" : "") : ""}</span>
          {ui.Facts && (
            <div class="facts">
              <ui.Facts view={view} seat={seat} />
            </div>
          )}
        </section>
      ))}
    </aside>
  );
}

const CURVE = 1000;

/** The slider, with a curve of the score over the whole game where the game has one. */
function Scrubber({
  steps,
  moves,
  at,
  ui,
  show,
  bare,
}: {
  steps: Record<number, ReviewStep>;
  moves: number;
  at: number;
  ui: GameUi<unknown>;
  show(step: number): void;
  bare: boolean;
}) {
  const lines = useMemo(() => curves(steps, moves, ui), [steps, moves, ui]);
  const marks = useMemo(() => turnMarks(steps, moves), [steps, moves]);
  const view = steps[at]?.view ?? null;
  const colourOf = (n: number): string => {
    const seat = scoredSeat(n, lines.length, view?.seats.length ?? 0);
    return view ? ui.style(seat, view.seats[seat]!, view).colour : "var(--ink)";
  };
  return (
    <div class="scrub">
      <svg class={bare ? "bare" : ""} viewBox={`0 0 ${CURVE} 60`} preserveAspectRatio="none" aria-hidden="true">
        <path class="marks" d={marks} />
        {lines.map((points, seat) => (
          <polyline
            key={seat}
            points={points}
            fill="none"
            stroke={colourOf(seat)}
            stroke-width="3"
            stroke-dasharray={seat % 2 ? "8 6" : undefined}
            vector-effect="non-scaling-stroke"
          />
        ))}
        <path
          d={`M${(CURVE * at) / Math.max(1, moves)} 0V60`}
          stroke="var(--ink)"
          stroke-width="2"
          vector-effect="non-scaling-stroke"
        />
      </svg>
      <input
        type="range"
        min={0}
        max={moves}
        value={at}
        aria-label="Step"
        onInput={(event) => show(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** A stroke where each turn begins. */
function turnMarks(steps: Record<number, ReviewStep>, moves: number): string {
  const starts = Object.values(steps).filter(
    (step) => step.n > 0 && steps[step.n - 1] && steps[step.n - 1]!.turn !== step.turn,
  );
  return starts.map((step) => `M${Math.round((CURVE * step.n) / Math.max(1, moves))} 48V60`).join("");
}

function curves(steps: Record<number, ReviewStep>, moves: number, ui: GameUi<unknown>): string[] {
  const known = Object.values(steps);
  const first = known[0];
  if (!ui.score || !first) return [];
  const scores = known.map((step) => [step.n, ui.score!(step.view)] as const);
  const most = Math.max(1, ...scores.flatMap(([, score]) => score));
  return ui
    .score(first.view)
    .map((_, seat) =>
      scores
        .map(
          ([n, score]) =>
            `${Math.round((CURVE * n) / Math.max(1, moves))},${55 - Math.round((50 * (score[seat] ?? 0)) / most)}`,
        )
        .join(" "),
    );
}

const AROUND = 50;

/** What happened, step by step; the present one marked and in sight. */
interface StoryProps {
  game: string;
  steps: Record<number, ReviewStep>;
  at: number;
  moves: number;
  show(step: number): void;
  tell(event: GameEvent | null): void;
}

function Story({ game, steps, at, moves, show, tell }: StoryProps) {
  const list = useRef<HTMLOListElement>(null);
  const shown: ReviewStep[] = [];
  for (let n = Math.max(0, at - AROUND); n <= Math.min(moves, at + AROUND); n++) {
    const step = steps[n];
    if (step && step.events.length > 0) shown.push(step);
  }
  const present = shown.findLast((step) => step.n <= at)?.n ?? -1;
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>("li.now");
    const panel = list.current?.parentElement;
    if (line && panel) panel.scrollTop = line.offsetTop - panel.offsetTop - panel.clientHeight / 2;
  }, [present, shown.length]);
  return (
    <aside class="side" aria-label="What happened">
      <section class="panel grow p-log" tabIndex={0} aria-label="Step by step">
        <h2>
          <span>Step by step</span>
        </h2>
        <ol class="log" ref={list}>
          {shown.flatMap((step) =>
            step.events.map((event, n) => (
              <li
                key={`${step.n}.${n}`}
                class={`${isHot(event) ? "hot" : ""} ${step.n === present ? "now" : ""}`}
                onPointerEnter={() => tell(event)}
                onPointerLeave={() => tell(null)}
              >
                <button class="line" onClick={() => show(step.n)}>
                  {event.text}
                </button>{" "}
                <Rule game={game} id={event.rule} />
              </li>
            )),
          )}
        </ol>
      </section>
    </aside>
  );
}
