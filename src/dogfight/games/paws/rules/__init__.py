"""The rules, a module for each part of the round, in the order in which it is played."""
