"""Jaws vs Paws: two view boards and a track for every team, the viewer's own team near, the
others far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from dogfight.boards.text.board import TextBoard
from dogfight.boards.text.canvas import Canvas, HitArea, TextBlock
from dogfight.boards.text.columns import Column, arranged, goal
from dogfight.boards.text.theme import BoardTheme
from dogfight.core.view import Legal, View
from dogfight.games.paws.view import BoardView, SeatTable, TeamTable, TrackCard

GAP = 2
"""Columns between the two view boards of a team."""
ZONES = ((15, 10), (15, 7), (13, 5), (13, 3), (10, 2), (8, 2))
"""How large a zone may be drawn: columns, and rows at least."""
SECTIONS = 4
TEAM_TINTS = {
    "orange": "bold #ff9a4d",
    "navy": "bold #8fb4f0",
    "green": "bold #63c9a0",
    "purple": "bold #d59ae0",
}
NEAR, FAR = ("PL", "PC", "PR", "GL", "GC", "GR"), ("GR", "GC", "GL", "PR", "PC", "PL")
"""The zones from left to right; those of the teams opposite are turned by half a circle."""

LEGEND = (
    (
        "✈: a team's plane on a zone of another team's boards   P, G: a card of the pilot, of the"
        " gunner"
    ),
    "▒▒▒▒: the back of a card   !: a card that lies open   1 to 4: sections of the track",
)
"""What the signs mean."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large zones are drawn, and what follows for boards and tracks."""

    zone: int
    rows: int

    @property
    def board(self) -> int:
        return 3 * (self.zone + 1) + 1

    @property
    def section(self) -> int:
        return (2 * self.board + GAP) // SECTIONS


def draw(view: View[Any], theme: BoardTheme, picked: Legal | None = None) -> TextBlock:
    """The teams from far to near, then the viewer's own cards."""
    board: BoardView = view.board

    def words(column: Column) -> None:
        for info, seat in zip(view.seats, board.seats, strict=True):
            _add_secrets(column, info.title, seat, theme)
        if board.looked_at is not None:
            column.line(theme.text(f"You look at: {_listed(board.looked_at)}", "act"))

    return arranged(
        (_teams(view, board, theme, picked, Scale(*size)) for size in ZONES), words, theme
    )


def where(view: View[Any], kind: str, name: str) -> str:
    """A section of the viewer's own track, the zone of the Sun; anything else is its own name."""
    board: BoardView = view.board
    if kind == "sun":
        return board.sun or name
    return f"{board.teams[max(view.seat, 0) // 2].team}.{name}" if kind == "section" else name


def _teams(
    view: View[Any], board: BoardView, theme: BoardTheme, picked: Legal | None, scale: Scale
) -> TextBlock:
    own = max(view.seat, 0) // 2
    sheet = TextBlock((_round_line(board, theme),))
    for number, team in enumerate(board.teams):
        if number != own:
            sheet = sheet.over(_team(board, number, team, FAR, theme, picked, scale))
    return sheet.over(_team(board, own, board.teams[own], NEAR, theme, picked, scale))


def _round_line(board: BoardView, theme: BoardTheme) -> Text:
    line = theme.text(
        f"Round {board.round}, {board.mode}, {board.phase.replace('_', ' ')}.", "strong"
    )
    if board.section:
        line += theme.text(f" Section {board.section}.", "act")
    light = "Sun" if board.mode == "day" else "Moon"
    return line + theme.text(f" {light}: {board.sun or 'not placed'}.", "soft")


def _team(
    board: BoardView,
    number: int,
    team: TeamTable,
    zones: tuple[str, ...],
    theme: BoardTheme,
    picked: Legal | None,
    scale: Scale,
) -> TextBlock:
    style = _team_style(board, number, theme)
    line = theme.styled(f"{team.team.upper()}", style)
    if not team.flying:
        return TextBlock((line + theme.text(" has fallen", "danger"),))
    name = HitArea(team.team, 0, 0, line.cell_len)
    line += theme.text(" smoking" if team.smoke else "", "danger")
    line += theme.text(" solo" if team.solo else "", "soft")
    seats = [_seat_words(seat, theme) for seat in board.seats[2 * number : 2 * number + 2]]
    boards = _boards(board, team, zones, theme, scale)
    track = _track(board, team, theme, picked, scale)
    head = TextBlock((line, *seats), (name,))
    return head.over(boards).over(track) if zones == NEAR else head.over(track).over(boards)


def _team_style(board: BoardView, number: int, theme: BoardTheme) -> str:
    return theme.tint(
        TEAM_TINTS.get(board.teams[number].color, theme.seat(number)), theme.seat(number)
    )


def _seat_words(seat: SeatTable, theme: BoardTheme) -> Text:
    """The numbers everybody sees of one seat."""
    role = seat.seat.partition(".")[2]
    line = theme.text(f"  {role:6}", "strong") + theme.text(f" {seat.hand} in hand, deck ", "soft")
    line += theme.text(str(seat.deck), "danger" if seat.deck <= 6 else "ink")
    line += theme.text(f", discarded {seat.discards}, scrapped {seat.scrap}", "soft")
    state = "repairing" if seat.repairing else "ready" if seat.ready else ""
    return line + theme.text(f" {state}" if state else "", "ok")


