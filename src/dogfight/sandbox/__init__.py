"""Positions set up by hand or from notation: what can happen in them, and what comes next."""
