/** The review's judgement: the curve of the chances with its parts, and each choice beside best play. */

import { useSignal } from "@preact/signals";

import type { Analysis, Choice, ResultPart, Assessment } from "../api/types";
import { columns, keepNote, nameOf, notesOf, partAt, PARTS, partName, sideOf, signed } from "../state/analysis";
import { fillOf, Patterns } from "./split";
import { headline } from "./explained";

const WIDE = 640;
const TOP = 6;
const LINE = 84;
const BARS = 92;
const FOOT = 132;
const MOST_OPTIONS = 6;
const MIDDLE = (BARS + FOOT) / 2;

/** The chances of one side over the game; under them what each turn's change came of. A click goes there. */
export function Chances({ analysis, seat, at, show }: ChancesProps) {
  const side = sideOf(analysis, seat ?? 0);
  const turns = columns(analysis, side);
  const wide = WIDE / Math.max(1, turns.length);
  const level = (share: number): number => LINE - Math.min(1, Math.max(0, share)) * (LINE - TOP);
  const most = Math.max(0.05, ...turns.map((one) => PARTS.reduce((sum, name) => sum + Math.abs(one.parts[name]), 0)));
  const tall = (share: number): number => (Math.abs(share) / most) * ((FOOT - BARS) / 2);
  let line = `M0 ${level(analysis.splits[side]!.start)}`;
  turns.forEach((one, n) => (line += `H${n * wide + wide / 2}V${level(one.after)}`));
  line += `H${WIDE}`;
  const who = analysis.splits[side]!.seats.map((one) => nameOf(analysis, one)).join(" and ");
  return (
    <figure class="chances">
      <figcaption>
        <span>Chances of {who}, %</span>
        <span class="keys" aria-hidden="true">
          {PARTS.filter((name) => turns.some((one) => Math.abs(one.parts[name]) > 0.005)).map((name) => (
            <span key={name}>
              <svg viewBox="0 0 14 10">
                <Patterns id={`key-${name}`} />
                <rect x="0.75" y="0.75" width="12.5" height="8.5" class="part" fill={fillOf(name, `key-${name}`)} />
              </svg>
              {partName(name, analysis)}
            </span>
          ))}
        </span>
      </figcaption>
      <div class="plot" aria-hidden="true">
        {[0, 0.5, 1].map((share) => (
          <span key={share} class="num" style={{ top: `${(100 * level(share)) / FOOT}%` }}>
            {100 * share}
          </span>
        ))}
        <svg viewBox={`0 0 ${WIDE} ${FOOT}`} preserveAspectRatio="none">
          <Patterns id="bars" />
          {[0, 0.5, 1].map((share) => (
            <path key={share} d={`M0 ${level(share)}H${WIDE}`} class="tick" />
          ))}
          {turns.map((one, n) => {
            const now = one.first <= at && at <= one.last;
            let up = MIDDLE;
            let down = MIDDLE;
            return (
              <g key={n} class={`column ${now ? "now" : ""}`} onClick={() => show(one.last)}>
                <rect x={n * wide} y="0" width={wide} height={FOOT} class="hit" />
                {PARTS.map((name) => {
                  const share = one.parts[name];
                  const height = tall(share);
                  const y = share > 0 ? (up -= height) : (down += height) - height;
                  return (
                    height > 0.4 && (
                      <rect
                        key={name}
                        x={n * wide + wide * 0.2}
                        y={y}
                        width={wide * 0.6}
                        height={height}
                        fill={fillOf(name, "bars")}
                        class="part"
                      />
                    )
                  );
                })}
              </g>
            );
          })}
          <path d={`M0 ${MIDDLE}H${WIDE}`} class="axis" />
          <path d={line} class="line" />
        </svg>
      </div>
    </figure>
  );
}

interface ChancesProps {
  analysis: Analysis;
  seat: number | null;
  at: number;
  show(step: number): void;
}

interface Props {
  code: string;
  analysis: Analysis;
  seat: number | null;
  at: number;
  show(step: number): void;
  look(perspective: string): void;
}

/** What is judged at a step: its choices, the moments of the game, and a note. */
export function Judgement({ code, analysis, seat, at, show, look }: Props) {
  const tab = useSignal<"turn" | "moments">("turn");
  const part = partAt(analysis, at);
  const side = sideOf(analysis, seat ?? 0);
  return (
    <aside class="judged" aria-label="Judgement" tabIndex={0}>
      <div class="segments" role="group" aria-label="Judgement of">
        {(["turn", "moments"] as const).map((name) => (
          <button key={name} aria-pressed={tab.value === name} onClick={() => (tab.value = name)}>
            {name === "turn" ? "This step" : "The game"}
          </button>
        ))}
      </div>
      {tab.value === "moments" ? (
        <Moments analysis={analysis} side={side} seat={seat} show={show} />
      ) : (
        part && at > 0 && <Step analysis={analysis} part={part} side={side} seat={seat} at={at} look={look} />
      )}
      {tab.value === "turn" && at === 0 && <p>{headline(analysis, side, seat)}</p>}
      {part && <Note code={code} turn={part.turn} key={part.turn} />}
    </aside>
  );
}

