"""The data files: read, checked against chapter 27, and made into tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from dogfight.core.errors import BadData
from dogfight.datafiles.files import DataFile, StrictStruct, digest_of, find
from dogfight.games.biplanes.tables import EXIT_1, NOBODY, RANGE, RING, Board, TileSet

GAME = "biplanes"
PLANES = ("red", "blue", "green", "yellow", "brown", "purple", "grey", "black", "white")
MODES = ("dogfight", "espionage", "bombing", "rescue", "escort")
RESULTS = ("mission", "defender", "draw", "mission_major")
MAL_IDS = ("-2", "-1", "0", "0*", "+1", "+2")
LEAN = {
    "red": [],
    "blue": [],
    "white": [0, 2],
    "grey": [3, 3],
    "green": [1, 5],
    "purple": [1, 5],
    "yellow": [2, 3],
    "black": [2, 4],
    "brown": [2, 4],
}
"""[BD-26.6] The values of the hitless tiles that a lean bag does without."""
NUMBERS = [1, 2, 3, 4, 5]
MOST_SETS = 20
NO_NAMES = ("nobody", "pick", "off", "down", "mal")
"""Words that mean something else where a biplane is named."""
Part = Literal["ring", "loop", "exit"]
"""Which part of a board a space belongs to."""


class Colour(StrictStruct, frozen=True):
    fires: list[str]
    hit_by: list[str]


class LoopData(StrictStruct, frozen=True):
    space: str
    entry: str
    rejoin: str


class SpaceData(StrictStruct, frozen=True):
    id: str
    xy: tuple[int, int]
    colour: str
    next: str
    start: bool = False
    loop_to: str = ""
    exit_to: str = ""
    exit_space: bool = False
    site_xy: tuple[int, int] | None = None


class BoardData(StrictStruct, frozen=True):
    size: tuple[int, int]
    ring: list[str]
    starts: list[str]
    exit_from: str
    exit_path: list[str]
    sites: list[str]
    loop_purple: LoopData
    loop_brown: LoopData
    spaces: list[SpaceData]


class BoardsFile(StrictStruct, frozen=True):
    colours: dict[str, Colour]
    boards: dict[str, BoardData]


class SetData(StrictStruct, frozen=True):
    track: int
    opening_hand: int
    range: int
    source_values: str
    source_hits: str
    tiles: dict[str, list[int]]
    lean_bag_removes: list[int]


class MalTile(StrictStruct, frozen=True):
    id: str
    value: int
    hits: int
    after_escort_lost: bool


class MalData(StrictStruct, frozen=True):
    track: int
    range: int
    tiles: list[MalTile]


class SetsFile(StrictStruct, frozen=True):
    sets: dict[str, SetData]
    malfunctioning: MalData


class ScenarioData(StrictStruct, frozen=True):
    mission: list[str]
    mission_start_damage: int
    mission_armed: bool
    defender_extra_track: int
    round_limit: int
    tiles_needed: int = 0
    rescued_needed: int = 0
    exit_round: int = 0
    factory_numbers: list[int] = []
    airfield_numbers: list[int] = []
    objective_numbers: list[int] = []
    results: dict[str, str] = {}


class SoloData(StrictStruct, frozen=True):
    board: str
    player_start: str
    bot_start: str
    purple_opening_hand: int
    easy_bots: list[str]


class OptionData(StrictStruct, frozen=True):
    safety_round_limit: int


class ScenariosFile(StrictStruct, frozen=True):
    scenarios: dict[str, ScenarioData]
    solo: SoloData
    options: OptionData


DATA_FILES = {"sets.toml": SetsFile, "boards.toml": BoardsFile, "scenarios.toml": ScenariosFile}


@dataclass(frozen=True)
class Space:
    """A space as people see it: its name, its place on the drawing, its colour, and where the
    ways lead from it.
    """

    id: str
    xy: tuple[int, int]
    colour: str
    part: Part
    next: str
    loop_to: str
    exit_to: str
    site_xy: tuple[int, int] | None


@dataclass(frozen=True)
class Data:
    """All data of the game, checked and frozen, with the tables made from it."""

    boards: dict[str, Board]
    spaces: dict[str, tuple[Space, ...]]
    sizes: dict[str, tuple[int, int]]
    sets: list[TileSet]
    set_numbers: dict[str, int]
    mal: MalData
    scenarios: dict[str, ScenarioData]
    solo: SoloData
    safety_round_limit: int
    digest: str

    @property
    def set_names(self) -> tuple[str, ...]:
        """The names of the sets by their numbers; one of them is nobody's."""
        return tuple(self.set_numbers)

    @property
    def planes(self) -> tuple[str, ...]:
        """[BD-1.2] The biplanes there are: the nine, then further ones of the data."""
        return tuple(tile_set.name for tile_set in self.sets if tile_set.colour != NOBODY)

    def set_called(self, name: str) -> TileSet:
        return self.sets[self.set_numbers[name]]

    def space_ids(self, board: str) -> list[str]:
        """The names of all spaces of a board, then `off` and `down`."""
        return [space.id for space in self.spaces[board]] + ["off", "down"]


