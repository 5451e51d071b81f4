"""One package a game: it runs the worked examples of the game's specification against the real rules."""
