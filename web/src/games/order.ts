/** Written by ./scripts/types from the structs of the server; change those. */

export const OWN_GAMES: readonly string[] = ["biplanes", "squadrons", "starfighters", "paws", "boots"];
