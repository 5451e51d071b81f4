import { describe, expect, it } from "vitest";

import { read, sandboxPath } from "../src/state/route";
import { faultyWord, wordsOf } from "../src/state/sandbox";

describe("a notation in words", () => {
  it("marks the word in which a fault stands", () => {
    const words = wordsOf("R:a1N,b1N G:zz9 r=- t0");
    expect(words).toEqual(["R:a1N,b1N", "G:zz9", "r=-", "t0"]);
    expect(faultyWord(words, [2, 5])).toBe(0);
    expect(faultyWord(words, [12, 15])).toBe(1);
    expect(faultyWord(words, [20, 22])).toBe(3);
    expect(faultyWord(words, [0, 22])).toBe(-1);
    expect(faultyWord(words, null)).toBe(-1);
  });

  it("leaves JSON whole", () => {
    expect(wordsOf('{"a": [1, 2]}')).toHaveLength(1);
  });
});

describe("the address of a position", () => {
  it("holds any notation and gives it back", () => {
    for (const position of ["R:a1N G:- t0", '{"a":"%20 #?&"}', "mode=x,a;b|c", ""]) {
      const [path = "", hash = ""] = sandboxPath("toy", position).split("#");
      expect(read(path, "", hash ? `#${hash}` : "")).toEqual({ page: "sandbox", game: "toy", position });
    }
  });
});
