/** What the check says, fault by fault. */

import type { Finding } from "../api/types";
import type { Bench } from "./bench";

export interface ChecksProps {
  bench: Bench;
  file: string;
  /** Where a fault lies, if it can be shown. */
  show?: (finding: Finding) => (() => void) | null;
}

export function Checks({ bench, file, show }: ChecksProps) {
  const findings = [...bench.findings.value].sort((a, b) => Number(b.file === file) - Number(a.file === file));
  return (
    <section class="wcheck" aria-label="Check" aria-live="polite">
      <h2>Check</h2>
      {findings.length === 0 && (
        <p class="wfine">
          <i aria-hidden="true">✓</i> {bench.checked.value ? "Everything is in order." : "Being checked…"}
        </p>
      )}
      <ul>
        {findings.map((finding) => {
          const go = show?.(finding);
          return (
            <li key={finding.text}>
              <i aria-hidden="true">!</i>
              <div>
                <b>{placeWords(finding, file)}</b>
                <p>
                  {finding.expected ? `Expected ${finding.expected}, got ${finding.got}.` : finding.text}{" "}
                  {finding.rule && (
                    <a class="rule-id" href={`/rules/${bench.game}#${finding.rule}`}>
                      {finding.rule}
                    </a>
                  )}
                </p>
                {go && (
                  <button class="btn small" onClick={go}>
                    Show
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function placeWords(finding: Finding, file: string): string {
  const where = finding.file === file ? "" : `${finding.file}: `;
  const line = finding.line ? `, line ${finding.line}` : "";
  return `${where}${finding.key || "file"}${line}`;
}
