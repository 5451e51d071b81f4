"""The pages and sheets of the terminal table."""
