"""Positions on one line, actions in a word, both ways. With all secrets: for records and tests."""

from __future__ import annotations

import re
from functools import lru_cache

from dogfight.core.errors import BadNotation, DogfightError
from dogfight.core.options import Options, read_word
from dogfight.core.reading import number_from
from dogfight.core.seat import CHANCE, OVER
from dogfight.games.biplanes.data import MAL_IDS, PLANES, Data
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.planning import shows_first
from dogfight.games.biplanes.state import (
    ANSWER,
    DONE,
    ENDED,
    LOSE,
    MAL,
    MULLIGAN,
    NOTHING,
    PICK,
    PLAN,
    ROUND_TURNS,
    SHOW,
    SPOTS,
    START,
    TARGET,
    TOSS,
    Mission,
    Plane,
)
from dogfight.games.biplanes.tables import (
    DOGFIGHT,
    ESCORT,
    EXIT,
    HOLD,
    KIND_BITS,
    LOOP,
    MAL_EXIT,
    MAL_UNIT,
    NO_TILE,
    NOBODY,
    Board,
    Setup,
    TileSet,
)

PHASES = (
    "place",
    "pick",
    "start",
    "deal",
    "slot",
    "objective",
    "mulligan",
    "redraw",
    "plan",
    "show",
    "answer",
    "target",
    "lose",
    "lose_bag",
    "remove",
    "bot_draw",
    "toss",
    "over",
)
OUTCOMES = ("p1", "p2", "draw", "p1_major")
WHYS = ("", "shot_down", "exit", "crash", "time")
COLOURS = (*PLANES, "nobody")
_TILE = re.compile(r"([0-5])(L?)/([0-3])(X?)(H?)")
_MAL = re.compile(r"(-2|-1|0\*|0|\+1|\+2)(X?)")
_NONE = "-"
_MULLIGAN = {DONE: "keep", NOTHING: "none"}


# --- tiles and actions -------------------------------------------------------------------------


def kind_word(kind: int) -> str:
    """A tile as value/hits."""
    return f"{kind >> 2}/{kind & 3}"


def read_kind(word: str) -> int:
    """The kind of a tile written as value/hits."""
    match = _TILE.fullmatch(word)
    if match is None or match[2] or match[4] or match[5]:
        raise BadNotation(f"expected a tile like 4/1, got {word!r}", rule="BD-1.4")
    return int(match[1]) * 4 + int(match[3])


def single_word(action: int) -> str:
    """The commitment of one biplane: 4/1, 3L/1, 4/1X, 2/2H."""
    kind = action & KIND_BITS
    loop, away, hold = ("L" if action & LOOP else ""), ("X" if action & EXIT else ""), ("H" if action & HOLD else "")
    return f"{kind >> 2}{loop}/{kind & 3}{away}{hold}"


def read_single(word: str) -> int:
    match = _TILE.fullmatch(word)
    if match is None or (match[2] and match[1] != "3"):
        raise BadNotation(f"expected a commitment like 4/1, 3L/1, 4/1X or 2/2H, got {word!r}", rule="BD-4.1")
    marks = (LOOP if match[2] else 0) + (EXIT if match[4] else 0) + (HOLD if match[5] else 0)
    return int(match[1]) * 4 + int(match[3]) + marks


def mal_word(action: int) -> str:
    return MAL_IDS[((action >> 8) & 7) - 1] + ("X" if action & MAL_EXIT else "")


def read_mal(word: str) -> int:
    match = _MAL.fullmatch(word)
    if match is None:
        raise BadNotation(f"expected a tile of the malfunctioning biplane like 0* or +1X, got {word!r}", rule="BD-24.4")
    return (MAL_IDS.index(match[1]) + 1) * MAL_UNIT + (MAL_EXIT if match[2] else 0)


