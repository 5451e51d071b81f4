"""What every table uses."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.server.bots import BotPool
from dogfight.server.ledger import Ledger
from dogfight.server.settings import Settings, World
from dogfight.server.timers import Timers


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the house that all tables share."""

    ledger: Ledger
    world: World
    settings: Settings
    bots: BotPool
    timers: Timers
