import { afterEach, describe, expect, it, vi } from "vitest";

import type { TableLine } from "../src/api/types";
import { HOME_TITLE, showWaiting, waitingFor } from "../src/state/badge";

const line = (status: string, your_turn: boolean): TableLine => ({ status, your_turn }) as TableLine;

describe("what waits for me", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("counts live games in which it is my move", () => {
    expect(waitingFor([line("live", true), line("live", false), line("over", true), line("open", false)])).toBe(1);
  });

  it("stands in the title and on the badge, and goes again", () => {
    const setAppBadge = vi.fn(() => Promise.resolve());
    const clearAppBadge = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { setAppBadge, clearAppBadge });
    showWaiting(2);
    expect(document.title).toBe(`(2) ${HOME_TITLE}`);
    expect(setAppBadge).toHaveBeenCalledWith(2);
    showWaiting(0);
    expect(document.title).toBe(HOME_TITLE);
    expect(clearAppBadge).toHaveBeenCalled();
  });
});