def commitment_word(action: int) -> str:
    """A commitment; the escort player's is a pair like 4/0&-2X, or -2X alone once the escort is lost."""
    if action < MAL_UNIT:
        return single_word(action)
    if action & KIND_BITS == NO_TILE:
        return mal_word(action)
    return f"{single_word(action & (MAL_UNIT - 1))}&{mal_word(action)}"


def read_commitment(word: str) -> int:
    if "&" in word:
        escort, mal = word.split("&", 1)
        return read_single(escort) + read_mal(mal)
    return read_single(word) if "/" in word else NO_TILE + read_mal(word)


def action_word(data: Data, position: Position, seat: int, action: int) -> str:
    """An action or a chance outcome in a word."""
    phase = position.phase
    if seat == CHANCE:
        if phase == TOSS:
            return "loop" if action else "straight"
        return str(action) if position.draws_numbers() else kind_word(action)
    if phase == PICK:
        return PLANES[action] if 0 <= action < NOBODY else str(action)
    if phase == START:
        return data.spaces[position.board.name][position.board.starts[action]].id
    if phase == MULLIGAN:
        return _MULLIGAN.get(action) or kind_word(action)
    if phase == TARGET:
        return "mal" if action == MAL else "p1"
    return kind_word(action) if phase == LOSE else commitment_word(action)


def read_action(data: Data, position: Position, seat: int, word: str) -> int:
    """The action with this word here."""
    phase = position.phase
    if seat == CHANCE:
        if phase == TOSS:
            return _one_of(word, ("straight", "loop"), "BD-25.16")
        if position.draws_numbers():
            return _one_of(word, ("0", "1", "2", "3", "4", "5"), "BD-22.2")
        return read_kind(word)
    if phase == PICK:
        return _one_of(word, PLANES, "BD-1.2")
    if phase == START:
        spaces = data.spaces[position.board.name]
        return _one_of(word, tuple(spaces[one].id for one in position.board.starts), "BD-2.4")
    if phase == MULLIGAN and word in _MULLIGAN.values():
        return DONE if word == _MULLIGAN[DONE] else NOTHING
    if phase == TARGET:
        return MAL * _one_of(word, ("p1", "mal"), "BD-24.18")
    return read_kind(word) if phase in (LOSE, MULLIGAN) else read_commitment(word)


def _one_of(word: str, words: tuple[str, ...], rule: str) -> int:
    if word not in words:
        raise BadNotation(f"expected one of {', '.join(words)}, got {word!r}", rule=rule)
    return words.index(word)


# --- tiles of a set ----------------------------------------------------------------------------


def kinds_of(tiles: TileSet, mask: int) -> list[int]:
    """The kinds of the tiles in a mask, in ascending order."""
    kinds = []
    while mask:
        kinds.append(int(tiles.kind_of(mask & -mask)))
        mask &= mask - 1
    return kinds


def tile_words(tiles: TileSet, mask: int) -> list[str]:
    return [kind_word(kind) for kind in kinds_of(tiles, mask)]


@lru_cache(maxsize=1024)
def tile_mask(tiles: TileSet, words: tuple[str, ...], among: int) -> int:
    """Tiles of a set that are written as words, taken out of those still free."""
    mask = 0
    for word in words:
        tile = tiles.find(read_kind(word), among & ~mask)
        if tile == 0:
            raise BadNotation(f"{COLOURS[tiles.colour]} has no tile {word} left for {','.join(words)}", rule="BD-1.3")
        mask |= tile
    return mask


# --- positions ---------------------------------------------------------------------------------


def write(data: Data, position: Position) -> str:
    """The whole position: options, phase, round and turn, both sides, the mission, and the result."""
    parts = [
        position.setup.key,
        f"{PHASES[position.phase]}:{position.drawer}:{position.owed}",
        f"{position.round}.{position.turn}",
        _write_plane(data, position, 0),
        _write_plane(data, position, 1),
    ]
    if position.mission is not None:
        parts.append(_write_mission(data, position, position.mission))
    if position.phase == ENDED:
        parts.append(f"{OUTCOMES[position.outcome()]}:{WHYS[position.why()]}")
    return " ".join(parts)