function Step({ analysis, part, side, seat, at, look }: StepProps) {
  const here = part.kind === "sealed" ? part.choices : part.choices.filter((one) => one.move === at);
  const shown = [...here].sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat) || b.cost - a.cost);
  const change = Math.round(100 * (part.after[side]! - part.before[side]!));
  const rest = PARTS.filter((name) => name !== "choices" && name !== "gifts").map(
    (name) => [name, Math.round(100 * part[name as "luck"][side]!)] as const,
  );
  return (
    <>
      <p class="change">
        <b>{part.kind === "draw" ? "Luck" : part.kind === "sealed" ? "Sealed together" : "In the open"}</b>{" "}
        <span class="num">{signed(change)}</span>{" "}
        {rest
          .filter(([, value]) => value && part.kind !== "draw")
          .map(([name, value]) => `${partName(name, analysis)} ${signed(value)}`)
          .join(", ")}
      </p>
      {shown
        .filter((one) => one.verdict !== "forced")
        .map((one) => (
          <ChoiceCard key={one.move} analysis={analysis} choice={one} look={look} />
        ))}
      {!analysis.judged && part.kind !== "draw" && <p class="why">The choices are still being judged…</p>}
    </>
  );
}

interface StepProps {
  analysis: Analysis;
  part: ResultPart;
  side: number;
  seat: number | null;
  at: number;
  look(perspective: string): void;
}

/** One choice: its verdict, and what each option was worth, in the samples that the verdict comes from. */
function ChoiceCard({
  analysis,
  choice,
  look,
}: {
  analysis: Analysis;
  choice: Choice;
  look(perspective: string): void;
}) {
  const rows = [...choice.options].sort((a, b) => b.value - a.value);
  const mixed = rows.some((option) => option.chance !== null && option.chance > 0.005 && option.chance < 0.995);
  const shown = rows.slice(0, MOST_OPTIONS);
  const chosen = rows.find((one) => one.notation === choice.notation);
  if (chosen && !shown.includes(chosen)) shown[MOST_OPTIONS - 1] = chosen;
  const error = choice.exact ? "exactly" : `± ${(100 * choice.error).toFixed(1)}`;
  const who = nameOf(analysis, choice.seat);
  return (
    <section class="weighed" aria-label={`${who}: ${choice.verdict}`}>
      <p>
        <strong class={`stamp ${choice.verdict}`}>{choice.verdict}</strong> {who}: {choice.text}
      </p>
      {choice.verdict !== "best" && (
        <p class="num">
          cost {(100 * choice.cost).toFixed(1)} % {error}
        </p>
      )}
      {shown.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">option</th>
              <th scope="col">chance</th>
              {mixed && <th scope="col">best play</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.notation} class={one.notation === choice.notation ? "chosen" : ""}>
                <th scope="row">
                  {one.text}
                  {one.notation === choice.notation && <span class="sr"> (chosen)</span>}
                </th>
                <td>
                  <span class="mix" style={{ "--share": one.value }} /> <span class="num">{worthWords(one)}</span>
                </td>
                {mixed && <td class="num">{Math.round(100 * (one.chance ?? 0))} %</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {choice.unlisted > 0 && <p class="why">{choice.unlisted} more looked worse at once.</p>}
      <p class="why">
        {choice.exact
          ? "Worked out exactly."
          : choice.imagined
            ? `Assessed over ${choice.imagined} positions that looked the same to ${who}: judged by what could be known.`
            : "Everything lay open."}{" "}
        <button class="line" onClick={() => look(String(choice.seat))}>
          What {who} could see
        </button>
      </p>
    </section>
  );
}

/** What an option is worth, with its error where it was not worked out. */
function worthWords({ value: worth, error }: Assessment): string {
  return error ? `${Math.round(100 * worth)} ± ${Math.max(1, Math.round(100 * error))}` : (100 * worth).toFixed(1);
}

function Moments({ analysis, side, seat, show }: MomentsProps) {
  return (
    <>
      <p>
        <b>{headline(analysis, side, seat)}</b>
      </p>
      <h3 class="caps">What decided it</h3>
      <ol class="mom">
        {analysis.moments.map((one) => (
          <li key={one.first}>
            <button class="line" onClick={() => show(one.at || one.last)}>
              Turn {one.turn}, {signed(Math.round(100 * one.change[side]!))}: {one.story.slice(-2).join(" ")}
            </button>
          </li>
        ))}
      </ol>
      <h3 class="caps">The worst choices</h3>
      <ul class="mom">
        {analysis.seats.map((one) => (
          <li key={one.seat}>
            {one.worst ? (
              <button class="line" onClick={() => show(one.worst)}>
                {nameOf(analysis, one.seat)}: move {one.worst}, {one.blamed} of {one.choices} choices blamed
              </button>
            ) : (
              `${nameOf(analysis, one.seat)}: none to blame`
            )}
          </li>
        ))}
      </ul>
      <p class="why">
        {analysis.samples} samples a position; a choice is blamed only beyond three standard errors.
        {analysis.skipped > 0 && ` For ${analysis.skipped} choices there was no time.`}
      </p>
    </>
  );
}

interface MomentsProps {
  analysis: Analysis;
  side: number;
  seat: number | null;
  show(step: number): void;
}

/** A note at a turn, kept in this browser. */
function Note({ code, turn }: { code: string; turn: number }) {
  const kept = notesOf(code).value[turn] ?? "";
  const words = useSignal(kept);
  return (
    <form
      class="note"
      onSubmit={(event) => {
        event.preventDefault();
        keepNote(code, turn, words.value);
      }}
    >
      <input
        aria-label={`Note on turn ${turn}`}
        placeholder="Note on this turn"
        maxLength={500}
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
      />
      <button class="btn small" disabled={words.value.trim() === kept}>
        Keep
      </button>
    </form>
  );
}
