"""The games. Every package in this folder registers itself when it is imported, and then every game in one file."""

from importlib import import_module
from pkgutil import iter_modules

for _module in sorted(iter_modules(__path__), key=lambda one: not one.ispkg):
    import_module(f"{__name__}.{_module.name}")
