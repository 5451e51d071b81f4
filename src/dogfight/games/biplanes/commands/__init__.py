"""`dogfight biplanes`: work out last rounds, train networks, measure what a response gains."""

from __future__ import annotations

from dogfight.cli.adding import add
from dogfight.cli.typer_groups import new_group
from dogfight.games.biplanes.commands import exploit, learn, solve

app = new_group("Biplanes: work out a last round, train a network, measure what a response gains.")
add(app, solve.solve)
add(app, learn.learn, exploit.exploit, plugins=False)
