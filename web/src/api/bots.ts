/** Written by ./scripts/types from the structs of the server; change those. */

export const CHARACTERS: Record<string, { names: string[]; about: string }> = {
  easy: {
    names: ["Otto", "Karl", "Emil", "Franz", "Oskar", "Willi"],
    about: "takes what looks good at once, and forgets what he has seen",
  },
  medium: {
    names: ["Ilse", "Greta", "Marta", "Erna", "Lotte", "Frieda"],
    about: "weighs every move, and looks a little ahead",
  },
  hard: {
    names: ["Maurice", "Louis", "Henri", "Armand", "Lucien", "Gaston"],
    about: "thinks long, and expects you to do the same",
  },
  ace: {
    names: ["Hedy", "Amelia", "Bessie", "Harriet", "Jean", "Ruth"],
    about: "has flown more duels than anybody, and mixes her tiles",
  },
  greedy: {
    names: ["Bruno", "Hugo", "Max", "Otis", "Rolf", "Kurt"],
    about: "goes for the nearest target, always",
  },
  random: {
    names: ["Tilda", "Poppy", "Dora", "Fay", "Kit", "Wren"],
    about: "nobody knows what she does next, least of all herself",
  },
};
