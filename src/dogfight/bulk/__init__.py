"""Games in bulk: chunks of work for processes on this machine or on a Ray cluster, each counted
exactly once.
"""
