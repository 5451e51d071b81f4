/** Plain geometry for boards and cursors. */

export interface Point {
  x: number;
  y: number;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The nearest of some points, if one lies within reach. */
export function nearest<P extends Point>(points: readonly P[], at: Point, reach: number): P | null {
  let best: P | null = null;
  let bestAway = reach;
  for (const point of points) {
    const away = distance(point, at);
    if (away <= bestAway) {
      best = point;
      bestAway = away;
    }
  }
  return best;
}

/** Where a cursor goes from a point when an arrow key is pressed: the closest point that way. */
export function towards<P extends Point>(points: readonly P[], from: Point, dx: number, dy: number): P | null {
  let best: P | null = null;
  let least = Infinity;
  for (const point of points) {
    const x = point.x - from.x;
    const y = point.y - from.y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along < 1 || aside > along * 2) continue;
    const cost = along + aside * 2;
    if (cost < least) {
      best = point;
      least = cost;
    }
  }
  return best;
}

/** The middle of some points; null of none. */
export function middleOf(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const mean = (values: number[]): number => round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return { x: mean(points.map((point) => point.x)), y: mean(points.map((point) => point.y)) };
}

/** The six corners of a hex as an SVG points list; pointy or flat topped. */
export function hexPoints(x: number, y: number, side: number, pointy: boolean): string {
  return Array.from({ length: 6 }, (_, corner) => {
    const turn = ((corner * 60 + (pointy ? 30 : 0)) * Math.PI) / 180;
    return `${round(x + side * Math.cos(turn))},${round(y + side * Math.sin(turn))}`;
  }).join(" ");
}

/** The eight headings clockwise; the top of every board is north, whoever looks. */
const HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** How far a nose that points up is turned clockwise for one of the eight headings. */
export const degreesOf = (heading: string): number => HEADINGS.indexOf(heading) * 45;

export const round = (value: number): number => Math.round(value * 10) / 10;

/** A point on the way from one to another, a given length before the end. */
export function short(from: Point, to: Point, start: number, end: number): [Point, Point] {
  const length = distance(from, to) || 1;
  const ux = (to.x - from.x) / length;
  const uy = (to.y - from.y) / length;
  return [
    { x: from.x + ux * start, y: from.y + uy * start },
    { x: to.x - ux * end, y: to.y - uy * end },
  ];
}

export const angle = (from: Point, to: Point): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
