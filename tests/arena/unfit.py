"""A plugin that cannot be imported where games are played."""

import sys

if "dogfight.processes.child" in sys.orig_argv:
    raise ImportError("planted")
