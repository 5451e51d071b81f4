"""The rules, a module per chapter: movement (SQ-4 to SQ-6), shots (SQ-7), turn (SQ-2, SQ-3,
SQ-8).
"""
