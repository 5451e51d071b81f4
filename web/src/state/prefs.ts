/** What a person sets once: the lamp, sound, and the player aids. */

import { effect, signal } from "@preact/signals";

export type Theme = "light" | "dark";

function stored<T extends string>(name: string, usual: T) {
  const key = `dogfight:${name}`;
  let first = usual;
  try {
    first = (localStorage.getItem(key) as T | null) ?? usual;
  } catch {
    // A private window may forbid storage; the usual value serves.
  }
  const value = signal<T>(first);
  effect(() => {
    try {
      localStorage.setItem(key, value.value);
    } catch {
      // As above.
    }
  });
  return value;
}

const system = matchMedia("(prefers-color-scheme: dark)");

export const theme = stored<Theme | "">("theme", "");
export const sound = stored<"on" | "off">("sound", "off");
export const aids = stored<"on" | "off">("aids", "on");

effect(() => {
  const root = document.documentElement;
  if (theme.value) root.dataset.theme = theme.value;
  else delete root.dataset.theme;
});

/** Day to lamp and back. */
export function switchLamp(): void {
  const now = theme.value || (system.matches ? "dark" : "light");
  theme.value = now === "dark" ? "light" : "dark";
}

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
