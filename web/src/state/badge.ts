/** How many tables wait for me, in the title of the home page and on the badge of an installed page. */

import type { TableLine } from "../api/types";

export const HOME_TITLE = "Dogfight · air battles, one table";

export const waitingFor = (tables: readonly TableLine[]): number =>
  tables.filter((line) => line.your_turn && line.status === "live").length;

export function showWaiting(count: number): void {
  document.title = count > 0 ? `(${count}) ${HOME_TITLE}` : HOME_TITLE;
  if (!("setAppBadge" in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined); // a page that is not installed has no badge
}