def _write_plane(data: Data, position: Position, seat: int) -> str:
    plane = position.plane(seat)
    tiles = plane.tiles
    sealed = _NONE
    if plane.sealed >= 0:
        sealed = _sealed_word(position, plane.sealed)
    facts = {
        "at": data.space_ids(position.board.name)[plane.at],
        "damage": str(plane.damage),
        "hand": ",".join(tile_words(tiles, plane.hand)),
        "bag": ",".join(tile_words(tiles, plane.bag)),
        "aside": ",".join(tile_words(tiles, plane.aside)),
        "last": kind_word(plane.last) if plane.last >= 0 else "",
        "sealed": "" if sealed == _NONE else sealed,
        "jammed": "yes" if plane.jammed else "",
        "squares": ",".join(squares(plane)),
    }
    return ";".join([COLOURS[tiles.colour], *(f"{key}={value}" for key, value in facts.items() if value)])


def _sealed_word(position: Position, sealed: int) -> str:
    if position.phase == MULLIGAN:
        return "keep" if sealed == DONE else kind_word(sealed)
    return commitment_word(sealed)


def squares(plane: Plane) -> list[str]:
    """[BD-1.11] The tiles on this round's turn squares, in order."""
    words = []
    for turn in range(ROUND_TURNS):
        square = (plane.squares >> (6 * turn)) & 63
        if square:
            words.append(single_word(square - 1))
    return words


def _write_mission(data: Data, position: Position, m: Mission) -> str:
    ids = data.space_ids(position.board.name)
    bot = position.p2.tiles
    mode = position.setup.mode
    facts = {
        "sites": ",".join(f"{space}:{number}" for space, number in sites(data, position).items()),
        "removed": _number(m.removed),
        "rescued": _number(m.rescued),
        "landed": ids[m.landed] if m.landed >= 0 else "",
        "land_tile": ids[m.land_tile] if m.land_tile >= 0 else "",
        "take_off_tile": ids[m.take_off_tile] if m.take_off_tile >= 0 else "",
        "objectives": ",".join(numbers_in(m.objectives)),
        "stack": ",".join(numbers_in(m.stack)),
        "cleared": _packed_words(m.cleared),
        "drawn_when": _packed_words(m.drawn_when),
        "mal": f"{ids[m.mal_at]}:{m.mal_damage}" if mode == ESCORT else "",
        "used": ",".join(one for n, one in enumerate(MAL_IDS) if m.mal_used >> n & 1),
        "left": ",".join(tile_words(bot, m.left)),
        "right": ",".join(tile_words(bot, m.right)),
    }
    return ";".join(["mission", *(f"{key}={value}" for key, value in facts.items() if value)])


def _number(number: int) -> str:
    return str(number) if number else ""


def sites(data: Data, position: Position) -> dict[str, int]:
    """What lies on the site spots: cameras or numbers, by space."""
    spaces = data.spaces[position.board.name]
    m = position.mission
    if m is None:
        return {}
    return {spaces[position.board.spots[n]].id: int(m.site(n)) for n in range(SPOTS) if m.site(n)}


def numbers_in(mask: int) -> list[str]:
    return [str(number) for number in range(1, 6) if mask >> number & 1]


def packed(nibbles: int) -> dict[str, int]:
    """Four bits for each of the numbers 1 to 5, as far as they are not 0."""
    return {str(number): nibbles >> (4 * number) & 15 for number in range(1, 6) if nibbles >> (4 * number) & 15}


def _packed_words(nibbles: int) -> str:
    return ",".join(f"{number}:{value}" for number, value in packed(nibbles).items())


def read_options(words: str) -> Options:
    """The options that a position's notation begins with."""
    options: Options = {}
    try:
        for word in words.split(","):
            name, value = read_word(word)
            options[name] = value
    except DogfightError as error:
        raise BadNotation(f"expected options like mode=dogfight,board=main first, got {words!r}") from error
    return options


