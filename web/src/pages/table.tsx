/** The table: bar, seats, board, dock, list, log and chat around whatever game is played. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { api, Refused } from "../api/http";
import { WATCHER, type GameEvent, type TableInfo } from "../api/types";
import { uiOf } from "../games";
import { heading, type BoardProps, type GameUi, type Pick } from "../boards/game";
import { keepPlayed, outcomeOf, type Played } from "../state/history";
import { LessonStore } from "../state/lesson";
import { calm, low, narrow, notices, animationSpeed } from "../state/prefs";
import { go } from "../state/route";
import type { Beat } from "../state/staging";
import { TableStore, type SeatView } from "../state/table";
import { Actions } from "../ui/actions";
import { Banner, TableBanner } from "../ui/banner";
import { Bar } from "../ui/bar";
import { CallPad, Heard, pressCall } from "../ui/calls";
import { Chat } from "../ui/chat";
import { Coach, CoachDock, pointed } from "../ui/coach";
import { Dock, DockFrame, StageDock } from "../ui/dock";
import { End } from "../ui/end";
import { HandOver } from "../ui/handover";
import { canAsk } from "../ui/hint";
import { Icon, type IconName } from "../ui/icons";
import { isBusy, press, pressStaged } from "../ui/keys";
import { Lobby } from "../ui/lobby";
import { Room } from "../ui/room";
import { isHot, Log } from "../ui/log";
import { KeysSheet, LeaveSheet, Menu, PeopleSheet, SaySheet } from "../ui/menu";
import { Notice } from "../ui/notice";
import { PilesSheet } from "../ui/piles";
import { OfferBanner } from "../ui/offer";
import { OrdersSheet } from "../ui/orders";
import { RuleTip } from "../ui/rule";
import { hotName, Seats } from "../ui/seats";
import { TalkButton, useTalkKey, Voice, VoiceNews } from "../ui/talk";

const CHANGED_MS = 2000;
/** What was missed is shown again, a line at a time, within half a minute. */
const LINE_MS = 1500;
const AGAIN_MS = 30_000;
/** The close code of a table that the server does not have, or cannot play any more. */
const NOT_HERE = 4404;

export type Tab = "table" | "actions" | "log" | "chat";
export type Over = "" | "menu" | "people" | "piles" | "keys" | "say" | "orders" | "resign" | "end";

export function TablePage({ code }: { code: string }) {
  const store = useMemo(() => new TableStore(code), [code]);
  const problem = useSignal<Refused | null>(null);
  useEffect(() => {
    let left = false;
    problem.value = null;
    api.table(code).then(
      () => {
        if (!left) store.enter();
      },
      (error: Refused) => {
        if (!left) problem.value = error;
      },
    );
    return () => {
      left = true;
      store.leave();
    };
  }, [store]);
  const link = store.link.value;
  const gone = link.state === "closed" && link.code === NOT_HERE;
  const again = (): void => {
    api.table(code).then(
      () => {
        problem.value = null;
        store.retry();
      },
      (error: Refused) => (problem.value = error),
    );
  };
  useEffect(() => {
    if (gone) again();
  }, [gone]);
  if (problem.value?.status === 404 && store.table.value) return <Gone code={code} again={again} />;
  if (problem.value) return <NoTable code={code} error={problem.value} />;
  return <Laid store={store} />;
}

function Laid({ store }: { store: TableStore }) {
  const table = store.table.value;
  const bots = useSignal<string[]>([]);
  const waiting = table?.status === "open";
  useEffect(() => {
    if (waiting)
      api.games().then(
        (games) => (bots.value = games.bots),
        () => undefined,
      );
  }, [waiting]);
  const now = store.current.value;
  const asked = !!table && !!now && now.view.legal.length > 0 && now.view.waiting.includes(now.view.seat);
  useEffect(() => {
    if (asked) sayMyMove(table.title);
  }, [asked]);
  if (!table) return <Loading store={store} />;
  const ui = uiOf(table.game);
  store.secret.value = ui.secret;
  store.direct = (events, view, mine) => ui.staging?.beats(events, view, mine) ?? [];
  document.title = `${asked ? "● Your move · " : ""}${table.title} · ${table.code} · Dogfight`;
  if (waiting && table.room) {
    return (
      <div class="app room">
        <Bar title={table.title} where={`Room ${table.code}`} rules={table.game} />
        <Banner store={store} />
        <Room store={store} table={table} room={table.room} ui={ui} bots={bots.value} />
        <RuleTip />
      </div>
    );
  }
  if (waiting || !now) {
    return (
      <div class="app plain">
        <Bar title={table.title} where={`Table ${table.code}`} rules={table.game} />
        <Banner store={store} />
        {waiting ? <Lobby table={table} ui={ui} bots={bots.value} /> : <Unrolling />}
        <RuleTip />
      </div>
    );
  }
  return <Playing store={store} table={table} ui={ui} now={now} />;
}