Fault = Callable[[bool, str, str, Any, str], None]


def _checker(file: DataFile) -> Fault:
    def check(fine: bool, key: str, expected: str, got: Any, rule: str) -> None:
        if not fine:
            raise file.fault(key, expected, got, rule=rule)

    return check


def load(folder: Path | None = None) -> Data:
    """Read and check all data files; those in `folder` replace the built-in ones."""
    boards_file, sets_file, scenarios_file = (
        find(GAME, name, folder) for name in ("boards.toml", "sets.toml", "scenarios.toml")
    )
    boards = boards_file.read(BoardsFile, {"colours": "BD-8.1", "": "BD-27.5"})
    sets = sets_file.read(SetsFile, {"malfunctioning": "BD-24.4", "": "BD-27.1"})
    scenarios = scenarios_file.read(ScenariosFile, {"solo": "BD-25.2", "": "BD-19.1"})
    check_colours(boards, _checker(boards_file))
    for name in ("main", "alt"):
        if name not in boards.boards:
            raise boards_file.fault(
                "boards", "the boards main and alt", sorted(boards.boards), rule="BD-1.9"
            )
        check_board(name, boards.boards[name], boards.colours, _checker(boards_file))
    check_sets(sets.sets, _checker(sets_file))
    check_malfunctioning(sets.malfunctioning, _checker(sets_file))
    check_scenarios(scenarios, boards.boards["main"], tuple(sets.sets), _checker(scenarios_file))
    tables = {
        name: make_board(name, boards.boards[name], boards.colours) for name in ("main", "alt")
    }
    for name, board in tables.items():
        check_pairs(name, board, _checker(boards_file))
    tile_sets = make_sets(sets.sets)
    return Data(
        boards=tables,
        spaces={name: ordered_spaces(boards.boards[name]) for name in tables},
        sizes={name: boards.boards[name].size for name in tables},
        sets=tile_sets,
        set_numbers={tile_set.name: int(tile_set.colour) for tile_set in tile_sets},
        mal=sets.malfunctioning,
        scenarios=scenarios.scenarios,
        solo=scenarios.solo,
        safety_round_limit=scenarios.options.safety_round_limit,
        digest=digest_of(boards_file, sets_file, scenarios_file),
    )


def check_colours(boards: BoardsFile, check: Fault) -> None:
    """[BD-8.1] [BD-8.2] [BD-8.3] [BD-8.4] [BD-8.5] [BD-8.6] [BD-8.7] [BD-8.8] [BD-8.9] Lists of
    known colours.
    """
    for name, colour in boards.colours.items():
        for key, shades in (("fires", colour.fires), ("hit_by", colour.hit_by)):
            unknown = [shade for shade in shades if shade not in boards.colours]
            check(not unknown, f"colours.{name}.{key}", "names of colours", unknown, "BD-8.1")


