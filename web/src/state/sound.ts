/** Six small sounds, made on the spot; silent until asked for. None carries information alone. */

import { sound, volume } from "./prefs";

export type Sound = "tick" | "slide" | "stamp" | "rattle" | "thud" | "bell";

/** Each sound as short bursts: [start s, length s, pitch Hz, wave, loudness]. */
const SCORE: Record<Sound, readonly (readonly [number, number, number, OscillatorType, number])[]> = {
  tick: [[0, 0.03, 1400, "square", 0.04]],
  slide: [
    [0, 0.08, 520, "triangle", 0.06],
    [0.05, 0.06, 420, "triangle", 0.04],
  ],
  stamp: [[0, 0.09, 140, "square", 0.09]],
  rattle: [
    [0, 0.04, 210, "sawtooth", 0.07],
    [0.07, 0.04, 190, "sawtooth", 0.07],
    [0.14, 0.04, 220, "sawtooth", 0.07],
  ],
  thud: [[0, 0.25, 70, "sine", 0.2]],
  bell: [
    [0, 0.35, 880, "sine", 0.08],
    [0, 0.35, 1320, "sine", 0.04],
  ],
};

let context: AudioContext | null = null;

export function ring(name: Sound): void {
  if (sound.value !== "on" || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  for (const [start, length, pitch, wave, loudness] of SCORE[name]) {
    const voice = context.createOscillator();
    const gain = context.createGain();
    const from = context.currentTime + start;
    voice.type = wave;
    voice.frequency.value = pitch;
    gain.gain.setValueAtTime(Math.max(0.0001, loudness * (Number(volume.value) / 60)), from);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    voice.connect(gain).connect(context.destination);
    voice.start(from);
    voice.stop(from + length);
  }
}
