/** Shots: a tracer to where each goes, the struck plane lit, and the cards that tumble from the deck that pays. */

import type { PawsBoard } from "./board";
import type { GameEvent } from "../../api/types";
import type { Point } from "../../boards/geometry";
import { CardFace } from "./cards";
import { pileOf, type Panel } from "./panel";

interface Props {
  events: readonly GameEvent[];
  table: PawsBoard;
  panels: Map<string, Panel>;
}

/** What is shown of the shots and hits of a beat; without motion the tracer stands, and the cards lie spread. */
export function Fire({ events, table, panels }: Props) {
  return (
    <g class="fire" aria-hidden="true">
      {events.flatMap((event) => {
        const zone = event.kind === "shot" || event.kind === "hit" ? pointOf(event.places?.[1], panels) : null;
        if (!zone) return [];
        return [
          <Tracer key={event.text} from={muzzle(event, panels)} to={zone} />,
          ...(event.kind === "hit" ? [<Struck key={`${event.text}!`} {...{ event, table, panels, zone }} />] : []),
        ];
      })}
    </g>
  );
}

/** A zone by its name, `jaws.PC`. */
function pointOf(name: string | undefined, panels: Map<string, Panel>): Point | null {
  const [team = "", zone = ""] = (name ?? "").split(".");
  return panels.get(team)?.zone(zone) ?? null;
}

/** Where the guns of the plane are that fires: at the lower edge of the view board that it looks out on. */
function muzzle(event: GameEvent, panels: Map<string, Panel>): Point {
  const [team = "", zone = ""] = (event.places?.[1] ?? "").split(".");
  const panel = panels.get(team);
  const middle = panel?.zone(`${zone[0]}C`) ?? { x: 0, y: 0 };
  return { x: middle.x, y: middle.y + (panel?.far ? -96 : 96) };
}

function Tracer({ from, to }: { from: Point; to: Point }) {
  const way = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  return (
    <>
      <path class="tracer under" d={way} />
      <path class="tracer" d={way} />
    </>
  );
}

interface StruckProps {
  event: GameEvent;
  table: PawsBoard;
  panels: Map<string, Panel>;
  zone: Point;
}

/** The lit plane, and as many cards from deck to scrap as the hit costs. */
function Struck({ event, table, panels, zone }: StruckProps) {
  const seat = table.seats.findIndex((one) => one.seat === event.facts?.["seat"]);
  const team = table.teams[Math.floor(seat / 2)]?.team ?? "";
  const role = seat % 2 === 0 ? "pilot" : "gunner";
  const [deck, scrap] = [pileOf(table, event, panels, "deck"), pileOf(table, event, panels, "scrap")];
  const cards = Number(event.facts?.["damage"] ?? 0);
  return (
    <>
      <path
        class="struck"
        transform={`translate(${zone.x} ${zone.y})`}
        d="M0 -66 14 -32 47 -47 32 -14 66 0 32 14 47 47 14 32 0 66 -14 32 -47 47 -32 14 -66 0 -32 -14 -47 -47 -14 -32z"
      />
      {Array.from({ length: cards }, (_, n) => (
        <g
          key={n}
          class="tumbling"
          style={{
            "--from": `translate(${deck.x}px, ${deck.y}px)`,
            "--to": `translate(${scrap.x + 9 * (n - cards / 2)}px, ${scrap.y}px) rotate(${14 * (n - (cards - 1) / 2)}deg)`,
            "--wait": `${n * 90}ms`,
          }}
        >
          <g transform="translate(-27 -38) scale(.54)">
            <CardFace card="" role={role} team={team} />
          </g>
        </g>
      ))}
    </>
  );
}
