/** The board that a game from outside has drawn, read by an allow-list: what is not named here never reaches the page. */

import { PALETTE } from "../api/palette";
import type { Point } from "./geometry";

type Tag = "g" | "path" | "text" | "title";
type Matrix = readonly [number, number, number, number, number, number];

export interface DrawnNode {
  tag: Tag;
  attributes: Record<string, string>;
  children: (DrawnNode | string)[];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A place of the drawing, or a piece that stands on none. */
export interface DrawnPlace {
  id: string;
  name: string;
  box: Box;
  /** Names of the pieces on it. */
  holds: string[];
  /** The first path of its group, which has its shape. */
  outline: { d: string; transform: string } | null;
}

export interface Drawing {
  width: number;
  height: number;
  title: string;
  nodes: DrawnNode[];
  places: DrawnPlace[];
}

const MAX_LENGTH = 400_000;
const MAX_NODES = 25_000;
const MAX_DEPTH = 60;
const NUMBER = "-?\\d{1,7}(?:\\.\\d{1,6})?";
const NUMBERS = new RegExp(NUMBER, "g");
const MOVE = new RegExp(`(translate|rotate|scale)\\((${NUMBER}(?: ${NUMBER})?)\\)`, "g");
const PATH = new RegExp(`^(?:[MLC]${NUMBER}(?: ${NUMBER})*|Z)*$`);
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

type Check = (value: string) => string | null;
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value) ? value : null;
const number = matching(new RegExp(`^${NUMBER}$`));
const name = matching(/^[^\p{Cc}]{1,100}$/u);

