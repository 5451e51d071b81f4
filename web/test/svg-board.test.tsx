import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { Legal, View } from "../src/api/types";
import { NOBODY, type Pick } from "../src/boards/game";
import { generic } from "../src/boards/plain";
import { drawnPlaces } from "../src/boards/svg-board";
import { readDrawing } from "../src/boards/svg-drawing";

const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50" role="img">${inner}</svg>`;
const square = (id: string, x: number, inner = ""): string =>
  `<g transform="translate(${x} 0)" data-place="${id}"><title>square ${id}</title>` +
  `<path d="M0 0L20 0L20 20L0 20Z" fill="#FAF4E6" />${inner}</g>`;
const plane = (id: string): string =>
  `<g transform="translate(10 10) rotate(90) scale(2)" data-piece="${id}"><path d="M-1 -1L1 -1L0 2Z" fill="#123456" /></g>`;
const move = (action: number, ...places: string[]): Legal => ({
  action,
  notation: `m${action}`,
  text: "fly there",
  places,
});
const view = (legal: Legal[]): View =>
  ({
    game: "x",
    legal,
    seats: [],
    seat: 0,
    waiting: [0],
    prompt: { text: "Fly." },
    board: { state: { points: 7 }, sealed: {}, per_seat: [] },
  }) as unknown as View;

let host = document.createElement("div");
function show(text: string, legal: Legal[] = [], more: Partial<Pick> = {}): HTMLElement {
  host = document.createElement("div");
  document.body.append(host);
  const pick = { ...NOBODY, legal, ...more };
  act(() => render(<generic.Board view={view(legal)} svg={text} pick={pick} news={[]} />, host));
  return host;
}
afterEach(() => {
  render(null, host);
  host.remove();
});

describe("a board drawn in Python", () => {
  it("finds places and the pieces on them", () => {
    const drawing = readDrawing(svg(square("a1", 0) + square("b1", 30, plane("R1"))))!;
    expect(drawing.places.map(({ id, name, holds }) => [id, name, holds])).toEqual([
      ["a1", "square a1", []],
      ["b1", "square b1", ["R1"]],
    ]);
    expect(drawing.places[1]!.box).toEqual({ left: 30, top: 0, right: 50, bottom: 20 });
  });

  it("takes a piece on no place as a place of its own, for log and lesson", () => {
    const drawing = readDrawing(svg(`${square("a1", 0)}<g transform="translate(50 20)">${plane("R1")}</g>`))!;
    expect(drawing.places.map(({ id }) => id)).toEqual(["a1", "R1"]);
    const [x, y] = [Math.round(drawing.places[1]!.box.left), Math.round(drawing.places[1]!.box.right)];
    expect([x, y]).toEqual([56, 62]); // turned by a quarter and doubled
  });

  it("maps actions by the last of their places", () => {
    const drawing = readDrawing(svg(square("a1", 0) + square("b1", 30)))!;
    const places = drawnPlaces(drawing, [move(3, "a1", "b1"), move(4, "b1"), move(5)]);
    expect(places.map(({ id, x, y, actions }) => [id, x, y, actions])).toEqual([
      ["a1", 10, 10, []],
      ["b1", 40, 10, [3, 4]],
    ]);
  });

  it("draws printed colours by the theme and others as they are", () => {
    const paths = [...show(svg(square("a1", 0, plane("R1")))).querySelectorAll("svg path")];
    expect(paths.map((path) => path.getAttribute("fill"))).toEqual(["var(--sheet)", "#123456"]);
  });

  it("draws text in the colour and font of the drawing", () => {
    const words = `<text x="1" y="2" font-size="9" font-family="Rockwell, serif" fill="#FFF9EC">R</text>`;
    const style = show(svg(square("a1", 0) + words)).querySelector("text")!.style;
    expect([style.fill, style.fontFamily]).toEqual(["var(--on-solid)", "var(--font-display)"]);
  });

  it("offers legal places as buttons that keys press", () => {
    const [choose, play, point] = [vi.fn(), vi.fn(), vi.fn()];
    const legal = [move(3, "a1"), move(4, "b1")];
    show(svg(square("a1", 0) + square("b1", 30) + square("c1", 60)), legal, {
      choose,
      play,
      point,
      picked: legal[1]!,
      hinted: [4],
    });
    const buttons = [...host.querySelectorAll<SVGElement>('[role="button"]')];
    expect(buttons.map((one) => [one.getAttribute("aria-label"), one.getAttribute("aria-pressed")])).toEqual([
      ["Square a1: fly there", "false"],
      ["Square b1: fly there", "true"],
    ]);
    expect(buttons.every((one) => one.getAttribute("tabindex") === "0")).toBe(true);
    const press = (button: SVGElement, key: string): boolean =>
      button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    act(() => void press(buttons[0]!, "Enter"));
    act(() => void press(buttons[1]!, " "));
    expect([choose.mock.calls, play.mock.calls]).toEqual([[[3]], [[4]]]);
    act(() => void press(buttons[0]!, "ArrowRight"));
    expect(document.activeElement).toBe(buttons[1]);
    expect(host.querySelectorAll(".hint-mark").length).toBe(1);
  });

  it("shows a line of the log on the board", () => {
    const told = { kind: "shot", text: "R1 is hit.", pieces: ["R1"] };
    show(svg(square("a1", 0) + square("b1", 30, plane("R1"))), [], { told });
    const ring = host.querySelector(".told circle");
    expect([ring?.getAttribute("cx"), ring?.getAttribute("cy")]).toEqual(["40", "10"]);
  });

  it("has nothing to press where it is only looked at", () => {
    expect(show(svg(square("a1", 0)), [move(3, "a1")], { still: true }).querySelector('[role="button"]')).toBeNull();
  });
});

