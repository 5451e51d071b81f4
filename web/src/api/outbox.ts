/** Commands that were sent but not answered yet, kept over a reload of the page. */

import type { MakeCall, Play, Say, SendPlan, SetUp, TakeBack } from "./types";

/** A command that must take effect exactly once: it is kept until it is answered. */
export type Command = Play | TakeBack | SetUp | SendPlan | Say | MakeCall;

export class Outbox {
  private readonly key: string;

  constructor(
    code: string,
    private readonly storage: Storage = sessionStorage,
  ) {
    this.key = `dogfight:unanswered:${code}`;
  }

  all(): Command[] {
    try {
      return JSON.parse(this.storage.getItem(this.key) ?? "[]") as Command[];
    } catch {
      return [];
    }
  }

  add(command: Command): void {
    this.write([...this.all(), command]);
  }

  remove(id: string): Command | undefined {
    const all = this.all();
    this.write(all.filter((one) => one.id !== id));
    return all.find((one) => one.id === id);
  }

  private write(commands: Command[]): void {
    if (commands.length === 0) this.storage.removeItem(this.key);
    else this.storage.setItem(this.key, JSON.stringify(commands));
  }
}

/** An id nobody else uses: 1 to 64 letters, digits, dashes. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