/** Tells a person who looks elsewhere, if they want that, that it is their move. */
function sayMyMove(title: string): void {
  if (!document.hidden || notices.value !== "on" || typeof Notification === "undefined") return;
  if (Notification.permission === "granted")
    new Notification(`Your move in ${title}`, { tag: "dogfight", icon: "/icon.svg" });
}

function Loading({ store }: { store: TableStore }) {
  return (
    <div class="app plain">
      <Bar where={`Table ${store.code}`} />
      <Banner store={store} />
      <Unrolling />
    </div>
  );
}

export function Unrolling() {
  return (
    <main class="stage">
      <div class="unrolling">
        <p>Unrolling the chart…</p>
        <svg viewBox="0 0 340 34" aria-hidden="true">
          <rect x="1" y="1" width="338" height="32" rx="3" fill="none" stroke="var(--rule)" stroke-dasharray="6 5" />
          <circle cx="24" cy="17" r="9" fill="none" stroke="var(--rule)" />
          <path d="M44 17H150M180 17H320" stroke="var(--rule-soft)" stroke-width="7" />
        </svg>
      </div>
    </main>
  );
}

/** Why there is no table, or no game of it, to be seen under this code. */
export function NoTable({ code, error }: { code: string; error: Refused }) {
  if (error.code === "table_outdated") return <OtherRules code={code} words={error.message} />;
  if (error.status !== 404) {
    return (
      <Notice says={error.status === 403 ? "The table is not open to you." : `Table ${code} cannot be shown.`}>
        <p>{error.message}</p>
      </Notice>
    );
  }
  return <Notice says={error.message} />;
}

/** A table that was open on this page, and that the server does not have any more. */
function Gone({ code, again }: { code: string; again(): void }) {
  const retry = (
    <button class="btn go" onClick={again}>
      Try again
    </button>
  );
  return (
    <Notice where={`Table ${code}`} says={`Table ${code} is not on this server any more.`} sudden acts={retry}>
      <p>
        It was here a moment ago. The server may have been set back to an older copy of its games; whoever runs it can
        bring the newer one back, and then this table is there again.
      </p>
    </Notice>
  );
}

/** A table that this server's rules play differently: why, and its log where there is one. */
function OtherRules({ code, words }: { code: string; words: string }) {
  const log = useSignal(false);
  useEffect(() => {
    void api.hasLog(code).then((has) => (log.value = has));
  }, [code]);
  const download = log.value && (
    <a class="btn go" href={api.logPath(code)} download={`${code}.jsonl`}>
      <Icon name="down" /> Download the log
    </a>
  );
  return (
    <Notice where={`Table ${code}`} says="This table was played by other rules." acts={download}>
      <p>{words}</p>
    </Notice>
  );
}

interface PlayingProps {
  store: TableStore;
  table: TableInfo;
  ui: GameUi<unknown>;
  now: SeatView;
}