def check_board(name: str, board: BoardData, colours: dict[str, Colour], check: Fault) -> None:
    """[BD-27.5] [BD-1.10] Ring, loops, starts, exit and sites fit together."""
    key = f"boards.{name}"
    spaces = {space.id: space for space in board.spaces}
    check(len(board.ring) == RING, f"{key}.ring", "8 spaces", board.ring, "BD-27.5")
    check(
        len(board.exit_path) >= 1,
        f"{key}.exit_path",
        "at least one space",
        board.exit_path,
        "BD-20.1",
    )
    names = [*board.ring, board.loop_purple.space, board.loop_brown.space, *board.exit_path]
    check(len(set(names)) == len(names), f"{key}.spaces", "different names", names, "BD-27.5")
    check(
        sorted(spaces) == sorted(names) and len(board.spaces) == len(names),
        f"{key}.spaces",
        f"exactly the spaces {', '.join(names)}",
        [space.id for space in board.spaces],
        "BD-27.5",
    )
    for space in board.spaces:
        at = f"{key}.spaces.{space.id}"
        check(
            space.colour in colours,
            f"{at}.colour",
            "one of " + ", ".join(colours),
            space.colour,
            "BD-8.1",
        )
    check_ring_colours(name, [spaces[text].colour for text in board.ring], check)
    check_arrows(key, board, spaces, check)
    check_loops(key, board, spaces, check)
    check_starts_and_sites(key, board, spaces, check)


def check_ring_colours(name: str, ring: list[str], check: Fault) -> None:
    """[BD-8.10] [BD-12.1] The main ring is mostly white and never green; the other has a white
    and a green part.
    """
    green = [text for text in ring if "green" in text]
    if name == "main":
        check(
            not green and ring.count("white") > 4,
            "boards.main.ring",
            "mostly white, nothing green",
            ring,
            "BD-8.10",
        )
    else:
        both = "white" in ring and "green" in ring
        check(both, f"boards.{name}.ring", "a white and a green part", ring, "BD-12.1")


def check_arrows(key: str, board: BoardData, spaces: dict[str, SpaceData], check: Fault) -> None:
    """[BD-5.2] [BD-20.1] [BD-27.5] The arrows run around the ring, out of the loops, and along
    the exit path.
    """
    ring, path = board.ring, board.exit_path
    arrows = {text: ring[(n + 1) % RING] for n, text in enumerate(ring)}
    arrows |= {loop.space: loop.rejoin for loop in (board.loop_purple, board.loop_brown)}
    arrows |= dict(zip(path, [*path[1:], "off"], strict=True))
    for name, onto in arrows.items():
        check(
            spaces[name].next == onto,
            f"{key}.spaces.{name}.next",
            onto,
            spaces[name].next,
            "BD-5.2",
        )
        last = name == path[-1]
        check(
            spaces[name].exit_space == last,
            f"{key}.spaces.{name}.exit_space",
            str(last),
            not last,
            "BD-20.1",
        )
        exit_to = path[0] if name == board.exit_from else ""
        check(
            spaces[name].exit_to == exit_to,
            f"{key}.spaces.{name}.exit_to",
            repr(exit_to),
            spaces[name].exit_to,
            "BD-20.1",
        )
    check(
        board.exit_from in ring,
        f"{key}.exit_from",
        "a space of the ring",
        board.exit_from,
        "BD-27.5",
    )
    colour = spaces[board.exit_from].colour
    check(colour == "blue_white", f"{key}.exit_from", "the blue/white space", colour, "BD-27.5")


