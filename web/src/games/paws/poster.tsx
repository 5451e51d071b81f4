/** The poster of the game on the front page. */

import { type Poster } from "../../boards/game";
import { Cloud, Rays } from "../../boards/parts";
import { HeadOn, Light } from "./art";

function Crews() {
  return (
    <svg viewBox="0 0 240 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="240" height="160" fill="var(--sky-1)" />
      <Rays at={{ x: 176, y: 56 }} count={20} reach={300} />
      <g transform="translate(176 56)">
        <Light night={false} />
      </g>
      <Cloud at={{ x: 60, y: 50 }} size={0.7} />
      <path d="M0 160V126C60 112 120 134 240 118V160z" fill="var(--land-3)" />
      <g transform="translate(96 78) scale(1.25)">
        <HeadOn team="jaws" />
      </g>
      <g transform="translate(196 116) scale(.7)">
        <HeadOn team="paws" />
      </g>
    </svg>
  );
}

export const poster: Poster = {
  Art: Crews,
  tag: "Crews of two, twenty seconds, one sun",
  about: "Pilot and gunner lay their cards at the same time and without a word. Do not lay on the same section.",
  meta: ["2–8 players", "20 min", "real time"],
};