export function Playing({ store, table, ui, now }: PlayingProps) {
  const tab = useSignal<Tab>("table");
  const over = useSignal<Over>("");
  const hover = useSignal<string | null>(null);
  const told = useSignal<GameEvent | null>(null);
  const again = useSignal<number | null>(null);
  const missed = store.missed.value;
  const staged = store.staged.value;
  const beat = staged ? store.stage.beat.value : null;
  const ended = !staged && (table.status === "over" || now.view.decision_kind === "over");
  const hint = store.hint.value;
  const pick: Pick = {
    legal: now.view.legal,
    pointed: pointed(store.coach.value, now.view),
    wanted: store.coach.value?.wanted ?? [],
    hinted: hint?.state === "given" ? hint.best.map((one) => one.action) : [],
    picked: store.choice.value,
    hover: hover.value,
    told: beat?.about[0] ?? told.value,
    shown: beat?.about ?? [],
    choose: (action) => store.pick(action),
    play: (action) => {
      tab.value = "table";
      const legal = now.view.legal.find((one) => one.action === action);
      store.play(action, store.seat.value, legal && ui.along?.(legal, store.beside.value));
    },
    sit: (seat) => store.look(seat),
    playAt: (seat, action) => store.play(action, seat),
    plan: (round, parts) => store.plan(round, parts),
    point: (place) => (hover.value = place),
    why: (about) => void store.askWhy(about),
    refused: store.refusal.value?.place,
    planner: store.planner,
  };
  const news = beat ? beat.about : now.fresh > 0 ? now.log.slice(-now.fresh) : [];
  const calls = store.bubbles.value;
  const beside = store.beside.value;
  const board: BoardProps<unknown> = { view: now.view, svg: now.svg, pick, news, beat, calls, beside };
  const latest = useRef(board);
  latest.current = board;
  /** Whether what was drawn last is what is asked now. */
  const doable = (): boolean =>
    latest.current.view === store.current.value?.view && latest.current.view.legal.length > 0;
  const covered = store.covered.value;
  const playedOut = ended && store.seat.value !== WATCHER && !store.hotSeat.value;
  useEffect(() => {
    if (ended) over.value = "end";
  }, [ended]);
  useEffect(() => {
    if (playedOut) keepPlayed(playedGame(store, table, now));
  }, [playedOut]);
  useEffect(() => {
    if (covered) over.value = "";
  }, [covered]);
  useKeptFocus();
  useTalkKey(store);
  useEffect(() => {
    // Where nothing glides, a ring shows for two seconds what has changed.
    const last = board.news.at(-1);
    if (beat || (!calm() && animationSpeed.value !== "off") || !last) return;
    told.value = last;
    const stop = (): void => {
      if (told.value === last) told.value = null;
    };
    const timer = setTimeout(stop, CHANGED_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [now.version]);
  useEffect(() => {
    const event = again.value === null ? undefined : missed[again.value];
    if (!event) {
      again.value = null;
      return;
    }
    told.value = event;
    const next = setTimeout(() => (again.value = (again.value ?? 0) + 1), lineMs(missed));
    const stop = (): void => {
      again.value = null;
    };
    addEventListener("pointerdown", stop);
    addEventListener("keydown", stop);
    return () => {
      clearTimeout(next);
      removeEventListener("pointerdown", stop);
      removeEventListener("keydown", stop);
      told.value = null;
    };
  }, [again.value, missed.length]);
  useLayoutEffect(() => {
    const open = (what: "rules" | "log" | "chat" | "keys" | "say" | "type" | "hint" | "orders"): void => {
      const present = store.current.value;
      if (what === "hint") {
        if (present && (store.coach.value || canAsk(store, present))) void store.askHint();
      } else if (what === "orders") {
        if (present?.standingOrder) over.value = "orders";
      } else if (what === "rules") go(`/rules/${table.game}#${present?.view.prompt.rule ?? ""}`);
      else if (what === "keys" || what === "say") over.value = what;
      else tab.value = what === "type" ? "actions" : what;
      const field = { type: "#typed", chat: ".saying" }[what as string];
      if (field) setTimeout(() => document.querySelector<HTMLElement>(field)?.focus());
    };
    const key = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target, event.key))
        return;
      // What the store knows now, not what was drawn last: keys may be faster than the screen.
      if (store.staged.value) {
        if (pressStaged(event.key, store.stage)) event.preventDefault();
        return;
      }
      const present = store.current.value;
      if (pressCall(event.key, store, callsByKey(ui, present))) return event.preventDefault();
      const doings = {
        legal: present?.view.legal ?? [],
        picked: store.choice.value,
        choose: pick.choose,
        play: pick.play,
        takeBack: () => present?.takeBack && store.takeBack(),
        turn: () => (present && ui.turn?.(present.view)) ?? false,
        open,
        again: () => store.stage.again(),
        planner: store.planner,
        batch: () => (doable() ? (ui.plan?.(latest.current.view, latest.current.pick) ?? null) : null),
      };
      if (doable() && ui.key?.(event.key, latest.current)) return event.preventDefault();
      if (press(event.key, doings)) event.preventDefault();
    };
    // Before the next frame, so that a key pressed as soon as the table stands is heard. Under a cover none is.
    if (!covered) addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [store, covered]);
  const where = ui.where(now.view);
  const phases = ui.phases(now.view);
  const piles = ui.piles?.(now.view) ?? [];
  const lit = beat ? (ui.staging?.seats?.(beat, now.view) ?? null) : null;
  const lesson = store instanceof LessonStore && store.coach.value;
  const coach = lesson && <Coach store={store as LessonStore} coach={lesson} view={now.view} pick={pick} />;
  const small = narrow.value || low.value;
  const code = lesson ? `Lesson, step ${lesson.step + 1} of ${lesson.steps}` : `Table ${table.code}`;
  return (
    <>
      <div
        class={`app table ${ui.recap ? "recaps" : ""} ${beat ? "lit" : ""}`}
        data-tab={tab.value}
        data-asked={`${now.view.seat}.${now.question}`}
      >
        <Bar
          title={table.title}
          where={`${code}${where ? ` · ${where}` : ""}`}
          whereShort={heading(where)}
          phases={beat?.step === undefined ? phases : { ...phases, at: beat.step }}
          rules={table.game}
        >
          {!covered && !lesson && (
            <button class="tool" aria-label="Table menu" title="Menu" onClick={() => (over.value = "menu")}>
              <Icon name="menu" />
            </button>
          )}
        </Bar>
        <div class="banners">
          <Banner
            store={store}
            again={{
              at: again.value,
              begin: () => {
                if (!store.showMissed()) again.value = 0;
              },
            }}
          />
          <OfferBanner store={store} table={table} />
          <TableBanner news={board.news} />
        </div>
        {coach && small ? (
          coach
        ) : (
          <Seats store={store} ui={ui} now={now} table={table} lit={lit} look={() => (over.value = "piles")} />
        )}
        <main class="stage" onPointerDown={() => staged && store.stage.next()}>
          <ui.Board {...board} />
        </main>
        {staged ? (
          <StageDock store={store} ui={ui} now={now} />
        ) : ended ? (
          <EndDock table={table} now={now} show={() => (over.value = "end")} />
        ) : covered ? (
          <HandOver
            name={hotName(store.playerOf(store.seat.value)) || (now.view.seats[store.seat.value]?.title ?? "")}
            open={() => (store.open.value = store.playerOf(store.seat.value))}
          >
            {ui.Hand && <ui.Hand {...board} />}
          </HandOver>
        ) : lesson && lesson.doing === "explained" ? (
          <CoachDock store={store as LessonStore} coach={lesson} view={now.view} />
        ) : (
          <Dock store={store} ui={ui} now={now} board={board} />
        )}
        <Side
          store={store}
          table={table}
          now={now}
          pick={pick}
          tab={tab.value}
          choose={(next) => (tab.value = next)}
          coach={small ? null : coach || null}
          told={told.value}
          tell={(event) => (told.value = event)}
        />
        <Narrator events={board.news} beat={beat} />
        <VoiceNews store={store} />
        <Tabs store={store} now={now} tab={tab.value} choose={(next) => (tab.value = next)} />
      </div>
      {over.value === "menu" && (
        <Menu store={store} table={table} piles={piles.length > 0} open={(next) => (over.value = next)} />
      )}
      {over.value === "piles" && <PilesSheet piles={piles} view={now.view} close={() => (over.value = "")} />}
      {over.value === "people" && <PeopleSheet store={store} table={table} close={() => (over.value = "")} />}
      {over.value === "keys" && <KeysSheet more={ui.keys ?? []} close={() => (over.value = "")} />}
      {over.value === "say" && <SaySheet lines={ui.say(now.view)} close={() => (over.value = "")} />}
      {over.value === "orders" && <OrdersSheet store={store} now={now} close={() => (over.value = "")} />}
      {over.value === "resign" && <LeaveSheet store={store} table={table} close={() => (over.value = "")} />}
      {over.value === "end" && <End store={store} ui={ui} now={now} table={table} close={() => (over.value = "")} />}
      <RuleTip />
    </>
  );
}

