"""Worker processes: a child that answers requests, and the blocking and async ways to ask it."""
