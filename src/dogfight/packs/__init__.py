"""Packs: sets of data files with a name, an author, a version and a picture; data and never
code.
"""
