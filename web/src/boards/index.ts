/** Which game is drawn by what. */

import type { GameUi } from "./game";
import { squadrons } from "./squadrons";
import { text } from "./text";

const GAMES: Record<string, GameUi<never>> = { squadrons };

/** A game's pictures; what has none is shown as text. The view's table is the game's own, so the cast is safe. */
export const uiOf = (game: string): GameUi<unknown> => (GAMES[game] as GameUi<unknown> | undefined) ?? text;
