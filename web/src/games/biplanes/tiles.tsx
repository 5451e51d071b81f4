/** The tiles of Biplanes: in the hand, sealed, and turned over. */

import { useEffect, useState } from "preact/hooks";

import type { GameEvent, View } from "../../api/types";
import type { BiplanesBoard, SideView as Side } from "./board";
import { styleOf } from "./style";
import { Lift } from "../../boards/carry";
import { press } from "../../boards/choices";
import { heading, plainly, type BoardProps, type Pick, type SeatStyle } from "../../boards/game";
import { Aircraft, CrossHair } from "../../boards/parts";
import { Key, Row, Segments } from "../../boards/tray";

const REVEAL_MS = 2600;
/** More ways to fly one tile than this do not fit side by side. */
const MOST_WAYS = 3;

/** A tile: its value, its hits as cross-hairs, and a curl on a 3. */
export function Tile({ tile, width = 66 }: { tile: string; width?: number }) {
  const [value = "", hits = "0"] = tile.split("/");
  const count = Number(hits.charAt(0));
  return (
    <svg
      class="tile"
      width={width}
      viewBox="0 0 68 84"
      role="img"
      aria-label={`Tile ${value}, ${count === 1 ? "1 hit" : `${count} hits`}`}
    >
      <rect
        x="1.5"
        y="1.5"
        width="65"
        height="81"
        rx="7"
        fill="var(--tile,var(--sheet))"
        stroke="var(--ink)"
        stroke-width="2"
      />
      <path d="M6 56H62" stroke="var(--rule-soft)" />
      {value.startsWith("3") && (
        <path
          transform="translate(54 15)"
          d="M-7 5C-2 5 6 2 6-3 6-8-2-8-2-3-2 2 4 5 8 5"
          fill="none"
          stroke="var(--loop-purple)"
          stroke-width="2.2"
        />
      )}
      <text
        x={value.startsWith("3") ? 26 : 34}
        y="47"
        text-anchor="middle"
        font-size="44"
        font-weight="700"
        style={{ fontFamily: "var(--font-display)" }}
      >
        {value.charAt(0)}
      </text>
      {count === 0 && <path d="M26 68h16" stroke="var(--rule)" stroke-width="2" />}
      {Array.from({ length: count }, (_, n) => (
        <CrossHair key={n} at={{ x: 34 + (n - (count - 1) / 2) * 20, y: 69 }} />
      ))}
    </svg>
  );
}

function TileBack({ style, width = 66 }: { style: SeatStyle; width?: number }) {
  return (
    <svg class="tile" width={width} viewBox="0 0 68 84" role="img" aria-label="a sealed tile">
      <rect x="1.5" y="1.5" width="65" height="81" rx="7" fill={style.colour} stroke="var(--ink)" stroke-width="2" />
      <rect x="7" y="7" width="54" height="70" rx="3" fill="none" stroke="var(--on-solid)" stroke-width="1.5" />
      <g transform="translate(34 42) scale(.8)">
        <Aircraft style={{ ...style, solid: false }} />
      </g>
    </svg>
  );
}

interface Turned {
  seat: number;
  tile: string;
  way: string;
}

/** The tiles that were just turned over, for a moment. */
function useTurned(news: GameEvent[], turn: string): Turned[] {
  const [turned, setTurned] = useState<Turned[]>([]);
  useEffect(() => {
    const played = news
      .filter((event) => event.kind === "played")
      .map((event) => ({
        seat: Number(event.facts?.who),
        tile: String(event.facts?.piece ?? "0/0"),
        way: String(event.facts?.way ?? ""),
      }));
    if (played.length === 0) return;
    setTurned(played);
    const skip = (): void => setTurned([]);
    const timer = setTimeout(skip, REVEAL_MS);
    addEventListener("keydown", skip, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", skip);
    };
  }, [turn]);
  return turned;
}

export function Hand({ view, pick, news }: BoardProps<BiplanesBoard>) {
  const { board: table } = view;
  const turned = useTurned(news, `${table.round}.${table.turn}.${table.phase}`);
  const own = view.seat >= 0 ? table.sides[view.seat] : undefined;
  const choosing = view.legal.length > 0;
  return (
    <div class="hand bdhand">
      {turned.length > 0 && <TurnedOver turned={turned} view={view} />}
      {own?.committed && own.commitment && !choosing && <SealedTile view={view} own={own} />}
      {own && (!own.committed || choosing) && <Tiles view={view} pick={pick} hand={own.hand ?? []} />}
    </div>
  );
}

