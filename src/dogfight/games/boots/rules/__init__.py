"""The rules of Combat Boots, one module for each part of the rulebook."""
