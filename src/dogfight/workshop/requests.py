"""What the workshop is asked, and its answers; each is worked out in a process with limits."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from dogfight.boards.lookup import board_svg
from dogfight.core.errors import BadOption, DogfightError
from dogfight.core.options import OptionField, Options, OptionValue
from dogfight.core.registry import AnyGame, load, manifest_of
from dogfight.core.seat import OPEN
from dogfight.match.match import Match
from dogfight.workshop import toml_text
from dogfight.workshop.checking import Finding, check, faults_of, finding_of, folder_of

GameName = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
FileName = Annotated[str, msgspec.Meta(max_length=100)]
Files = Annotated[dict[FileName, str], msgspec.Meta(max_length=100)]
"""Texts of data files by their names; how long they may be is checked where they are read."""
ShortText = Annotated[str, msgspec.Meta(max_length=200)]


class CheckFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Check data files that take the place of a game's own. The answer is `Checked`."""

    game: GameName
    files: Files


class ReadToml(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Read a TOML text. The answer is `TomlValues`."""

    text: str


class WriteToml(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Write values as TOML, with the comments of the text before. The answer is `TomlText`."""

    values: dict[str, Any]
    previous: str = ""


class DrawStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Draw the start of a game with these files. The answer is a `StartPicture`."""

    game: GameName
    files: Files
    options: Annotated[dict[ShortText, OptionValue], msgspec.Meta(max_length=100)] = {}


class AskAboutFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what a game can tell about its data files. The answer is `DataAnswer`."""

    game: GameName
    files: Files
    question: ShortText
    about: Annotated[dict[ShortText, ShortText], msgspec.Meta(max_length=20)] = {}


class Checked(msgspec.Struct, frozen=True):
    """All that is wrong with the files."""

    findings: tuple[Finding, ...]


class TomlValues(msgspec.Struct, frozen=True):
    values: dict[str, Any]


class TomlText(msgspec.Struct, frozen=True):
    text: str


class StartPicture(msgspec.Struct, frozen=True):
    """The table at the start as SVG, and the options there are for it."""

    svg: str
    fields: tuple[OptionField, ...]
    options: dict[str, OptionValue]


class DataAnswer(msgspec.Struct, frozen=True):
    """What the game answers, in its own words."""

    answer: Any


WorkshopRequest = CheckFiles | ReadToml | WriteToml | DrawStart | AskAboutFiles


def answer(request: WorkshopRequest) -> msgspec.Struct:
    """Work a request out; `DogfightError` says what is wrong with it."""
    match request:
        case CheckFiles():
            return Checked(tuple(check(request.game, request.files)))
        case ReadToml():
            return TomlValues(toml_text.read(request.text))
        case WriteToml():
            return TomlText(toml_text.write(request.values, request.previous))
        case DrawStart():
            return _drawn(request)
        case AskAboutFiles():
            return _asked(request)


def _drawn(request: DrawStart) -> StartPicture:
    with folder_of(request.game, request.files) as folder:
        game, faults = (
            (load(request.game), []) if folder is None else faults_of(request.game, folder)
        )
        if game is None or faults:
            raise BadOption(finding_of(request.game, faults[0], folder).text, rule=faults[0].rule)
        options = _options(game, request.options)
        return StartPicture(
            board_svg(game, _start(game, options)), game.option_fields(options), options
        )


def _options(game: AnyGame, values: dict[str, OptionValue]) -> Options:
    """The values that fit, and defaults for the others."""
    chosen: dict[str, OptionValue] = {}
    for field in game.option_fields(chosen):
        try:
            chosen[field.name] = field.read(values.get(field.name, field.default))
        except BadOption:
            chosen[field.name] = field.default
    try:
        return game.options(chosen)
    except DogfightError:
        return game.options()


def _start(game: AnyGame, options: Options) -> Any:
    """The view of the first question with nothing hidden."""
    table = Match(game, dict(options), seed=1)
    table.advance()
    return table.view(OPEN)


def _asked(request: AskAboutFiles) -> DataAnswer:
    manifest = manifest_of(request.game)
    path = manifest.data_questions.get(request.question)
    if path is None:
        known = ", ".join(manifest.data_questions) or "none"
        raise BadOption(f"expected a question out of {known}; got {request.question!r}")
    with folder_of(request.game, request.files) as folder:
        ask = manifest.load_from(path, "data_questions")
        assert ask is not None
        try:
            return DataAnswer(ask(folder, request.about))
        except DogfightError as error:
            raise BadOption(finding_of(request.game, error, folder).text, rule=error.rule) from None
