"""Lessons: one file a game, played at a real table under the real rules with a coach beside it."""
