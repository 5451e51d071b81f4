/** The rules in brief: a printable page of sentences, with a small diagram where one helps. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { BriefLine, BriefPage } from "../api/types";
import { Picture } from "../boards/diagram";
import { diagramFor } from "../games";
import { Rule } from "./rule";

export function Brief({ game }: { game: string }) {
  const page = useSignal<BriefPage | null>(null);
  useEffect(() => {
    let stale = false;
    page.value = null;
    api.brief(game).then(
      (found) => {
        if (!stale) page.value = found;
      },
      () => undefined, // a game without a brief has only its rules in full
    );
    return () => (stale = true);
  }, [game]);
  if (!page.value) return null;
  const { title, rules, mistakes } = page.value;
  return (
    <section class="in-brief" aria-label={`${title} in brief`}>
      <h1>{title} in brief</h1>
      <ol>
        {rules.map((line, n) => (
          <Sentence key={n} game={game} line={line} drawn />
        ))}
      </ol>
      <h2>Easily done wrong</h2>
      <ul>
        {mistakes.map((line, n) => (
          <Sentence key={n} game={game} line={line} />
        ))}
      </ul>
      <p class="brief-acts">
        <button class="btn" onClick={() => print()}>
          Print this page
        </button>
        <a class="btn go" href={`/learn/${game}/1`}>
          Play the lesson
        </a>
      </p>
    </section>
  );
}

function Sentence({ game, line, drawn }: { game: string; line: BriefLine; drawn?: boolean }) {
  const diagram = drawn ? diagramFor(game, line.rules) : undefined;
  return (
    <li>
      {diagram && <Picture diagram={diagram} />}
      <p>
        {line.say} <Rule game={game} id={line.rules[0]} />
      </p>
    </li>
  );
}
