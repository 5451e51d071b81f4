"""The lab: what a game's numbers do to it.

Balance, comparisons and sweeps, with intervals and verdicts in words.
"""
