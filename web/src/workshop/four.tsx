/** What is done with a draft: play it, ask whether it is fair, print it, share it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { LabStudy } from "../api/types";
import { go } from "../state/route";
import type { Bench } from "./bench";
import { optionsOf, packs, sent } from "./packs";
import { download, slug } from "./takealong";

const LOOK_MS = 1000;

export function FourButtons({ bench, file }: { bench: Bench; file: string }) {
  const may = useSignal(false);
  const busy = useSignal("");
  const asking = useSignal(false);
  const link = useSignal("");
  const study = useSignal<{ number: number; study: LabStudy } | null>(null);
  useEffect(() => {
    void packs.mayUpload().then((answer) => (may.value = answer));
  }, []);
  const running = study.value && ["waiting", "running"].includes(study.value.study.state);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      const { number, study: before } = study.value!;
      packs.study(before.id).then(
        (now) => (study.value = { number, study: now }),
        (error: Error) => (bench.problem.value = error.message),
      );
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [running]);
  if (!may.value) return null;
  const run = (words: string, work: () => Promise<void>) => (): void => {
    busy.value = words;
    work()
      .catch((error: Error) => (bench.problem.value = error.message))
      .finally(() => (busy.value = ""));
  };
  const fine = bench.findings.value.length === 0 && bench.checked.value === bench.number.value;
  const off = !fine || busy.value !== "";
  const play = (kind: "bot" | "seats" | "room"): (() => void) =>
    run("Setting up…", async () => {
      const pack = await sent(bench);
      const options = optionsOf(bench, file);
      const { seats } = await packs.options(pack);
      const players = new Set(seats.map((seat) => seat.player)).size;
      const other = { bot: "bot:medium", seats: "me", room: "open" }[kind];
      const held = Array.from({ length: players }, (_, n) => (n === 0 ? "me" : other));
      const table = {
        game: bench.game,
        options,
        players: held,
        room: kind === "room",
        time_limit_s: 0,
        open: false,
        pack,
      };
      go(`/table/${await packs.play(table)}`);
    });
  return (
    <div class="four">
      <button
        class="btn"
        disabled={off}
        onClick={run("Sharing…", async () => {
          const word = await sent(bench, true);
          link.value = new URL(packs.filePath(word), location.origin).href;
        })}
      >
        Share
      </button>
      <button
        class="btn"
        disabled={off}
        onClick={run("Printing…", async () => {
          const word = await sent(bench);
          download(`${slug(bench.draft.value.title)}.pdf`, await packs.print(word));
        })}
      >
        Print
      </button>
      <button
        class="btn"
        disabled={off || !!running}
        onClick={run("Asking the lab…", async () => {
          const word = await sent(bench);
          const asked = await packs.ask(bench.game, optionsOf(bench, file), word);
          study.value = { number: bench.number.value, study: asked };
        })}
      >
        Is it fair?
      </button>
      <button class="btn go" disabled={off} aria-expanded={asking.value} onClick={() => (asking.value = !asking.value)}>
        Play it now
      </button>
      {asking.value && fine && (
        <div class="choices" role="group" aria-label="Against whom">
          <button class="btn small" disabled={off} onClick={play("bot")}>
            a bot
          </button>
          <button class="btn small" disabled={off} onClick={play("seats")}>
            one device
          </button>
          <button class="btn small" disabled={off} onClick={play("room")}>
            a room
          </button>
        </div>
      )}
      <p class="fourword" role="status">
        {busy.value || (study.value && verdict(study.value.study, study.value.number, bench.number.value))}
      </p>
      {running && <progress value={study.value!.study.progress} max={1} aria-label="How far the lab is" />}
      {study.value?.study.state === "done" && <a href={`/api/lab/${study.value.study.id}/report`}>The whole report</a>}
      {link.value && (
        <label class="sharelink">
          Who has this link can download it
          <input readOnly value={link.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </div>
  );
}

/** What the lab says of a draft; of an earlier one it says so. */
function verdict(study: LabStudy, number: number, now: number): string {
  const words = study.summary || (study.state === "failed" ? "It could not be answered." : "Bots are playing it.");
  return number === now ? words : `Draft ${number}: ${words}`;
}
