import { expect, test } from "vitest";

import { nonce } from "../src/api/http";

test("a nonce is 128 random bits in hexadecimal digits", () => {
  const made = Array.from({ length: 50 }, nonce);
  expect(made.every((one) => /^[0-9a-f]{32}$/.test(one))).toBe(true);
  expect(new Set(made).size).toBe(50);
});