/** A plain colour; one of the printed colours follows the theme of the page. */
const colour: Check = (value) => {
  const hex = value.toLowerCase();
  if (Object.hasOwn(PALETTE, hex)) return `var(--${PALETTE[hex]})`;
  return /^(?:none|#[0-9a-f]{3,8}|[a-z]{3,24})$/i.test(value) ? value : null;
};

const font: Check = (value) =>
  value.includes("monospace")
    ? "var(--font-num)"
    : value.startsWith("Rockwell")
      ? "var(--font-display)"
      : "var(--font-text)";

const moves: Check = (value) => (value.replace(MOVE, "").trim() === "" ? value : null);

/** The elements that are drawn, and their attributes, each with what it may be. */
const ALLOWED: Record<Tag, Record<string, Check>> = {
  g: { transform: moves, "data-place": name, "data-piece": name },
  path: {
    d: matching(PATH),
    fill: colour,
    stroke: colour,
    "stroke-width": number,
    "stroke-linejoin": matching(/^round$/),
    "stroke-dasharray": matching(new RegExp(`^${NUMBER}(?: ${NUMBER})*$`)),
    opacity: number,
  },
  text: {
    x: number,
    y: number,
    fill: colour,
    "font-size": number,
    "font-family": font,
    "font-weight": matching(/^700$/),
    "text-anchor": matching(/^(?:middle|end)$/),
  },
  title: {},
};

const isAllowed = (tag: string): tag is Tag => Object.hasOwn(ALLOWED, tag);

/** The drawing in an SVG text; null where it cannot be read or is too large. */
export function readDrawing(svg: string): Drawing | null {
  // Our writer makes no declarations; without them no entity can be defined.
  if (svg.length > MAX_LENGTH || /<[!?]/.test(svg)) return null;
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root?.localName !== "svg" || root.getElementsByTagName("parsererror").length > 0) return null;
  const [, , width = 0, height = 0] = (root.getAttribute("viewBox")?.match(NUMBERS) ?? []).map(Number);
  if (width <= 0 || height <= 0) return null;
  try {
    const nodes = new Reader().children(root, 0);
    return { width, height, title: titleOf(nodes), nodes, places: placesOf(nodes) };
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

class TooLarge extends Error {}

class Reader {
  private count = 0;

  children(element: Element, depth: number): DrawnNode[] {
    if (depth > MAX_DEPTH) throw new TooLarge();
    return [...element.children].flatMap((child) => {
      if (++this.count > MAX_NODES) throw new TooLarge();
      const tag = child.localName;
      return isAllowed(tag) ? [this.node(child, tag, depth)] : [];
    });
  }

  private node(element: Element, tag: Tag, depth: number): DrawnNode {
    const attributes: Record<string, string> = {};
    for (const [key, check] of Object.entries(ALLOWED[tag])) {
      const value = element.getAttribute(key);
      const checked = value === null ? null : check(value);
      if (checked !== null) attributes[key] = checked;
    }
    const isText = tag === "text" || tag === "title";
    return { tag, attributes, children: isText ? [element.textContent ?? ""] : this.children(element, depth + 1) };
  }
}

const nodesIn = (node: DrawnNode): DrawnNode[] => node.children.filter((child) => typeof child !== "string");

/** What a group is called. */
const titleOf = (nodes: readonly DrawnNode[]): string =>
  nodes.find((node) => node.tag === "title")?.children.join("") ?? "";

/** Every place of the drawing; a place that is drawn in several groups is one. */
function placesOf(nodes: readonly DrawnNode[]): DrawnPlace[] {
  const places = new Map<string, DrawnPlace>();
  const pieces = new Map<string, DrawnPlace>();
  const visit = (node: DrawnNode, outer: Matrix): void => {
    const matrix = times(outer, matrixOf(node.attributes["transform"] ?? ""));
    for (const [kind, key] of [
      [places, "data-place"],
      [pieces, "data-piece"],
    ] as const) {
      const id = node.attributes[key];
      const found = id === undefined ? null : shapeOf(id, node, matrix);
      if (found) kind.set(found.id, merged(kind.get(found.id), found));
    }
    for (const child of nodesIn(node)) visit(child, matrix);
  };
  for (const node of nodes) visit(node, IDENTITY);
  const all = [...places.values()].sort((a, b) => area(a.box) - area(b.box));
  const alone = [...pieces.values()].filter((piece) => {
    const place = all.find(({ box }) => contains(box, middleOf(piece.box)));
    place?.holds.push(piece.id);
    return !place && !places.has(piece.id);
  });
  return [...places.values(), ...alone];
}

function shapeOf(id: string, node: DrawnNode, matrix: Matrix): DrawnPlace | null {
  let box: Box | null = null;
  let outline: DrawnPlace["outline"] = null;
  const visit = (one: DrawnNode, at: Matrix): void => {
    const d = one.attributes["d"];
    if (d !== undefined) {
      outline ??= { d, transform: `matrix(${at.join(" ")})` };
      for (const point of pointsOf(d, at)) box = including(box, point);
    }
    for (const child of nodesIn(one)) visit(child, times(at, matrixOf(child.attributes["transform"] ?? "")));
  };
  visit(node, matrix);
  return box && { id, name: titleOf(nodesIn(node)) || id, box, holds: [], outline };
}

function merged(before: DrawnPlace | undefined, next: DrawnPlace): DrawnPlace {
  if (!before) return next;
  const { left, top, right, bottom } = next.box;
  const box = including(including(before.box, { x: left, y: top }), { x: right, y: bottom });
  return { ...before, box };
}

// --- geometry ---------------------------------------------------------------------------------

export const middleOf = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);

const contains = (box: Box, { x, y }: Point): boolean =>
  box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;

const including = (box: Box | null, { x, y }: Point): Box => ({
  left: Math.min(box?.left ?? x, x),
  top: Math.min(box?.top ?? y, y),
  right: Math.max(box?.right ?? x, x),
  bottom: Math.max(box?.bottom ?? y, y),
});

/** The points of a path, those that only bend its curves included. */
function pointsOf(d: string, [a, b, c, e, f, g]: Matrix): Point[] {
  const values = (d.match(NUMBERS) ?? []).map(Number);
  return Array.from({ length: values.length >> 1 }, (_, n) => {
    const [x, y] = [values[2 * n]!, values[2 * n + 1]!];
    return { x: a * x + c * y + f, y: b * x + e * y + g };
  });
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function matrixOf(transform: string): Matrix {
  return [...transform.matchAll(MOVE)].reduce<Matrix>((matrix, [, kind, values]) => {
    const [x = 0, y] = values!.split(" ").map(Number);
    if (kind === "translate") return times(matrix, [1, 0, 0, 1, x, y ?? 0]);
    if (kind === "scale") return times(matrix, [x, 0, 0, y ?? x, 0, 0]);
    const turn = (x * Math.PI) / 180;
    return times(matrix, [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]);
  }, IDENTITY);
}
