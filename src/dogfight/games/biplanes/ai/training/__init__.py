"""Learning: a twin of the Biplanes dogfight for accelerators, and training on it.

Apart from `printed`, the modules here need JAX and NumPy alone, so that they run where the rest of
the package cannot.
"""
