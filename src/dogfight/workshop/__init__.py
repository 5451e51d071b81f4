"""The workshop: forms for data files, their check, and TOML that keeps its comments."""
