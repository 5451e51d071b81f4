"""One game in progress: decisions, its record, the draws it rests on, and plans."""
