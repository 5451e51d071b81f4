/** Victory conditions as sentences with slots, read from the battle format and written back into it. */

export interface Condition {
  seat: number;
  /** 0 for at once, in any End phase. */
  turn: number;
  kind: "controls" | "exited" | "fewer";
  count: number;
  units: string;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NUMBER = `(\\d+|${NUMBERS.join("|")})`;
const CLAUSE =
  /^(?:seat ([01])|it) wins(?: at the end of turn (\d+)|(?: at once,)?(?: in any end phase),?) (?:if it |if |in which )(.+)$/i;
const CONTROLS = new RegExp(`^controls (?:at least ${NUMBER}|all(?: ${NUMBER})?)(?: objectives?)?$`, "i");
const EXITED = new RegExp(`^has exited at least ${NUMBER} (.+)$`, "i");
const NONE = /^no (.+) (?:is|are) left$/i;
const FEWER = new RegExp(`^fewer than ${NUMBER} (.+) are left$`, "i");

const numberOf = (number: string): number =>
  /^\d+$/.test(number) ? Number(number) : NUMBERS.indexOf(number.toLowerCase());

/** The conditions of a text; null where it says something else. */
export function conditionsIn(text: string, objectives: number): Condition[] | null {
  const conditions: Condition[] = [];
  let seat = -1;
  for (const clause of text.trim().split(/[;.]\s*/)) {
    if (!clause) continue;
    const match = CLAUSE.exec(clause);
    if (!match) return null;
    if (match[1]) seat = Number(match[1]);
    const what = countedIn(match[3]!, objectives);
    if (seat < 0 || !what) return null;
    conditions.push({ seat, turn: Number(match[2] ?? 0), ...what });
  }
  return conditions;
}

function countedIn(text: string, objectives: number): Pick<Condition, "kind" | "count" | "units"> | null {
  let match = CONTROLS.exec(text);
  if (match) return { kind: "controls", count: match[1] ? numberOf(match[1]) : objectives, units: "" };
  if ((match = EXITED.exec(text))) return { kind: "exited", count: numberOf(match[1]!), units: match[2]! };
  if ((match = FEWER.exec(text))) return { kind: "fewer", count: numberOf(match[1]!), units: match[2]! };
  if ((match = NONE.exec(text))) return { kind: "fewer", count: 1, units: match[1]! };
  return null;
}

export function sentence({ seat, turn, kind, count, units }: Condition): string {
  const when = turn > 0 ? ` at the end of turn ${turn} if ` : " at once, in any End phase, if ";
  const what =
    kind === "controls"
      ? `it controls at least ${count} ${count === 1 ? "objective" : "objectives"}`
      : kind === "exited"
        ? `it has exited at least ${count} ${units}`
        : count === 1
          ? `no ${units} are left`
          : `fewer than ${count} ${units} are left`;
  return `Seat ${seat} wins${when}${what}.`;
}

export const written = (conditions: readonly Condition[]): string => conditions.map(sentence).join(" ");
