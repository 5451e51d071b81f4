"""What the verbs of the command do, apart from how they are called."""
