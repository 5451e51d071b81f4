"""Live tables: games in progress on the server, who sits at them, and what each seat is shown."""
