/** Jaws vs Paws: view boards with biplanes, a sun or moon, and a track of cards for each team. */

import type { PawsBoard, TeamTable, TrackCard } from "./board";
import { OPEN, type Legal, type SeatInfo, type View } from "../../api/types";
import { Chart, liftId } from "../../boards/chart";
import { recap, staging } from "./animation";
import { HeadOn, Light, Sign, teamStyle } from "./art";
import { CardFace } from "./cards";
import { handsOf, together } from "./crew";
import { isPicking, Moonlight, scrapping } from "./fan";
import { cardWords, Hand, heldIn, key, lays, PLAIN, turnHeld, Variant, varies } from "./hand";
import {
  briefly,
  byPlace,
  heading,
  type BoardProps,
  type GameUi,
  type Pick,
  type Pile,
  type Place,
  type SeatProps,
  type SeatStyle,
  placeOf,
} from "../../boards/game";
import type { Point } from "../../boards/geometry";
import { Burst, Cloud, Patterns, Piece } from "../../boards/parts";
import { Fire } from "./fire";
import { narrowed, PANEL, panelsOf, pileOf, type Panel } from "./panel";
import { diagrams } from "./diagrams";
import { poster } from "./poster";

const ZONES = ["PL", "PC", "PR", "GL", "GC", "GR"];
const FEW_CARDS = 6;
const LIGHT = "light";

function placesOf(view: View<PawsBoard>, panels: Map<string, Panel>): Place[] {
  const { board: table } = view;
  const found: Place[] = [];
  const lights = view.legal.filter((one) => one.kind === "sun");
  const light = lightAt(table, panels);
  const actions = byPlace(lights);
  for (const team of table.teams) {
    const panel = panels.get(team.team)!;
    for (const zone of ZONES) {
      const id = `${team.team}.${zone}`;
      found.push({ id, ...panel.zone(zone), name: zoneName(table, team.team, zone), actions: actions.get(id) ?? [] });
    }
    if (actions.has(team.team))
      found.push({ id: team.team, ...panel.at(500, 260), name: team.team, actions: actions.get(team.team)! });
    for (let n = 1; n <= table.sections; n++) found.push(sectionPlace(view, team, panel, n));
  }
  if (lights.length > 0 && light)
    found.push({
      id: LIGHT,
      ...light,
      name: table.mode === "night" ? "the Moon" : "the Sun",
      actions: [],
      lifts: lights.map((one) => one.notation),
    });
  return found;
}

/** A card on a track: its front where it is known, and whether it lies open for all to see. */
function trackWords(card: TrackCard): string {
  const front = card.card ? cardWords(card.card) : `a card of the ${card.role}`;
  return card.open ? `${front}, open` : front;
}

function sectionPlace(view: View<PawsBoard>, team: TeamTable, panel: Panel, section: number): Place {
  const here = team.track.filter((card) => card.section === section);
  const name = `${heading(team.team)} section ${section}, ${here.map(trackWords).join(" and ") || "empty"}`;
  const id = `${team.team}.${section}`;
  const plans = view.legal.filter((one) => placeOf(one) === id);
  const now = heldIn(view);
  const fitting = now ? plans.filter((one) => lays(one, view, now)) : plans.filter((one) => one.kind === "back");
  const lifts = plans.filter((one) => one.kind === "back").map((one) => one.notation);
  return {
    id,
    ...panel.section(section, view.board.sections),
    name,
    actions: fitting.map((one) => one.action),
    lifts,
    at_once: true,
  };
}

function zoneName(table: PawsBoard, team: string, zone: string): string {
  const planes = Object.entries(table.planes).filter(([token, at]) => token.endsWith(`@${team}`) && at === zone);
  const light = table.sun === `${team}.${zone}` ? [table.mode === "night" ? "the Moon" : "the Sun"] : [];
  return [
    `${zone} of ${heading(team)}`,
    ...planes.map(([token]) => `the plane of ${heading(token.split("@")[0] ?? "")}`),
    ...light,
  ].join(", ");
}

