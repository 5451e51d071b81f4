/** Home: the games, four ways in, my tables, a code to join by. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { api, Refused, type NewTable } from "../api/http";
import { packs } from "../api/packs";
import type { GameInfo, OptionsInfo, OptionValue, PackLine, TableLine } from "../api/types";
import { Hero } from "../boards/hero";
import { artOf, posterOf } from "../games";
import { OWN_GAMES } from "../games/order";
import { showWaiting, waitingFor } from "../state/badge";
import { keepInvite } from "../state/invites";
import { useOwnName } from "../state/name";
import { played } from "../state/history";
import { calm, level } from "../state/prefs";
import { go } from "../state/route";
import { botName } from "../state/table";
import { Bar } from "../ui/bar";
import { until } from "../ui/deadlines";
import { BotChoice, botCharacter, usualBot, LevelKeys } from "../ui/bots";
import { Icon, type IconName } from "../ui/icons";
import { lateWords } from "../ui/late";
import { OptionsForm } from "../ui/options";
import { OpenNow, PlayPeople } from "../ui/pairing";
import { RuleTip } from "../ui/rule";
import { LIMITS } from "../ui/time-limits";

export function HomePage() {
  const games = useSignal<GameInfo[] | null>(null);
  const bots = useSignal<string[]>([]);
  const chosen = useSignal(new URLSearchParams(location.search).get("game") ?? "");
  const asked = location.hash.slice(1);
  const error = useSignal("");
  const ask = (): void => {
    error.value = "";
    api.games().then(
      (found) => {
        games.value = [...found.games].sort((a, b) => a.order - b.order);
        bots.value = found.bots;
        if (!games.value.some((one) => one.name === chosen.value)) chosen.value = games.value[0]?.name ?? "";
      },
      (problem: Refused) => (error.value = problem.message),
    );
  };
  useEffect(() => {
    showWaiting(0);
    ask();
  }, []);
  const choose = (name: string): void => {
    chosen.value = name;
    if (matchMedia("(max-width: 599px)").matches)
      setTimeout(() =>
        document.querySelector(".start")?.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" }),
      );
  };
  const game = games.value?.find((one) => one.name === chosen.value);
  return (
    <div class="homepage">
      <Bar>
        <a class="btn small" href="/learn">
          Learn
        </a>
        <NameField />
        <a class="tool" href="/you" aria-label="You, on every device" title="You, on every device">
          <Icon name="people" />
        </a>
        <a class="tool" href="/games" aria-label="My games" title="My games">
          <Icon name="log" />
        </a>
        <a class="tool" href="/settings" aria-label="Settings" title="Settings">
          <Icon name="gear" />
        </a>
      </Bar>
      <div class="hero">
        <Hero />
        <div class="claim">
          <h1>
            Air battles.
            <br />
            One table.
          </h1>
          <p>Pick a game, fly in ten seconds. No account.</p>
        </div>
      </div>
      <main class="home">
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
            <button class="btn small" onClick={ask}>
              Try again
            </button>
          </p>
        )}
        <OpenNow games={games.value ?? []} />
        <ul class="games" aria-label="Games">
          {(games.value ?? []).map((one) => (
            <li key={one.name} class={posterOf(one.name) ? "" : "small"}>
              <GameCard game={one} chosen={one.name === chosen.value} choose={() => choose(one.name)} />
            </li>
          ))}
          {!games.value && OWN_GAMES.map((name) => <Outline key={name} name={name} />)}
        </ul>
        <div class="low">
          {game ? (
            <Start key={game.name} game={game} bots={bots.value} asked={asked} />
          ) : (
            <section class="start outline" aria-hidden="true" />
          )}
          <MyTables />
        </div>
        <p>
          Every day: <a href="/puzzle">a puzzle for every game</a>. At any time: <a href="/sandbox">the sandbox</a>, for
          any position.
        </p>
        <p>
          For designers: <a href="/workshop">the workshop</a>, <a href="/packs">packs</a>, <a href="/lab">the lab</a>.
        </p>
      </main>
      <RuleTip />
    </div>
  );
}

function NameField() {
  const { typed, saved, type } = useOwnName();
  const save = (): void => {
    const wanted = typed.value.trim();
    if (!wanted || wanted === saved.value) return;
    const settle = (name: string): void => {
      if (typed.value.trim() === wanted) typed.value = name; // what was typed meanwhile stays
    };
    api.rename(wanted).then(
      (me) => settle((saved.value = me.name)),
      () => settle(saved.value),
    );
  };
  return (
    <label class="name">
      <span class="not-phone">You are</span>
      <input
        aria-label="Your name at the table"
        maxLength={18}
        value={typed.value}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
    </label>
  );
}

/** A game's place on the shelf while the server has not answered yet. */
function Outline({ name }: { name: string }) {
  const Art = artOf(name);
  return (
    <li class="gcard outline" aria-hidden="true">
      <span class="art">
        <Art />
      </span>
      <span class="txt" />
    </li>
  );
}