def read(data: Data, setup: Setup, text: str) -> Position:
    """The position with this notation; the caller has read the options into a `Setup`."""
    parts = text.split(" ")
    wanted = 5 + (setup.mode != DOGFIGHT)
    if len(parts) not in (wanted, wanted + 1):
        raise BadNotation(f"expected {wanted} or {wanted + 1} parts divided by single spaces, got {len(parts)}")
    phase, drawer, owed = _fields(parts[1], ":", 3, "a phase like deal:0:3")
    p1, p2 = (_read_plane(data, setup.board, setup.sets, part, phase) for part in parts[3:5])
    position = Position(setup, p1, p2, None)
    position.phase = _one_of(phase, PHASES, "BD-3.4")
    position.drawer = _whole(drawer, 0, 1)
    position.owed = _whole(owed, 0, 99)
    rounds, turn = _fields(parts[2], ".", 2, "round and turn like 2.5")
    position.round = _whole(rounds, 1, 999)
    position.turn = _whole(turn, 1, ROUND_TURNS)
    if setup.mode != DOGFIGHT:
        position.mission = _read_mission(data, position, parts[5])
    if (position.phase == ENDED) != (len(parts) == wanted + 1):
        raise BadNotation("expected a result like p1:shot_down at the end if the game is over, and only then")
    if position.phase == ENDED:
        outcome, why = _fields(parts[-1], ":", 2, "a result like p1:shot_down")
        position.result = 8 * _one_of(outcome, OUTCOMES, "BD-11.1") + _one_of(why, WHYS, "BD-11.1")
    position.acting = seat_to_act(position)
    return position


def _fields(text: str, mark: str, number: int, expected: str) -> list[str]:
    words = text.split(mark)
    if len(words) != number:
        raise BadNotation(f"expected {expected}, got {text!r}")
    return words


def _whole(text: str, least: int, most: int) -> int:
    return number_from(text, least, most)