def check_loops(key: str, board: BoardData, spaces: dict[str, SpaceData], check: Fault) -> None:
    """[BD-6.1] [BD-27.5] A loop rejoins the ring two before its entry; purple's at the
    purple/white space.
    """
    entries = {}
    for colour, loop in (("purple", board.loop_purple), ("brown", board.loop_brown)):
        at = f"{key}.loop_{colour}"
        check(loop.entry in board.ring, f"{at}.entry", "a space of the ring", loop.entry, "BD-27.5")
        rejoin = board.ring[board.ring.index(loop.entry) - 2]
        check(loop.rejoin == rejoin, f"{at}.rejoin", rejoin, loop.rejoin, "BD-27.5")
        check(
            spaces[loop.space].colour == colour,
            f"{at}.space",
            f"a {colour} space",
            spaces[loop.space].colour,
            "BD-1.10",
        )
        entries[loop.entry] = loop.space
    check(
        len(entries) == 2,
        f"{key}.loop_brown.entry",
        "another entry than the purple loop's",
        board.loop_brown.entry,
        "BD-1.10",
    )
    rejoin_colour = spaces[board.loop_purple.rejoin].colour
    check(
        rejoin_colour == "purple_white",
        f"{key}.loop_purple.rejoin",
        "the purple/white space",
        rejoin_colour,
        "BD-27.5",
    )
    for name, space in spaces.items():
        onto = entries.get(name, "")
        check(
            space.loop_to == onto,
            f"{key}.spaces.{name}.loop_to",
            repr(onto),
            space.loop_to,
            "BD-6.1",
        )


def check_starts_and_sites(
    key: str, board: BoardData, spaces: dict[str, SpaceData], check: Fault
) -> None:
    """[BD-2.4] [BD-27.5] Two starts 4 apart; five different site spots on the ring."""
    on_ring = len(board.starts) == 2 and all(text in board.ring for text in board.starts)
    check(on_ring, f"{key}.starts", "two spaces of the ring", board.starts, "BD-27.5")
    number, other = (board.ring.index(start) for start in board.starts)
    check(
        (number - other) % RING == 4,
        f"{key}.starts",
        "two spaces that are 4 apart",
        board.starts,
        "BD-27.5",
    )
    sites = [site for site in board.sites if site in board.ring]
    check(
        len(set(sites)) == 5 == len(board.sites),
        f"{key}.sites",
        "five spaces of the ring",
        board.sites,
        "BD-27.5",
    )
    for name, space in spaces.items():
        start = name in board.starts
        check(
            space.start == start, f"{key}.spaces.{name}.start", str(start), space.start, "BD-1.10"
        )
        spot = name in board.sites
        check(
            (space.site_xy is not None) == spot,
            f"{key}.spaces.{name}.site_xy",
            f"{spot}",
            space.site_xy,
            "BD-1.10",
        )


def check_sets(sets: dict[str, SetData], check: Fault) -> None:
    """[BD-27.1] [BD-27.2] [BD-27.3] [BD-27.4] [BD-1.2] [BD-13.2] The nine sets have what the
    rules count on.
    """
    missing = [name for name in PLANES if name not in sets]
    check(
        not missing,
        "sets",
        f"the sets {', '.join(PLANES)}",
        f"none for {', '.join(missing)}",
        "BD-27.1",
    )
    check(len(sets) <= MOST_SETS, "sets", f"at most {MOST_SETS} biplanes", len(sets), "BD-27.1")
    for name, set_data in sets.items():
        if name not in PLANES:
            fine = name.isascii() and name.isalpha() and name.islower() and name not in NO_NAMES
            check(fine, f"sets.{name}", "a name in small letters", name, "BD-1.2")
        check_set(name, set_data, check)
    for label, number in (("hits in all", hit_total), ("tiles that shoot", shooting_tiles)):
        red, blue = number(sets["red"]), number(sets["blue"])
        check(red == blue, "sets.blue.tiles", f"as many {label} as red's {red}", blue, "BD-27.2")
    grey = [hits for tiles in sets["grey"].tiles.values() for hits in tiles]
    check(
        3 in grey and 0 in grey,
        "sets.grey.tiles",
        "a tile with 3 hits and one with none",
        grey,
        "BD-27.4",
    )
    for name in ("brown", "white"):
        values = list(sets[name].tiles)
        check(
            bool(sets[name].tiles.get("0")),
            f"sets.{name}.tiles",
            "tiles of value 0",
            values,
            "BD-27.4",
        )


