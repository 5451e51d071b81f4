/** Where a link in a mail leads: one button, so that programs that open links change nothing. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, type MailAnswer } from "../api/http";
import { Bar } from "../ui/bar";

const WORDS: Record<MailAnswer, { ask: string; act: string; done: string }> = {
  confirm: {
    ask: "Do you want a mail at this address when it is your move?",
    act: "Yes, send me mail",
    done: "You will be told by mail. Every mail has a link that stops them.",
  },
  off: {
    ask: "Do you want no more mail about your moves?",
    act: "Stop the mails",
    done: "No more mail is sent to you, and your address is forgotten.",
  },
};

export function MailPage({ asked, secret }: { asked: string; secret: string }) {
  const done = useSignal(false);
  const error = useSignal("");
  useEffect(() => {
    document.title = "Mail · Dogfight";
  }, []);
  const kind: MailAnswer | null = asked === "confirm" || asked === "off" ? asked : null;
  const words = kind && WORDS[kind];
  const answer = (): void => {
    if (!kind) return;
    error.value = "";
    api.answerMail(secret, kind).then(
      () => (done.value = true),
      (problem: Error) => (error.value = problem.message),
    );
  };
  return (
    <div class="rulespage">
      <Bar title="Mail" />
      <main class="rules settings">
        <h2>Mail about your moves</h2>
        <p role="status">{done.value ? words?.done : (words?.ask ?? "This link is not whole.")}</p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        <p class="acts">
          {words && !done.value && (
            <button class="btn go" onClick={answer}>
              {words.act}
            </button>
          )}
          <a class="btn" href="/">
            Home
          </a>
        </p>
      </main>
    </div>
  );
}
