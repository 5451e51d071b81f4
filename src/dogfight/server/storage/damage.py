"""What is wrong with one stored table: an error that names it, so that everything else goes on
without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dogfight.core.errors import DogfightError
from dogfight.server.refusals import Refused
from dogfight.server.storage.store import StorageFailed


class Damaged(Refused):
    """A table of which something stored cannot be read, played or written.

    `words` go to anybody who asks for the table, so they tell nothing that was stored; `fault` is
    for the operator, and says all that is known.
    """

    def __init__(self, table: str, where: str, detail: str = "") -> None:
        super().__init__(
            "table_damaged",
            f"Table {table} is damaged: {where}. The operator of this server can see more with"
            " dogfight audit.",
        )
        self.table = table
        self.where = where
        self.fault = f"table {table}: {where}" + (f" ({detail})" if detail else "")


@contextmanager
def isolated(table: str, where: str) -> Iterator[None]:
    """Raise `Damaged` in the place of whatever goes wrong here with what is stored about a table.

    What says already what it is passes: refusals, and a database that is out of reach.
    """
    try:
        yield
    except (Refused, StorageFailed):
        raise
    except DogfightError as error:
        raise Damaged(table, where, error.message) from error
    except Exception as error:
        raise Damaged(table, where, f"{type(error).__name__}: {error}") from error
