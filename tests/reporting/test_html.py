"""Pages, sections and tables of reports."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import dogfight
from dogfight.reporting.charts import WaterfallStep, waterfall
from dogfight.reporting.html import (
    Cell,
    Layout,
    number_cell,
    page,
    paragraph,
    section,
    simple_page,
    table,
    text_cell,
)

SRC = Path(dogfight.__file__).parent


def parse(text: str) -> ET.Element:
    return ET.fromstring(text.removeprefix("<!doctype html>\n"))


@pytest.mark.parametrize("layout", ["cards", "sheet"])
def test_page_is_well_formed_and_needs_no_file(layout: Layout) -> None:
    root = parse(
        page("A & B", (section("<one>", paragraph("x < y")),), layout, ".tab-1 { display: block }")
    )
    assert root.findtext("head/title") == "A & B" and root.findtext(".//h2") == "<one>"
    style = root.findtext("head/style") or ""
    assert "--ink" in style and style.endswith(".tab-1 { display: block }") and "url(" not in style
    body = root.find("body")
    assert body is not None and body.get("class") == layout
    assert not [
        tag
        for tag in root.iter()
        if tag.tag in ("script", "link") or {"src", "href"} & set(tag.attrib)
    ]


def test_page_defines_fill_patterns_only_where_used() -> None:
    assert "<pattern" not in simple_page("Plain", "No chart.", ())
    chart = waterfall("parts", "Parts", 50.0, [WaterfallStep("luck", 20.0, "+20 %", "dots")])
    root = parse(simple_page("Chart", "One chart.", (chart,)))
    ids = [pattern.get("id") for pattern in root.iter("pattern")]
    assert "dots" in ids and len(ids) == len(set(ids))


def test_table_escapes_text_and_keeps_markup_of_cells() -> None:
    cells = (
        text_cell("<b>"),
        number_cell("<0.001"),
        Cell("<b>7</b>", "up", 'say "7"'),
        "plain & simple",
    )
    root = ET.fromstring(
        table(("", "verdict", "p", "n", "&"), [("<row>", *cells)], "A & B", "matrix", ("verdict",))
    )
    assert root.findtext(".//caption") == "A & B" and root.findtext(".//tbody/tr/th") == "<row>"
    assert [head.get("class") for head in root.iterfind(".//thead/tr/th")] == [
        "words",
        "words",
        None,
        None,
        None,
    ]
    words, number, marked, plain = root.iterfind(".//td")
    assert (words.text, words.get("class")) == ("<b>", "words") and (
        number.text,
        number.get("class"),
    ) == (
        "<0.001",
        "num",
    )
    assert (marked.findtext("b"), marked.get("class"), marked.get("title")) == (
        "7",
        "up",
        'say "7"',
    )
    assert plain.text == "plain & simple" and not plain.attrib


def test_section_shows_its_number() -> None:
    heading = ET.fromstring(section("Ends", "<p>x</p>", number=3)).find("h2")
    assert heading is not None and "".join(heading.itertext()) == "3 Ends"


def test_one_package_makes_report_pages() -> None:
    """Pages, stylesheets and fill patterns of reports exist once."""
    styles = [
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*.css")
        if "static" not in path.parts
    ]
    assert styles == ["reporting/report.css"]
    for package in ("arena", "lab", "review", "cli"):
        for path in (SRC / package).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            assert not [
                tag for tag in ("<!doctype", "<table", "<pattern", "<svg ") if tag in source
            ], path