function GameCard({ game, chosen, choose }: { game: GameInfo; chosen: boolean; choose: () => void }) {
  const poster = posterOf(game.name);
  const Art = artOf(game.name);
  const meta = poster?.meta ?? [`${game.players} players`];
  return (
    <button class={`gcard ${chosen ? "sel" : ""}`} aria-pressed={chosen} onClick={choose}>
      <span class="art">
        <Art />
      </span>
      <span class="txt">
        <b>{game.title}</b>
        <span class="tag">{poster?.tag ?? game.about}</span>
        <span class="meta">
          {meta.map((fact) => (
            <i key={fact}>{fact}</i>
          ))}
        </span>
      </span>
    </button>
  );
}

/** How many players the chosen options have. */
const playersOf = (info: OptionsInfo | null, game: GameInfo): number =>
  info ? Math.max(...info.seats.map((seat) => seat.player)) + 1 : game.players;

type Watching = "code" | "public" | "nobody";
const LATE = [0, 30, 60, 120, 300, 900];
type Hints = "alone" | "all" | "none";
const WATCHING: Record<Watching, Partial<NewTable>> = { code: {}, public: { listed: true }, nobody: { watch: false } };
const HINTS: Record<Hints, Partial<NewTable>> = { alone: {}, all: { hints: true }, none: { hints: false } };

/** The bots in a few words. */
export function againstWords(bots: string[]): string {
  const kinds = [...new Set(bots)];
  if (kinds.length > 1) return `${bots.length} bots: ${kinds.join(", ")}`;
  return bots.length > 1 ? `${bots.length} of ${botName(kinds[0]!)}` : botName(kinds[0] ?? "");
}

