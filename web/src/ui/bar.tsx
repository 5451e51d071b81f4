/** The bar on top of every page. */

import type { ComponentChildren } from "preact";

import { sound, switchLamp } from "../state/prefs";
import { Icon, Logo } from "./icons";

interface Props {
  title?: string;
  where?: string;
  whereShort?: string;
  phases?: { names: string[]; at: number };
  rules?: string;
  children?: ComponentChildren;
}

export function Bar({ title, where, whereShort, phases, rules, children }: Props) {
  return (
    <header class={`bar ${title ? "" : "untitled"}`}>
      <a href="/" class="home-link" aria-label="Dogfight, home">
        <Logo />
        <Icon name="home" />
      </a>
      {title && <h1>{title}</h1>}
      {where && <span class="where not-phone">{where}</span>}
      {whereShort && <span class="where only-phone">{whereShort}</span>}
      {phases && phases.names.length > 0 && (
        <ol class="phases" aria-label="Phases">
          {phases.names.map((name, n) => (
            <li key={name} class={n < phases.at ? "done" : ""} aria-current={n === phases.at ? "step" : undefined}>
              {name}
            </li>
          ))}
        </ol>
      )}
      <div class="tools">
        {rules && (
          <a class="tool" href={`/rules/${rules}`} aria-label="Rules of this game" title="Rules">
            <Icon name="book" />
          </a>
        )}
        <button
          class="tool wide"
          aria-label={sound.value === "on" ? "Sound is on" : "Sound is off"}
          aria-pressed={sound.value === "on"}
          title="Sound"
          onClick={() => (sound.value = sound.value === "on" ? "off" : "on")}
        >
          <Icon name={sound.value === "on" ? "sound" : "mute"} />
        </button>
        <button class="tool lamp" aria-label="Day or lamp theme" title="Day or lamp" onClick={switchLamp}>
          <Icon name="moon" />
        </button>
        {children}
      </div>
    </header>
  );
}
