/** How I am told of my move while I am away: by push messages and by mail, each if I want it. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { NoticeSettings, PushBrowser } from "../api/types";
import { noPush, stopPushHere, takePush } from "../state/push";
import { day, Lines } from "./lines";

type Attempt = (act: () => Promise<unknown>) => Promise<void>;

export function Notices() {
  const state = useSignal<NoticeSettings | null>(null);
  const error = useSignal("");
  const attempt: Attempt = async (act) => {
    error.value = "";
    try {
      await act();
    } catch (problem) {
      error.value = (problem as Error).message;
    }
    try {
      state.value = await api.notices();
    } catch (problem) {
      error.value ||= (problem as Error).message;
    }
  };
  useEffect(() => void attempt(() => Promise.resolve()), []);
  return (
    <section aria-label="Your move, when you are away">
      <h3>Your move, when you are away</h3>
      <p>
        A notice says in which games with other people it is your move, and who waits. Several games come together, and
        nothing comes while you are at the table.
      </p>
      {state.value && (
        <>
          <Push state={state.value} attempt={attempt} />
          <Email state={state.value} attempt={attempt} />
        </>
      )}
      {error.value && (
        <p class="toast err" role="alert">
          {error.value}
        </p>
      )}
    </section>
  );
}

interface PartProps {
  state: NoticeSettings;
  attempt: Attempt;
}

function Push({ state, attempt }: PartProps) {
  const off = state.push_off || noPush();
  const here = state.browsers.some((browser) => browser.this);
  const words = (browser: PushBrowser): string =>
    `${browser.label}${browser.this ? ", this one" : ""}, since ${day(browser.created)}`;
  const remove = (browser: PushBrowser): void =>
    void attempt(() => (browser.this ? stopPushHere() : api.dropPush(browser.id)));
  return (
    <>
      <h4>Push messages</h4>
      {off && <p class="quiet-words">{off}</p>}
      <Lines items={state.browsers} words={words} act="Switch off" remove={remove} />
      {!off && !here && (
        <p class="acts">
          <button class="btn" onClick={() => void attempt(() => takePush(state.push_key))}>
            Send them to this browser
          </button>
        </p>
      )}
    </>
  );
}

const EMAIL_WORDS: Record<NoticeSettings["email_state"], string> = {
  none: "",
  asked: "was sent a question. Nothing else is sent before you have answered it.",
  confirmed: "gets a mail when it is your move.",
  refused: "cannot be reached. Nothing is sent to it.",
};

function Email({ state, attempt }: PartProps) {
  const typed = useSignal("");
  if (state.email_off && !state.email) return null;
  const enter = (event: Event): void => {
    event.preventDefault();
    void attempt(async () => {
      await api.enterEmail(typed.value);
      typed.value = "";
    });
  };
  return (
    <>
      <h4>Mail</h4>
      {state.email && (
        <p role="status">
          <b class="address">{state.email}</b> {EMAIL_WORDS[state.email_state]}
        </p>
      )}
      {state.email && (
        <p class="acts">
          <button class="btn" onClick={() => void attempt(api.dropEmail)}>
            No mail, and forget the address
          </button>
        </p>
      )}
      {!state.email_off && (
        <details class="fold">
          <summary>{state.email ? "Another address" : "Tell me by mail"}</summary>
          <form onSubmit={enter}>
            <label class="field">
              <span>E-mail address; it is used for this alone</span>
              <input
                type="email"
                autocomplete="email"
                maxLength={254}
                value={typed.value}
                onInput={(event) => (typed.value = event.currentTarget.value)}
              />
            </label>
            <button class="btn" disabled={!typed.value.trim()}>
              Send the question
            </button>
          </form>
        </details>
      )}
    </>
  );
}
