/** Where a few words go on a board so that they cover as little as possible, and never a place that can be pressed. */

import { round, type Point } from "./geometry";

interface Box extends Point {
  width: number;
  height: number;
}

/** Somewhere to put words: near this point. */
export interface Words {
  near: Point;
  text: string;
}

/** What the words are put on. */
export interface Paper {
  width: number;
  height: number;
  /** What stands there already, and how wide each of it is. */
  pieces: readonly Point[];
  side: number;
  /** The middles of the places that can be pressed. */
  moves: readonly Point[];
  /** How much larger than usual words are drawn: `wordScale`. */
  scale: number;
  size?: number;
  /** How far above and below the words may stand. */
  away?: readonly number[];
}

const SIZE = 12;
const AWAY = [31, 50];

const widthOf = (text: string, size: number): number => 16 + text.length * size * 0.56;

const shared = (a: Box, b: Box): number => {
  const across = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const down = (a.height + b.height) / 2 - Math.abs(a.y - b.y);
  return across > 0 && down > 0 ? across * down : 0;
};

/** A spot for each of some words: the one that covers least of the pieces and of other words; null where every spot would
 *  cover the middle of a place that can be pressed. */
export function dodge(words: readonly Words[], paper: Paper): (Point | null)[] {
  const { pieces, side, moves, scale, size = SIZE, away = AWAY } = paper;
  const square = (at: Point, width: number): Box => ({ ...at, width, height: width });
  const taken = [...pieces, ...moves].map((piece) => square(piece, side));
  const kept = moves.map((move) => square(move, side * 0.6));
  const tall = size * 1.6 * scale;
  return words.map(({ near, text }) => {
    const wide = widthOf(text, size) * scale;
    const boxes = triesAbout(wide / 2 + side / 2 + 2, away)
      .map(([x, y]): Box => ({
        x: within(near.x + x, wide / 2, paper.width),
        y: within(near.y + y, tall / 2, paper.height),
        width: wide,
        height: tall,
      }))
      .filter((box) => !kept.some((move) => shared(box, move) > 0));
    const covered = boxes.map((box) => taken.reduce((sum, other) => sum + shared(box, other), 0));
    const best = boxes[covered.indexOf(Math.min(...covered))];
    if (!best) return null;
    taken.push(best);
    return { x: round(best.x), y: round(best.y) };
  });
}

/** Above and below, then beside, then at the corners. */
function triesAbout(aside: number, away: readonly number[]): [number, number][] {
  const near = away[0] ?? 0;
  return [
    ...away.flatMap((far): [number, number][] => [
      [0, -far],
      [0, far],
    ]),
    [aside, 0],
    [-aside, 0],
    [aside, -near],
    [-aside, -near],
    [aside, near],
    [-aside, near],
  ];
}

const within = (at: number, half: number, most: number): number => Math.min(Math.max(at, half + 2), most - half - 2);
