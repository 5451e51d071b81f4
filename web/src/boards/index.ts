/** Which game is drawn by what. */

import { biplanes } from "./biplanes";
import { boots } from "./boots";
import type { GameUi } from "./game";
import { paws } from "./paws";
import { generic } from "./plain";
import { squadrons } from "./squadrons";
import { starfighters } from "./starfighters";

const GAMES: Record<string, GameUi<never>> = { biplanes, boots, paws, squadrons, starfighters };

/** A game's pictures; what has none is shown as labelled cards and lists. The view's table is the game's own, so the cast is safe. */
export const uiOf = (game: string): GameUi<unknown> => (GAMES[game] as GameUi<unknown> | undefined) ?? generic;
