import { describe, expect, it } from "vitest";

const SOURCE = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
/** What takes a text apart. A capital in front (`charAt`, `slice(1)`) only dresses it. */
const PARTS = "match|matchAll|exec|test|split|startsWith|endsWith|includes|indexOf|search|replace|replaceAll";
/** Sentences and notation of the server: `legal.words`, `event.words`, `prompt.words`, `one.word`. */
const TEXT = String.raw`\b(?:words?|brief|promise)\b`;
const TAKEN_APART = [
  new RegExp(String.raw`\.${TEXT}[\w.!?]*(?:\(\))?\.(?:${PARTS})\(`),
  new RegExp(String.raw`\.(?:exec|test)\([^)]*\.${TEXT}`),
];
/** A person types here, and what was typed is looked for in the words of the actions. */
const SEARCH = "../src/ui/actions.tsx";

const files = Object.entries(SOURCE).filter(([name]) => name !== SEARCH);

describe("words are for people", () => {
  it.each(files)("%s takes no sentence and no notation apart", (_name, source) => {
    expect(source.split("\n").filter((line) => TAKEN_APART.some((part) => part.test(line)))).toEqual([]);
  });

  it("is a check that finds such a line", () => {
    const bad = [
      "/ to (.*)/.exec(legal.words)",
      'legal.words.replace(/x/, "")',
      'one.word.startsWith("back:")',
      'pick.picked?.word.split(":")',
      "event.words.toLowerCase().includes(name)",
    ];
    expect(bad.filter((line) => !TAKEN_APART.some((part) => part.test(line)))).toEqual([]);
  });
});