function Board(props: BoardProps<PawsBoard>) {
  const { view, pick, news, near, calls, beat } = together(props);
  const { board: table } = view;
  const panels = panelsOf(view, near ?? view.seat);
  const places = placesOf(view, panels);
  const width = PANEL.width * Math.ceil(table.teams.length / 2);
  const night = table.mode === "night";
  const chart = (
    <Chart
      width={width}
      height={800}
      label={`The table. ${say(view).slice(0, 4).join(". ")}`}
      places={places}
      pick={pick}
      reach={62}
      close={width > 1000 ? { x: 500, y: 500, width: 1000 } : null}
      above={
        <g class={night ? "night" : ""}>
          {beat && <Fire events={beat.about} table={table} panels={panels} />}
          {news
            .filter((event) => typeof event.facts?.damage === "number")
            .map((event) => (
              <Burst
                key={event.text}
                at={pileOf(table, event, panels, "deck")}
                text={`−${String(event.facts?.damage)}`}
              />
            ))}
        </g>
      }
    >
      <Patterns />
      <g class={night ? "night" : ""}>
        <rect x="1" y="1" width={width - 2} height="798" fill="var(--land)" stroke="var(--ink)" stroke-width="2" />
        <path d={`M1 400H${width - 1}`} stroke="var(--grid)" stroke-width="2" stroke-dasharray="14 8" />
        {table.teams.map((team) => (
          <TeamPanel
            key={team.team}
            view={view}
            team={team}
            panel={panels.get(team.team)!}
            places={places}
            pick={pick}
          />
        ))}
        <SunOrMoon table={table} panels={panels} />
        {Object.entries(table.planes).map(([token, zone]) => (
          <PlaneToken key={token} token={token} zone={zone} table={table} panels={panels} />
        ))}
        {view.seats.map((info, seat) => (
          <Called key={info.name} text={calls?.get(info.player) ?? ""} seat={seat} view={view} panels={panels} />
        ))}
      </g>
    </Chart>
  );
  if (!isPicking(view)) return chart;
  return (
    <>
      {chart}
      <Moonlight view={view} pick={pick} />
    </>
  );
}

/** What a seat has just called, beside its half of the track; of two seats of one player the first one shows it. */
function Called(props: { text: string; seat: number; view: View<PawsBoard>; panels: Map<string, Panel> }) {
  const { text, seat, view, panels } = props;
  const team = view.board.teams[Math.floor(seat / 2)];
  const panel = team && panels.get(team.team);
  const first = view.seats.findIndex((info) => info.player === view.seats[seat]?.player);
  if (!text || !panel || first !== seat) return null;
  const at = panel.at(seat % 2 === 0 ? 330 : 670, 8);
  const width = 40 + 17 * text.length;
  return (
    <g class="called" transform={`translate(${at.x} ${at.y})`} aria-hidden="true">
      <g class="said">
        <rect x={-width / 2} y="-26" width={width} height="52" rx="26" />
        <text y="10" text-anchor="middle">
          {text}
        </text>
      </g>
    </g>
  );
}

function TeamPanel({
  view,
  team,
  panel,
  places,
  pick,
}: {
  view: View<PawsBoard>;
  team: TeamTable;
  panel: Panel;
  places: Place[];
  pick: Pick;
}) {
  const seats = view.board.seats.filter((seat) => seat.seat.startsWith(`${team.team}.`));
  const colour = teamStyle(team.team).colour;
  return (
    <g opacity={team.flying ? 1 : 0.5}>
      {(["P", "G"] as const).map((board) => (
        <ViewBoard
          key={board}
          board={board}
          team={team.team}
          night={view.board.mode === "night"}
          panel={panel}
          places={places}
          pick={pick}
        />
      ))}
      <TeamSign team={team} panel={panel} legal={places.some((place) => place.id === team.team)} />
      {Array.from({ length: view.board.sections }, (_, n) => (
        <Section
          key={n}
          number={n + 1}
          team={team}
          table={view.board}
          place={places.find((place) => place.id === `${team.team}.${n + 1}`)!}
          pick={pick}
        />
      ))}
      {seats.map((seat, n) => (
        <g key={seat.seat}>
          <PileMark
            at={panel.pile("deck", n)}
            count={seat.deck}
            words="deck"
            fill={colour}
            solid
            low={seat.deck <= FEW_CARDS}
          />
          <PileMark at={panel.pile("used", n)} count={seat.discards} words="used" fill="var(--sheet)" />
          <PileMark at={panel.pile("scrap", n)} count={seat.scrap} words="scrap" fill="var(--well)" dashed />
        </g>
      ))}
    </g>
  );
}