def _boards(
    board: BoardView, team: TeamTable, zones: tuple[str, ...], theme: BoardTheme, scale: Scale
) -> TextBlock:
    """Both view boards side by side: zone names on the frame, planes and the Sun or Moon inside."""
    inside = {zone: _tokens(board, team.team, zone, theme) for zone in zones}
    height = max(scale.rows, *(len(tokens) for tokens in inside.values()))
    canvas = Canvas(2 * scale.board + GAP, height + 2)
    for half in (0, 1):
        _frame(canvas, half * (scale.board + GAP), height, theme, scale.zone)
    for n, zone in enumerate(zones):
        x = n * (scale.zone + 1) + n // 3 * (GAP + 1)
        canvas.put(x + scale.zone // 2 - 1, 0, f" {zone} ", theme.ink("soft"))
        canvas.spots.append(HitArea(f"{team.team}.{zone}", x + 1, 1, scale.zone, height))
        for y, (text, style) in enumerate(inside[zone], 1):
            canvas.centre(x + 1 + scale.zone // 2, y, text, style)
    return canvas.sheet()


def _frame(canvas: Canvas, x: int, height: int, theme: BoardTheme, zone: int) -> None:
    """The edges of a view board and of its three zones."""
    line = theme.sign("─", "-") * zone
    for y, signs in ((0, "┌┬┐"), (height + 1, "└┴┘")):
        signs = theme.sign(signs, "+++")
        canvas.put(x, y, signs[0] + signs[1].join([line] * 3) + signs[2], theme.ink("rule"))
    for y in range(1, height + 1):
        for n in range(4):
            canvas.put(x + n * (zone + 1), y, theme.sign("│", "|"), theme.ink("rule"))


def _tokens(board: BoardView, team: str, zone: str, theme: BoardTheme) -> list[tuple[str, str]]:
    """What stands on a zone of a team's boards."""
    texts = []
    for number, other in enumerate(board.teams):
        if board.planes.get(f"{other.team}@{team}") == zone:
            texts.append(
                (f"{theme.sign('✈', '+')} {other.team}", _team_style(board, number, theme))
            )
    if board.sun == f"{team}.{zone}":
        texts.append(
            ("* SUN *", theme.ink("act")) if board.mode == "day" else ("( MOON", theme.ink("link"))
        )
    return texts


def _track(
    board: BoardView, team: TeamTable, theme: BoardTheme, picked: Legal | None, scale: Scale
) -> TextBlock:
    """The four sections, the cards on them one under the other."""
    columns = [
        [card for card in team.track if card.section == section]
        for section in range(1, SECTIONS + 1)
    ]
    height = max(1, *(len(cards) for cards in columns))
    canvas = Canvas(SECTIONS * scale.section + 2, height)
    for n, cards in enumerate(columns):
        x, place = n * scale.section, f"{team.team}.{n + 1}"
        ink = "act" if board.section == n + 1 or goal(picked) == place else "rule"
        bar = theme.sign("▸", ">") if goal(picked) == place else theme.sign("│", "|")
        canvas.put(x, 0, f"{n + 1}{bar}", theme.ink(ink))
        canvas.spots.append(HitArea(place, x, 0, scale.section - 1, height))
        for y, card in enumerate(cards):
            style = theme.ink("danger" if len(cards) > 1 else "strong" if card.card else "soft")
            canvas.put(x + 2, y, _card_words(card, theme)[: scale.section - 1], style)
    return canvas.sheet()


def _card_words(card: TrackCard, theme: BoardTheme) -> str:
    """A card on the track: whose it is, and its front where the viewer may see it."""
    role = card.role[0].upper()
    if not card.card:
        return f"{role} {theme.sign('▒▒▒▒', '####')}"
    side = f" {card.side}" if card.side else ""
    return f"{role}{'!' if card.open else ' '}{_short(card.card)}{side}"


def _short(card: str) -> str:
    """A card's name as briefly as the track needs it; cards with a side are those that move
    planes.
    """
    family, _, what = card.partition("_")
    return {"plane": what, "shoot": f"shoot {what.upper()}"}.get(family, f"{family} {what}")


def _add_secrets(column: Column, title: str, seat: SeatTable, theme: BoardTheme) -> None:
    """The cards of a seat that the viewer knows; those of the hand can be picked."""
    if seat.secrets is None:
        return
    cards = seat.secrets.hand
    pieces = [(card, theme.text(card.replace("_", " ") + ",", "act")) for card in cards[:-1]]
    pieces += [(card, theme.text(card.replace("_", " "), "act")) for card in cards[-1:]]
    column.pieces(theme.text(f"{title} hand:" + ("" if cards else " none"), "soft"), pieces)
    for name, pile in (("set aside", seat.secrets.set_aside), ("discarded", seat.secrets.discards)):
        if pile:
            column.line(theme.text(f"{title} {name}: {_listed(pile)}", "soft"))


def _listed(cards: tuple[str, ...]) -> str:
    return ", ".join(card.replace("_", " ") for card in cards) or "none"


BOARD = TextBoard(draw, LEGEND, where=where)
