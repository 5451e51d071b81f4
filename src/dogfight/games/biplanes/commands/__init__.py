"""`dogfight biplanes`: work out last rounds, train networks, measure what a response gains."""

from __future__ import annotations

from dogfight.games.biplanes.commands import exploit, learn, solve
from dogfight.verbs.adding import add
from dogfight.verbs.manner import new_group

app = new_group("Biplanes: work out a last round, train a network, measure what a response gains.")
add(app, solve.solve)
add(app, learn.learn, exploit.exploit, plugins=False)