def check_set(name: str, set_data: SetData, check: Fault) -> None:
    """[BD-1.4] [BD-1.6] [BD-26.6] One set: values 0 to 5, hits 0 to 3, its size, and the lean
    bag's tiles.
    """
    key = f"sets.{name}"
    for value, tiles in set_data.tiles.items():
        check(
            value in "012345" and len(value) == 1,
            f"{key}.tiles",
            "values from 0 to 5",
            value,
            "BD-1.4",
        )
        check(
            all(0 <= hits <= 3 for hits in tiles),
            f"{key}.tiles.{value}",
            "hits from 0 to 3",
            tiles,
            "BD-1.4",
        )
    least, most = {"black": (18, 18)}.get(name, (15, 15)) if name in PLANES else (15, 18)
    size = f"{least} tiles" if least == most else f"{least} to {most} tiles"
    check(
        least <= tile_count(set_data) <= most, f"{key}.tiles", size, tile_count(set_data), "BD-27.1"
    )
    check(
        1 <= set_data.track <= 15, f"{key}.track", "a length from 1 to 15", set_data.track, "BD-1.6"
    )
    check(
        5 <= set_data.opening_hand <= 7,
        f"{key}.opening_hand",
        "a number from 5 to 7",
        set_data.opening_hand,
        "BD-2.7",
    )
    check(
        1 <= set_data.range <= RANGE,
        f"{key}.range",
        "a range from 1 to 3",
        set_data.range,
        "BD-7.4",
    )
    lean = set_data.lean_bag_removes
    check(
        lean == LEAN.get(name, lean),
        f"{key}.lean_bag_removes",
        f"{LEAN.get(name)}",
        lean,
        "BD-26.6",
    )
    for number in set(lean):
        hitless = set_data.tiles.get(str(number), []).count(0)
        expected = lean.count(number)
        check(
            hitless >= expected,
            f"{key}.tiles.{number}",
            f"at least {expected} without hits",
            hitless,
            "BD-27.3",
        )


def check_malfunctioning(mal: MalData, check: Fault) -> None:
    """[BD-24.4] [BD-24.21] Six tiles: −2, −1, 0, 0*, +1, +2; of the zeros only 0* hits."""
    key = "malfunctioning"
    check(1 <= mal.track <= 15, f"{key}.track", "a length from 1 to 15", mal.track, "BD-1.6")
    check(1 <= mal.range <= RANGE, f"{key}.range", "a range from 1 to 3", mal.range, "BD-24.14")
    ids = [tile.id for tile in mal.tiles]
    check(tuple(ids) == MAL_IDS, f"{key}.tiles", ", ".join(MAL_IDS), ids, "BD-24.4")
    for tile in mal.tiles:
        value = int(tile.id.rstrip("*"))
        check(
            tile.value == value, f"{key}.tiles.{tile.id}.value", str(value), tile.value, "BD-24.4"
        )
        check(
            0 <= tile.hits <= 3,
            f"{key}.tiles.{tile.id}.hits",
            "hits from 0 to 3",
            tile.hits,
            "BD-24.4",
        )
        after = tile.id in ("0*", "+1", "+2")
        check(
            tile.after_escort_lost == after,
            f"{key}.tiles.{tile.id}.after_escort_lost",
            str(after),
            not after,
            "BD-24.21",
        )
    zeros = [tile.hits > 0 for tile in mal.tiles[2:4]]
    check(zeros == [False, True], f"{key}.tiles", "no hit on 0 and a hit on 0*", zeros, "BD-24.4")


