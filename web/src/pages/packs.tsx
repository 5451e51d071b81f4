/** Packs: data files that people have made, to play with, measure, print and share. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { Refused } from "../api/http";
import { lab } from "../api/lab";
import { packs } from "../api/packs";
import type { PackLine, PackList } from "../api/types";
import { go } from "../state/route";
import { Bar } from "../ui/bar";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/icons";

const STUDY = { bots: ["random", "medium"], minutes: 3 };

/** `word` names the pack of a link, which is shown first. */
export function PacksPage({ word }: { word: string }) {
  const list = useSignal<PackList | null>(null);
  const linked = useSignal<PackLine | null>(null);
  const error = useSignal("");
  const said = useSignal("");
  const fail = (problem: Refused): void => void (error.value = problem.message);
  const look = (): Promise<void> => packs.all().then((found) => void (list.value = found), fail);
  useEffect(() => {
    document.title = "Packs · Dogfight";
    void look();
    if (word) packs.one(word).then((line) => (linked.value = line), fail);
  }, []);
  const act = async (work: () => Promise<unknown>, words = ""): Promise<void> => {
    error.value = said.value = "";
    try {
      await work();
      said.value = words;
      await look();
    } catch (problem) {
      fail(problem as Refused);
    }
  };
  const others = (list.value?.packs ?? []).filter((line) => line.code !== linked.value?.code);
  return (
    <div class="packspage">
      <Bar title="Packs" />
      <main class="packs">
        <h1>Packs</h1>
        <p>Battles, boards and decks that people have made. Play them, measure them, print them, pass them on.</p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        <p role="status">{said.value}</p>
        {list.value?.may_upload && (
          <label class="btn">
            <Icon name="up" /> Upload a pack
            <input
              type="file"
              class="vh"
              accept=".zip,application/zip"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void act(() => packs.upload(file), "Uploaded.");
                event.currentTarget.value = "";
              }}
            />
          </label>
        )}
        {list.value?.packs.length === 0 && !linked.value && <p>None yet.</p>}
        <ul aria-label="Packs">
          {[...(linked.value ? [linked.value] : []), ...others].map((line) => (
            <Pack key={line.code} line={line} act={act} />
          ))}
        </ul>
      </main>
    </div>
  );
}

function Pack({ line, act }: { line: PackLine; act: (work: () => Promise<unknown>, words?: string) => Promise<void> }) {
  const link = `${location.origin}/packs#${line.word}`;
  return (
    <li class="pack">
      {line.picture ? <img src={packs.picturePath(line.word)} alt="" /> : <span class="blank" aria-hidden="true" />}
      <div>
        <h2>{line.name}</h2>
        <small>
          {line.title} · by {line.author} · version {line.version}
          {line.mine ? " · yours" : ""}
          {line.listed ? " · listed" : ""}
        </small>
        {line.about && <p>{line.about}</p>}
        <div class="does">
          <a class="btn small go" href={`/?game=${line.game}#${line.word}`}>
            Play it now
          </a>
          <button
            class="btn small"
            onClick={() =>
              void act(async () => {
                const options = Object.entries(await packs.added(line)).map(([name, own]) => `${name}=${own.join()}`);
                await lab.ask({ kind: "balance", game: line.game, pack: line.word, options, ...STUDY });
                go("/lab");
              })
            }
          >
            Is it fair?
          </button>
          <a class="btn small" href={packs.printPath(line.word)} download>
            Print
          </a>
          <button class="btn small" onClick={() => void act(() => copyText(link), "The link is copied.")}>
            Share link
          </button>
          <a class="btn small" href={packs.filePath(line.word)} download>
            Share file
          </a>
          {line.mine && (
            <>
              <button class="btn small quiet" onClick={() => void act(() => packs.list(line.word, !line.listed))}>
                {line.listed ? "Unlist" : "List for all"}
              </button>
              <button class="btn small quiet" onClick={() => void act(() => packs.remove(line.word), "Removed.")}>
                Remove
              </button>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
