/** Written by ./scripts/types from the structs of the server; change those. */

export const CHARACTERS: Record<string, { name: string; about: string }> = {
  easy: { name: "Otto", about: "takes what looks good at once, and forgets what he has seen" },
  medium: { name: "Ilse", about: "weighs every move, and looks a little ahead" },
  hard: { name: "Maurice", about: "thinks long, and expects you to do the same" },
  ace: { name: "Hedy", about: "has flown more duels than anybody, and mixes her tiles" },
  greedy: { name: "Bruno", about: "goes for the nearest target, always" },
  random: { name: "Tilda", about: "nobody knows what she does next, least of all Tilda" },
};
