/** A side: its name and morale, its units from the roster, and what comes to its help. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";

import { Stepper } from "../../../workshop/form";
import { numberAt, tableAt, textAt, textsAt, type Path, type Table, type Value } from "../../../workshop/values";
import { Counter, SHAPES } from "../counter";
import { hexesOf, type Sets } from "./battle-map";
import type { Tool } from "./tools";

interface SidesProps {
  battle: Table;
  pieces: Table;
  batteries: Table;
  sides: readonly string[];
  tool: Tool;
  choose: (tool: Tool) => void;
  set: (sets: Sets[], gesture?: string) => void;
  /** Begins to carry a unit from the roster to the map. */
  carry: (event: PointerEvent, side: number, piece: string) => void;
}

export const colourOf = (side: number): string => (side === 0 ? "var(--seat-d)" : "var(--seat-f)");

const ratingOf = (piece: Table): string =>
  `${textAt(piece, "weapon")}${numberAt(piece, "fp") || ""}/${numberAt(piece, "sv")}`;

const isAircraft = (piece: Table): boolean => textAt(piece, "class") === "aircraft";

export function PieceCounter({ piece, side }: { piece: Table; side: number }) {
  return (
    <Counter
      kind={isAircraft(piece) ? "aircraft" : (SHAPES[textAt(piece, "kind")] ?? "infantry")}
      text={isAircraft(piece) ? `${numberAt(piece, "air_fp")}/${numberAt(piece, "sv")}` : ratingOf(piece)}
      solid={side === 1}
      colour={colourOf(side)}
    />
  );
}

export function SidesPanel(props: SidesProps) {
  const side = useSignal(0);
  const { battle, sides, set } = props;
  return (
    <section class="sides" aria-label="Sides">
      <div class="choices" role="group" aria-label="Side">
        {sides.map((name, n) => (
          <button
            key={n}
            class={`btn small ${side.value === n ? "go" : ""}`}
            aria-pressed={side.value === n}
            onClick={() => (side.value = n)}
          >
            {name}
          </button>
        ))}
      </div>
      <label>
        Name of the side
        <input
          maxLength={40}
          value={textAt(battle, "side", side.value, "name")}
          onInput={(event) =>
            set([{ path: ["side", side.value, "name"], value: event.currentTarget.value }], `name${side.value}`)
          }
        />
      </label>
      <Side key={side.value} {...props} side={side.value} />
    </section>
  );
}

