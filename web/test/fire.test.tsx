import { render } from "preact";
import { describe, expect, it } from "vitest";

import type { GameEvent } from "../src/api/types";
import type { PawsBoard } from "../src/games/paws/board";
import { Fire } from "../src/games/paws/fire";
import { Panel } from "../src/games/paws/panel";

const table = {
  teams: [{ team: "jaws" }, { team: "paws" }],
  seats: [{ seat: "jaws.pilot" }, { seat: "jaws.gunner" }, { seat: "paws.pilot" }, { seat: "paws.gunner" }],
} as PawsBoard;
const panels = new Map([
  ["jaws", new Panel(0, 400, false)],
  ["paws", new Panel(0, 0, true)],
]);

function drawn(...events: Partial<GameEvent>[]): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  render(<Fire events={events as GameEvent[]} table={table} panels={panels} />, svg);
  return svg;
}

describe("a shot in Jaws vs Paws", () => {
  const facts = { shooter: "jaws.gunner", seat: "paws.pilot", damage: 6 };

  it("that hits shows its tracer, the struck plane, and as many cards as it costs", () => {
    const svg = drawn({ kind: "hit", text: "a hit", facts, places: ["jaws.2", "jaws.PC", "paws.PL"] });
    const zone = panels.get("jaws")!.zone("PC");
    expect(svg.querySelector(".tracer")?.getAttribute("d")).toContain(`L${zone.x} ${zone.y}`);
    expect(svg.querySelectorAll(".struck")).toHaveLength(1);
    expect(svg.querySelectorAll(".tumbling")).toHaveLength(6);
  });

  it("that is only fired shows its tracer", () => {
    const svg = drawn({ kind: "shot", text: "a shot", facts: { seat: "jaws.gunner" }, places: ["jaws.2", "jaws.GL"] });
    expect(svg.querySelectorAll(".tracer")).toHaveLength(2);
    expect(svg.querySelectorAll(".struck, .tumbling")).toHaveLength(0);
  });

  it("shows nothing of other events", () => {
    expect(drawn({ kind: "plane", text: "a move", places: ["jaws.PC"] }).querySelector("path")).toBeNull();
  });
});
