/** Who I am, on every device: words and passkeys to carry me over, devices, everything kept about me. */

import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Device, FeedMade, Identity, Passkey, PhraseMade } from "../api/types";
import { keepSettings } from "../state/carried";
import { makePasskey, noPasskeys } from "../state/passkeys";
import { Bar } from "../ui/bar";
import { copyText } from "../ui/copy";
import { Deadlines } from "../ui/deadlines";
import { day, Lines, when } from "../ui/lines";
import { Notices } from "../ui/notices";
import { QrCode } from "../ui/qr";
import { Ratings } from "../ui/ratings";

export function YouPage() {
  const me = useSignal<Identity | null>(null);
  const error = useSignal("");
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    error.value = "";
    try {
      await act();
      me.value = await api.identity();
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  useEffect(() => {
    document.title = "You · Dogfight";
    void attempt(() => Promise.resolve());
  }, []);
  return (
    <div class="rulespage">
      <Bar title="You" />
      <main class="rules settings">
        <h2>{me.value?.name ?? "You"}</h2>
        <p class="quiet-words">No account, no e-mail address. All of this is up to you.</p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        {me.value && (
          <>
            <Words me={me.value} attempt={attempt} />
            <Passkeys me={me.value} attempt={attempt} />
            <Notices />
            <Feed made={me.value.feed_made} attempt={attempt} />
            <Deadlines />
            <Ratings />
            <Devices devices={me.value.devices} attempt={attempt} />
            <Kept name={me.value.name} error={error} />
          </>
        )}
      </main>
    </div>
  );
}

type Attempt = (act: () => Promise<unknown>) => Promise<void>;

function Words({ me, attempt }: { me: Identity; attempt: Attempt }) {
  const made = useSignal<PhraseMade | null>(null);
  const copied = useSignal(false);
  const make = (): void =>
    void attempt(async () => {
      await keepSettings();
      made.value = await api.makePhrase();
      copied.value = false;
    });
  const drop = (): void =>
    void attempt(async () => {
      await api.dropPhrase();
      made.value = null;
    });
  return (
    <section aria-label="Carry to another device">
      <h3>Carry to another device</h3>
      {made.value ? (
        <>
          <p>
            Scan this on the other device, or open <b>{location.host}/carry</b> there and type the words. They are shown
            only now; whoever has them is you. Keep them somewhere safe.
          </p>
          <div class="phrase-card">
            <QrCode text={location.origin + made.value.path} label="QR code that makes another device yours" />
            <p class="phrase num">{made.value.phrase}</p>
          </div>
          <p class="acts">
            <button
              class="btn small"
              onClick={() => void copyText(made.value?.phrase ?? "").then((done) => (copied.value = done))}
            >
              {copied.value ? "Copied" : "Copy the words"}
            </button>
            <button class="btn small" onClick={() => (made.value = null)}>
              Hide
            </button>
          </p>
        </>
      ) : (
        <>
          <p>
            {me.phrase_made === null
              ? "Six words make another device yours, and bring you back if this browser forgets you."
              : `Your six words were made on ${day(me.phrase_made)}. New ones make them worthless.`}
          </p>
          <p class="acts">
            <button class="btn go" onClick={make}>
              {me.phrase_made === null ? "Show six words" : "Make new words"}
            </button>
            {me.phrase_made !== null && (
              <button class="btn" onClick={drop}>
                Make them worthless
              </button>
            )}
            <a class="btn" href="/carry">
              I have words
            </a>
          </p>
        </>
      )}
    </section>
  );
}

function Feed({ made, attempt }: { made: number | null; attempt: Attempt }) {
  const addresses = useSignal<FeedMade | null>(null);
  const make = (): void => void attempt(async () => (addresses.value = await api.makeFeed()));
  const drop = (): void =>
    void attempt(async () => {
      await api.dropFeed();
      addresses.value = null;
    });
  return (
    <section aria-label="Your move, in a reader">
      <h3>Your move, in a reader</h3>
      <p>
        {made === null
          ? "A feed tells your reader at which tables it is your move, and your calendar when clocks end. Whoever has its address can read it."
          : `Your feed was made on ${day(made)}. A new address makes the old one worthless.`}
      </p>
      {addresses.value && (
        <>
          <Address words="Address of your feed, shown only now" path={addresses.value.path} />
          <Address words="Address of your calendar, shown only now" path={addresses.value.calendar} />
        </>
      )}
      <p class="acts">
        <button class="btn" onClick={make}>
          {made === null ? "Make a feed" : "Make a new address"}
        </button>
        {made !== null && (
          <button class="btn" onClick={drop}>
            Switch the feed off
          </button>
        )}
      </p>
    </section>
  );
}

function Address({ words, path }: { words: string; path: string }) {
  return (
    <label class="field">
      <span>{words}</span>
      <input readOnly value={location.origin + path} onFocus={(event) => event.currentTarget.select()} />
    </label>
  );
}

function Passkeys({ me, attempt }: { me: Identity; attempt: Attempt }) {
  const off = me.passkeys_off || noPasskeys();
  return (
    <section aria-label="Passkeys">
      <h3>Passkeys</h3>
      {off ? <p class="quiet-words">{off}</p> : <p>A passkey signs you in with your phone or a security key.</p>}
      <Lines
        items={me.passkeys}
        words={(key: Passkey) => `${key.label}, last used ${when(key.used)}`}
        act="Remove"
        remove={(key) => void attempt(() => api.dropPasskey(key.id))}
      />
      {!off && (
        <p class="acts">
          <button class="btn" onClick={() => void attempt(makePasskey)}>
            Make a passkey
          </button>
        </p>
      )}
    </section>
  );
}

function Devices({ devices, attempt }: { devices: Device[]; attempt: Attempt }) {
  const signOut = (device: Device): void =>
    void attempt(async () => {
      await (device.this ? api.signOut() : api.endDevice(device.id));
      if (device.this) location.assign("/");
    });
  return (
    <section aria-label="Devices">
      <h3>Devices</h3>
      <Lines
        items={devices}
        words={(device: Device) => `${device.label}${device.this ? ", this one" : `, last seen ${when(device.seen)}`}`}
        act="Sign out"
        remove={signOut}
      />
    </section>
  );
}

function Kept({ name, error }: { name: string; error: Signal<string> }) {
  const typed = useSignal("");
  const erase = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await api.deleteMe(typed.value);
      location.assign("/");
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  return (
    <section aria-label="What is kept about you">
      <h3>What is kept about you</h3>
      <p class="acts">
        <a class="btn" href="/api/me/export" download>
          Everything as one file
        </a>
      </p>
      <details class="fold">
        <summary>Delete me</summary>
        <form onSubmit={(event) => void erase(event)}>
          <p>
            Running games are given up, what you said is removed, finished games keep “a player”. It cannot be undone.
          </p>
          <label class="field">
            <span>Type {name} to say that you mean it</span>
            <input
              autocomplete="off"
              value={typed.value}
              onInput={(event) => (typed.value = event.currentTarget.value)}
            />
          </label>
          <button class="btn danger" disabled={typed.value !== name}>
            Delete me for good
          </button>
        </form>
      </details>
    </section>
  );
}
