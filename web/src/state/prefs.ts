/** What a person sets once: the lamp, sound, and the player aids. */

import { computed, effect, signal } from "@preact/signals";

import { played } from "./history";

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
const systemDark = signal(system.matches);
system.addEventListener("change", (event) => (systemDark.value = event.matches));

export const theme = stored<Theme | "">("theme", "");
export const sound = stored<"on" | "off">("sound", "off");
/** How loud, of a hundred. */
export const volume = stored<string>("volume", "60");
/** Whether the dock offers hints where the table gives them. */
export const hints = stored<"on" | "off">("hints", "on");
/** Whether each question is explained in a second sentence: until I know the game, or as I please. */
export type Meanings = "always" | "known" | "never";
export const meanings = stored<Meanings>("meanings", "known");
const KNOWN_AFTER = 3;
/** Whether somebody who plays this game is to be told what each choice is about. */
export function explainsChoices(game: string): boolean {
  if (meanings.value !== "known") return meanings.value === "always";
  return played.value.filter((one) => one.game === game).length < KNOWN_AFTER;
}
/** Whether the browser may say that it is my move. */
export const notices = stored<"on" | "off">("notices", "off");
/** What the people of a hot seat are called, one name a line. */
export const hotNames = stored<string>("hot-names", "");
export const aids = stored<"on" | "off">("aids", "on");
/** How fast what happened is shown; until somebody has chosen, normal in the first games and fast after them. */
export type AnimationSpeed = "normal" | "fast" | "off";
export const chosenSpeed = stored<AnimationSpeed | "">("animation-speed", "");
const FIRST_GAMES = 5;
export const animationSpeed = computed<AnimationSpeed>(
  () => chosenSpeed.value || (played.value.length < FIRST_GAMES ? "normal" : "fast"),
);

effect(() => {
  document.documentElement.dataset.animationSpeed = animationSpeed.value;
});
/** The bot chosen last. */
export const level = stored<string>("level", "");

/** The theme in force: what was chosen, or else what the system prefers. */
const inForce = computed<Theme>(() => theme.value || (systemDark.value ? "dark" : "light"));

effect(() => {
  document.documentElement.dataset.theme = inForce.value;
});

/** Day to lamp and back. */
export function switchLamp(): void {
  theme.value = inForce.value === "dark" ? "light" : "dark";
}

const phone = matchMedia("(max-width: 599px)");
/** Whether the window is as narrow as a phone. */
export const narrow = signal(phone.matches);
phone.addEventListener("change", (event) => (narrow.value = event.matches));

const flat = matchMedia("(max-height: 480px) and (orientation: landscape)");
/** Whether the window is as low as a phone that lies on its side. */
export const low = signal(flat.matches);
flat.addEventListener("change", (event) => (low.value = event.matches));

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How much larger words stand on boards on a narrow screen; `--tg` in the styles. */
export const wordScale = (): number => (narrow.value ? 1.3 : 1);
