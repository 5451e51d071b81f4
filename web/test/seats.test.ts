import { expect, test } from "vitest";

import type { TableInfo, View } from "../src/api/types";
import { stateOf } from "../src/ui/seats";

const view = { decision_kind: "commit", waiting: [0], result: null } as unknown as View;
const player = { bot: "easy", name: "", online: true, you: false };
const table = { seats: [{ player: 0 }, { player: 1 }], players: [player, player] } as unknown as TableInfo;

test("a seat that is not waited for has sealed its choice", () => {
  expect(stateOf(view, table, 1, false).words).toBe("✓ sealed");
});

test("a seat that was never asked is not said to have sealed anything", () => {
  expect(stateOf(view, table, 1, false, false).words).toBe("bot");
});