/** Where stars stand in the sky of a view board, and how large they are. */
const STARS = [
  [-150, -70, 2.5],
  [-118, -34, 1.8],
  [-88, -78, 2],
  [-64, -16, 1.6],
  [-30, -60, 2.8],
  [8, -84, 1.8],
  [30, -36, 2.2],
  [62, -70, 1.6],
  [92, -20, 2],
  [124, -58, 2.6],
  [154, -82, 1.8],
] as const;

const Stars = () => (
  <g class="stars">
    {STARS.map(([x, y, size]) => (
      <circle key={x} cx={x} cy={y} r={size} />
    ))}
  </g>
);

/** A postcard of the sky ahead or behind; far ones stand on their head. */
function ViewBoard({
  board,
  team,
  night,
  panel,
  places,
  pick,
}: {
  board: "P" | "G";
  team: string;
  night: boolean;
  panel: Panel;
  places: Place[];
  pick: Pick;
}) {
  const middle = panel.zone(`${board}C`);
  const turn = panel.far ? 180 : 0;
  const [x, y] = [middle.x - 180, middle.y - 100];
  const edge = panel.far ? middle.y - 72 : middle.y + 88;
  return (
    <g class="vista">
      <rect
        x={x}
        y={y}
        width="360"
        height="200"
        rx="10"
        fill="var(--sky-1)"
        stroke={teamStyle(team).colour}
        stroke-width="5"
      />
      <rect x={x + 6} y={y + 6} width="348" height="188" rx="6" fill="none" stroke="var(--ink)" stroke-width="1.5" />
      <g transform={`translate(${middle.x} ${middle.y}) rotate(${turn})`}>
        {night ? (
          <Stars />
        ) : (
          <>
            <Cloud at={{ x: -100, y: -52 }} size={0.8} />
            <Cloud at={{ x: 95, y: -30 }} size={0.65} />
          </>
        )}
        <path d="M-173 60C-110 40-60 64 0 54S110 44 173 60V88q0 6-6 6H-167q-6 0-6-6z" fill="var(--land-3)" />
        {board === "P" ? (
          <path d="M-173 74C-80 62 60 84 173 70V88q0 6-6 6H-167q-6 0-6-6z" fill="var(--land-4)" />
        ) : (
          <path d="M-40 94 0 64 40 94z" fill={teamStyle(team).colour} opacity=".55" />
        )}
      </g>
      {["L", "C", "R"].map((column) => {
        const id = `${team}.${board}${column}`;
        const place = places.find((one) => one.id === id)!;
        const chosen = place.actions.length > 0 && pick.picked?.action === place.actions[0];
        return (
          <g key={column}>
            {place.actions.length > 0 && (
              <rect
                x={place.x - 56}
                y={place.y - 90}
                width="112"
                height="180"
                rx="6"
                class={`legal ${chosen ? "chosen" : ""} ${pick.hover === id ? "hover" : ""}`}
              />
            )}
            <text x={place.x} y={edge} text-anchor="middle" class="zl" font-weight="700">
              {board}
              {column}
            </text>
          </g>
        );
      })}
      <path
        d={`M${middle.x - 60} ${y + 14}v172M${middle.x + 60} ${y + 14}v172`}
        stroke="var(--ink)"
        stroke-width="1.5"
        stroke-dasharray="5 6"
        opacity=".6"
      />
      <text x={middle.x} y={panel.far ? y - 14 : y + 228} text-anchor="middle" class="bl">
        {board === "P" ? "pilot · ahead" : "gunner · behind"}
      </text>
    </g>
  );
}

