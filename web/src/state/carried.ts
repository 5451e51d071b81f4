/** The settings that go along when a person is carried to another device. */

import { api } from "../api/http";

const CARRIED = [
  "theme",
  "sound",
  "volume",
  "hints",
  "meanings",
  "hot-names",
  "aids",
  "animation-speed",
  "level",
  "puzzle-days",
];
const GAMES = "games";
const MOST_LETTERS = 4096;

/** What this browser has set, in the words of the server. */
function settingsHere(): Record<string, string> {
  const here: Record<string, string> = {};
  for (const name of CARRIED) {
    const value = localStorage.getItem(`dogfight:${name}`);
    if (value) here[name] = value.slice(0, MOST_LETTERS);
  }
  return here;
}

/** Keeps the settings of this browser with the person, for the next device. */
export async function keepSettings(): Promise<void> {
  await api.keepSettings(settingsHere());
}

/** Sets what the person has set elsewhere; the page has to be loaded again to show it. */
export function takeSettings(settings: Record<string, string>): void {
  for (const name of CARRIED) {
    const value = settings[name];
    if (value !== undefined) localStorage.setItem(`dogfight:${name}`, value);
  }
}

/** Forgets the games of whoever was here before. */
export function forgetGames(): void {
  localStorage.removeItem(`dogfight:${GAMES}`);
}
