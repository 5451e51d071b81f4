"""Plans: whole moves planned ahead, and plans in parts that all players lay at once."""
