import { describe, expect, it } from "vitest";

const SOURCE = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
/** What takes a text apart. A capital in front (`charAt(0)`, `slice(1)`) only dresses it. */
const PARTS = "match|matchAll|exec|test|split|startsWith|endsWith|includes|indexOf|search|replace|replaceAll|substring";
/** Sentences and notation of the server: `legal.words`, `event.words`, `prompt.words`, `one.word`; also once they are
 *  called so in a function of the page. */
const TEXT = String.raw`\b(?:words?|brief|promise|meaning|more|sentence|verdict|rating|state)\b`;
const TAKEN_APART = [
  new RegExp(String.raw`${TEXT}[\w.!?]*(?:\(\))?\.(?:${PARTS})\(`),
  new RegExp(String.raw`${TEXT}[\w.!?]*\.slice\((?!1\))`),
  new RegExp(String.raw`\.(?:exec|test)\([^)]*${TEXT}`),
  // what an event tells as data is compared, counted and shown, never read
  new RegExp(String.raw`\bfacts(?:\?\.|[.[])[^;]*\.(?:${PARTS})\(`),
];
/** Where a pattern is needed to read something that no sentence is in, and what that is. */
const PATTERNS: Record<string, string> = {
  "../src/boards/chart.tsx": "a name for an element out of a place",
  "../src/boards/parts.tsx": "the letter of a seat's colour",
  "../src/boards/svg-drawing.ts": "numbers, paths and colours in a drawn SVG",
  "../src/games/biplanes/editor.tsx": "the key of a tile set",
  "../src/games/biplanes/editor/totals.ts": "the tiles of a set in a data file",
  "../src/games/boots/editor.tsx": "the name of a data file, and the hexes that a finding names",
  "../src/games/boots/editor/battle-map.ts": "hexes, sides and rows of the map in a data file",
  "../src/games/boots/editor/victory-panel.tsx": "a condition of victory in a data file",
  "../src/games/boots/editor/victory.ts": "the conditions of victory in a data file",
  "../src/games/boots/index.tsx": "the number at the end of a counter's label",
  "../src/games/boots/terrain.tsx": "column and row of a hex",
  "../src/games/squadrons/index.tsx": "the suit of a card",
  "../src/pages/review.tsx": "a number in an address",
  "../src/state/rules.ts": "the chapter of a rule's number",
  "../src/state/table.ts": "kinds of events, for sounds",
  "../src/state/voice.ts": "addresses in the description of a connection",
  "../src/ui/actions.tsx": "what a person types",
  "../src/ui/calls.tsx": "the end of a call, for a call that goes on",
  "../src/ui/keys.ts": "a key",
  "../src/ui/log.tsx": "kinds of events",
  "../src/ui/prose.tsx": "the marks of bold and italic type in lessons and rules",
  "../src/workshop/form.tsx": "lists that a designer types",
  "../src/workshop/packs.ts": "the names of data files",
  "../src/workshop/takealong.tsx": "the name of a pack and of its files",
};
const PATTERN = /(?:[(=:,!?&|>]|\breturn)\s*\/(?![/*>])[^/\n]+\/[gimsuy]*(?:[.,;)\s]|$)|new RegExp/;
/** A person types here, and what was typed is looked for in the words of the actions. */
const SEARCH = "../src/ui/actions.tsx";

const files = Object.entries(SOURCE);
const lines = (source: string): string[] => source.split("\n").filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
const takenApart = (line: string): boolean => TAKEN_APART.some((part) => part.test(line));

describe("words are for people", () => {
  it.each(files.filter(([name]) => name !== SEARCH))("%s takes no sentence and no notation apart", (_name, source) => {
    expect(lines(source).filter(takenApart)).toEqual([]);
  });

  it("has patterns only where they read something else", () => {
    const with_one = files.filter(([, source]) => lines(source).some((line) => PATTERN.test(line)));
    expect(with_one.map(([name]) => name).sort()).toEqual(Object.keys(PATTERNS).sort());
  });

  it("is a check that finds such a line", () => {
    const bad = [
      "/ to (.*)/.exec(legal.words)",
      'legal.words.replace(/x/, "")',
      'one.word.startsWith("back:")',
      'pick.picked?.word.split(":")',
      "event.words.toLowerCase().includes(name)",
      "const end = words.search(/[.?!] /);",
      "return [words.slice(0, end + 1), words.slice(end + 2)];",
      "/destroyed|pinned/.test(verdict)",
      "!/gone|down/.test(plane.state)",
      'String(event.facts?.["placed"] ?? "").split(":")',
      "event.facts.results.some((one) => HOT.test(String(one)))",
    ];
    expect(bad.filter((line) => !takenApart(line))).toEqual([]);
    expect(
      ["  const end = text.search(/[.?!] /);", "  !/gone|down/.test(what)", "  = /x$/;"].every((line) =>
        PATTERN.test(line),
      ),
    ).toBe(true);
  });
});
