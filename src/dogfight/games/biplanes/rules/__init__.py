"""The rules, one module a chapter; `turn` holds the order of a turn."""
