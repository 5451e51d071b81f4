"""Games on paper: every piece of the data once, nothing over another or off the page, looked at
as pictures.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from typer.testing import CliRunner

import dogfight
from dogfight.boards.shapes import Words, bounds
from dogfight.cli.app import app
from dogfight.core.errors import BadOption
from dogfight.printing.kit import Kit
from dogfight.printing.kits import kit_of, printed
from dogfight.printing.pages import BLEED, MARGIN, PAPERS, PaperPage, lay_out
from dogfight.printing.pdf import pdf, printable

CASES = [(name, paper) for name in printed() for paper in PAPERS]
run = CliRunner()


@cache
def made(name: str) -> Kit:
    return kit_of(dogfight.load(name))


def boxes(page: PaperPage) -> list[tuple[float, float, float, float]]:
    return [
        (item.x - BLEED, item.y - BLEED, item.x + item.width + BLEED, item.y + item.height + BLEED)
        for item in page.placed
    ]


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_nothing_overlaps_or_leaves_the_page(name: str, paper: str) -> None:
    pages = lay_out(made(name), paper)
    for page in pages:
        assert sorted((page.width, page.height)) == sorted(PAPERS[paper])
        left, top, right, bottom = bounds(page.marks())
        assert left >= 5 and top >= 5 and right <= page.width - 5 and bottom <= page.height - 5, (
            page.title
        )
        result = boxes(page)
        for n, (a, b, c, d) in enumerate(result):
            assert (
                a >= MARGIN - BLEED - 3
                and b >= MARGIN
                and c <= page.width - 5
                and d <= page.height - 5
            )
            assert all(c <= e or g <= a or d <= f or h <= b for e, f, g, h in result[:n]), (
                page.title
            )


@pytest.mark.parametrize("name", printed())
def test_every_part_keeps_within_its_edge(name: str) -> None:
    for part in [*made(name).boards, *made(name).parts]:
        left, top, right, bottom = bounds(part.shapes)
        assert left >= -0.05 and top >= -0.05, part.label
        assert right <= part.width + 0.05 and bottom <= part.height + 0.05, (
            part.label,
            right,
            bottom,
        )


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_every_part_is_printed_once_and_every_board_whole(name: str, paper: str) -> None:
    kit, pages = made(name), lay_out(made(name), paper)
    printed = Counter(item.part.label for page in pages for item in page.placed)
    assert {label: printed[label] for label in (part.label for part in kit.parts)} == {
        part.label: 1 for part in kit.parts
    }
    for board in kit.boards:
        pieces = [item for page in pages for item in page.placed if item.part is board]
        for x in (0.1, board.width / 2, board.width - 0.1):
            for y in (0.1, board.height / 2, board.height - 0.1):
                assert any(
                    piece.left <= x <= piece.left + piece.width
                    and piece.top <= y <= piece.top + piece.height
                    for piece in pieces
                ), (board.label, x, y)


def counted(name: str, start: str) -> int:
    return sum(part.label.startswith(start) for part in made(name).parts)


def test_the_number_of_pieces_is_that_of_the_data() -> None:
    biplanes: Any = dogfight.load("biplanes")
    tiles = [item for item in biplanes.data.sets if item.size]
    assert (
        sum(counted("biplanes", f"{name} tile") for name in ("red", "blue", "black"))
        == 15 + 15 + 18
    )
    assert (
        sum(" tile " in part.label for part in made("biplanes").parts)
        == sum(int(tile.size) for tile in tiles) + 6
    )
    assert [
        counted("biplanes", text)
        for text in ("biplane ", "aid ", "enemy site", "factory", "airfield", "objective")
    ] == [
        len(tiles) + 1,
        len(tiles) + 1,
        5,
        5,
        5,
        5,
    ]
    assert counted("squadrons", "card ") == 104 and counted("squadrons", "plane ") == 12
    assert [counted("starfighters", text) for text in ("card ", "ship ", "hull ", "wreckage ")] == [
        60,
        6,
        12,
        4,
    ]
    assert (
        counted("paws", "card ") == 4 * 2 * 30
        and counted("paws", "plane ") == 4
        and len(made("paws").boards) == 4 * 6
    )


def test_sq_8_7_printed_aid_counts_turns_without_a_card() -> None:
    [page] = [part for part in made("squadrons").parts if part.label == "aid"]
    printed = " ".join(shape.text for shape in page.shapes if isinstance(shape, Words))
    assert "The game ends after 40 turns in a row without a card." in printed


def test_boots_counters_suffice_for_every_battle() -> None:
    game: Any = dogfight.load("boots")
    printed = Counter(
        part.label.removeprefix("battery ").rpartition(" ")[0] for part in made("boots").parts
    )
    needed: Counter[str] = Counter()
    for key in game.catalogue.battles:
        battle = game.battle(key)
        used = Counter(
            [
                *(unit.key for unit in [*battle.units, *battle.planes]),
                *(item for item, _, _ in battle.batteries),
            ]
        )
        assert all(printed[piece] >= count for piece, count in used.items()), key
        needed |= used
    assert {key: printed[key] for key in needed} == dict(needed)
    assert len(made("boots").boards) == sum(
        game.battle(key).map is not None for key in game.catalogue.battles
    )


@pytest.mark.parametrize("name", printed())
def test_pages_as_pictures(name: str) -> None:
    """Margins are white, every part shows ink, and the paper around parts stays clean."""
    pages = lay_out(made(name), "a4")
    text = pdf("x", pages)
    assert text == pdf("x", pages), "the same pages give the same file"
    document = pypdfium2.PdfDocument(text)
    assert len(document) == len(pages)
    scale = 1.2
    for number in sorted({0, len(pages) // 2, len(pages) - 1}):
        page, sheet = pages[number], document[number]
        assert sheet.get_size() == pytest.approx(
            (page.width * 72 / 25.4, page.height * 72 / 25.4), abs=0.1
        )
        picture = sheet.render(scale=scale).to_pil().convert("L")
        step = scale * 72 / 25.4
        width, height = picture.size
        for strip in (
            (0, 0, width, int(5 * step)),
            (0, 0, int(5 * step), height),
            (0, height - int(5 * step), width, height),
        ):
            assert picture.crop(strip).getextrema() == (255, 255), page.title
        for item in page.placed:
            edge = (
                item.x * step,
                item.y * step,
                (item.x + item.width) * step,
                (item.y + item.height) * step,
            )
            darkest, _ = picture.crop(tuple(int(value) for value in edge)).getextrema()
            assert darkest < 140, (page.title, item.part.label)
        document[number].close()
    document.close()


def test_print_writes_a_file_for_any_data(tmp_path: Path) -> None:
    out = tmp_path / "a" / "stars.pdf"
    result = run.invoke(app, ["print", "starfighters", "--out", str(out), "--paper", "letter"])
    assert result.exit_code == 0 and out.read_bytes().startswith(b"%PDF")
    folder = tmp_path / "data"
    assert run.invoke(app, ["data", "export", str(folder), "--game", "starfighters"]).exit_code == 0
    path = folder / "starfighters" / "starfighters.toml"
    path.write_text(
        path.read_text()
        .replace("hull = 2", "hull = 3")
        .replace("short = 14", "short = 10")
        .replace("total = 60", "total = 56")
    )
    kit = kit_of(dogfight.load("starfighters", folder))
    labels = Counter(part.label.split()[0] for part in kit.parts)
    assert labels["hull"] == 18 and labels["card"] == 56
    assert (
        run.invoke(
            app, ["print", "starfighters", "--data", str(folder), "--out", str(out)]
        ).exit_code
        == 0
    )


@pytest.mark.parametrize("args", [["goofspiel"], ["nothing"], ["biplanes", "--paper", "a5"]])
def test_unprintable_game_is_refused_in_one_line(tmp_path: Path, args: list[str]) -> None:
    result = run.invoke(app, ["print", *args, "--out", str(tmp_path / "x.pdf")])
    assert result.exit_code == 2 and not (tmp_path / "x.pdf").exists()


def test_an_unknown_paper_and_strange_letters() -> None:
    with pytest.raises(BadOption, match="expected a paper out of a4, letter"):
        lay_out(made("squadrons"), "a3")
    assert printable("Škoda 雨 – Bücker") == "Škoda ? – Bücker" and printable("ăé") == "aé"
