/** What a person sets once, in one place. */

import { useEffect } from "preact/hooks";

import {
  aids,
  chosenSpeed,
  hints,
  hotNames,
  meanings,
  notices,
  animationSpeed,
  sound,
  theme,
  volume,
  type Meanings,
  type AnimationSpeed,
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
        <p class="quiet-words">Saved in this browser. Changes apply at once.</p>
        <Choice
          title="Animation speed"
          value={chosenSpeed.value || animationSpeed.value}
          choices={[
            ["normal", "Normal"],
            ["fast", "Fast"],
            ["off", "Off"],
          ]}
          choose={(next) => (chosenSpeed.value = next as AnimationSpeed)}
        />
        <Choice
          title="Theme"
          value={theme.value}
          choices={[
            ["", "System"],
            ["light", "Light"],
            ["dark", "Dark"],
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
          title="Explain each choice"
          value={meanings.value}
          choices={[
            ["always", "Always"],
            ["known", "Until I know the game"],
            ["never", "Never"],
          ]}
          choose={(next) => (meanings.value = next as Meanings)}
        />
        <Choice
          title="Hints, where the table allows them"
          value={hints.value}
          choices={ON_OFF}
          choose={(next) => (hints.value = next as "on")}
        />
        <Choice title="Notify me when it is my turn" value={notices.value} choices={ON_OFF} choose={allowNotices} />
        <label class="setting">
          <span>Hot seat names, one per line</span>
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
