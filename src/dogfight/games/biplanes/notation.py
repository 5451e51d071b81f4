"""Positions on one line, actions in a word, both ways. With all secrets: for records and tests."""

from __future__ import annotations

from collections.abc import Callable

from dogfight.core.errors import BadNotation, BadOption, DogfightError
from dogfight.core.options import Options, read_word
from dogfight.core.parts import HasNotation, Notation
from dogfight.core.seat import CHANCE, OVER, Seat
from dogfight.games.biplanes import names, state
from dogfight.games.biplanes.data import MAL_IDS, Data
from dogfight.games.biplanes.position import Position
from dogfight.games.biplanes.rules.planning import shows_first
from dogfight.games.biplanes.state import Mission, Plane
from dogfight.games.biplanes.tables import DOGFIGHT, ESCORT, NOBODY, Board, Setup, TileSet
from dogfight.games.biplanes.validity import check_position

_NONE = "-"
_MULLIGAN = {state.DONE: "keep", state.NOTHING: "none"}


def _sealed_word(position: Position, sealed: int) -> str:
    if position.phase == state.MULLIGAN:
        return "keep" if sealed == state.DONE else names.kind_word(sealed)
    return names.commitment_word(sealed)


def _number(number: int) -> str:
    return str(number) if number else ""


def sites(data: Data, position: Position) -> dict[str, int]:
    """What lies on the site spots: cameras or numbers, by space."""
    spaces = data.spaces[position.board.name]
    m = position.mission
    if m is None:
        return {}
    return {
        spaces[position.board.spots[n]].id: int(m.site(n)) for n in range(state.SPOTS) if m.site(n)
    }


def _packed_words(nibbles: int) -> str:
    return ",".join(f"{number}:{value}" for number, value in names.packed(nibbles).items())


def read_options(text: str) -> Options:
    """The options that a position's notation begins with."""
    options: Options = {}
    try:
        for word in text.split(","):
            name, value = read_word(word)
            options[name] = value
    except DogfightError as error:
        raise BadNotation(
            f"expected options like mode=dogfight,board=main first, got {text!r}"
        ) from error
    return options


def _fields(text: str, mark: str, number: int, expected: str) -> list[str]:
    words = text.split(mark)
    if len(words) != number:
        raise BadNotation(f"expected {expected}, got {text!r}")
    return words


