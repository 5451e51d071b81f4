/** The cards of Jaws vs Paws. */

import { Light, Sign, teamStyle } from "./art";

const MOVES: Record<string, string> = {
  left: "M26 0H-22M-22 0-8 -14M-22 0-8 14",
  right: "M-26 0H22M22 0 8 -14M22 0 8 14",
  view: "M-20 -14C-32 6-14 20 0 12M20 14C32 -6 14 -20 0 -12M0 12-11 6M0 12-10 21M0 -12 11 -6M0 -12 10 -21",
  corner: "M-20 16V-14H20M20 -14 8 -24M20 -14 8 -2",
  team: "M-10 22V-20M-10 -20-20 -8M-10 -20 0 -8M10 -22V20M10 20 0 8M10 20 20 8",
};

/** A card of 100 by 140: a pilot's has a paper border, a gunner's an ink one; unseen ones show their back. */
export function CardFace({
  card,
  side,
  role,
  team,
  night = false,
}: {
  card: string;
  side?: string | undefined;
  role: string;
  team: string;
  /** Whether the Moon has the Sun's place. */
  night?: boolean;
}) {
  const pilot = role === "pilot";
  const border = pilot ? "var(--sheet)" : "var(--ink)";
  const [family = "", effect = ""] = card.split("_");
  if (!card) {
    return (
      <g>
        <rect x="1.5" y="1.5" width="97" height="137" rx="9" fill={border} stroke="var(--ink)" stroke-width="2.5" />
        <rect x="9" y="9" width="82" height="122" rx="4" fill={teamStyle(team).colour} />
        <g transform="translate(50 58)">
          <Sign team={team} size={1.7} colour="var(--on-solid)" />
        </g>
        <rect x="32" y="96" width="36" height="28" rx="4" fill={border} stroke="var(--ink)" />
        <text
          x="50"
          y="118"
          text-anchor="middle"
          font-size="23"
          font-weight="700"
          style={{ fill: pilot ? "var(--ink)" : "var(--paper)" }}
        >
          {pilot ? "P" : "G"}
        </text>
      </g>
    );
  }
  const [top, bottom] = side === "enemy" ? ["enemy", "own"] : ["own", "enemy"];
  return (
    <g>
      <rect x="1.5" y="1.5" width="97" height="137" rx="9" fill={border} stroke="var(--ink)" stroke-width="2.5" />
      <rect
        x="9"
        y="9"
        width="82"
        height="122"
        rx="4"
        fill="var(--tile,var(--sheet))"
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      {family === "shoot" && (
        <>
          <path
            transform="translate(50 52)"
            d="M0 -23a23 23 0 1 1 0 46 23 23 0 0 1 0-46zM0 -10a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM-33 0H33M0 -33V33"
            fill="none"
            stroke="var(--ink)"
            stroke-width="3.5"
          />
          <text
            x="50"
            y="122"
            text-anchor="middle"
            font-size="32"
            font-weight="700"
            style={{ fontFamily: "var(--font-display)" }}
          >
            {effect.toUpperCase()}
          </text>
        </>
      )}
      {family === "sun" && (
        <>
          <g transform="translate(50 46)">
            <Light night={night} radius={17} />
          </g>
          <Arrow effect={effect} at="translate(50 102) scale(.85)" />
        </>
      )}
      {family === "plane" && (
        <>
          <rect x="9" y="9" width="82" height="61" rx="4" fill="var(--act-wash)" />
          <path d="M9 70H91" stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="4 3" />
          <Half words={top} effect={effect} />
          <g opacity=".55" transform="rotate(180 50 70)">
            <Half words={bottom} effect={effect} />
          </g>
        </>
      )}
    </g>
  );
}

/** The way a card sends a plane or the sun. */
function Arrow({ effect, at }: { effect: string; at: string }) {
  return (
    <path
      transform={at}
      d={MOVES[effect]}
      fill="none"
      stroke="var(--ink)"
      stroke-width="5.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  );
}

function Half({ words, effect }: { words: string; effect: string }) {
  return (
    <>
      <text x="50" y="26" text-anchor="middle" font-size="17" font-weight="700">
        {words}
      </text>
      <Arrow effect={effect} at="translate(50 48) scale(.7)" />
    </>
  );
}
