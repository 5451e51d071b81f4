/** What a roll of Combat Boots needed is what the rules state, never worked out from the dice. */

import { expect, test } from "vitest";
import type { GameEvent } from "../src/api/types";
import { neededWords } from "../src/games/boots/animation";

const event = (facts: GameEvent["facts"]): GameEvent => ({ kind: "attack", text: "", rule: "CB-10.5", facts });

test("cover is part of the number needed (CB-11.1)", () => {
  const facts = { attack: [5, 3], defence: [4], needed: "over 5 = 4 + 1 cover", got: "5 and 3" };
  expect(neededWords(event(facts))).toBe("needed over 5 = 4 + 1 cover, got 5 and 3");
});

test("a rally needs its morale or less (CB-19.3)", () => {
  expect(neededWords(event({ dice: [4], needed: "4 or less", got: "4" }))).toBe("needed 4 or less, got 4");
});

test("without a stated number only the dice are told", () => {
  expect(neededWords(event({ attack: [5, 3], defence: [4] }))).toBe("got 5 3");
});
