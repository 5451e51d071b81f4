"""Anything that turns a view into an action."""
