"""What every game must pass: the contract as checks, counts of lines of play, and worked
examples as data.
"""
