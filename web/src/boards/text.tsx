/** Any table as readable text, for games without a drawn board and for *Say the board*. */

import { lettered, type BoardProps, type GameUi } from "./game";

/** A value of the table's JSON as lines, nested by indentation. */
export function lines(value: unknown, depth = 0): string[] {
  const pad = "  ".repeat(depth);
  if (value === null || typeof value !== "object") return [`${pad}${plain(value)}`];
  return Object.entries(value).flatMap(([name, inner]) => {
    const label = Array.isArray(value) ? "•" : `${name.replaceAll("_", " ")}:`;
    if (inner === null || typeof inner !== "object") return [`${pad}${label} ${plain(inner)}`];
    const simple = Object.values(inner).every((one) => one === null || typeof one !== "object");
    if (simple && Array.isArray(inner)) return [`${pad}${label} ${inner.map(plain).join(", ") || "none"}`];
    return [`${pad}${label}`, ...lines(inner, depth + 1)];
  });
}

function plain(value: unknown): string {
  if (value === null || value === "") return "–";
  if (value === true) return "yes";
  return value === false ? "no" : String(value);
}

function Board({ view }: BoardProps<unknown>) {
  return (
    <div class="board textboard" tabIndex={0} role="group" aria-label="The table as text">
      <pre>{lines(view.table).join("\n")}</pre>
    </div>
  );
}

export const text: GameUi<unknown> = {
  secret: true,
  style: (seat, info) => lettered(seat, info.name.charAt(0).toUpperCase()),
  Board,
  phases: () => ({ names: [], at: -1 }),
  where: () => "",
  say: (view) => lines(view.table),
};
