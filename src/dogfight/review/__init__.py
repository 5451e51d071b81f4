"""Finished games explained: what came of luck, of guesses and of choices."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# A review has one core, and matrices this small: more threads would only fight over it.
