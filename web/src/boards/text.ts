/** Any table as readable text, for *Describe the board* and for what has no better form. */

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

/** One value in a word. */
export function plain(value: unknown): string {
  if (value === null || value === "") return "–";
  if (value === true) return "yes";
  return value === false ? "no" : String(value);
}
