/** The start of the game with the draft, drawn by the server. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import type { Refused } from "../api/http";
import type { OptionField, OptionValue } from "../api/types";
import { shapes } from "../boards/svg-board";
import { readDrawing } from "../boards/svg-drawing";
import { workshop } from "./api";
import type { Bench } from "./bench";

const SHOWN_CHOICES = 40;

export function LivePicture({ bench }: { bench: Bench }) {
  const svg = useSignal("");
  const fields = useSignal<readonly OptionField[]>([]);
  const options = useSignal<Record<string, OptionValue>>({});
  const problem = useSignal("");
  const texts = bench.texts.value;
  const fine = bench.findings.value.length === 0;
  useEffect(() => {
    if (!fine || Object.keys(texts).length === 0) return;
    let wanted = true;
    workshop.picture(bench.game, texts, options.value).then(
      (picture) => {
        if (!wanted) return;
        svg.value = picture.svg;
        fields.value = picture.fields;
        problem.value = "";
      },
      (refused: Refused) => wanted && (problem.value = refused.message),
    );
    return () => void (wanted = false);
  }, [texts, fine, options.value]);
  const drawing = useMemo(() => (svg.value ? readDrawing(svg.value) : null), [svg.value]);
  return (
    <section class="wpicture" aria-label="Picture">
      <h2>How it begins</h2>
      {!fine && <p class="about">The picture follows once all is in order.</p>}
      {problem.value && <p class="fault">{problem.value}</p>}
      <div class="wopts">
        {fields.value
          .filter((field) => field.kind === "choice" && (field.choices?.length ?? 0) <= SHOWN_CHOICES)
          .map((field) => (
            <label key={field.name}>
              {field.title}
              <select
                value={String(options.value[field.name] ?? field.default)}
                onChange={(event) => (options.value = { ...options.value, [field.name]: event.currentTarget.value })}
              >
                {(field.choices ?? []).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          ))}
      </div>
      {drawing && (
        <svg
          class={fine ? "" : "old"}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          role="img"
          aria-label={drawing.title || "The table at the start"}
        >
          {shapes(drawing.nodes.filter((node) => node.tag !== "title"))}
        </svg>
      )}
    </section>
  );
}
