"""The bots by name. A bot joins by registering how it is made from a seed, its parameters and its
game.

A name may carry parameters: `search:sims=5000`, `search:time=1s,horizon=20`. The levels are names
for some of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dogfight.bots.engine_host import engine_bot
from dogfight.bots.greedy import GreedyBot
from dogfight.bots.protocol import read_number, read_time
from dogfight.bots.random import RandomBot
from dogfight.bots.search import Infers, SearchBot
from dogfight.bots.tree import BY_THE_GAME
from dogfight.core.errors import BadOption
from dogfight.core.registry import AnyGame, manifest_of, names
from dogfight.match.match import Player

Maker = Callable[[int, Mapping[str, str], AnyGame | None], Player | None]
"""Makes a bot, or says None if it cannot understand the parameters."""
LEVELS = {
    "easy": "greedy:slip=50",
    "medium": "greedy",
    "hard": "search:time=1s",
    "ace": "learned:time=1s",
}
NEED_PARAMETERS = ("search", "learned", "engine")

INFERS: Mapping[str, Infers] = {"auto": "auto", "yes": "yes", "no": "no"}

_makers: dict[str, Maker] = {}


def register_bot(name: str, maker: Maker) -> None:
    """Make a bot known."""
    _makers[name] = maker


def bot_names() -> tuple[str, ...]:
    """The names to offer to people, the weakest first."""
    return (*(name for name in _makers if name not in NEED_PARAMETERS), *LEVELS)


def make_bot(name: str, seed: int, game: AnyGame | None = None) -> Player:
    """The bot with this name, with dice of its own; a game with other data than the built-in
    ones has to be named.
    """
    kind, _, text = LEVELS.get(name, name).partition(":")
    values = dict(word.split("=", 1) for word in text.split(",") if "=" in word)
    maker = _makers.get(kind) or _maker_of_a_game(kind)
    bot = maker(seed, values, game) if maker is not None else None
    if bot is None:
        offered = ", ".join(bot_names())
        raise BadOption(
            f"expected a bot out of {offered}, search:sims=N, search:time=Ns, learned:time=Ns or"
            f" engine:path=FILE; got {name!r}"
        )
    return bot


def _maker_of_a_game(kind: str) -> Maker | None:
    """The maker of a bot that a game brings along; it is imported now, as it may be slow to
    load.
    """
    for name in names():
        manifest = manifest_of(name)
        if kind in manifest.bots:
            maker: Maker | None = manifest.load_from(manifest.bots[kind], f"the bot {kind}")
            return maker
    return None


def _random(seed: int, values: Mapping[str, str], _: AnyGame | None) -> Player | None:
    return None if values else RandomBot(seed)


def _greedy(seed: int, values: Mapping[str, str], game: AnyGame | None) -> Player | None:
    slip = read_number(values.get("slip", "0"))
    if not values.keys() <= {"slip"} or slip is None or slip > 100:
        return None
    return GreedyBot(seed, slip=slip, game=game)


def _search(seed: int, values: Mapping[str, str], game: AnyGame | None) -> Player | None:
    sims, seconds = read_number(values.get("sims", "0")), read_time(values.get("time", "0s"))
    rollout_depth = read_number(values.get("horizon", "0"))
    solves = values.get("solve", "yes")
    infers = INFERS.get(values.get("infer", "auto"))
    if (
        not values.keys() <= {"sims", "time", "horizon", "solve", "infer"}
        or solves not in ("yes", "no")
        or infers is None
        or sims is None
        or seconds is None
        or rollout_depth is None
    ):
        return None
    if not sims and not seconds:
        return None
    return SearchBot(
        seed,
        sims=sims,
        seconds=seconds,
        rollout_depth=rollout_depth if "horizon" in values else BY_THE_GAME,
        game=game,
        solves=solves == "yes",
        infers=infers,
    )


register_bot("random", _random)
register_bot("greedy", _greedy)
register_bot("search", _search)
register_bot("engine", engine_bot)
