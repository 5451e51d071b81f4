"""How a server becomes one of several: its bus and its leases, if the settings ask for any."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dogfight
from dogfight.core.errors import BadOption
from dogfight.server.nodes.bus import Bus
from dogfight.server.nodes.leases import DatabaseLeases, Leases
from dogfight.server.settings import Settings
from dogfight.server.storage.opening import is_address, open_store
from dogfight.server.storage.store import Store

if TYPE_CHECKING:
    from dogfight.server.storage.postgres import PostgresStore


async def join(settings: Settings) -> tuple[Store, tuple[Bus, Leases] | None]:
    """The database of a server, and what it has in common with other nodes; nothing is written
    if the bus is no bus.
    """
    if not settings.bus:
        return await open_store(settings), None
    if not (settings.database and is_address(settings.database)):
        raise BadOption(
            "expected a database that several nodes can share with a bus: --database"
            " postgresql://HOST/NAME"
        )
    try:
        from dogfight.server.nodes.redis_bus import RedisBus, check
    except ImportError:
        raise BadOption("a bus needs redis: pip install 'dogfight[redis]'") from None
    await check(settings.bus)
    store: PostgresStore = await open_store(settings)  # type: ignore[assignment]  # such is its address
    try:
        leases = DatabaseLeases(store, dogfight.__version__)
        await leases.register()
        return store, (RedisBus(settings.bus, await store.database_id()), leases)
    except BaseException:
        await store.close()
        raise
