"""Many games between bots, paired and counted: who is better, by how much, and how sure that is."""
