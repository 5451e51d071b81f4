"""Where things lie on a page: what is clipped, covered or too small, as the browser itself measures it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

PHONES = ((390, 844), (844, 390))
SIZES = ((1280, 800), (1920, 1080), *PHONES)

MEASURE = """
async (least) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 0))));
  const faults = [];
  const words = (one) => (one.textContent || one.ariaLabel || "").trim().slice(0, 40);
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className} “${words(one)}”`;
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0;
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY);
  const whole = document.documentElement;
  for (const one of document.querySelectorAll(".table button, .table a, .table select, .table input")) {
    if (!shown(one)) continue;
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
    let free = true;
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = up.getBoundingClientRect();
      const out = box.left < around.left - 1 || box.right > around.right + 1
        || box.top < around.top - 1 || box.bottom > around.bottom + 1;
      if (!out) continue;
      if (!scrolls(up)) faults.push(`clipped by ${up.className}: ${name(one)}`);
      free = false;
      break;
    }
    if (!free) continue;
    if (box.left < -1 || box.top < -1 || box.right > whole.clientWidth + 1 || box.bottom > whole.clientHeight + 1)
      faults.push(`outside the window: ${name(one)}`);
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (top && !one.contains(top) && !top.contains(one)) faults.push(`covered by ${name(top)}: ${name(one)}`);
    const inText = one.matches(".rule-id, p a");
    if (!inText && (box.width < least - 0.5 || box.height < least - 0.5))
      faults.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${name(one)}`);
  }
  for (const one of document.querySelectorAll(".dock, .dock > :is(.prompt, .acts, .tray, .variant, .going)")) {
    if (shown(one) && one.scrollWidth > one.clientWidth + 1) faults.push(`wider than its place: ${name(one)}`);
    if (shown(one) && one.scrollHeight > one.clientHeight + 1) faults.push(`higher than its place: ${name(one)}`);
  }
  if (whole.scrollWidth > whole.clientWidth) faults.push("the page scrolls sideways");
  if (whole.scrollHeight > whole.clientHeight) faults.push("the page scrolls");
  return faults;
}
"""
BOX = """
(one) => {
  const box = one.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map(Math.round);
}
"""


def faults(page: Page, phone: bool) -> list[str]:
    """What is clipped, covered, outside the window or, on a phone, smaller than a finger."""
    found = page.evaluate(MEASURE, 44 if phone else 0)
    assert isinstance(found, list)
    return found


def box_of(page: Page, selector: str) -> list[int]:
    """Left, top, width and height of something, in whole pixels."""
    found: Any = page.locator(selector).first.evaluate(BOX)
    return [int(one) for one in found]