def _facts(text: str, keys: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    head, *rest = text.split(";")
    facts: dict[str, str] = {}
    for item in rest:
        key, result, value = item.partition("=")
        if not result or key not in keys or key in facts:
            raise BadNotation(
                f"expected key=value with keys {', '.join(keys)}, each once; got {item!r}"
            )
        facts[key] = value
    return head, facts


_PLANE_KEYS = ("at", "damage", "hand", "bag", "aside", "last", "sealed", "jammed", "squares")
_MISSION_KEYS = (
    *(
        "sites",
        "removed",
        "rescued",
        "landed",
        "land_tile",
        "take_off_tile",
        "objectives",
        "stack",
        "cleared",
    ),
    *("drawn_when", "mal", "used", "left", "right"),
)


def _list(text: str) -> list[str]:
    return text.split(",") if text else []


def _pairs(text: str) -> dict[str, int]:
    pairs: dict[str, int] = {}
    for word in _list(text):
        key, number = _fields(word, ":", 2, "pairs like m1:2")
        pairs[key] = names.whole(number, 1, 5)
    return pairs


def seat_to_act(position: Position) -> int:
    """Who acts in a position of this phase."""
    phase, setup = position.phase, position.setup
    if phase == state.ENDED:
        return OVER
    if phase == state.PICK:
        return 0 if position.p1.tiles.colour == NOBODY or setup.solo else 1
    if phase == state.START:
        return 0 if setup.mode == DOGFIGHT else 1
    if phase == state.MULLIGAN:
        return 0 if position.p1.sealed != state.DONE else 1
    if phase == state.PLAN:
        return 0 if position.p1.sealed < 0 else 1
    if phase in (state.SHOW, state.ANSWER):
        first = int(shows_first(position))
        return first if phase == state.SHOW else 1 - first
    if phase == state.TARGET:
        return 1
    return position.drawer if phase == state.LOSE else CHANCE


class BiplanesNotation(Notation[Position]):
    """Reads and writes with one set of data files; `setup` makes of given options what positions
    share.
    """

    def __init__(
        self, game: HasNotation[Position], data: Data, setup: Callable[[Options], Setup]
    ) -> None:
        super().__init__(game)
        self.data = data
        self.setup = setup

    def _write_action(self, position: Position, seat: Seat, action: int) -> str:
        """An action or a chance outcome in a word."""
        phase = position.phase
        if seat == CHANCE:
            if phase == state.TOSS:
                return "loop" if action else "straight"
            return str(action) if position.draws_numbers() else names.kind_word(action)
        if phase == state.PICK:
            known = 0 <= action < len(self.data.sets) and action != NOBODY
            return self.data.sets[action].name if known else str(action)
        if phase == state.START:
            return self.data.spaces[position.board.name][position.board.starts[action]].id
        if phase == state.MULLIGAN:
            return _MULLIGAN.get(action) or names.kind_word(action)
        if phase == state.TARGET:
            return "mal" if action == state.MAL else "p1"
        return names.kind_word(action) if phase == state.LOSE else names.commitment_word(action)

    def _read_action(self, position: Position, seat: Seat, word: str) -> int:
        """The action with this word here."""
        phase = position.phase
        if seat == CHANCE:
            if phase == state.TOSS:
                return names.one_of(word, ("straight", "loop"), "BD-25.16")
            if position.draws_numbers():
                return names.one_of(word, ("0", "1", "2", "3", "4", "5"), "BD-22.2")
            return names.read_kind(word)
        if phase == state.PICK:
            return self.data.set_names.index(
                self.data.planes[names.one_of(word, self.data.planes, "BD-1.2")]
            )
        if phase == state.START:
            spaces = self.data.spaces[position.board.name]
            return names.one_of(
                word, tuple(spaces[start].id for start in position.board.starts), "BD-2.4"
            )
        if phase == state.MULLIGAN and word in _MULLIGAN.values():
            return state.DONE if word == _MULLIGAN[state.DONE] else state.NOTHING
        if phase == state.TARGET:
            return state.MAL * names.one_of(word, ("p1", "mal"), "BD-24.18")
        return (
            names.read_kind(word)
            if phase in (state.LOSE, state.MULLIGAN)
            else names.read_commitment(word)
        )

    def write(self, position: Position) -> str:
        """The whole position: options, phase, round and turn, both sides, the mission, and the
        result.
        """
        parts = [
            position.setup.key,
            f"{names.PHASES[position.phase]}:{position.drawer}:{position.owed}",
            f"{position.round}.{position.turn}",
            self._write_plane(position, 0),
            self._write_plane(position, 1),
        ]
        if position.mission is not None:
            parts.append(self._write_mission(position, position.mission))
        if position.phase == state.ENDED:
            parts.append(f"{names.OUTCOMES[position.outcome()]}:{names.REASONS[position.why()]}")
        return " ".join(parts)

    def _write_plane(self, position: Position, seat: int) -> str:
        plane = position.plane(seat)
        tiles = plane.tiles
        sealed = _NONE
        if plane.sealed >= 0:
            sealed = _sealed_word(position, plane.sealed)
        facts = {
            "at": self.data.space_ids(position.board.name)[plane.at],
            "damage": str(plane.damage),
            "hand": ",".join(names.tile_words(tiles, plane.hand)),
            "bag": ",".join(names.tile_words(tiles, plane.bag)),
            "aside": ",".join(names.tile_words(tiles, plane.aside)),
            "last": names.kind_word(plane.last) if plane.last >= 0 else "",
            "sealed": "" if sealed == _NONE else sealed,
            "jammed": "yes" if plane.jammed else "",
            "squares": ",".join(names.squares(plane)),
        }
        return ";".join([tiles.name, *(f"{key}={value}" for key, value in facts.items() if value)])

    def _write_mission(self, position: Position, m: Mission) -> str:
        ids = self.data.space_ids(position.board.name)
        bot = position.p2.tiles
        mode = position.setup.mode
        facts = {
            "sites": ",".join(
                f"{space}:{number}" for space, number in sites(self.data, position).items()
            ),
            "removed": _number(m.removed),
            "rescued": _number(m.rescued),
            "landed": ids[m.landed] if m.landed >= 0 else "",
            "land_tile": ids[m.land_tile] if m.land_tile >= 0 else "",
            "take_off_tile": ids[m.take_off_tile] if m.take_off_tile >= 0 else "",
            "objectives": ",".join(names.numbers_in(m.objectives)),
            "stack": ",".join(names.numbers_in(m.stack)),
            "cleared": _packed_words(m.cleared),
            "drawn_when": _packed_words(m.drawn_when),
            "mal": f"{ids[m.mal_at]}:{m.mal_damage}" if mode == ESCORT else "",
            "used": ",".join(text for n, text in enumerate(MAL_IDS) if m.mal_used >> n & 1),
            "left": ",".join(names.tile_words(bot, m.left)),
            "right": ",".join(names.tile_words(bot, m.right)),
        }
        return ";".join(["mission", *(f"{key}={value}" for key, value in facts.items() if value)])

    def _read(self, text: str) -> Position:
        """The position with this notation; one that cannot be is refused with the rule it
        breaks.
        """
        try:
            setup = self.setup(read_options(text.split(" ", 1)[0]))
        except BadOption as error:
            raise BadNotation(error.message, rule=error.rule) from error
        position = self._read_with(setup, text)
        check_position(position)
        if self.write(position) != text:
            raise BadNotation(f"expected this position as {self.write(position)!r}, got {text!r}")
        return position

    def _read_with(self, setup: Setup, text: str) -> Position:
        """The position whose options have been read into a `Setup`; it may be one that cannot
        be.
        """
        parts = text.split(" ")
        expected = 5 + (setup.mode != DOGFIGHT)
        if len(parts) not in (expected, expected + 1):
            raise BadNotation(
                f"expected {expected} or {expected + 1} parts divided by single spaces, got"
                f" {len(parts)}"
            )
        phase, drawer, owed = _fields(parts[1], ":", 3, "a phase like deal:0:3")
        p1, p2 = (self._read_plane(setup.board, setup.sets, part, phase) for part in parts[3:5])
        position = Position(setup, p1, p2, None)
        position.phase = names.one_of(phase, names.PHASES, "BD-3.4")
        position.drawer = names.whole(drawer, 0, 1)
        position.owed = names.whole(owed, 0, 99)
        rounds, turn = _fields(parts[2], ".", 2, "round and turn like 2.5")
        position.round = names.whole(rounds, 1, 999)
        position.turn = names.whole(turn, 1, state.ROUND_TURNS)
        if setup.mode != DOGFIGHT:
            position.mission = self._read_mission(position, parts[5])
        if (position.phase == state.ENDED) != (len(parts) == expected + 1):
            raise BadNotation(
                "expected a result like p1:shot_down at the end if the game is over, and only then"
            )
        if position.phase == state.ENDED:
            outcome, why = _fields(parts[-1], ":", 2, "a result like p1:shot_down")
            position.result = 8 * names.one_of(outcome, names.OUTCOMES, "BD-11.1") + names.one_of(
                why, names.REASONS, "BD-11.1"
            )
        position.acting = seat_to_act(position)
        return position

    def _read_plane(self, board: Board, sets: list[TileSet], text: str, phase: str) -> Plane:
        colour, facts = _facts(text, _PLANE_KEYS)
        tiles = sets[names.one_of(colour, self.data.set_names, "BD-1.2")]
        hand = names.tile_mask(tiles, tuple(_list(facts.get("hand", ""))), tiles.all)
        bag = names.tile_mask(tiles, tuple(_list(facts.get("bag", ""))), tiles.all & ~hand)
        aside = names.tile_mask(
            tiles, tuple(_list(facts.get("aside", ""))), tiles.all & ~(hand | bag)
        )
        word = facts.get("sealed", "")
        sealed = -1
        if word:
            in_mulligan = phase == names.PHASES[state.MULLIGAN]
            kept = in_mulligan and word == "keep"
            sealed = (
                state.DONE
                if kept
                else names.read_kind(word)
                if in_mulligan
                else names.read_commitment(word)
            )
        return Plane(
            tiles,
            self._read_space(board, facts.get("at", "")),
            names.whole(facts.get("damage", ""), 0, 99),
            hand,
            bag,
            aside,
            names.read_kind(facts["last"]) if "last" in facts else -1,
            sealed,
            names.one_of(facts.get("jammed", "no"), ("no", "yes"), "BD-16.1"),
            names.pack_squares(_list(facts.get("squares", ""))),
        )

    def _read_space(self, board: Board, word: str) -> int:
        ids = self.data.space_ids(board.name)
        if word not in ids:
            raise BadNotation(
                f"expected a space out of {', '.join(ids)}, got {word!r}", rule="BD-1.10"
            )
        return ids.index(word)

    def _read_mission(self, position: Position, text: str) -> Mission:
        head, facts = _facts(text, _MISSION_KEYS)
        if head != "mission":
            raise BadNotation(f"expected mission;key=value…, got {text!r}", rule="BD-19.1")
        board, bot = position.board, position.p2.tiles
        m = Mission()
        spots = [self.data.spaces[board.name][spot].id for spot in board.spots]
        for space, number in _pairs(facts.get("sites", "")).items():
            m.put(names.one_of(space, tuple(spots), "BD-1.10"), number)
        m.removed = names.whole(facts.get("removed", "0"), 0, state.SPOTS)
        m.rescued = names.whole(facts.get("rescued", "0"), 0, state.SPOTS)
        m.landed, m.land_tile, m.take_off_tile = (
            self._read_space(board, facts[key]) if key in facts else -1
            for key in ("landed", "land_tile", "take_off_tile")
        )
        m.objectives, m.stack = (
            names.read_numbers(_list(facts.get(key, ""))) for key in ("objectives", "stack")
        )
        m.cleared, m.drawn_when = (
            names.pack(_pairs(facts.get(key, ""))) for key in ("cleared", "drawn_when")
        )
        if position.setup.mode == ESCORT:
            at, damage = _fields(
                facts.get("mal", ""), ":", 2, "the malfunctioning biplane like mal=m4:0"
            )
            m.mal_at = self._read_space(board, at)
            m.mal_damage = names.whole(damage, 0, position.setup.mal_track)
        else:
            m.mal_at = 0
        m.mal_used = sum(
            1 << names.one_of(word, MAL_IDS, "BD-24.4") for word in _list(facts.get("used", ""))
        )
        m.left = names.tile_mask(
            bot,
            tuple(_list(facts.get("left", ""))),
            bot.all & ~(position.p2.bag | position.p2.aside),
        )
        m.right = names.tile_mask(
            bot,
            tuple(_list(facts.get("right", ""))),
            bot.all & ~(position.p2.bag | position.p2.aside | m.left),
        )
        return m
