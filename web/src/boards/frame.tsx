/** Which part of a board is seen: the window on it, and the small map that says where it is. */

import { useLayoutEffect, useState } from "preact/hooks";

import type { Place } from "./game";
import type { Point } from "./geometry";

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where to look first: the middle and the width shown. */
export interface Close extends Point {
  width: number;
}

/** How wide the map is, in pixels; `.minimap` in the styles. */
const MAP_PX = 64;
const GAP_PX = 8;
const CORNERS = ["top right", "top left", "bottom right", "bottom left"] as const;
type Corner = (typeof CORNERS)[number];

/** A window about a spot, as high as the screen's own shape lets it be. */
export function around(close: Close, whole: Frame, shape: number): Frame {
  const height = Math.min(whole.height, close.width * shape);
  return { x: close.x - close.width / 2, y: close.y - height / 2, width: close.width, height };
}

/** The nearest window that does not leave the board; by a map's breadth it may, so that a corner can come out from under. */
export function fit(frame: Frame, whole: Frame, scale = 0): Frame {
  const slack = frame.width < whole.width ? (MAP_PX + 2 * GAP_PX) * scale : 0;
  const keep = (from: number, size: number, most: number): number =>
    Math.min(Math.max(0 - slack, from), Math.max(0 - slack, most - size + slack));
  return { ...frame, x: keep(frame.x, frame.width, whole.width), y: keep(frame.y, frame.height, whole.height) };
}

export const isSame = (one: Frame, other: Frame): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** The nearest window of the same size that holds these spots, with room about them; the whole board where none is large
 *  enough. */
export function holding(spots: readonly Point[], frame: Frame, whole: Frame, room: number): Frame {
  if (spots.length === 0 || frame.width >= whole.width - 1) return frame;
  const moved = (from: number, size: number, at: number[]): number | null => {
    const [least, most] = [Math.min(...at) - room, Math.max(...at) + room];
    return most - least > size ? null : Math.min(Math.max(from, most - size), least);
  };
  const x = moved(
    frame.x,
    frame.width,
    spots.map((spot) => spot.x),
  );
  const y = moved(
    frame.y,
    frame.height,
    spots.map((spot) => spot.y),
  );
  if (x === null || y === null) return whole;
  return x === frame.x && y === frame.y ? frame : { ...frame, x, y };
}

interface Props {
  /** The element with the whole drawing, for a small copy of it. */
  drawing: string;
  frame: Frame;
  whole: Frame;
  places: readonly Place[];
  svg: SVGSVGElement | null;
  reset: () => void;
}

/** The whole board in small with the window on it, in the corner where it covers fewest places that can be pressed. */
export function MiniMap({ drawing, frame, whole, places, svg, reset }: Props) {
  const [corner, setCorner] = useState<Corner>(CORNERS[0]);
  useLayoutEffect(() => {
    if (svg) setCorner(freest(svg, places, (MAP_PX * whole.height) / whole.width));
  });
  return (
    <button class={`minimap ${corner}`} onClick={reset} aria-label="Show the whole board">
      <svg viewBox={`0 0 ${whole.width} ${whole.height}`} aria-hidden="true">
        <use href={`#${drawing}`} />
        <path
          class="unseen"
          fill-rule="evenodd"
          d={`M0 0H${whole.width}V${whole.height}H0zM${frame.x} ${frame.y}h${frame.width}v${frame.height}h${-frame.width}z`}
        />
        <rect class="window" x={frame.x} y={frame.y} width={frame.width} height={frame.height} />
      </svg>
    </button>
  );
}

function freest(svg: SVGSVGElement, places: readonly Place[], tall: number): Corner {
  const box = svg.getBoundingClientRect();
  const matrix = svg.getScreenCTM?.();
  if (!matrix) return CORNERS[0];
  const spots = places.map((place) => new DOMPoint(place.x, place.y).matrixTransform(matrix));
  const under = (corner: Corner): number => {
    const left = corner.endsWith("left") ? box.left : box.right - MAP_PX - 2 * GAP_PX;
    const top = corner.startsWith("top") ? box.top : box.bottom - tall - 2 * GAP_PX;
    const inside = ({ x, y }: Point): boolean =>
      x > left && x < left + MAP_PX + 2 * GAP_PX && y > top && y < top + tall + 2 * GAP_PX;
    return spots.filter(inside).length;
  };
  return [...CORNERS].sort((a, b) => under(a) - under(b))[0]!;
}