describe("a hostile drawing", () => {
  const HOSTILE = [
    "<script>globalThis.hacked = 1</script>",
    '<g onload="globalThis.hacked = 1" onclick="globalThis.hacked = 1" style="background:url(//evil)"></g>',
    '<image href="//evil/x.png" /><use href="//evil/x.svg#a" /><a href="javascript:hacked()"><text>x</text></a>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="hacked()" /></body></foreignObject>',
    '<style>@import "//evil";</style><animate attributeName="href" to="javascript:hacked()" />',
    '<path d="M0 0L9 9" fill="url(//evil/x.svg#a)" stroke="var(--x, url(//evil))" style="fill:url(//evil)" filter="url(#x)" />',
    '<text x="1" y="2" font-family="x; src: url(//evil)" class="legal" id="app">words</text>',
    '<g transform="translate(1 1) url(//evil)" xlink:href="//evil" xmlns:xlink="http://www.w3.org/1999/xlink"></g>',
    '<svg onload="hacked()"><script>hacked()</script></svg>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">hacked()</x:script>',
  ];

  it.each(HOSTILE)("keeps only what is allowed of %s", (inner) => {
    const board = show(svg(square("a1", 0) + inner));
    const drawn = board.querySelector("svg > g")!;
    expect(drawn.querySelector("path")).not.toBeNull();
    expect(drawn.innerHTML).not.toMatch(
      /script|evil|hacked|javascript|href|style=(?!"f(?:ill|ont-family): [\w#()-]+;)|onload|onclick|foreign|image|class=|id=/i,
    );
    const tags = new Set([...drawn.querySelectorAll("*")].map((one) => one.localName.toLowerCase()));
    expect([...tags].filter((tag) => !["g", "path", "text", "title"].includes(tag))).toEqual([]);
  });

  it.each([
    ["no XML", "<svg"],
    ["no SVG", '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
    ["a declaration", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`],
    ["no size", '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ["too much", svg("<g/>".repeat(25_001))],
    ["too long", svg(" ".repeat(500_000))],
    ["too deep", svg("<g>".repeat(80) + "</g>".repeat(80))],
    ["nothing", ""],
  ])("shows labelled cards for %s", (_, text) => {
    expect(show(text).querySelector(".plainboard")?.textContent).toContain("Points");
  });
});
