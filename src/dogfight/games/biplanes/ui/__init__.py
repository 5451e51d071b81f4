"""How Biplanes is drawn: in SVG, in the terminal, on paper."""
