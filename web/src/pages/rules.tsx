/** The numbered rules of a game, chapter by chapter, each with its own address. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { GameInfo } from "../api/types";
import { chapterOf, chaptersOf, inOrder, rulesOf } from "../state/rules";
import { go } from "../state/route";
import { Bar } from "../ui/bar";
import { Notice } from "../ui/notice";
import { Prose } from "../ui/prose";
import { Brief } from "../ui/brief";

export function RulesPage({ game, id }: { game: string; id: string }) {
  const rules = rulesOf(game);
  const titles = chaptersOf(game);
  const wanted = useSignal("");
  const title = useSignal(game);
  const unknown = useSignal(false);
  useEffect(() => {
    let stale = false;
    const name = (found: { games: GameInfo[] }): void => {
      if (stale) return;
      const here = found.games.find((one) => one.name === game);
      title.value = here?.title ?? game;
      unknown.value = !here;
    };
    api.games().then(name, () => undefined);
    return () => (stale = true);
  }, [game]);
  useEffect(() => {
    document.title = `Rules of ${title.value} · Dogfight`;
    if (id) document.getElementById(id)?.scrollIntoView({ block: "center" });
  }, [id, !!rules, title.value]);
  if (unknown.value) return <Notice title="Rules" says={`There is no game called ${game} here.`} />;
  const words = wanted.value.toLowerCase();
  const shown = inOrder(Object.keys(rules ?? {})).filter(
    (one) => !words || one.toLowerCase().includes(words) || rules![one]!.toLowerCase().includes(words),
  );
  const chapters = [...new Set(shown.map(chapterOf))];
  return (
    <div class="rulespage">
      <Bar title="Rules" where={title.value}>
        <button class="btn small" onClick={() => (history.length > 1 ? history.back() : go("/"))}>
          Back
        </button>
      </Bar>
      <main class="rules">
        <Brief game={game} />
        <h2 id="in-full">The rules in full</h2>
        {rules && !words && <Contents game={game} chapters={chapters} titles={titles} />}
        <input
          class="find"
          type="search"
          aria-label="Find a rule"
          placeholder="Find a rule by number or word"
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
        {!rules && <p class="quiet-words">Loading the rules…</p>}
        {rules && shown.length === 0 && (
          <p class="quiet-words">
            {words ? `No rule says “${wanted.value}”.` : "This game has no page of numbered rules."}
          </p>
        )}
        {chapters.map((chapter) => (
          <section key={chapter} aria-label={`Chapter ${chapter}`}>
            <h3 id={shown.includes(chapter) ? undefined : chapter}>
              {chapter} <small>{titles[chapter]}</small>
            </h3>
            <dl>
              {shown
                .filter((one) => chapterOf(one) === chapter)
                .map((one) => (
                  <div key={one} id={one} class={one === id ? "here" : ""}>
                    <dt>
                      <a class="num" href={`/rules/${game}#${one}`}>
                        {one}
                      </a>
                    </dt>
                    <dd>
                      <Prose text={rules![one] ?? ""} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </main>
    </div>
  );
}

/** What the chapters are called, each leading there. */
function Contents({ game, chapters, titles }: { game: string; chapters: string[]; titles: Record<string, string> }) {
  return (
    <nav class="contents" aria-label="Contents">
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter}>
            <a href={`/rules/${game}#${chapter}`}>
              <span class="num">{chapter}</span> {titles[chapter]}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