def _facts(text: str, keys: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    head, *rest = text.split(";")
    facts: dict[str, str] = {}
    for one in rest:
        key, found, value = one.partition("=")
        if not found or key not in keys or key in facts:
            raise BadNotation(f"expected key=value with keys {', '.join(keys)}, each once; got {one!r}")
        facts[key] = value
    return head, facts


_PLANE_KEYS = ("at", "damage", "hand", "bag", "aside", "last", "sealed", "jammed", "squares")
_MISSION_KEYS = (
    *("sites", "removed", "rescued", "landed", "land_tile", "take_off_tile", "objectives", "stack", "cleared"),
    *("drawn_when", "mal", "used", "left", "right"),
)


def _list(text: str) -> list[str]:
    return text.split(",") if text else []


def _read_plane(data: Data, board: Board, sets: list[TileSet], text: str, phase: str) -> Plane:
    colour, facts = _facts(text, _PLANE_KEYS)
    tiles = sets[_one_of(colour, COLOURS, "BD-1.2")]
    hand = tile_mask(tiles, tuple(_list(facts.get("hand", ""))), tiles.all)
    bag = tile_mask(tiles, tuple(_list(facts.get("bag", ""))), tiles.all & ~hand)
    aside = tile_mask(tiles, tuple(_list(facts.get("aside", ""))), tiles.all & ~(hand | bag))
    word = facts.get("sealed", "")
    sealed = -1
    if word:
        in_mulligan = phase == PHASES[MULLIGAN]
        sealed = DONE if word == "keep" and in_mulligan else read_kind(word) if in_mulligan else read_commitment(word)
    return Plane(
        tiles,
        read_space(data, board, facts.get("at", "")),
        _whole(facts.get("damage", ""), 0, 99),
        hand,
        bag,
        aside,
        read_kind(facts["last"]) if "last" in facts else -1,
        sealed,
        _one_of(facts.get("jammed", "no"), ("no", "yes"), "BD-16.1"),
        pack_squares(_list(facts.get("squares", ""))),
    )


def pack_squares(words: list[str]) -> int:
    """Turn squares from their tiles."""
    if len(words) > ROUND_TURNS:
        raise BadNotation(f"expected at most five turn squares, got {len(words)}", rule="BD-1.11")
    return sum(((read_single(word) & 63) + 1) << (6 * turn) for turn, word in enumerate(words))


def read_space(data: Data, board: Board, word: str) -> int:
    ids = data.space_ids(board.name)
    if word not in ids:
        raise BadNotation(f"expected a space out of {', '.join(ids)}, got {word!r}", rule="BD-1.10")
    return ids.index(word)


def _read_mission(data: Data, position: Position, text: str) -> Mission:
    head, facts = _facts(text, _MISSION_KEYS)
    if head != "mission":
        raise BadNotation(f"expected mission;key=value…, got {text!r}", rule="BD-19.1")
    board, bot = position.board, position.p2.tiles
    m = Mission()
    spots = [data.spaces[board.name][one].id for one in board.spots]
    for space, number in _pairs(facts.get("sites", "")).items():
        m.put(_one_of(space, tuple(spots), "BD-1.10"), number)
    m.removed = _whole(facts.get("removed", "0"), 0, SPOTS)
    m.rescued = _whole(facts.get("rescued", "0"), 0, SPOTS)
    m.landed, m.land_tile, m.take_off_tile = (
        read_space(data, board, facts[key]) if key in facts else -1 for key in ("landed", "land_tile", "take_off_tile")
    )
    m.objectives, m.stack = (read_numbers(_list(facts.get(key, ""))) for key in ("objectives", "stack"))
    m.cleared, m.drawn_when = (pack(_pairs(facts.get(key, ""))) for key in ("cleared", "drawn_when"))
    if position.setup.mode == ESCORT:
        at, damage = _fields(facts.get("mal", ""), ":", 2, "the malfunctioning biplane like mal=m4:0")
        m.mal_at = read_space(data, board, at)
        m.mal_damage = _whole(damage, 0, position.setup.mal_track)
    else:
        m.mal_at = 0
    m.mal_used = sum(1 << _one_of(word, MAL_IDS, "BD-24.4") for word in _list(facts.get("used", "")))
    m.left = tile_mask(bot, tuple(_list(facts.get("left", ""))), bot.all & ~(position.p2.bag | position.p2.aside))
    m.right = tile_mask(
        bot, tuple(_list(facts.get("right", ""))), bot.all & ~(position.p2.bag | position.p2.aside | m.left)
    )
    return m


def _pairs(text: str) -> dict[str, int]:
    pairs: dict[str, int] = {}
    for word in _list(text):
        key, number = _fields(word, ":", 2, "pairs like m1:2")
        pairs[key] = _whole(number, 1, 5)
    return pairs


def pack(values: dict[str, int]) -> int:
    """Four bits for each of the numbers 1 to 5."""
    return sum(value << (4 * _whole(number, 1, 5)) for number, value in values.items())


def read_numbers(words: list[str]) -> int:
    """Numbers from 1 to 5 as a mask."""
    return sum(1 << _whole(word, 1, 5) for word in words)


def seat_to_act(position: Position) -> int:
    """Who acts in a position of this phase."""
    phase, setup = position.phase, position.setup
    if phase == ENDED:
        return OVER
    if phase == PICK:
        return 0 if position.p1.tiles.colour == NOBODY or setup.solo else 1
    if phase == START:
        return 0 if setup.mode == DOGFIGHT else 1
    if phase == MULLIGAN:
        return 0 if position.p1.sealed != DONE else 1
    if phase == PLAN:
        return 0 if position.p1.sealed < 0 else 1
    if phase in (SHOW, ANSWER):
        first = int(shows_first(position))
        return first if phase == SHOW else 1 - first
    if phase == TARGET:
        return 1
    return position.drawer if phase == LOSE else CHANCE
