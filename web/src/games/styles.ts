/** The styles of all games. A module of its own, so that they come after those of boards and before those of the table. */

import.meta.glob("./*/*.css", { eager: true });