function TeamSign({ team, panel, legal }: { team: TeamTable; panel: Panel; legal: boolean }) {
  const at = panel.at(500, 250);
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      {legal && <circle r="44" class="legal" />}
      {team.smoke && <Cloud at={{ x: 10, y: -6 }} size={0.8} opacity={0.9} />}
      <Sign team={team.team} size={1.5} />
      <text y="48" text-anchor="middle" class="sm" font-weight="700" style={{ fill: teamStyle(team.team).colour }}>
        {team.flying ? (team.smoke ? "smoke" : "clean") : "shot down"}
      </text>
    </g>
  );
}

function Section({
  number,
  team,
  table,
  place,
  pick,
}: {
  number: number;
  team: TeamTable;
  table: PawsBoard;
  place: Place;
  pick: Pick;
}) {
  const here = team.track.filter((card) => card.section === number);
  const clash = here.length > 1;
  const legal = place.actions.length > 0;
  const current = table.section === number && !["action", "sun", "coin", "over"].includes(table.phase);
  return (
    <g transform={`translate(${place.x} ${place.y}) scale(${narrowed(table.sections)})`}>
      <rect
        x="-52"
        y="-67"
        width="104"
        height="134"
        rx="8"
        class={legal ? `legal ${pick.hover === place.id ? "hover" : ""}` : ""}
        fill="var(--well)"
        stroke={clash ? "var(--danger)" : "var(--ink)"}
        stroke-width={clash || current ? 4 : 1.8}
      />
      {here.length === 0 && (
        <text
          y="16"
          text-anchor="middle"
          font-size="46"
          font-weight="700"
          opacity=".5"
          style={{ fontFamily: "var(--font-display)", fill: "var(--ink-2)" }}
        >
          {number}
        </text>
      )}
      {here.map((card, n) => {
        const shift = (n - (here.length - 1) / 2) * (here.length > 2 ? 14 : 26);
        return (
          <g
            key={`${card.role}${n}`}
            id={card.card && place.lifts?.length ? liftId(place.id) : undefined}
            transform={`translate(${shift - 38} ${shift / 3 - 53}) scale(.76)`}
          >
            <g key={card.card} class={card.card ? "flip" : ""}>
              <CardFace
                card={card.card ?? ""}
                side={card.side}
                role={card.role}
                team={team.team}
                night={table.mode === "night"}
              />
            </g>
            {card.open && <OpenMark />}
          </g>
        );
      })}
      {here.length > 0 && (
        <g transform="translate(-40 -55)">
          <circle r="15" fill="var(--ink)" />
          <text y="7" text-anchor="middle" font-size="20" font-weight="700" style={{ fill: "var(--paper)" }}>
            {number}
          </text>
        </g>
      )}
      {clash && (
        <g transform="translate(44 -60)">
          <path
            d="M0 -20 20 16H-20z"
            fill="var(--act)"
            stroke="var(--ink)"
            stroke-width="2.5"
            stroke-linejoin="round"
          />
          <path d="M0 -7V5M0 9.5V11" stroke="var(--on-act)" stroke-width="4" stroke-linecap="round" />
        </g>
      )}
    </g>
  );
}

/** A band over the foot of a card that lies open for all to see. */
function OpenMark() {
  return (
    <g class="open-mark" transform="translate(50 148)">
      <rect x="-46" y="-17" width="92" height="34" rx="6" fill="var(--act)" stroke="var(--ink)" stroke-width="2.5" />
      <text y="9" text-anchor="middle" font-size="26" font-weight="700" style={{ fill: "var(--on-act)" }}>
        open
      </text>
    </g>
  );
}

