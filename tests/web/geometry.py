"""Where things lie on a page: what is clipped, covered or too small, as the browser itself
measures it.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

PHONES = ((390, 844), (844, 390))
SIZES = ((1280, 800), (1920, 1080), *PHONES)

MEASURE = """
async (least) => {
  await new Promise((drawn) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 0))));
  const faults = [];
  const words = (one) => (one.textContent || one.ariaLabel || "").trim().slice(0, 40);
  const look = (one) => one.className.baseVal ?? one.className;
  const name = (one) => `${one.tagName.toLowerCase()}.${look(one)} “${words(one)}”`;
  const shown = (one) =>
    one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0;
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY);
  const meet = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const whole = document.documentElement;
  const fixed = document.querySelector(".app") !== null;
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

  for (const one of top.querySelectorAll("button, a, select, input, textarea, summary")) {
    if (!shown(one) || one.closest(".vh, label.btn") !== null) continue;
    const box = one.getBoundingClientRect();
    const row = one.closest(".row");
    if (row) {
      const around = row.getBoundingClientRect();
      const tabs = row.parentElement.querySelectorAll(".more");
      if (box.right > around.right + 1 || box.left < around.left - 1) {
        if (tabs.length === 0) faults.push(`out of sight without a tab: ${name(one)}`);
        continue;
      }
      const under = [...tabs].some((tab) => {
        const there = tab.getBoundingClientRect();
        return box.left < there.right && box.right > there.left;
      });
      if (under) continue;
    }
    const inText = one.matches(".rule-id, p a, small a, .rules dl a, .log .line, .judged .line");
    const ticked = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : null;
    const target = ticked ? ticked.getBoundingClientRect() : box;
    if (!inText && (target.width < least - 0.5 || target.height < least - 0.5))
      faults.push(`${Math.round(target.width)} x ${Math.round(target.height)}: ${name(one)}`);
    if (one.matches("button, a.btn") && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).overflowX === "visible")
      faults.push(`words wider than their button: ${name(one)}`);
    let free = true;
    let fast = getComputedStyle(one).position === "fixed";
    for (let up = one.parentElement; up && up !== document.body && !fast; up = up.parentElement) {
      const style = getComputedStyle(up);
      fast = style.position === "fixed";
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = up.getBoundingClientRect();
      const out = box.left < around.left - 1 || box.right > around.right + 1
        || box.top < around.top - 1 || box.bottom > around.bottom + 1;
      if (!out) continue;
      if (!scrolls(up)) faults.push(`clipped by ${look(up)}: ${name(one)}`);
      free = false;
      break;
    }
    if (!free) continue;
    const below = !fixed && top === document.body
      && (box.bottom > whole.clientHeight || box.top < 0);
    if (box.left < -1 || box.right > whole.clientWidth + 1
        || (!below && (box.top < -1 || box.bottom > whole.clientHeight + 1)))
      faults.push(`outside the window: ${name(one)}`);
    if (below) continue;
    const line = one.getClientRects()[0];
    const over = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    if (over && !one.contains(over) && !over.contains(one))
      faults.push(`covered by ${name(over)}: ${name(one)}`);
  }
  const parts = ".table .dock, .table .dock > :is(.prompt, .acts, .tray, .variant, .going), "
    + ".coach, .table .banners";
  for (const one of top.querySelectorAll(parts)) {
    if (!shown(one)) continue;
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`wider than its place: ${name(one)}`);
    if (one.scrollHeight > one.clientHeight + 1) faults.push(`higher than its place: ${name(one)}`);
  }
  for (const card of top.querySelectorAll(".table .seat, .review .seat")) {
    const texts = ".who, .role, .state, .clock, .facts dd, .facts dt, .facts .hull";
    const lines = [...card.querySelectorAll(texts)].filter(shown)
      .map((one) => [one, one.getBoundingClientRect()]);
    for (const [n, [one, a]] of lines.entries())
      for (const [other, b] of lines.slice(n + 1))
        if (meet(a, b) > 8) faults.push(`on each other: ${name(one)} and ${name(other)}`);
    for (const [one, box] of lines)
      if (meet(box, card.getBoundingClientRect()) < box.width * box.height * 0.9)
        faults.push(`out of its card: ${name(one)}`);
  }
  const board = top === document.body ? document.querySelector(".board > svg") : null;
  if (board) {
    const seen = board.getBoundingClientRect();
    const inside = ([, box]) => meet(box, seen) > box.width * box.height * 0.5;
    const measured = (selector) =>
      [...board.querySelectorAll(selector)].filter(shown)
        .map((one) => [one, one.getBoundingClientRect()]);
    const labels = measured(".tg").filter(([one]) => !one.closest(".hint-mark"));
    const maps = [...document.querySelectorAll(".minimap")]
      .map((one) => [one, one.getBoundingClientRect()]);
    for (const [place, box] of measured(".legal, [data-legal]").filter(inside)) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      for (const [label, there] of [...labels, ...maps]) {
        const middle = there.left < x && x < there.right && there.top < y && y < there.bottom;
        if (middle || meet(box, there) > box.width * box.height * 0.45)
          faults.push(`${name(label)} covers a move at ${Math.round(x)}, ${Math.round(y)}`);
      }
    }
    for (const [n, [one, a]] of labels.entries())
      for (const [other, b] of labels.slice(n + 1))
        if (meet(a, b) > 0.35 * Math.min(a.width * a.height, b.width * b.height))
          faults.push(`labels on each other: ${name(one)} and ${name(other)}`);
  }
  if (whole.scrollWidth > whole.clientWidth) faults.push("the page scrolls sideways");
  if (fixed && whole.scrollHeight > whole.clientHeight) faults.push("the page scrolls");
  return faults;
}
"""
BOX = """
(one) => {
  const box = one.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map(Math.round);
}
"""


def faults_at(page: Page, size: tuple[int, int]) -> list[str]:
    """What is clipped, covered, outside a window of this size, on each other or, on a phone,
    smaller than a finger.

    While a sheet is open only what lies on it counts. Labels of the board may lie neither over what
    can be pressed there nor over each other.
    """
    page.set_viewport_size({"width": size[0], "height": size[1]})
    result = page.evaluate(MEASURE, 44 if size in PHONES else 0)
    assert isinstance(result, list)
    return result


def box_of(page: Page, selector: str) -> list[int]:
    """Left, top, width and height of something, in whole pixels."""
    result: Any = page.locator(selector).first.evaluate(BOX)
    return [int(item) for item in result]
