/** The board of a game from outside, as its Python code has drawn it: places can be pressed and focused. */

import { h, type VNode } from "preact";
import { useMemo } from "preact/hooks";

import type { Legal } from "../api/types";
import { ARROWS, Chart, tap } from "./chart";
import { byPlace, heading, placeOf, type BoardProps, type Pick, type Place } from "./game";
import { towards } from "./geometry";
import { middleOf, readDrawing, type DrawnNode, type DrawnPlace, type Drawing } from "./svg-drawing";

const SMALLEST_REACH = 10;

/** Reads a drawing once; null where there is none that can be shown. */
export function useDrawing(svg: string): Drawing | null {
  return useMemo(() => (svg ? readDrawing(svg) : null), [svg]);
}

/** The places of a drawing with the actions that are shown on them. */
export function drawnPlaces(drawing: Drawing, legal: Legal[]): (Place & DrawnPlace)[] {
  const actions = byPlace(legal);
  return drawing.places.map((place) => ({ ...place, ...middleOf(place.box), actions: actions.get(place.id) ?? [] }));
}

/** Half of the usual size of a place: how far a pointer may be from its middle, and how large its marks are. */
function reachOf({ places }: Drawing): number {
  const sizes = places.map(({ box }) => Math.min(box.right - box.left, box.bottom - box.top) / 2).sort((a, b) => a - b);
  return Math.max(SMALLEST_REACH, sizes[sizes.length >> 1] ?? 0);
}

/** A drawing as nodes of the page. */
export const shapes = (nodes: readonly (DrawnNode | string)[]): (VNode | string)[] =>
  nodes.map((node) => (typeof node === "string" ? node : h(node.tag, properties(node), ...shapes(node.children))));

/** The attributes of a node; the page has colours and fonts of its own for text, which only a style can replace. */
function properties({ tag, attributes }: DrawnNode): Record<string, unknown> {
  if (tag !== "text") return attributes;
  const { fill, "font-family": fontFamily, ...others } = attributes;
  return { ...others, style: { fill, fontFamily } };
}

export function SvgBoard({ drawing, view, pick }: BoardProps<unknown> & { drawing: Drawing }) {
  const picture = useMemo(() => shapes(drawing.nodes.filter((node) => node.tag !== "title")), [drawing]);
  const places = useMemo(() => drawnPlaces(drawing, pick.legal), [drawing, pick.legal]);
  return (
    <Chart
      width={drawing.width}
      height={drawing.height}
      label={drawing.title || view.prompt.text}
      places={places}
      pick={pick}
      reach={reachOf(drawing)}
    >
      {picture}
      {!pick.still && <Targets places={places} pick={pick} />}
    </Chart>
  );
}

const size = ({ box }: DrawnPlace): number => (box.right - box.left) * (box.bottom - box.top);

/** What can be pressed: every place of a legal action as a button, the smaller ones on top. */
function Targets({ places, pick }: { places: (Place & DrawnPlace)[]; pick: Pick }) {
  const targets = places.filter((place) => place.actions.length > 0);
  const chosen = pick.picked && placeOf(pick.picked);
  const key = (event: KeyboardEvent & { currentTarget: SVGElement }, place: Place): void => {
    const way = ARROWS[event.key];
    if (way) focusPlace(event.currentTarget, towards(targets, place, ...way)?.id);
    else if (event.key === "Enter" || event.key === " ") tap(place, pick);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {[...targets]
        .sort((a, b) => size(b) - size(a))
        .map((place) => (
          <g
            key={place.id}
            class="target"
            role="button"
            tabindex={0}
            data-place={place.id}
            aria-label={spoken(place, pick.legal)}
            aria-pressed={place.id === chosen}
            onMouseDown={(event) => event.preventDefault()} // a pointer presses without a frame for the keys
            onKeyDown={(event) => key(event, place)}
            onFocus={() => pick.point(place.id)}
            onBlur={() => pick.point(null)}
          >
            <Outline
              place={place}
              fill={place.id === chosen || place.id === pick.hover ? "var(--arc-mine)" : "transparent"}
              stroke="var(--ink)"
              width={place.id === chosen ? 6 : 4.5}
            />
            <Outline place={place} fill="none" stroke="var(--act)" width={place.id === chosen ? 4 : 2.5} />
          </g>
        ))}
    </>
  );
}

/** A place and what can be done there. */
function spoken(place: Place, legal: readonly Legal[]): string {
  const ways = legal.filter((one) => place.actions.includes(one.action)).map((one) => one.text);
  return heading(`${place.name}: ${ways.join("; ")}`);
}

function focusPlace(from: SVGElement, id: string | undefined): void {
  const targets = from.ownerSVGElement?.querySelectorAll<SVGElement>("g.target") ?? [];
  [...targets].find((target) => target.dataset["place"] === id)?.focus();
}

interface OutlineProps {
  place: DrawnPlace;
  fill: string;
  stroke: string;
  width: number;
}

/** The shape of a place, as it was drawn. */
function Outline({ place, fill, stroke, width }: OutlineProps) {
  const ink = { fill, stroke, "stroke-width": width, "vector-effect": "non-scaling-stroke" };
  return <path {...ink} {...place.outline} />;
}