function PileMark({
  at,
  count,
  words,
  fill,
  solid,
  dashed,
  low,
}: {
  at: Point;
  count: number;
  words: string;
  fill: string;
  solid?: boolean;
  dashed?: boolean;
  low?: boolean;
}) {
  const ink = solid ? "var(--on-solid)" : "var(--ink)";
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <rect
        x="-31"
        y="-41"
        width="62"
        height="82"
        rx="7"
        fill={low ? "var(--sheet)" : fill}
        stroke={low ? "var(--danger)" : "var(--ink)"}
        stroke-width={low ? 4 : 2}
        stroke-dasharray={dashed ? "6 4" : undefined}
      />
      <text
        y="2"
        text-anchor="middle"
        class="pn"
        font-weight="700"
        style={{ fill: low ? "var(--danger)" : ink, fontFamily: "var(--font-num)" }}
      >
        {count}
      </text>
      <text y="26" text-anchor="middle" class="pl" style={{ fill: low ? "var(--danger)" : ink }}>
        {words}
      </text>
    </g>
  );
}

/** Where the sun or the moon is drawn: in its zone, or beside the crew that holds it. */
function lightAt(table: PawsBoard, panels: Map<string, Panel>): Point | null {
  const [team = "", zone = ""] = table.sun.split(".");
  const panel = panels.get(team) ?? panels.get(table.holder);
  if (!panel) return null;
  const at = zone ? panel.zone(zone) : panel.at(500, 160);
  return { x: at.x, y: at.y + (panel.far ? 42 : -42) };
}

function SunOrMoon({ table, panels }: { table: PawsBoard; panels: Map<string, Panel> }) {
  const at = lightAt(table, panels);
  if (!at) return null;
  return (
    <Piece class="vista" id={liftId(LIGHT)} at={at}>
      <Light night={table.mode === "night"} radius={27} />
    </Piece>
  );
}

function PlaneToken({
  token,
  zone,
  table,
  panels,
}: {
  token: string;
  zone: string;
  table: PawsBoard;
  panels: Map<string, Panel>;
}) {
  const [team = "", host = ""] = token.split("@");
  const panel = panels.get(host);
  if (!panel || zone === "gone") return null;
  const at = panel.zone(zone);
  const together = Object.entries(table.planes).filter(
    ([other, where]) => other.endsWith(`@${host}`) && where === zone,
  );
  const place = together.findIndex(([other]) => other === token);
  const lit = table.sun === `${host}.${zone}`;
  const shift = (place - (together.length - 1) / 2) * 44;
  return (
    <Piece
      class="vista"
      at={{ x: at.x, y: at.y + shift + (lit ? (panel.far ? -24 : 24) : 0) }}
      turn={panel.far ? 180 : 0}
      size={together.length > 1 ? 0.8 : 1.05}
    >
      <HeadOn team={team} />
    </Piece>
  );
}

function Facts({ view, seat }: SeatProps<PawsBoard>) {
  const one = view.board.seats[seat];
  if (!one) return null;
  const marks = [one.ready && "ready", one.repairing && "repairing", one.played && "has played"].filter(Boolean);
  return (
    <div class="hull">
      holds {one.hand} · deck {one.deck}
      {marks.length > 0 && <span class="not-phone"> · {marks.join(", ")}</span>}
      {view.seat === OPEN && one.secrets && (
        <span class="not-phone"> · {one.secrets.hand.map(cardWords).join(", ")}</span>
      )}
    </div>
  );
}

/** [JP-4.5] [JP-4.6] The used and the scrapped cards of the viewer's own seats. */
function pilesOf(view: View<PawsBoard>): Pile[] {
  return handsOf(view).flatMap((seat) => {
    const one = view.board.seats[seat];
    if (!one?.secrets) return [];
    const [team = "", role = ""] = one.seat.split(".");
    const pile = (name: string, rule: string, cards: readonly string[]): Pile => ({
      seat,
      name,
      rule,
      cards: [...counted(cards)].map(([card, count]) => ({
        words: cardWords(card),
        count,
        Picture: () => (
          <svg viewBox="0 0 100 140" aria-hidden="true">
            <CardFace card={card} role={role} team={team} night={view.board.mode === "night"} />
          </svg>
        ),
      })),
    });
    return [pile("Used", "JP-4.5", one.secrets.discards), pile("Scrapped", "JP-4.6", one.secrets.scrap)];
  });
}

