/** Turns, the first move and victory: sentences with slots. */

import { useId } from "preact/hooks";

import { Stepper } from "../../../workshop/form";
import { numberAt, tableAt, textAt, textsAt, type Table } from "../../../workshop/values";
import type { Sets } from "./battle-map";
import { conditionsIn, written, type Condition } from "./victory";

interface PanelProps {
  battle: Table;
  pieces: Table;
  sides: readonly string[];
  set: (sets: Sets[], gesture?: string) => void;
}

const KINDS: Record<Condition["kind"], string> = {
  controls: "it holds objectives",
  exited: "it has led units off the map",
  fewer: "units have become few",
};

export function VictoryPanel({ battle, pieces, sides, set }: PanelProps) {
  const id = useId();
  const put = (key: string, value: string | number | number[] | boolean, gesture = ""): void =>
    set([{ path: ["battle", key], value }], gesture);
  const turns = numberAt(battle, "battle", "turns");
  const text = textAt(battle, "battle", "victory");
  const objectives = textsAt(battle, "battle", "objectives").length;
  const conditions = conditionsIn(text, objectives);
  const seats = sides.map((name, seat) => (
    <option key={seat} value={seat}>
      {name}
    </option>
  ));
  const rest = textAt(battle, "battle", "else");
  const setup = battle.battle && tableAt(battle, "battle")["setup"];
  return (
    <section class="vic" aria-label="Battle">
      <label>
        Name
        <input
          maxLength={40}
          value={textAt(battle, "battle", "name")}
          onInput={(event) => put("name", event.currentTarget.value, "name")}
        />
      </label>
      <p class="sent">
        The battle lasts{" "}
        <Stepper
          id={`${id}-turns`}
          label="Turns"
          value={turns}
          field={{ kind: "number", minimum: 1, maximum: 100 }}
          set={(value) => put("turns", value)}
        />{" "}
        turns.{" "}
        <select
          aria-label="Who moves first"
          value={numberAt(battle, "battle", "first")}
          onChange={(event) => put("first", Number(event.currentTarget.value))}
        >
          {seats}
        </select>{" "}
        moves first;{" "}
        <select
          aria-label="Who sets up first"
          value={Array.isArray(setup) ? Number(setup[0]) : 0}
          onChange={(event) => put("setup", event.currentTarget.value === "1" ? [1, 0] : [0, 1])}
        >
          {seats}
        </select>{" "}
        sets up first.
      </p>
      <h3>To win</h3>
      {conditions ? (
        <Sentences {...{ conditions, battle, pieces, sides, turns }} set={(next) => put("victory", written(next))} />
      ) : (
        <label>
          In the words of the battle format
          <textarea rows={6} value={text} onInput={(event) => put("victory", event.currentTarget.value, "victory")} />
        </label>
      )}
      <p class="sent">
        Otherwise{" "}
        <select
          aria-label="What happens otherwise"
          value={rest}
          onChange={(event) => put("else", event.currentTarget.value)}
        >
          {sides.map((name, seat) => (
            <option key={seat} value={`Seat ${seat} wins.`}>
              {name} wins
            </option>
          ))}
          <option value="It is a draw.">it is a draw</option>
          {!/^(Seat [01] wins|It is a draw)\.$/.test(rest) && <option value={rest}>{rest || "choose"}</option>}
        </select>
        .
      </p>
    </section>
  );
}

interface SentencesProps {
  conditions: readonly Condition[];
  battle: Table;
  pieces: Table;
  sides: readonly string[];
  turns: number;
  set: (conditions: Condition[]) => void;
}

function Sentences({ conditions, battle, pieces, sides, turns, set }: SentencesProps) {
  const change = (n: number, part: Partial<Condition>): void =>
    set(conditions.map((one, k) => (k === n ? { ...one, ...part } : one)));
  const add = (): void =>
    set([
      ...conditions,
      { seat: conditions.at(-1)?.seat === 0 ? 1 : 0, turn: turns, kind: "controls", count: 1, units: "" },
    ]);
  const all = unitsIn(battle, pieces, sides);
  return (
    <>
      {conditions.map((one, n) => (
        <p key={n} class="sent">
          <select
            aria-label={`Sentence ${n + 1}: who wins`}
            value={one.seat}
            onChange={(event) => change(n, { seat: Number(event.currentTarget.value) })}
          >
            {sides.map((name, seat) => (
              <option key={seat} value={seat}>
                {name}
              </option>
            ))}
          </select>{" "}
          wins{" "}
          <select
            aria-label={`Sentence ${n + 1}: when`}
            value={one.turn}
            onChange={(event) => change(n, { turn: Number(event.currentTarget.value) })}
          >
            <option value={0}>at once</option>
            {Array.from({ length: Math.max(turns, one.turn) }, (_, turn) => (
              <option key={turn} value={turn + 1}>
                at the end of turn {turn + 1}
              </option>
            ))}
          </select>{" "}
          if{" "}
          <select
            aria-label={`Sentence ${n + 1}: what must be so`}
            value={one.kind}
            onChange={(event) => {
              const kind = event.currentTarget.value as Condition["kind"];
              change(n, { kind, units: kind === "controls" ? "" : one.units || (all[0]?.[0] ?? "") });
            }}
          >
            {Object.entries(KINDS).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
          : {one.kind === "fewer" ? "fewer than" : "at least"}{" "}
          <select
            aria-label={`Sentence ${n + 1}: how many`}
            value={one.count}
            onChange={(event) => change(n, { count: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: Math.max(20, one.count) }, (_, k) => (
              <option key={k} value={k + 1}>
                {k + 1}
              </option>
            ))}
          </select>{" "}
          {one.kind !== "controls" && (
            <select
              aria-label={`Sentence ${n + 1}: which units`}
              value={one.units}
              onChange={(event) => change(n, { units: event.currentTarget.value })}
            >
              {all.every(([value]) => value !== one.units) && <option value={one.units}>{one.units}</option>}
              {all.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
          <button
            class="btn small quiet"
            aria-label={`Remove sentence ${n + 1}`}
            onClick={() => set(conditions.filter((_, k) => k !== n))}
          >
            Remove
          </button>
        </p>
      ))}
      <button class="btn small" onClick={add}>
        Add a sentence
      </button>
    </>
  );
}

/** What a condition may count: all units of a side, or those of a type. */
function unitsIn(battle: Table, pieces: Table, sides: readonly string[]): [string, string][] {
  const all = sides.map((name): [string, string] => [`${name} units`, `${name} units`]);
  const types = [0, 1].flatMap((side) => Object.keys(tableAt(battle, "side", side, "units")));
  return [...all, ...[...new Set(types)].map((key): [string, string] => [key, textAt(pieces, key, "name") || key])];
}
