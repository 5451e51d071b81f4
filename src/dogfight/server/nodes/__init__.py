"""Several servers on one database: what they tell each other, and who minds which table."""