/** `asked` is the pack that a link names, if it is one of this game. */
function Start({ game, bots, asked }: { game: GameInfo; bots: string[]; asked: string }) {
  const values = useSignal<Record<string, OptionValue>>(played.value.length === 0 && !asked ? game.first_options : {});
  const pack = useSignal("");
  const known = useSignal<PackLine[]>([]);
  const info = useSignal<OptionsInfo | null>(null);
  const chosen = useSignal<Record<number, string>>({});
  const watching = useSignal<Watching>("code");
  const late = useSignal("");
  const hints = useSignal<Hints>("alone");
  const forced = useSignal("");
  const early = useSignal(true);
  const side = useSignal(0);
  const limit = useSignal(0);
  const problem = useSignal<Refused | null>(null);
  const laying = useSignal(false);
  const latest = useRef<Promise<OptionsInfo>>(null);
  const opponent = (player: number): string => chosen.value[player] ?? usualBot(bots, level.value);
  const optionsOf = (chosen: Record<string, OptionValue>): Promise<OptionsInfo> =>
    pack.value ? packs.options(pack.value, chosen) : api.options(game.name, chosen);
  useEffect(() => {
    const asked = optionsOf(values.value);
    latest.current = asked;
    asked.then(
      (found) => {
        if (latest.current !== asked) return;
        info.value = found;
        problem.value = null;
      },
      (error: Refused) => {
        if (latest.current === asked) problem.value = error;
      },
    );
  }, [values.value, pack.value]);
  /** A pack is chosen with what is new in it. */
  const choosePack = (word: string): void => {
    pack.value = word;
    values.value = {};
    const line = known.value.find((one) => one.word === word);
    if (line)
      packs.added(line).then(
        (added) => {
          if (pack.value !== word) return;
          values.value = Object.fromEntries(Object.entries(added).map(([name, own]) => [name, own[0]!]));
        },
        (error: Refused) => (problem.value = error),
      );
  };
  useEffect(() => {
    const show = (lines: PackLine[]): void => {
      const linked = known.value.filter((line) => !lines.some((one) => one.code === line.code));
      known.value = [...linked, ...lines.filter((line) => line.game === game.name)];
    };
    void packs.all().then(
      (found) => show(found.packs),
      () => undefined,
    );
    if (asked)
      packs.one(asked).then(
        (line) => {
          if (line.game !== game.name) return;
          known.value = [line, ...known.value.filter((one) => one.code !== line.code)];
          choosePack(line.word);
        },
        (error: Refused) => (problem.value = error),
      );
  }, []);
  const count = playersOf(info.value, game);
  const ownClock = values.value === game.first_options && "timer" in game.first_options;
  const mine = Math.min(side.value, count - 1);
  const others = Array.from({ length: count }, (_, n) => n).filter((player) => player !== mine);
  const lay = async (others: (player: number) => string, open = false, room = false): Promise<void> => {
    if (laying.value) return;
    laying.value = true;
    problem.value = null;
    try {
      // The options as they were last changed, even if their answer is still on its way.
      // A first game against bots has easier options; people who are invited get the game's own.
      const usual = room && values.value === game.first_options ? optionsOf({}) : latest.current;
      const found = (await usual) ?? info.value;
      const seats = playersOf(found, game);
      const players = Array.from({ length: seats }, (_, n) =>
        n === Math.min(side.value, seats - 1) ? "me" : others(n),
      );
      const made = await api.create({
        game: game.name,
        options: found?.options ?? {},
        players,
        time_limit_s: limit.value,
        open,
        ...WATCHING[watching.value],
        ...(late.value ? { watch_delay: Number(late.value) } : {}),
        ...HINTS[hints.value],
        ...(forced.value ? { forced_moves: forced.value === "on" } : {}),
        early: early.value,
        room,
        ...(pack.value ? { pack: pack.value } : {}),
      });
      for (const invite of made.invites) keepInvite(made.table.code, invite);
      go(`/table/${made.table.code}`);
    } catch (error) {
      problem.value = error as Refused;
    }
    laying.value = false;
  };
  const seatOf = (player: number): string =>
    info.value?.seats
      .filter((seat) => seat.player === player)
      .map((seat) => seat.title)
      .join(" and ") ?? "";
  return (
    <section class="start" aria-label={`Start ${game.title}`}>
      <div class="start-head">
        <h2>{game.title}</h2>
        <LevelKeys
          bots={bots}
          choose={(bot) => {
            level.value = bot;
            chosen.value = {};
          }}
        />
      </div>
      <p class="desc">{posterOf(game.name)?.about ?? game.about}</p>
      <div class="ways">
        <Way
          go
          icon="bot"
          title="Play a bot now"
          small={againstWords(others.map(opponent))}
          act={() => void lay((player) => `bot:${opponent(player)}`)}
          disabled={!info.value}
        />
        {game.lessons > 0 && (
          <Way
            icon="book"
            title="Learn"
            small="play a lesson, ten minutes"
            act={() => go(`/learn/${game.name}/1`)}
            disabled={false}
          />
        )}
        <Way
          icon="link"
          title="Invite friends"
          small={`one link for everybody${ownClock ? ", and the game’s own clock" : ""}`}
          act={() => void lay(() => "open", false, true)}
          disabled={!info.value}
        />
        <Way
          icon="people"
          title="Hot seat"
          small="one device, hand it over"
          act={() => void lay(() => "me")}
          disabled={!info.value || count < 2}
        />
        <Way
          icon="eye"
          title="Open table"
          small="anyone may sit down"
          act={() => void lay(() => "open", true, true)}
          disabled={!info.value || count < 2}
        />
      </div>
      {problem.value && (
        <p class="toast err" role="alert">
          {problem.value.message} {problem.value.rule}
        </p>
      )}
      {game.groups.length > 0 && <PlayPeople game={game} />}
      {others.length === 1 && <p class="quiet-words character">{botCharacter(opponent(others[0]!))}</p>}
      <details class="fold" open={!!pack.value}>
        <summary>Options</summary>
        <div class="opts">
          {known.value.length > 0 && (
            <label>
              Pack
              <select value={pack.value} onChange={(event) => choosePack(event.currentTarget.value)}>
                <option value="">none: the game as it is</option>
                {known.value.map((line) => (
                  <option key={line.code} value={line.word}>
                    {line.name} {line.version}
                  </option>
                ))}
              </select>
            </label>
          )}
          {info.value && <OptionsForm info={info.value} change={(next) => (values.value = next)} />}
          {count > 1 && (
            <label>
              You play
              <select value={mine} onChange={(event) => (side.value = Number(event.currentTarget.value))}>
                {Array.from({ length: count }, (_, n) => (
                  <option key={n} value={n}>
                    {seatOf(n) || `Player ${n + 1}`}
                  </option>
                ))}
              </select>
            </label>
          )}
          {bots.length > 1 &&
            others.map((player) => (
              <label key={player}>
                {others.length > 1 ? seatOf(player) || `Player ${player + 1}` : "Opponent"}
                <BotChoice
                  bots={bots}
                  label={others.length > 1 ? `Bot for ${seatOf(player)}` : "Opponent"}
                  value={opponent(player)}
                  choose={(bot) => (chosen.value = { ...chosen.value, [player]: bot })}
                />
              </label>
            ))}
          <label>
            Time to decide
            <select value={limit.value} onChange={(event) => (limit.value = Number(event.currentTarget.value))}>
              {LIMITS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label title="Open tables are always among the live games.">
            Watchers
            <select
              value={watching.value}
              onChange={(event) => (watching.value = event.currentTarget.value as Watching)}
            >
              <option value="code">by the code</option>
              <option value="public">anyone: listed</option>
              <option value="nobody">nobody</option>
            </select>
          </label>
          {watching.value !== "nobody" && (
            <label title="So that nobody who looks on can help a player while it counts.">
              Spectator delay
              <select value={late.value} onChange={(event) => (late.value = event.currentTarget.value)}>
                <option value="">server default</option>
                {LATE.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {lateWords(seconds) || "at once"}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            Hints
            <select value={hints.value} onChange={(event) => (hints.value = event.currentTarget.value as Hints)}>
              <option value="alone">against bots only</option>
              <option value="all">for everybody</option>
              <option value="none">for nobody</option>
            </select>
          </label>
          <label title="A move that everybody can see to be the only one: it tells nobody anything.">
            Forced moves
            <select value={forced.value} onChange={(event) => (forced.value = event.currentTarget.value)}>
              <option value="">server default</option>
              <option value="on">play automatically</option>
              <option value="off">ask me</option>
            </select>
          </label>
          {!!info.value?.options["timer"] && (
            <label title="Three seconds are counted down for all to see; anybody can stop them.">
              When all are ready
              <select
                value={early.value ? "on" : ""}
                onChange={(event) => (early.value = event.currentTarget.value === "on")}
              >
                <option value="on">a timed phase ends</option>
                <option value="">its time runs on</option>
              </select>
            </label>
          )}
          <a href={`/rules/${game.name}`}>Rules</a>
          <a href={`/ladder/${game.name}`}>Ladder</a>
        </div>
      </details>
    </section>
  );
}

function Way(props: {
  icon: IconName;
  title: string;
  small: string;
  go?: boolean;
  disabled: boolean;
  act: () => void;
}) {
  return (
    <button class={`btn big ${props.go ? "go" : ""}`} disabled={props.disabled} onClick={props.act}>
      <Icon name={props.icon} />
      <span>
        {props.title}
        <small>{props.small}</small>
      </span>
    </button>
  );
}

function MyTables() {
  const mine = useSignal<TableLine[] | null>(null);
  const live = useSignal<TableLine[]>([]);
  const code = useSignal("");
  useEffect(() => {
    let asked = 0;
    const look = (): void => {
      if (document.hidden) return;
      const mark = ++asked;
      const newest = (show: (tables: TableLine[]) => void) => (found: { tables: TableLine[] }) => {
        if (mark === asked) show(found.tables);
      };
      api.mine().then(
        newest((tables) => {
          mine.value = tables;
          showWaiting(waitingFor(tables));
        }),
        () => undefined,
      );
      api.live().then(
        newest((tables) => (live.value = tables)),
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, 10_000);
    return () => clearInterval(timer);
  }, []);
  const join = (event: Event): void => {
    event.preventDefault();
    const wanted = code.value.trim().toUpperCase();
    if (wanted) go(`/table/${wanted}`);
  };
  const theirs = (line: TableLine): boolean => !mine.value?.some((own) => own.code === line.code);
  const played = live.value.filter(theirs);
  return (
    <section class="mine">
      <h2 class="caps">Your tables</h2>
      {mine.value?.length === 0 && <p class="quiet-words">No table yet. Play a bot now, it takes ten seconds.</p>}
      <ul aria-label="Your tables">
        {[...(mine.value ?? [])]
          .sort(byTurn)
          .slice(0, 8)
          .map((line) => (
            <TableItem key={line.code} line={line} />
          ))}
      </ul>
      {played.length > 0 && (
        <>
          <h2 class="caps">Live games to watch</h2>
          <ul aria-label="Live games">
            {played.slice(0, 8).map((line) => (
              <LiveItem key={line.code} line={line} />
            ))}
          </ul>
        </>
      )}
      <form class="code" onSubmit={join}>
        <label for="code" class="caps">
          Join or watch by code
        </label>
        <div>
          <input
            id="code"
            placeholder="LARK-7K2M"
            autocapitalize="characters"
            autocomplete="off"
            value={code.value}
            onInput={(event) => (code.value = event.currentTarget.value)}
          />
          <button class="btn">Go to the table</button>
        </div>
      </form>
      <UploadRecord />
    </section>
  );
}

const byTurn = (a: TableLine, b: TableLine): number =>
  Number(b.your_turn) - Number(a.your_turn) ||
  Number(a.status === "over") - Number(b.status === "over") ||
  b.changed - a.changed;

function TableItem({ line }: { line: TableLine }) {
  const others = line.players
    .filter((player) => !player.you)
    .map((player) => player.name || (player.bot ? botName(player.bot) : "a free seat"));
  const alone = line.status === "damaged" ? "" : "on one device";
  const company = others.length > 0 ? `with ${[...new Set(others)].join(", ")}` : alone;
  const words = {
    open: "waiting for people",
    live: line.your_turn ? "your move" : "their move",
    over: "over",
    damaged: "damaged",
  }[line.status];
  return (
    <li class={line.your_turn ? "you" : ""}>
      <span class={`dotn ${line.your_turn ? "" : "o"}`} aria-hidden="true" />
      <a href={line.status === "over" ? `/review/${line.code}` : `/table/${line.code}`}>
        <span>
          <b>{line.title}</b> {company} · {words}
          {line.deadline !== null && ` · until ${until(line.deadline)}`}
        </span>
      </a>
      <span class="num">{line.code}</span>
    </li>
  );
}

function LiveItem({ line }: { line: TableLine }) {
  const players = line.players.map((player) => player.name || (player.bot ? botName(player.bot) : "a free seat"));
  return (
    <li>
      <span class="dotn o" aria-hidden="true" />
      <a href={`/table/${line.code}`}>
        <b>{line.title}</b> {players.join(" against ")} · turn {line.turn}
        {line.watchers > 0 ? ` · ${line.watchers} watching` : ""}
        {line.watch_delay > 0 ? ` · seen ${lateWords(line.watch_delay)}` : ""}
      </a>
      <span class="num">{line.code}</span>
    </li>
  );
}

function UploadRecord() {
  const error = useSignal("");
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      const made = await api.upload(await file.text());
      go(`/review/${made.code ?? made.table?.code ?? ""}`);
    } catch (problem) {
      error.value = (problem as Refused).message;
    }
  };
  return (
    <div class="upload">
      <label class="btn small">
        <Icon name="up" /> Review a record
        <input
          type="file"
          class="vh"
          accept=".txt,.jsonl,.dogfight,text/plain"
          onChange={(event) => void upload(event.currentTarget.files?.[0])}
        />
      </label>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
    </div>
  );
}
