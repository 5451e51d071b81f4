import { expect, test } from "vitest";

import { isWanted, keepAdded, keepsDraws, newNonce } from "../src/api/draws";
import type { TableInfo } from "../src/api/types";

const table = (status: string, commit: string, ...nonces: string[]): TableInfo =>
  ({
    code: "LARK-7K2M",
    status,
    players: [
      { player: 0, you: false },
      { player: 1, you: true, bot: "" },
    ],
    fair: { commit, seed: "", nonces, wanted: [1] },
  }) as unknown as TableInfo;

test("what was added is compared with what the game began with", () => {
  expect(isWanted(table("open", "c"))).toBe(true);
  expect(isWanted(table("live", "c"))).toBe(false);
  expect(keepsDraws(table("live", "c", "aa", ""))).toBe(true); // nothing of ours was taken
  keepAdded("LARK-7K2M", { commit: "c", nonce: "bb" });
  expect(keepsDraws(table("open", "c"))).toBe(true);
  expect(keepsDraws(table("live", "c", "aa", "bb"))).toBe(true);
  expect(keepsDraws(table("live", "c", "aa", ""))).toBe(false);
  expect(keepsDraws(table("live", "d", "aa", "bb"))).toBe(false);
});

test("a nonce is 128 random bits in hexadecimal digits", () => {
  const made = Array.from({ length: 50 }, newNonce);
  expect(made.every((one) => /^[0-9a-f]{32}$/.test(one))).toBe(true);
  expect(new Set(made).size).toBe(50);
});