/** How the chosen tile is flown: fly on, loop, or the exit. */
export function Variant({ view, pick }: BoardProps<BiplanesBoard>) {
  const chosen = pick.picked?.piece;
  const ways = view.legal.filter((one) => chosen && one.kind === "play" && one.piece === chosen);
  if (ways.length > MOST_WAYS) {
    return (
      <select
        class="ways-select"
        aria-label="How to fly it"
        value={pick.picked?.action}
        onChange={(event) => pick.choose(Number(event.currentTarget.value))}
      >
        {ways.map((one) => (
          <option key={one.notation} value={one.action}>
            {one.short_text ?? one.text}
          </option>
        ))}
      </select>
    );
  }
  if (ways.length > 1) return <Segments ways={ways} pick={pick} label="How to fly it" />;
  const bears = pick.picked?.bears ?? [];
  return (
    <p class="consequence">
      {!pick.picked
        ? "Choose a tile, or the space it lands on."
        : bears.length > 0
          ? `Guns would bear on ${bears.join(", ")}.`
          : heading(`${pick.picked.short_text || pick.picked.text}.`)}
    </p>
  );
}

function TurnedOver({ turned, view }: { turned: Turned[]; view: View<BiplanesBoard> }) {
  const words = turned.map(
    ({ seat, tile, way }) => `${heading(view.board.sides[seat]?.plane ?? "")} ${wayWords(tile, way)}`,
  );
  return (
    <div class="turned">
      {turned.map(({ seat, tile }) => (
        <div key={seat} class="sl">
          <span class="flip" style={{ color: styleOf(seat, view).colour }}>
            <Tile tile={tile} width={54} />
          </span>
          <small>{seat === view.seat ? "you" : view.board.sides[seat]?.plane}</small>
        </div>
      ))}
      <span class="vh" role="status">
        Turned over: {words.join(", ")}.
      </span>
    </div>
  );
}

/** A tile by its value and how it is flown. */
export function wayWords(tile: string, way = ""): string {
  const value = tile.charAt(0);
  return way === "loop"
    ? `${value} loop`
    : way === "exit"
      ? `${value} by the exit`
      : value === "3"
        ? "3 fly on"
        : value;
}

export const hitWords = (tile: string): string =>
  tile.endsWith("/0") ? "no hits" : tile.endsWith("/1") ? "1 hit" : `${tile.slice(2)} hits`;

function SealedTile({ view, own }: { view: View<BiplanesBoard>; own: Side }) {
  const other = view.board.sides[1 - view.seat];
  const shown = other?.chosen?.tile;
  return (
    <>
      <div class="sl">
        <span class="sw">
          <TileBack style={styleOf(view.seat, view)} />
          <b class="stamp st">Sealed</b>
        </span>
        <small>you: {own.chosen ? wayWords(own.chosen.tile, own.chosen.way) : ""}</small>
      </div>
      {other && (
        <div class="sl">
          {shown ? (
            <Tile tile={shown} />
          ) : other.committed ? (
            <TileBack style={styleOf(1 - view.seat, view)} />
          ) : (
            <span class="dash" />
          )}
          <small>{other.plane}</small>
        </div>
      )}
    </>
  );
}

const wordsOf = (view: View<BiplanesBoard>, tile: string): string[] =>
  view.legal.filter((one) => one.piece === tile).map((one) => one.notation);

function Tiles({ view, pick, hand }: { view: View<BiplanesBoard>; pick: Pick; hand: string[] }) {
  const chosen = pick.picked?.piece ?? null;
  const others = view.legal.filter((one) => !one.piece || !hand.includes(one.piece));
  const seen = new Map<string, number>();
  return (
    <Row class="tiles" label="Your tiles">
      {hand.map((tile) => {
        const copy = seen.get(tile) ?? 0;
        seen.set(tile, copy + 1);
        const first = view.legal.find((one) => one.piece === tile);
        const selected = tile === chosen && copy === 0;
        return (
          <Lift
            key={`${tile}.${copy}`}
            class={`pick ${selected ? "sel" : ""}`}
            pressed={selected}
            disabled={!first}
            words={wordsOf(view, tile)}
            pick={pick}
            click={() => first && pick.choose(first.action)}
          >
            <Tile tile={tile} />
          </Lift>
        );
      })}
      {others.map((one) => (
        <Key
          key={one.notation}
          name={one.notation}
          title={plainly(one)}
          note={one.odds_text}
          chosen={pick.picked === one}
          click={() => press(pick, one)}
        />
      ))}
    </Row>
  );
}
