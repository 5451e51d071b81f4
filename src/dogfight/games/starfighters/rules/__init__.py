"""The rules, one module a chapter; `sequence` puts them in order."""
