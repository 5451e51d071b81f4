/** The games that bring a page of their own: every folder beside this file. */

import type { FunctionComponent } from "preact";

import type { GameUi, Poster } from "../boards/game";
import type { Diagram } from "../boards/diagram";
import { Fan } from "../boards/hero";
import { generic } from "../boards/plain";

const MODULES = import.meta.glob<{ ui: GameUi<never> }>("./*/index.tsx", { eager: true });
const GAMES = new Map(Object.entries(MODULES).map(([path, module]) => [path.split("/")[1]!, module.ui]));

/** A game's pictures; what has none is shown as labelled cards and lists. The view's table is the game's own, so the cast is safe. */
export const uiOf = (game: string): GameUi<unknown> => (GAMES.get(game) as GameUi<unknown> | undefined) ?? generic;

export const posterOf = (game: string): Poster | undefined => uiOf(game).poster;

/** The picture of a game; a fan of cards stands for what has none. */
export const artOf = (game: string): FunctionComponent => posterOf(game)?.Art ?? Fan;

/** The diagram of the first of these rules that has one. */
export function diagramFor(game: string, rules: readonly string[]): Diagram | undefined {
  const diagrams = uiOf(game).diagrams ?? {};
  return rules.map((id) => diagrams[id]).find((diagram) => diagram !== undefined);
}
