"""The online table: one process, one database file, views for every seat."""
