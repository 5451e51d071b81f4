"""Browsers with microphones that beep, and what their pages hear of each other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from house import CHROMIUM, UNSEEN
from playwright.sync_api import Browser, Page, expect

MICROPHONE = "--use-fake-device-for-media-stream"
ALLOWED = "--use-fake-ui-for-media-stream"
REFUSED = "--use-fake-ui-for-media-stream=deny"
RECORD = """
window.links = [];
window.sounds = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) { super(...given); window.links.push(this); }
};
window.Audio = class extends Audio {
  constructor(...given) { super(...given); window.sounds.push(this); }
};
"""
"""Remembers every connection and sound of the page, which are the browser's own."""
HEARD = """
async () => {
  const links = window.links.filter((link) => link.connectionState === "connected");
  const heard = [];
  for (const link of links)
    for (const stats of (await link.getStats()).values())
      if (stats.type === "inbound-rtp") heard.push([stats.bytesReceived, stats.totalAudioEnergy]);
  return heard;
}
"""
SENT = """() => window.links.flatMap((link) => [link.localDescription?.sdp ?? ""])"""
Visit = Callable[..., Page]


def browser_with(stack: ExitStack, browser: Browser, *flags: str) -> Browser:
    """Another browser like this one, with these flags."""
    other = browser.browser_type.launch(executable_path=CHROMIUM, args=[*UNSEEN, *flags])
    stack.callback(other.close)
    return other


def visitor(stack: ExitStack, browser: Browser, url: str) -> Visit:
    """Opens a page for one more person of a server."""

    def visit(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
    ) -> Page:
        context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=width < 600,
        )
        stack.callback(context.close)
        context.add_init_script(RECORD)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(path)
        return page

    return visit


def turn_voice_on(page: Page) -> None:
    """Turn voice on after the word about addresses."""
    panel = page.get_by_role("region", name="Voice")
    panel.get_by_role("button", name="Voice…").click()
    page.get_by_role("button", name="Turn voice on").click()
    expect(panel.get_by_role("button", name="Hold to talk")).to_be_visible()


def heard(page: Page, count: int) -> list[list[float]]:
    """Bytes and energy of sound from each other page, once so many are connected."""
    for _ in range(120):
        result: Any = page.evaluate(HEARD)
        if len(result) == count:
            return [list(map(float, item)) for item in result]
        page.wait_for_timeout(250)
    raise AssertionError(f"{len(result)} connections where {count} were expected")


def wait_for_sound(page: Page, count: int) -> None:
    """Wait until sound of each other page has come in."""
    before = heard(page, count)
    for _ in range(60):
        page.wait_for_timeout(250)
        now = heard(page, count)
        if all(new[1] > old[1] + 1e-4 for old, new in zip(before, now, strict=True)):
            assert all(new[0] > old[0] for old, new in zip(before, now, strict=True))
            return
    raise AssertionError(f"no sound: {before} {now}")


def is_quiet(page: Page, count: int) -> bool:
    """Whether a second and a half comes in which nothing is heard: on a busy machine sound that was
    on its way is played late.
    """
    for _ in range(12):
        before = heard(page, count)
        page.wait_for_timeout(1500)
        now = heard(page, count)
        if all(new[1] - old[1] < 1e-6 for old, new in zip(before, now, strict=True)):
            return True
    return False