function Side({ battle, pieces, batteries, tool, choose, set, carry, side }: SidesProps & { side: number }) {
  const id = useId();
  const path = (...more: (string | number)[]): Path => ["side", side, ...more];
  const units = tableAt(battle, ...path("units"));
  const nation = [...new Set(Object.keys(units).map((key) => textAt(pieces, key, "nation")))].filter(Boolean);
  const ground = Object.entries(pieces).filter(([, piece]) => !isAircraft(piece as Table));
  const shown = useSignal(nation.length === 1 ? nation[0]! : "");
  const nations = [...new Set(Object.values(pieces).map((piece) => textAt(piece, "nation")))];
  const zones = Object.keys(tableAt(battle, ...path("zones")));
  return (
    <>
      <label for={`${id}-morale`}>Morale</label>
      <Stepper
        id={`${id}-morale`}
        label="Morale"
        value={numberAt(battle, ...path("morale"))}
        field={{ kind: "number", minimum: 0, maximum: 6 }}
        set={(value) => set([{ path: path("morale"), value }])}
      />
      <h3>Units · drag onto the map</h3>
      <label>
        Roster of
        <select value={shown.value} onChange={(event) => (shown.value = event.currentTarget.value)}>
          <option value="">every nation</option>
          {nations.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <ul class="roster">
        {ground
          .filter(([, piece]) => !shown.value || textAt(piece, "nation") === shown.value)
          .map(([key, piece]) => {
            const count = numberAt(units, key);
            const chosen = tool.kind === "unit" && tool.piece === key && tool.side === side;
            const name = textAt(piece, "name");
            return (
              <li key={key} class={chosen ? "chosen" : ""}>
                <button
                  class="lift"
                  aria-pressed={chosen}
                  title="Place on the map"
                  onClick={() => choose({ kind: "unit", side, piece: key })}
                  onPointerDown={(event) => carry(event, side, key)}
                >
                  <svg viewBox="-24 -24 48 48" aria-hidden="true">
                    <PieceCounter piece={piece as Table} side={side} />
                  </svg>
                  {name}
                </button>
                <Stepper
                  id={`${id}-${key}`}
                  label={`${name}, how many`}
                  value={count}
                  field={{ kind: "number", minimum: 0, maximum: 62 }}
                  set={(value) => set([{ path: path("units", key), value: value > 0 ? value : undefined }])}
                />
              </li>
            );
          })}
      </ul>
      <h3>Zones</h3>
      <p class="about">Choose the zone brush to draw them. Units without a zone of their own use “any”.</p>
      <ul class="zones">
        {zones.map((zone) => (
          <li key={zone}>
            <button class="btn small" onClick={() => choose({ kind: "zone", side, zone })}>
              {zone === "any" ? "any unit" : textAt(pieces, zone, "name") || zone}
            </button>{" "}
            {hexesOf(textsAt(battle, ...path("zones", zone))).hexes.size} hexes
          </li>
        ))}
      </ul>
      <Help
        title="Reinforcements"
        what={Object.fromEntries(ground)}
        entries={tableAt(battle, ...path("reinforcements"))}
        path={path("reinforcements")}
        turned
        set={set}
      />
      <Help
        title="Aircraft"
        what={Object.fromEntries(Object.entries(pieces).filter(([, piece]) => isAircraft(piece as Table)))}
        entries={tableAt(battle, ...path("aircraft"))}
        path={path("aircraft")}
        turned
        set={set}
      />
      <Help
        title="Batteries"
        what={batteries}
        entries={tableAt(battle, ...path("batteries"))}
        path={path("batteries")}
        set={set}
      />
      <Aboard {...{ pieces, units, set }} path={path("aboard")} entries={textsAt(battle, ...path("aboard"))} />
    </>
  );
}

interface HelpProps {
  title: string;
  what: Table;
  entries: Table;
  path: Path;
  /** Whether they come in some turn; otherwise they have missions. */
  turned?: boolean;
  set: (sets: Sets[], gesture?: string) => void;
}

function Help({ title, what, entries, path, turned, set }: HelpProps) {
  const id = useId();
  const put = (key: string, value: Value | undefined): void => set([{ path: [...path, key], value }]);
  const nameOf = (key: string): string => textAt(what, key, "name") || key;
  return (
    <>
      <h3>{title}</h3>
      <ul class="help">
        {Object.entries(entries).map(([key, entry]) => {
          const [count, turn] = Array.isArray(entry) ? [Number(entry[0]), Number(entry[1])] : [Number(entry), 1];
          return (
            <li key={key}>
              <span>{nameOf(key)}</span>
              <Stepper
                id={`${id}-${key}`}
                label={`${nameOf(key)}, ${turned ? "how many" : "missions"}`}
                value={count}
                field={{ kind: "number", minimum: 0, maximum: 62 }}
                set={(value) => put(key, value < 1 ? undefined : turned ? [value, turn] : value)}
              />
              {turned && (
                <>
                  from turn
                  <Stepper
                    id={`${id}-${key}-turn`}
                    label={`${nameOf(key)}, first turn`}
                    value={turn}
                    field={{ kind: "number", minimum: 1, maximum: 100 }}
                    set={(value) => put(key, [count, value])}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <select
        aria-label={`Add: ${title}`}
        value=""
        onChange={(event) => event.currentTarget.value && put(event.currentTarget.value, turned ? [1, 2] : 1)}
      >
        <option value="">add …</option>
        {Object.keys(what)
          .filter((key) => !(key in entries))
          .map((key) => (
            <option key={key} value={key}>
              {nameOf(key)}
            </option>
          ))}
      </select>
    </>
  );
}

function Aboard(props: {
  pieces: Table;
  units: Table;
  entries: string[];
  path: Path;
  set: (sets: Sets[], gesture?: string) => void;
}) {
  const { pieces, units, entries, path, set } = props;
  const carrier = useSignal("");
  const keys = Object.keys(units);
  const carriers = keys.filter((key) => !["", "none"].includes(textAt(pieces, key, "carries")));
  const cargo = keys.filter((key) => ["infantry", "gun"].includes(textAt(pieces, key, "class")));
  const nameOf = (key: string): string => textAt(pieces, key.trim(), "name") || key;
  if (carriers.length === 0 && entries.length === 0) return null;
  return (
    <>
      <h3>Aboard at the start</h3>
      <ul class="help">
        {entries.map((entry, n) => (
          <li key={n}>
            <span>{entry.split(":").map(nameOf).reverse().join(" aboard ")}</span>
            <button
              class="btn small quiet"
              aria-label={`Remove ${entry}`}
              onClick={() => set([{ path, value: entries.filter((_, k) => k !== n) }])}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <div class="choices">
        <select
          aria-label="Carrier"
          value={carrier.value}
          onChange={(event) => (carrier.value = event.currentTarget.value)}
        >
          <option value="">carrier</option>
          {carriers.map((key) => (
            <option key={key} value={key}>
              {nameOf(key)}
            </option>
          ))}
        </select>
        <select
          aria-label="Cargo"
          disabled={!carrier.value}
          value=""
          onChange={(event) => {
            if (event.currentTarget.value)
              set([{ path, value: [...entries, `${carrier.value}: ${event.currentTarget.value}`] }]);
          }}
        >
          <option value="">carries …</option>
          {cargo.map((key) => (
            <option key={key} value={key}>
              {nameOf(key)}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