def check_scenarios(
    file: ScenariosFile, main: BoardData, planes: tuple[str, ...], check: Fault
) -> None:
    """[BD-19.5] [BD-20.2] [BD-22.2] [BD-23.2] [BD-23.4] [BD-25.2] The scenarios' numbers make
    sense.
    """
    texts = list(MODES[1:])
    check(
        sorted(file.scenarios) == sorted(texts),
        "scenarios",
        ", ".join(texts),
        sorted(file.scenarios),
        "BD-19.1",
    )
    for name, scenario in file.scenarios.items():
        key = f"scenarios.{name}"
        known = bool(scenario.mission) and all(plane in planes for plane in scenario.mission)
        check(
            known and len(set(scenario.mission)) == len(scenario.mission),
            f"{key}.mission",
            "biplanes",
            scenario.mission,
            "BD-19.1",
        )
        small = (
            0 <= scenario.mission_start_damage <= 5
            and 0 <= scenario.defender_extra_track <= 5
            and 0 <= scenario.round_limit <= 99
        )
        check(
            small,
            key,
            "start damage and extra track from 0 to 5, round_limit to 99",
            scenario.mission_start_damage,
            "BD-19.11",
        )
    for name in ("espionage", "bombing"):
        needed = file.scenarios[name].tiles_needed
        check(
            1 <= needed <= 5,
            f"scenarios.{name}.tiles_needed",
            "a number from 1 to 5",
            needed,
            "BD-20.2",
        )
    rescue, escort = file.scenarios["rescue"], file.scenarios["escort"]
    check(
        1 <= rescue.rescued_needed <= 5,
        "scenarios.rescue.rescued_needed",
        "1 to 5",
        rescue.rescued_needed,
        "BD-20.2",
    )
    for key, numbers, rule in (
        ("bombing.factory_numbers", file.scenarios["bombing"].factory_numbers, "BD-22.2"),
        ("rescue.airfield_numbers", rescue.airfield_numbers, "BD-23.2"),
        ("rescue.objective_numbers", rescue.objective_numbers, "BD-23.4"),
    ):
        check(sorted(numbers) == NUMBERS, f"scenarios.{key}", "the numbers 1 to 5", numbers, rule)
    results = [rescue.results.get(str(n)) for n in range(4)]
    fine = len(rescue.results) == 4 and all(result in RESULTS for result in results)
    check(
        fine,
        "scenarios.rescue.results",
        f"0 to 3 with one of {', '.join(RESULTS)}",
        rescue.results,
        "BD-23.18",
    )
    check(
        1 <= escort.exit_round <= escort.round_limit,
        "scenarios.escort.exit_round",
        "a round of the game",
        escort.exit_round,
        "BD-24.22",
    )
    check_solo(file, main, planes, check)


def check_solo(file: ScenariosFile, main: BoardData, planes: tuple[str, ...], check: Fault) -> None:
    """[BD-25.2] [BD-25.3] [BD-25.5] [BD-25.6] The solo table."""
    solo = file.solo
    check(solo.board == "main", "solo.board", "main", solo.board, "BD-25.2")
    starts = [solo.player_start, solo.bot_start]
    check(
        sorted(starts) == sorted(main.starts),
        "solo.player_start",
        "the two starts of the main board",
        starts,
        "BD-25.5",
    )
    hand = solo.purple_opening_hand
    check(5 <= hand <= 7, "solo.purple_opening_hand", "a number from 5 to 7", hand, "BD-25.6")
    check(
        all(easy_bot in planes for easy_bot in solo.easy_bots),
        "solo.easy_bots",
        "biplanes",
        solo.easy_bots,
        "BD-25.3",
    )
    limit = file.options.safety_round_limit
    check(0 <= limit <= 99, "options.safety_round_limit", "a number from 0 to 99", limit, "BD-19.5")


