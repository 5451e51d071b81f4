/** Where we are: the page, from the address. */

import { signal } from "@preact/signals";

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "games" }
  | { page: "you" }
  | { page: "ladder"; game: string }
  | { page: "carry"; phrase: string }
  /** What a link in a mail asks for, and the secret by which it may. */
  | { page: "mail"; asked: string; secret: string }
  | { page: "table"; code: string }
  | { page: "join"; code: string; secret: string }
  /** With a line, the step that told this line of the perspective's log is looked for. */
  | { page: "review"; code: string; perspective: string; step: number; line: number | null }
  | { page: "rules"; game: string; id: string }
  | { page: "lab" }
  /** With a word, the pack that a link names. */
  | { page: "packs"; word: string }
  | { page: "workshop"; draft: string }
  | { page: "learn" }
  | { page: "lesson"; game: string; number: number }
  | { page: "puzzles" }
  | { page: "puzzle-list"; game: string }
  | { page: "puzzle"; game: string; id: string }
  /** With a position in notation; the start of the game without one. */
  | { page: "sandbox"; game: string; position: string }
  | { page: "missing"; path: string };

export function read(path: string, query: string, hash: string): Route {
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decoded);
  if (first === "") return { page: "home" };
  if (first === "lab" && !second) return { page: "lab" };
  if (first === "workshop") return { page: "workshop", draft: second };
  if (first === "packs" && !second) return { page: "packs", word: hash.slice(1) };
  if (first === "settings" || first === "games" || first === "you") return { page: first };
  if (first === "mail" && !second) {
    const dot = hash.indexOf(".");
    return { page: "mail", asked: hash.slice(1, dot), secret: hash.slice(dot + 1) };
  }
  if (first === "carry") return { page: "carry", phrase: hash.slice(1) };
  if (first === "learn" && !second) return { page: "learn" };
  if (first === "learn") return { page: "lesson", game: second, number: Number.parseInt(third || "1", 10) || 1 };
  if (first === "puzzle" && !second) return { page: "puzzles" };
  if (first === "puzzle" && third === "all") return { page: "puzzle-list", game: second };
  if (first === "puzzle") return { page: "puzzle", game: second, id: third || "today" };
  if (first === "sandbox") return { page: "sandbox", game: second, position: decoded(hash.slice(1)) };
  if (!second) return { page: "missing", path };
  if (first === "table") return { page: "table", code: second.toUpperCase() };
  if (first === "join") return { page: "join", code: second.toUpperCase(), secret: hash.slice(1) };
  if (first === "ladder") return { page: "ladder", game: second };
  if (first === "rules") return { page: "rules", game: second, id: hash.slice(1) };
  if (first === "review") {
    const params = new URLSearchParams(query);
    const step = Number.parseInt(params.get("step") ?? "0", 10);
    const line = Number.parseInt(params.get("line") ?? "", 10);
    return {
      page: "review",
      code: second.toUpperCase(),
      perspective: params.get("perspective") ?? "open",
      step: step || 0,
      line: Number.isNaN(line) ? null : line,
    };
  }
  return { page: "missing", path };
}

/** The address of a position in the sandbox; what stands behind the # is never sent to a server. */
export const sandboxPath = (game: string, position: string): string =>
  `/sandbox/${encodeURIComponent(game)}${position ? `#${encodeURIComponent(position)}` : ""}`;

/** A part of the address as it was meant; a percent sign that stands for nothing is one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = (): Route => read(location.pathname, location.search, location.hash);

export const route = signal<Route>(here());

export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  route.value = here();
  if (!replace) scrollTo(0, 0);
}

export function follow(): void {
  addEventListener("popstate", () => (route.value = here()));
  addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;
    if (!link || !plain || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
