"""The lines around the board: the bar, the seats, the prompt, the keys, the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from dogfight.boards.text.theme import BoardTheme
from dogfight.bots.estimates import ActionEstimate
from dogfight.core.decision import Commit, acting, owing
from dogfight.core.seat import OPEN
from dogfight.core.view import Result, View
from dogfight.tui.session import Session


def bar_text(session: Session, clock: str, ink: str, theme: BoardTheme) -> Text:
    """The name of the game, the turn, who looks, and the time left."""
    game = session.setup.game
    line = theme.text(" DOGFIGHT ", "strong") + theme.text(f" {game.title}", "act")
    line += theme.text(f"  turn {game.turn(session.table.position)}", "soft")
    if clock:
        line += theme.text(f"  {theme.sign('⏱', 'time')} {clock}", ink)
    return line


def seats_text(session: Session, theme: BoardTheme) -> Text:
    """Every seat with its player, and whether it is to act or has sealed its choice."""
    decision = session.table.decision()
    owed = owing(decision)
    line = Text()
    for seat, info in enumerate(session.seats):
        mark = " "
        if seat in owed:
            mark = theme.sign("▶", ">")
        elif isinstance(decision, Commit) and seat in acting(decision):
            mark = theme.sign("✓", "v")
        line.append_text(theme.text(f" {mark}", "act"))
        line.append_text(theme.styled(info.title, theme.seat(seat)))
        who = "you" if seat in session.own_seats() else session.setup.players[seat]
        line.append_text(theme.text(f" {who} ", "strong" if seat == session.seat() else "soft"))
    return line


def prompt_text(view: View[Any], theme: BoardTheme) -> Text:
    """What to do now, and by which rule."""
    line = theme.text(view.prompt.full_text, "strong")
    if view.prompt.rule:
        line += theme.text(f" {view.prompt.rule}", "rule")
    return line


BAR = 20
"""Characters of a bar that stands for the whole stake."""


def hint_text(best: list[ActionEstimate], view: View[Any], theme: BoardTheme) -> Text:
    """The preferred actions, each with a bar for the share of the stake it is thought to be
    worth.
    """
    words = {entry.action: entry.text for entry in view.legal}
    lines = [theme.text("An estimate of the bot, from what you can see.", "soft"), Text()]
    for rank, action_estimate in enumerate(best, 1):
        full = round(BAR * min(1.0, max(0.0, action_estimate.value)))
        mixed = (
            f", in {action_estimate.chance:.0%} of cases"
            if 0.005 < action_estimate.chance < 0.995
            else ""
        )
        lines.append(
            theme.text(f"{rank} ", "act")
            + theme.text(action_estimate.notation, "act")
            + theme.text(f"  {words[action_estimate.action]}{mixed}")
        )
        bar = theme.sign("█", "#") * full + theme.sign("░", ".") * (BAR - full)
        lines.append(theme.text(f"  {bar} {action_estimate.value:.0%} of the stake", "soft"))
    return Text("\n").join(lines)


def keys_text(session: Session, theme: BoardTheme, width: int) -> Text:
    """The keys that do something now at a table."""
    return keys_on_a_line(_keys(session, theme), theme, width)


def keys_on_a_line(pairs: Iterable[tuple[str, str]], theme: BoardTheme, width: int) -> Text:
    """As many keys as fit on a line, the first ones first; the page of all keys is always among
    them.
    """
    line, last = Text(), _key("F1", "all keys", theme)
    for key, what in pairs:
        text = _key(key, what, theme)
        if line.cell_len + text.cell_len + last.cell_len <= width:
            line += text
    return line + last


def _key(key: str, what: str, theme: BoardTheme) -> Text:
    return theme.text(f" {key}", "act") + theme.text(f" {what}", "soft")


def _keys(session: Session, theme: BoardTheme) -> list[tuple[str, str]]:
    """What can be pressed now, the most important first."""
    if session.seat() == OPEN:
        return [("e", "result"), ("l", "log"), ("b", "board"), ("s", "save"), ("q", "quit")]
    pairs = [(theme.sign("↑↓", "up/down"), "pick"), ("Enter", "play"), ("Tab", "board")]
    if session.can_set_up():
        pairs.append(("r", "recommended set-up"))
    if session.can_finish():
        pairs.append(("d", "done, no change"))
    if session.others_able():
        pairs.append(("p", "pass the screen"))
    if len(session.able_seats()) > 1:
        pairs.append(("n", "next seat"))
    pairs += [("u", "take back"), ("?", "rule"), ("h", "hint"), ("l", "log"), ("/", "type")]
    return [*pairs, ("b", "board"), ("s", "save"), ("q", "quit")]


def result_text(session: Session, result: Result, theme: BoardTheme) -> Text:
    """How it ended, and what each seat gets."""
    lines = [theme.text(result.text, "act")]
    if result.grade:
        lines.append(theme.text(result.grade, "strong"))
    for seat, (info, payoff) in enumerate(zip(session.seats, result.payoffs, strict=True)):
        won = "  wins" if seat in result.winners else ""
        line = theme.styled(f"{info.title:14}", theme.seat(seat))
        lines.append(line + theme.text(f" {session.setup.players[seat]:10} {payoff:g}{won}"))
    return Text("\n").join(lines)
