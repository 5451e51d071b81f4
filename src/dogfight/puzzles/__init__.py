"""Puzzles: positions in which one choice is clearly best by what its seat can know."""
