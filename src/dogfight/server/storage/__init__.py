"""What the server keeps: the database, its rows, and the audit of both."""
