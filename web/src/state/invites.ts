/** Links for free seats; the server shows each only once, so this browser remembers its own for the session. */

import type { Invite } from "../api/types";

const key = (code: string): string => `dogfight:invites:${code}`;

export function invitesOf(code: string): Record<number, string> {
  try {
    return JSON.parse(sessionStorage.getItem(key(code)) ?? "{}") as Record<number, string>;
  } catch {
    return {};
  }
}

export function keepInvite(code: string, invite: Invite): void {
  sessionStorage.setItem(key(code), JSON.stringify({ ...invitesOf(code), [invite.player]: invite.path }));
}