/** Whether the letters make calls now. */
const callsByKey = (ui: GameUi<unknown>, now: SeatView | null): boolean =>
  !!now && (ui.callsByKey?.(now.view) ?? false);

/** Keeps the focus on the table: where what had it is gone or closed, the question has it. */
function useKeptFocus(): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const take = (event: FocusEvent): void => {
      last.current = event.target as HTMLElement;
    };
    const leave = (): void => {
      last.current = null; // a click beside everything lets the focus go
    };
    addEventListener("focusin", take);
    addEventListener("pointerdown", leave, true);
    return () => {
      removeEventListener("focusin", take);
      removeEventListener("pointerdown", leave, true);
    };
  }, []);
  useEffect(() => {
    const lost = last.current;
    if (!lost || document.activeElement !== document.body) return;
    if (!lost.isConnected || lost.matches(":disabled")) document.getElementById("prompt")?.focus();
  });
}

/** A finished game as it is kept. */
function playedGame(store: TableStore, table: TableInfo, now: SeatView): Played {
  const mine = store.mine.value;
  const winners = (now.view.result ?? table.result)?.winners ?? [];
  const others = table.players.filter((player) => !player.you).map((player) => store.playerName(player.player));
  const { code, game, title } = table;
  const against = [...new Set(others)].join(", ");
  return { code, game, title, at: Date.now(), outcome: outcomeOf(table, winners, mine), against };
}

const lineMs = (lines: readonly GameEvent[]): number => Math.min(LINE_MS, AGAIN_MS / lines.length);

