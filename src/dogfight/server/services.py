"""What every table uses."""

from __future__ import annotations

from dataclasses import dataclass

from dogfight.server.nodes.nodes import Nodes
from dogfight.server.packs import PackGames
from dogfight.server.settings import Settings, SystemSources
from dogfight.server.storage.ledger import Ledger
from dogfight.server.tables.bots import BotPool
from dogfight.server.tables.clocks import Timers


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the house that all tables share."""

    ledger: Ledger
    sources: SystemSources
    settings: Settings
    bots: BotPool
    timers: Timers
    nodes: Nodes
    packs: PackGames
