/** Where a few words go on a board so that they cover as little as possible. */

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

const SIZE = 12;
const HEIGHT = 20;
const AWAY = [31, 50];

export const wordsWidth = (text: string, size = SIZE): number => 16 + text.length * size * 0.56;

const shared = (a: Box, b: Box): number => {
  const across = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const down = (a.height + b.height) / 2 - Math.abs(a.y - b.y);
  return across > 0 && down > 0 ? across * down : 0;
};

/** A spot for each of some words on a board of this size: the one that covers least of the pieces and of other words.
 *  On a phone words are drawn larger, by the same scale as in the styles. */
export function dodge(
  words: readonly Words[],
  pieces: readonly Point[],
  side: number,
  width: number,
  height: number,
  scale = 1,
): Point[] {
  const taken: Box[] = pieces.map((piece) => ({ ...piece, width: side, height: side }));
  return words.map(({ near, text }) => {
    const wide = wordsWidth(text) * scale;
    const aside = wide / 2 + side / 2 + 2;
    const tries = [
      ...AWAY.flatMap((away) => [
        [0, -away],
        [0, away],
      ]),
      [aside, 0],
      [-aside, 0],
      [aside, -AWAY[0]!],
      [-aside, -AWAY[0]!],
      [aside, AWAY[0]!],
      [-aside, AWAY[0]!],
    ] as [number, number][];
    const boxes = tries.map(([x, y]): Box => ({
      x: within(near.x + x, wide / 2, width),
      y: within(near.y + y, (HEIGHT * scale) / 2, height),
      width: wide,
      height: HEIGHT * scale,
    }));
    const covered = boxes.map((box) => taken.reduce((sum, other) => sum + shared(box, other), 0));
    const best = boxes[covered.indexOf(Math.min(...covered))]!;
    taken.push(best);
    return { x: round(best.x), y: round(best.y) };
  });
}

const within = (at: number, half: number, most: number): number => Math.min(Math.max(at, half + 2), most - half - 2);