def check_pairs(name: str, board: Board, check: Fault) -> None:
    """[BD-27.6] [BD-7.9] [BD-26.4] Never both behind each other, never a shot by both routes of
    a 3.
    """
    for index in range(board.off):
        for other in range(board.off):
            both = board.is_behind(index, other) > 0 and board.is_behind(other, index) > 0
            check(
                not both,
                f"boards.{name}",
                "at most one of two biplanes behind the other",
                (index, other),
                "BD-27.6",
            )
            if board.looped[index] < 0:
                continue
            routes = (board.moved(index, 3), board.looped[index])
            shots = [board.fire(end, other) > 0 for end in routes]
            check(
                not all(shots),
                f"boards.{name}",
                "a shot by one route of a 3 at most",
                (index, other),
                "BD-27.6",
            )


def tile_count(set_data: SetData) -> int:
    return sum(len(tiles) for tiles in set_data.tiles.values())


def hit_total(set_data: SetData) -> int:
    return sum(sum(tiles) for tiles in set_data.tiles.values())


def shooting_tiles(set_data: SetData) -> int:
    return sum(hits > 0 for tiles in set_data.tiles.values() for hits in tiles)


def make_sets(sets: dict[str, SetData]) -> list[TileSet]:
    """All sets by their numbers: the nine, that of nobody, then those of further biplanes."""
    nine = [make_set(name, number, sets[name]) for number, name in enumerate(PLANES)]
    further = [name for name in sets if name not in PLANES]
    nobody = TileSet("nobody", NOBODY, 1, 0, RANGE, [], [])
    return [
        *nine,
        nobody,
        *(make_set(name, NOBODY + 1 + n, sets[name]) for n, name in enumerate(further)),
    ]


def make_set(name: str, number: int, set_data: SetData) -> TileSet:
    """[BD-1.3] [BD-13.1] [BD-13.3] [BD-13.4] [BD-16.6] [BD-18.7] One set with its own mix of
    tiles and its track.
    """
    kinds = [int(value) * 4 + hits for value, tiles in set_data.tiles.items() for hits in tiles]
    lean = [value * 4 for value in set_data.lean_bag_removes]
    return TileSet(name, number, set_data.track, set_data.opening_hand, set_data.range, kinds, lean)


def ordered_spaces(board: BoardData) -> tuple[Space, ...]:
    """The spaces in the order of their numbers: ring, purple loop, brown loop, exit path."""
    spaces = {space.id: space for space in board.spaces}
    parts: dict[str, Part] = dict.fromkeys(board.ring, "ring")
    parts |= dict.fromkeys((board.loop_purple.space, board.loop_brown.space), "loop")
    parts |= dict.fromkeys(board.exit_path, "exit")
    return tuple(_space(spaces[name], part) for name, part in parts.items())


def _space(space: SpaceData, part: Part) -> Space:
    return Space(
        space.id,
        space.xy,
        space.colour,
        part,
        space.next,
        space.loop_to,
        space.exit_to,
        space.site_xy,
    )


def make_board(name: str, board: BoardData, colours: dict[str, Colour]) -> Board:
    """[BD-8.1] The tables of one board."""
    bit = {colour: 1 << n for n, colour in enumerate(colours)}
    spaces = ordered_spaces(board)
    number = {space.id: n for n, space in enumerate(spaces)}
    return Board(
        name,
        len(spaces) - EXIT_1,
        number[board.exit_from],
        [number[board.loop_purple.entry], number[board.loop_brown.entry]],
        [number[start] for start in board.starts],
        [number[site] for site in board.sites],
        [sum(bit[fire] for fire in colours[space.colour].fires) for space in spaces],
        [sum(bit[text] for text in colours[space.colour].hit_by) for space in spaces],
    )


__all__ = ["BadData", "Data", "load"]
