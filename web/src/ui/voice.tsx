/** Voice: turned on by each person for themselves, after a word about who learns their network address. */

import { useSignal } from "@preact/signals";

import type { TableInfo } from "../api/types";
import type { TableStore } from "../state/table";
import { canTalk, nameOf, turnOn, type VoiceCall } from "../state/voice";
import { MuteButton, SilenceButton } from "./calls";
import { Sheet } from "./sheet";
import { TalkButton } from "./talk";
import "../styles/voice.css";

interface Props {
  store: TableStore;
  table: TableInfo;
}

export function VoicePanel({ store, table }: Props) {
  const asks = useSignal(false);
  const call = store.voice.value;
  const others = peopleOn(store, table);
  return (
    <section class="voice" aria-label="Voice">
      {call ? (
        <>
          <div class="voice-acts">
            <TalkButton store={store} class="btn small" words="Hold to talk" letter />
            <button class="btn small" aria-pressed={call.kept.value} onClick={() => call.keep(!call.kept.value)}>
              Keep talking
            </button>
          </div>
          <div class="voice-acts">
            <span class="voice-line">{lineOf(store, call)}</span>
            <button class="btn small quiet" onClick={() => (asks.value = true)}>
              People<span class="sr"> in voice</span>
            </button>
          </div>
        </>
      ) : (
        <div class="voice-acts">
          <span class="voice-line">
            Voice is off{others.length > 0 && ` · on for ${others.map((guest) => nameOf(store, guest)).join(", ")}`}
          </span>
          <button class="btn small" onClick={() => (asks.value = true)}>
            Voice…
          </button>
        </div>
      )}
      {store.voiceProblem.value && (
        <p class="short" role="alert">
          {store.voiceProblem.value}
        </p>
      )}
      {asks.value &&
        (call ? (
          <VoicePeople store={store} table={table} call={call} close={() => (asks.value = false)} />
        ) : (
          <TurnOn store={store} table={table} close={() => (asks.value = false)} />
        ))}
    </section>
  );
}

/** The others who take part, each once. */
function peopleOn(store: TableStore, table: TableInfo): string[] {
  const mine = new Set(table.players.filter((player) => player.you).map((player) => player.guest));
  return [...new Set(store.voices.value.map((peer) => peer.guest))].filter((guest) => !mine.has(guest));
}

function lineOf(store: TableStore, call: VoiceCall): string {
  const me = store.table.value?.players.find((player) => player.you);
  if (me && call.isSilenced(me.guest)) return "The host has silenced you: nobody hears you.";
  const states = [...new Set(store.voices.value.filter((peer) => peer.guest !== me?.guest))].map(
    (peer) => `${nameOf(store, peer.guest)}: ${stateOf(store, call, peer.peer, peer.guest)}`,
  );
  return states.length > 0 ? states.join(" · ") : "Nobody else has turned voice on.";
}

/** How it stands with a person, in a word or two. */
function stateOf(store: TableStore, call: VoiceCall, peer: string, guest: string): string {
  if (call.isSilenced(guest)) return "silenced";
  if (store.muted.value.has(guest)) return "muted";
  const state = call.states.value.get(peer) ?? "connecting";
  if (state === "failed") return "cannot be reached";
  if (state === "connecting") return "connecting";
  return store.speaking.value.has(guest) ? "speaks" : "on";
}

/** What turning voice on means, before it is. */
function TurnOn({ store, table, close }: Props & { close: () => void }) {
  const busy = useSignal(false);
  const begin = (): void => {
    busy.value = true;
    store.voiceProblem.value = "";
    turnOn(store)
      .catch((problem: Error) => (store.voiceProblem.value = problem.message))
      .finally(close);
  };
  if (!canTalk())
    return (
      <Sheet title="Voice" close={close}>
        <h2>Voice needs a secure address</h2>
        <p>
          Browsers open the microphone at <b>https://</b> addresses alone, and at <b>localhost</b> on the server’s own
          machine. This is {location.origin}.
        </p>
        <p>
          Whoever runs the server finds the shortest way in <i>Hosting a table</i> under <b>TLS at home</b>: one
          command, then everybody opens the new address. Calls and chat work here as ever.
        </p>
        <button class="btn go" onClick={close}>
          Close
        </button>
      </Sheet>
    );
  return (
    <Sheet title="Turn voice on?" close={close}>
      <h2>Turn voice on?</h2>
      <p>
        {table.voice === "relay" ? (
          <>
            You talk through this server’s relay. <b>The relay learns your network address</b>; the others at the table
            do not.
          </>
        ) : (
          <>
            You talk to the others directly. <b>Everybody here who uses voice learns your network address</b>, and you
            theirs; so does the server’s relay, where it has one. Among strangers leave it off.
          </>
        )}
      </p>
      <p>
        All hear all, enemies too, and nothing is recorded. You are heard only while you hold <i>Talk</i> or{" "}
        <kbd>V</kbd>.
      </p>
      <div class="acts">
        <button class="btn" onClick={close}>
          Leave it off
        </button>
        <button class="btn go" disabled={busy.value} onClick={begin}>
          Turn voice on
        </button>
      </div>
    </Sheet>
  );
}

/** Who takes part, and how to hear somebody no more. */
function VoicePeople({ store, table, call, close }: Props & { call: VoiceCall; close: () => void }) {
  const error = useSignal("");
  const me = table.players.find((player) => player.you)?.guest;
  const others = store.voices.value.filter((peer) => peer.guest !== me);
  return (
    <Sheet title="Voice" class="people-sheet" close={close}>
      <h2>In voice</h2>
      {others.length === 0 && <p class="quiet-words">Nobody else has turned voice on.</p>}
      <ul>
        {others.map((peer) => (
          <li key={peer.peer}>
            <b>{nameOf(store, peer.guest)}</b> {stateOf(store, call, peer.peer, peer.guest)}
            <MuteButton store={store} guest={peer.guest} name={nameOf(store, peer.guest)} />
            {table.is_host && (
              <SilenceButton table={table} guest={peer.guest} name={nameOf(store, peer.guest)} error={error} />
            )}
          </li>
        ))}
      </ul>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
      <p class="quiet-words">
        Mute is for you alone. Who cannot be reached is behind a network that needs a relay: see <i>Voice</i> in{" "}
        <i>Hosting a table</i>.
      </p>
      <div class="acts">
        <button
          class="btn"
          onClick={() => {
            call.close();
            close();
          }}
        >
          Turn voice off
        </button>
        <button class="btn go" onClick={close}>
          Close
        </button>
      </div>
    </Sheet>
  );
}
