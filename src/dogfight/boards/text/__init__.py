"""Boards in characters for the terminal: a canvas, a theme, columns of words."""
