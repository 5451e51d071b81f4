import { beforeEach, describe, expect, it } from "vitest";

import { dayBefore, keepTry, solvedDays, streak, takeTries, wasTried } from "../src/state/puzzles";

describe("days in a row", () => {
  beforeEach(() => (solvedDays.value = []));

  it("counts back from today, or from yesterday while today is open", () => {
    const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
    expect(streak(days, "2026-03-01")).toBe(3);
    expect(streak(days, "2026-03-02")).toBe(3);
    expect(streak(days, "2026-03-03")).toBe(0);
    expect(streak([], "2026-03-03")).toBe(0);
  });

  it("knows the day before across months and years", () => {
    expect(dayBefore("2026-01-01")).toBe("2025-12-31");
    expect(dayBefore("2028-03-01")).toBe("2028-02-29");
    expect(dayBefore("2026-11-19", 6)).toBe("2026-11-13");
  });

  it("counts a day once, for the first try alone", () => {
    keepTry("aaaaaaaa", "2026-11-19", false);
    keepTry("aaaaaaaa", "2026-11-19", true);
    expect(wasTried("aaaaaaaa")).toBe(true);
    expect(solvedDays.value).toEqual([]);
    keepTry("bbbbbbbb", "2026-11-19", true);
    keepTry("cccccccc", "2026-11-19", true);
    expect(solvedDays.value).toEqual(["2026-11-19"]);
    keepTry("dddddddd", "", true);
    expect(solvedDays.value).toEqual(["2026-11-19"]);
  });

  it("adds what the server keeps to what this browser knows", () => {
    keepTry("eeeeeeee", "2026-11-20", true);
    takeTries(["ffffffff", "eeeeeeee"], ["2026-11-18", "2026-11-20"]);
    expect(wasTried("ffffffff")).toBe(true);
    expect(solvedDays.value).toEqual(["2026-11-18", "2026-11-20"]);
    expect(streak(solvedDays.value, "2026-11-20")).toBe(1);
  });
});
