"""The games: every package in this folder has a manifest, and then every game in one file."""

from importlib import import_module
from pkgutil import iter_modules

from dogfight.core.registry import register

for _module in sorted(iter_modules(__path__), key=lambda module: not module.ispkg):
    register(import_module(f"{__name__}.{_module.name}").MANIFEST)
