"""The terminal table: draws views and sends actions; it knows no rules."""