function EndDock({ table, now, show }: { table: TableInfo; now: SeatView; show: () => void }) {
  return (
    <DockFrame
      ask={(now.view.result ?? table.result)?.text || table.ended}
      quiet={
        table.status === "over" && (
          <a class="btn" href={`/review/${table.code}`}>
            Review
          </a>
        )
      }
      tray={
        <p class="quiet-words waits">
          {table.rematch_code ? (
            <a href={`/table/${table.rematch_code}`}>The rematch is ready: go there.</a>
          ) : (
            "The game is over."
          )}
        </p>
      }
      go={
        <button class="btn go" onClick={show}>
          Show the result
        </button>
      }
    />
  );
}

interface SideProps {
  store: TableStore;
  table: TableInfo;
  now: SeatView;
  pick: Pick;
  tab: Tab;
  choose(tab: Tab): void;
  /** The card of the coach, in a lesson on a wide screen. */
  coach: ComponentChildren;
  told: GameEvent | null;
  tell(event: GameEvent | null): void;
}

const FEW = 3;

/** Says aloud what is being shown, one sentence a beat; without beats, what hit, what was lost and what was turned over. */
function Narrator({ events, beat }: { events: GameEvent[]; beat: Beat | null }) {
  return (
    <p class="vh" role="status">
      {beat?.words ??
        events
          .filter(isHot)
          .slice(-FEW)
          .map((event) => event.text)
          .join(" ")}
    </p>
  );
}

/** Whether a bot flies on my side: it hears calls, and makes some. */
const hasPartner = (table: TableInfo): boolean => {
  const sideOf = (player: number): string => table.seats.find((seat) => seat.player === player)?.side ?? "";
  const mine = table.players.filter((player) => player.you).map((player) => sideOf(player.player));
  return table.players.some((player) => player.bot && mine.includes(sideOf(player.player)));
};

function Side({ store, table, now, pick, tab, choose, coach, told, tell }: SideProps) {
  const chat = tab === "chat";
  const alone = store.coach.value !== null;
  const speaks = (store.inCompany() || hasPartner(table)) && store.mine.value.length > 0;
  const letters = callsByKey(uiOf(table.game), now);
  return (
    <aside class="side" aria-label="Actions, log and chat">
      {coach}
      {!alone && <Voice store={store} table={table} />}
      {!alone && (
        <div class="tablist" role="tablist" aria-label="Side panel">
          <button role="tab" aria-selected={!chat} onClick={() => choose("table")}>
            Actions & log
          </button>
          <button role="tab" aria-selected={chat} onClick={() => choose("chat")}>
            Chat{store.unread.value > 0 && !chat ? ` · ${store.unread.value}` : ""}
          </button>
        </div>
      )}
      {chat ? (
        <>
          {speaks && <CallPad store={store} table={table} letters={letters} />}
          <Heard store={store} />
          <Chat store={store} />
        </>
      ) : (
        <>
          <Actions view={now.view} pick={pick} />
          <Log
            game={table.game}
            log={now.log}
            told={told}
            tell={tell}
            missed={store.missed.value}
            heldBack={store.staged.value ? store.stage.heldBack.value : 0}
            Mark={uiOf(table.game).Mark}
            review={
              table.status === "over"
                ? {
                    path: `/review/${table.code}`,
                    perspective: now.view.seat === WATCHER ? "watcher" : String(now.view.seat),
                  }
                : undefined
            }
          />
          {speaks && <CallPad store={store} table={table} letters={letters} />}
          {!alone && <Chat store={store} brief />}
        </>
      )}
    </aside>
  );
}

function Tabs({ store, now, tab, choose }: { store: TableStore; now: SeatView; tab: Tab; choose(tab: Tab): void }) {
  const all: [Tab, IconName, string, number][] = [
    ["table", "board", "Table", 0],
    ["actions", "key", "Actions", store.seat.value === WATCHER ? 0 : now.view.legal.length],
    ["log", "log", "Log", 0],
    ["chat", "chat", "Chat", store.unread.value],
  ];
  if (store.coach.value) all.pop();
  return (
    <nav class={`tabs ${store.voice.value ? "talks" : ""}`} aria-label="Views">
      {all.map(([name, icon, words, count]) => (
        <button key={name} aria-current={tab === name ? "page" : undefined} onClick={() => choose(name)}>
          <Icon name={icon} />
          {words}
          {count > 0 && <span class={`dot ${name === "actions" ? "act" : ""}`}>{count}</span>}
        </button>
      ))}
      <TalkButton store={store} class="" words="Talk" />
    </nav>
  );
}