function counted(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

function styleOf(seat: number, info: SeatInfo): SeatStyle {
  const { colour, solid } = teamStyle(info.side);
  return { letter: seat % 2 === 0 ? "P" : "G", shape: solid ? "square" : "circle", solid, colour };
}

function planeWords(token: string): string {
  const [team = "", host = ""] = token.split("@");
  return `The plane of ${heading(team)} on the boards of ${heading(host)}`;
}

function placeWords(place: string): string {
  const [team = "", zone = ""] = place.split(".");
  return zone ? `${zone} of ${heading(team)}` : heading(team);
}

function say(view: View<PawsBoard>): string[] {
  const { board: table } = view;
  return [
    ...Object.entries(table.planes).map(([token, zone]) => `${planeWords(token)}: ${zone}`),
    `${table.mode === "night" ? "Moon" : "Sun"}: ${placeWords(table.sun) || "not on the boards"}`,
    ...table.teams.map(
      (team) =>
        `${heading(team.team)}: ${team.smoke ? "smoking" : "clean"}; track ${team.track.map((card) => `${card.section} ${card.card ? cardWords(card.card) : `(${card.role})`}${card.open ? " open" : ""}`).join(", ") || "empty"}`,
    ),
    ...table.seats.map(
      (seat, n) =>
        `${view.seats[n]?.title}: ${seat.hand} in hand, deck ${seat.deck}, used ${seat.discards}, scrap ${seat.scrap}`,
    ),
  ];
}

/** The answers that need no card; whoever is ready need not say so again. */
function plainAnswers(legal: Legal[]): Legal[] {
  const ready = legal.some((one) => one.kind === "not_ready");
  const known = PLAIN.filter((kind) => !ready || kind !== "ready");
  return known.flatMap((kind) => legal.filter((one) => one.kind === kind));
}

const PHASE: Record<string, number> = { coin: -1, sun: -1, action: 0, discards: 1, draw: 1, extra: 1, extra_draw: 1 };

export const ui: GameUi<PawsBoard> = {
  poster,
  diagrams,
  secret: true,
  style: styleOf,
  role: (_seat, info) =>
    info.name.endsWith("pilot")
      ? "Looks ahead. More Move cards: you steer your own plane and push theirs."
      : "Looks behind. More Shoot and Sun cards: you hit what the pilot sets up.",
  Board,
  Hand,
  staging,
  recap,
  Variant,
  varies,
  quiet: (view) => plainAnswers(view.legal),
  along: (legal, beside) =>
    legal.kind === "ready"
      ? beside.flatMap(({ seat, legal: all }) =>
          all.filter((one) => one.kind === "ready").map(({ action }) => ({ seat, action })),
        )
      : [],
  plan: scrapping,
  piles: pilesOf,
  Facts,
  phases: ({ board: table }) => ({
    names: ["Plan", "Draw", ...Array.from({ length: table.sections }, (_, n) => String(n + 1))],
    at: PHASE[table.phase] ?? (table.phase === "over" ? -1 : 1 + Math.min(table.sections, table.section + 1)),
  }),
  where: ({ board: table }) => `${table.mode}${table.round > 0 ? ` · round ${table.round}` : ""}`,
  turn: turnHeld,
  key,
  callsByKey: ({ board }) => board.phase === "action",
  keys: [
    ["A S D F …", "hold a card while planning; again: turn it"],
    ["1 – 4", "lay it on a section; without one, take a card back"],
    ["Enter", "ready"],
    ["O", "flying alone against a pair: turn the next laid card up"],
    ["1 – 9", "mark a card that the Moon shows"],
    ["Q W E R T Y U I", "calls; within two seconds a digit says where"],
    ["Shift and a letter", "what the letter means elsewhere"],
  ],
  go: briefly,
  out: ({ board: table }, seat) => (table.teams[Math.floor(seat / 2)]?.flying === false ? "shot down" : ""),
  sealed: ({ board: table }, seat) => table.seats[seat]?.ready ?? false,
  counts: () => "cards left",
  score: ({ board: table }) =>
    table.teams.map((_, n) => (table.seats[2 * n]?.deck ?? 0) + (table.seats[2 * n + 1]?.deck ?? 0)),
  say,
};
