/** What a person sets once, in one place. */

import { useEffect } from "preact/hooks";

import {
  aids,
  chosenPace,
  hints,
  hotNames,
  meanings,
  notices,
  pace,
  sound,
  theme,
  volume,
  type Meanings,
  type Pace,
  type Theme,
} from "../state/prefs";
import { ring } from "../state/sound";
import { Bar } from "../ui/bar";

export function SettingsPage() {
  useEffect(() => {
    document.title = "Settings · Dogfight";
  }, []);
  return (
    <div class="rulespage">
      <Bar title="Settings" />
      <main class="rules settings">
        <h2>Settings</h2>
        <p class="quiet-words">They are kept in this browser, and take effect at once.</p>
        <Choice
          title="Pace of what is shown"
          value={chosenPace.value || pace.value}
          choices={[
            ["calm", "Calm"],
            ["quick", "Quick"],
            ["none", "None"],
          ]}
          choose={(next) => (chosenPace.value = next as Pace)}
        />
        <Choice
          title="Colours"
          value={theme.value}
          choices={[
            ["", "As the system"],
            ["light", "Day"],
            ["dark", "Lamp"],
          ]}
          choose={(next) => (theme.value = next as Theme | "")}
        />
        <Choice title="Sound" value={sound.value} choices={ON_OFF} choose={(next) => (sound.value = next as "on")} />
        <label class="setting">
          <span>Volume</span>
          <input
            type="range"
            min="0"
            max="100"
            step="10"
            value={volume.value}
            onChange={(event) => {
              volume.value = event.currentTarget.value;
              ring("bell");
            }}
          />
        </label>
        <Choice
          title="Player aids on the board"
          value={aids.value}
          choices={ON_OFF}
          choose={(next) => (aids.value = next as "on")}
        />
        <Choice
          title="What each choice means"
          value={meanings.value}
          choices={[
            ["always", "Always"],
            ["known", "Until I know the game"],
            ["never", "Never"],
          ]}
          choose={(next) => (meanings.value = next as Meanings)}
        />
        <Choice
          title="Hints, where the table gives them"
          value={hints.value}
          choices={ON_OFF}
          choose={(next) => (hints.value = next as "on")}
        />
        <Choice title="Say when it is my move" value={notices.value} choices={ON_OFF} choose={allowNotices} />
        <label class="setting">
          <span>Names for a hot seat, one a line</span>
          <textarea rows={4} value={hotNames.value} onInput={(event) => (hotNames.value = event.currentTarget.value)} />
        </label>
        <p>
          <a class="btn" href="/">
            Home
          </a>
        </p>
      </main>
    </div>
  );
}

const ON_OFF: readonly (readonly [string, string])[] = [
  ["on", "On"],
  ["off", "Off"],
];

/** The browser asks whether it may; without its leave nothing is switched on. */
function allowNotices(next: string): void {
  if (next === "off" || typeof Notification === "undefined") notices.value = "off";
  else void Notification.requestPermission().then((leave) => (notices.value = leave === "granted" ? "on" : "off"));
}

interface ChoiceProps {
  title: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  choose(next: string): void;
}

function Choice({ title, value, choices, choose }: ChoiceProps) {
  return (
    <div class="setting">
      <span>{title}</span>
      <div class="seg" role="group" aria-label={title}>
        {choices.map(([name, words]) => (
          <button key={name} aria-pressed={value === name} onClick={() => choose(name)}>
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
