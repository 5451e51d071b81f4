"""What players agree on before the game, as fields for a menu, and made into a `Setup`."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from dogfight.core.options import OptionField, Options, as_words
from dogfight.games.biplanes.data import MODES, RESULTS, Data
from dogfight.games.biplanes.tables import DOGFIGHT, ESCORT, RESCUE, Setup, i64s

PICK_IN_PLAY = "pick"
_PLANE_RULES = {
    "dogfight": "BD-2.2",
    "espionage": "BD-21.1",
    "bombing": "BD-22.1",
    "rescue": "BD-23.1",
    "escort": "BD-24.1",
}
"""The rule that says which biplanes the sides may fly."""


def fields(data: Data, values: Mapping[str, object]) -> tuple[OptionField, ...]:
    """[BD-2.1] [BD-12.4] [BD-12.5] [BD-19.2] [BD-25.1] The options, given those already chosen."""
    mode = str(values.get("mode", "dogfight"))
    solo = values.get("solo") is True
    asked = [
        OptionField(
            "mode",
            "Mode",
            "choice",
            "dogfight",
            "A dogfight, or one of four scenarios.",
            MODES,
            rule="BD-19.1",
        )
    ]
    if mode != "dogfight":
        asked.append(
            OptionField(
                "solo",
                "Solo",
                "boolean",
                False,
                "One player against a bot that follows fixed rules.",
                rule="BD-25.1",
            )
        )
    boards = ("main",) if solo else ("main", "alt")
    asked.append(
        OptionField(
            "board",
            "Board side",
            "choice",
            "main",
            (
                "The main side; solo games use no other."
                if solo
                else "The main or the alternative side."
            ),
            boards,
            rule="BD-25.2" if solo else "BD-2.1",
        )
    )
    asked += _plane_fields(data, mode, solo, values)
    if mode == "dogfight":
        asked.append(_start_field())
    if solo:
        asked += _bot_fields()
    if mode in ("espionage", "bombing", "rescue"):
        asked.append(
            OptionField(
                "safety_round_limit",
                "Safety limit",
                "integer",
                data.safety_round_limit,
                "After this round the mission has failed; 0 plays on for ever.",
                minimum=0,
                maximum=99,
                rule="BD-19.5",
            )
        )
    return tuple(asked)


def _plane_fields(
    data: Data, mode: str, solo: bool, values: Mapping[str, object]
) -> list[OptionField]:
    """[BD-2.2] [BD-21.1] [BD-22.1] [BD-23.1] [BD-24.1] [BD-25.3] Who flies what; `pick` leaves
    it to the players.
    """
    dogfight = mode == "dogfight"
    mission = data.planes if dogfight else tuple(data.scenarios[mode].mission)
    taken = str(values.get("p1", ""))
    others = tuple(plane for plane in data.planes if plane != taken)
    easy = ", ".join(data.solo.easy_bots)
    return [
        OptionField(
            "p1",
            "First biplane",
            "choice",
            "red" if dogfight else PICK_IN_PLAY,
            "What player 1, or the mission side, flies; `pick` lets it choose in play.",
            (*mission, PICK_IN_PLAY),
            rule=_PLANE_RULES[mode],
        ),
        OptionField(
            "p2",
            "Second biplane",
            "choice",
            PICK_IN_PLAY if taken in ("blue", PICK_IN_PLAY) or not dogfight else "blue",
            (
                f"What the other side flies; easier bots are {easy}."
                if solo
                else "What the other side flies."
            ),
            (PICK_IN_PLAY,) if taken == PICK_IN_PLAY else (*others, PICK_IN_PLAY),
            rule="BD-25.3" if solo else _PLANE_RULES[mode],
        ),
    ]


def _start_field() -> OptionField:
    return OptionField(
        "starts",
        "Starting spaces",
        "choice",
        "default",
        "Player 1 starts on the first listed space, or chooses one of the two.",
        ("default", "choose"),
        rule="BD-2.5",
    )


def _bot_fields() -> list[OptionField]:
    """[BD-26.1] Two ways to make the bot harder."""
    return [
        OptionField(
            "smart3",
            "Smart 3",
            "boolean",
            False,
            "The bot uses its 3s for the route that shoots.",
            rule="BD-26.2",
        ),
        OptionField(
            "lean_bag",
            "Leaner bag",
            "boolean",
            False,
            "The bot flies without two hitless tiles.",
            rule="BD-26.6",
        ),
    ]


def make_setup(data: Data, options: Options) -> Setup:
    """The options, with the scenario's numbers, as one object that all positions of a game
    share.
    """
    name = str(options["mode"])
    mode = MODES.index(name)
    solo = options.get("solo") is True
    board = data.boards[str(options["board"])]
    setup = Setup(as_words(options).replace(" ", ","), mode, solo, board, data.sets)
    setup.fixed_1, setup.fixed_2 = (
        -1 if options[side] == PICK_IN_PLAY else data.set_names.index(str(options[side]))
        for side in ("p1", "p2")
    )
    if mode == DOGFIGHT:
        setup.choose_start = options["starts"] == "choose"
        return setup
    scenario = data.scenarios[name]
    setup.smart3 = options.get("smart3") is True
    setup.lean_bag = options.get("lean_bag") is True
    setup.limit = scenario.round_limit or int(options.get("safety_round_limit", 0))
    setup.mission_planes = sum(1 << data.set_names.index(text) for text in scenario.mission)
    setup.start_damage = scenario.mission_start_damage
    setup.armed = scenario.mission_armed
    setup.extra_track = scenario.defender_extra_track
    setup.needed = scenario.rescued_needed if mode == RESCUE else scenario.tiles_needed
    setup.exit_round = scenario.exit_round
    setup.purple_opening = data.solo.purple_opening_hand
    ids = data.space_ids("main")
    setup.solo_starts = vec[i64](
        i64s([ids.index(data.solo.player_start), ids.index(data.solo.bot_start)])
    )
    if mode == RESCUE:
        setup.results = vec[i64](i64s([RESULTS.index(scenario.results[str(n)]) for n in range(4)]))
    if mode == ESCORT:
        _add_malfunctioning(setup, data)
    return setup


def _add_malfunctioning(setup: Setup, data: Data) -> None:
    """[BD-24.4] [BD-24.21] [BD-1.6] The malfunctioning biplane's aid and tiles."""
    tiles = data.mal.tiles
    setup.mal_values = vec[i64](i64s([tile.value for tile in tiles]))
    setup.mal_hits = vec[i64](i64s([tile.hits for tile in tiles]))
    setup.mal_tiles = (1 << len(tiles)) - 1
    setup.mal_after = sum(1 << n for n, tile in enumerate(tiles) if tile.after_escort_lost)
    setup.mal_track = data.mal.track
    setup.mal_range = data.mal.range
