"""Numbers for learners: ids of actions, features of views, and many games at once."""
