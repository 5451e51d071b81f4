/** Being somebody here who plays elsewhere already: by six words, or by a passkey. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import { forgetGames, takeSettings } from "../state/carried";
import { noPasskeys, signInWithPasskey } from "../state/passkeys";
import { Bar } from "../ui/bar";

export function CarryPage({ phrase }: { phrase: string }) {
  const words = useSignal(phrase.replaceAll("-", " "));
  const join = useSignal(true);
  const error = useSignal("");
  const off = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    document.title = "You, on this device · Dogfight";
    if (phrase) history.replaceState(null, "", "/carry"); // the words are no more in the address than they must be
    api.identity().then(
      (me) => (off.value = me.passkeys_off || noPasskeys()),
      () => undefined,
    );
  }, []);
  const become = (how: () => Promise<unknown>) => async (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    error.value = "";
    try {
      await how();
      const me = await api.identity();
      takeSettings(me.settings);
      if (!join.value) forgetGames();
      location.assign("/"); // everything is shown anew for whoever this is now
    } catch (problem) {
      error.value = (problem as Error).message;
    }
    busy.value = false;
  };
  return (
    <div class="rulespage">
      <Bar title="You, on this device" />
      <main class="rules settings">
        <h2>Carry yourself over</h2>
        <p>
          On the device where you play, open <b>You</b> and make your six words. Type them here, or scan the code there.
        </p>
        <form onSubmit={(event) => void become(() => api.carry(words.value, join.value))(event)}>
          <label class="field">
            <span>Six words</span>
            <input
              autocapitalize="none"
              autocomplete="off"
              spellcheck={false}
              maxLength={200}
              value={words.value}
              onInput={(event) => (words.value = event.currentTarget.value)}
            />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={join.value}
              onChange={(event) => (join.value = event.currentTarget.checked)}
            />
            Take along the games and lessons of this browser
          </label>
          {error.value && (
            <p class="toast err" role="alert">
              {error.value}
            </p>
          )}
          <p class="acts">
            <button class="btn go" disabled={busy.value || !words.value.trim()}>
              This is me
            </button>
            {!off.value && (
              <button
                type="button"
                class="btn"
                disabled={busy.value}
                onClick={(event) => void become(() => signInWithPasskey(join.value))(event)}
              >
                Use a passkey
              </button>
            )}
          </p>
        </form>
      </main>
    </div>
  );
}
