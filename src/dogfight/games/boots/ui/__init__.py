"""How Combat Boots is drawn: in SVG, in the terminal, on paper."""
