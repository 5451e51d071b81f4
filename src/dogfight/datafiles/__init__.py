"""Data files of games: TOML, checked against typed structs."""
