"""How Jaws vs Paws is drawn: in SVG, in the terminal, on paper."""
