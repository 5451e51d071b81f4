"""Jaws vs Paws: two view boards and a track for every team, the viewer's own team near, the others far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from dogfight.core.view import Legal, View
from dogfight.games.paws.view import Picture, SeatTable, TeamTable, TrackCard
from dogfight.tui.boards.drawing import wrapped
from dogfight.tui.canvas import Canvas, stacked
from dogfight.tui.theme import Look

ZONE, GAP, SECTION = 8, 2, 15
"""Columns of a zone, between the two boards, and of a section of the track."""
BOARD = 3 * (ZONE + 1) + 1
SECTIONS = 4
TEAM_TINTS = {"orange": "bold #ff9a4d", "navy": "bold #8fb4f0", "green": "bold #63c9a0", "purple": "bold #d59ae0"}
NEAR, FAR = ("PL", "PC", "PR", "GL", "GC", "GR"), ("GR", "GC", "GL", "PR", "PC", "PL")
"""The zones from left to right; those of the teams opposite are turned by half a circle."""


def draw(view: View[Any], look: Look, _picked: Legal | None = None) -> Text:
    """The teams from far to near, then the viewer's own cards."""
    table: Picture = view.table
    own = max(view.seat, 0) // 2
    lines = [_round_line(table, look)]
    for number, team in enumerate(table.teams):
        if number != own:
            lines += _team_lines(table, number, team, FAR, look)
    lines += _team_lines(table, own, table.teams[own], NEAR, look)
    for info, seat in zip(view.seats, table.seats, strict=True):
        lines += _secret_lines(info.title, seat, look)
    if table.looked_at is not None:
        lines.append(look.words(f"You look at: {_listed(table.looked_at)}", "act"))
    return stacked(lines)


def _round_line(table: Picture, look: Look) -> Text:
    line = look.words(f"Round {table.round}, {table.mode}, {table.phase.replace('_', ' ')}.", "strong")
    if table.section:
        line += look.words(f" Section {table.section}.", "act")
    light = "Sun" if table.mode == "day" else "Moon"
    return line + look.words(f" {light}: {table.sun or 'not placed'}.", "soft")


def _team_lines(table: Picture, number: int, team: TeamTable, zones: tuple[str, ...], look: Look) -> Iterator[Text]:
    style = _team_style(table, number, look)
    line = look.styled(f"{team.team.upper()}", style)
    if not team.flying:
        yield line + look.words(" has fallen", "danger")
        return
    line += look.words(" smoking" if team.smoke else "", "danger")
    line += look.words(" solo" if team.solo else "", "soft")
    yield line
    for seat in table.seats[2 * number : 2 * number + 2]:
        yield _seat_words(seat, look)
    boards = list(_boards(table, team, zones, look))
    track = list(_track(table, team, look))
    yield from boards + track if zones == NEAR else track + boards


def _team_style(table: Picture, number: int, look: Look) -> str:
    return look.tint(TEAM_TINTS.get(table.teams[number].color, look.seat(number)), look.seat(number))


def _seat_words(seat: SeatTable, look: Look) -> Text:
    """The numbers everybody sees of one seat."""
    role = seat.seat.partition(".")[2]
    line = look.words(f"  {role:6}", "strong") + look.words(f" {seat.hand} in hand, deck ", "soft")
    line += look.words(str(seat.deck), "danger" if seat.deck <= 6 else "ink")
    line += look.words(f", discarded {seat.discards}, scrapped {seat.scrap}", "soft")
    state = "repairing" if seat.repairing else "ready" if seat.ready else ""
    return line + look.words(f" {state}" if state else "", "ok")


def _boards(table: Picture, team: TeamTable, zones: tuple[str, ...], look: Look) -> Iterator[Text]:
    """Both view boards side by side: zone names on the frame, planes and the Sun or Moon inside."""
    inside = {zone: _tokens(table, team.team, zone, look) for zone in zones}
    height = max(2, *(len(tokens) for tokens in inside.values()))
    canvas = Canvas(2 * BOARD + GAP, height + 2)
    for half in (0, 1):
        _frame(canvas, half * (BOARD + GAP), height, look)
    for n, zone in enumerate(zones):
        x = n * (ZONE + 1) + n // 3 * (GAP + 1)
        canvas.put(x + 3, 0, f" {zone} ", look.ink("soft"))
        for y, (words, style) in enumerate(inside[zone], 1):
            canvas.centre(x + 1 + ZONE // 2, y, words, style)
    yield from canvas.lines()


def _frame(canvas: Canvas, x: int, height: int, look: Look) -> None:
    """The edges of a view board and of its three zones."""
    line = look.sign("─", "-") * ZONE
    for y, signs in ((0, "┌┬┐"), (height + 1, "└┴┘")):
        signs = look.sign(signs, "+++")
        canvas.put(x, y, signs[0] + signs[1].join([line] * 3) + signs[2], look.ink("rule"))
    for y in range(1, height + 1):
        for n in range(4):
            canvas.put(x + n * (ZONE + 1), y, look.sign("│", "|"), look.ink("rule"))


def _tokens(table: Picture, team: str, zone: str, look: Look) -> list[tuple[str, str]]:
    """What stands on a zone of a team's boards."""
    found = []
    for number, other in enumerate(table.teams):
        if table.planes.get(f"{other.team}@{team}") == zone:
            found.append((f"{look.sign('✈', '+')} {other.team}", _team_style(table, number, look)))
    if table.sun == f"{team}.{zone}":
        found.append(("* SUN *", look.ink("act")) if table.mode == "day" else ("( MOON", look.ink("link")))
    return found


def _track(table: Picture, team: TeamTable, look: Look) -> Iterator[Text]:
    """The four sections, the cards on them one under the other."""
    columns = [[card for card in team.track if card.section == section] for section in range(1, SECTIONS + 1)]
    height = max(1, *(len(cards) for cards in columns))
    canvas = Canvas(SECTIONS * SECTION + 2, height)
    for n, cards in enumerate(columns):
        ink = "act" if table.section == n + 1 else "rule"
        canvas.put(n * SECTION, 0, f"{n + 1}{look.sign('│', '|')}", look.ink(ink))
        for y, card in enumerate(cards):
            style = look.ink("danger" if len(cards) > 1 else "strong" if card.card else "soft")
            canvas.put(n * SECTION + 2, y, _card_words(card, look)[: SECTION - 1], style)
    yield from canvas.lines()


def _card_words(card: TrackCard, look: Look) -> str:
    """A card on the track: whose it is, and its front where the viewer may see it."""
    role = card.role[0].upper()
    if not card.card:
        return f"{role} {look.sign('▒▒▒▒', '####')}"
    return f"{role} {_short(card.card)}{' ' + card.side if card.side else ''}{'!' if card.open else ''}"


def _short(card: str) -> str:
    """A card's name as briefly as the track needs it; cards with a side are those that move planes."""
    family, _, what = card.partition("_")
    return {"plane": what, "shoot": f"shoot {what.upper()}"}.get(family, f"{family} {what}")


def _secret_lines(title: str, seat: SeatTable, look: Look) -> Iterator[Text]:
    """The cards of a seat that the viewer knows."""
    if seat.secrets is None:
        return
    piles = (("hand", seat.secrets.hand), ("set aside", seat.secrets.set_aside), ("discarded", seat.secrets.discards))
    for name, cards in piles:
        if cards or name == "hand":
            words = f"{title} {name}: {_listed(cards)}"
            for line in wrapped(words):
                yield look.words(line, "act" if name == "hand" else "soft")


def _listed(cards: tuple[str, ...]) -> str:
    return ", ".join(card.replace("_", " ") for card in cards) or "none"
