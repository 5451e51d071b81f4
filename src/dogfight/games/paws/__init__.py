"""Jaws vs Paws: two crews of dogs duel in biplanes with cards laid in secret."""

from dogfight.core.manifest import Manifest

MANIFEST = Manifest(
    package=__name__,
    name="paws",
    title="Jaws vs Paws",
    about="Two crews of dogs duel in biplanes: secret cards on a track, turned over section by section.",
    prefix="JP",
    rules_version="2",
    order=4,
    game="game:load",
)
