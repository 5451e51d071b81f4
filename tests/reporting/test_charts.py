"""Charts of reports: what they draw and what they say."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import NamedTuple

from dogfight.reporting.charts import (
    MAX_COLUMNS,
    WIDTH,
    Point,
    Series,
    WaterfallStep,
    histogram,
    histogram_rows,
    inline_interval,
    interval_chart,
    line_chart,
    short_name,
    short_time,
    stacked_bars,
    waterfall,
)


class Estimate(NamedTuple):
    mean: float
    low: float
    high: float


def texts(svg: str) -> list[str]:
    return [label.text or "" for label in ET.fromstring(svg).iter("text")]


def described(svg: str) -> str:
    return ET.fromstring(svg).findtext("desc") or ""


def columns(svg: str) -> list[float]:
    shapes = ET.fromstring(svg).iter("rect")
    return [
        float(shape.attrib["height"])
        for shape in shapes
        if "column" in shape.attrib["class"].split()
    ]


def test_histogram_merges_values_and_keeps_every_game() -> None:
    svg = histogram(
        "lengths", "Lengths", {value: 1 + value % 2 for value in range(10, 110)}, "turns"
    )
    assert len(columns(svg)) <= MAX_COLUMNS
    assert described(svg) == "150 games from 10 to 109 turns; most often 13"
    assert "turns" in texts(svg) and "3 %, 5 games" in texts(svg)


def test_histogram_heights_follow_the_counts() -> None:
    svg = histogram("lengths", "Lengths", {5: 1, 6: 3, 8: 2}, "turns")
    assert columns(svg) == [50.0, 150.0, 0.0, 100.0]
    assert [text for text in texts(svg) if text.isdigit()] == ["5", "6", "7", "8"]
    assert "50 %, 3 games" in texts(svg)


def test_charts_without_data_are_empty() -> None:
    assert histogram("lengths", "Lengths", {}, "turns") == ""
    assert line_chart("chances", "Chances", [Series("Ana", [])], {}) == ""


def test_histogram_rows_share_a_scale() -> None:
    svg = histogram_rows(
        "paces", "Pace", [("a", {0: 2, 1: 1}), ("b", {1: 7})], lambda n: f"t{n}", "as told"
    )
    assert columns(svg) == [60.0, 30.0, 60.0] and described(svg) == "as told"
    assert texts(svg) == ["a", "b", "t0", "t1", "t2"]


def test_interval_chart_marks_the_fair_share() -> None:
    rows = [("first", Estimate(0.4, 0.2, 0.6)), ("<second>", Estimate(0.6, 0.4, 0.8))]
    root = ET.fromstring(interval_chart("scores", "Scores", rows, 0.5))
    assert [line.get("x1") for line in root.iter("line") if line.get("class") == "mark"] == [
        "440.0"
    ]
    assert root.findtext("desc") == "first 0.4, from 0.2 to 0.6; <second> 0.6, from 0.4 to 0.8"
    assert len(list(root.iter("circle"))) == 2


def test_inline_interval_stays_on_its_scale() -> None:
    root = ET.fromstring(inline_interval(Estimate(0.5, -1.0, 2.0), (0.0, 1.0), (0.45, 0.55), 0.5))
    xs = [float(line.attrib[name]) for line in root.iter("line") for name in ("x1", "x2")]
    assert min(xs) == 2.0 and max(xs) == 198.0


def test_line_chart_dots_and_describes_labelled_points() -> None:
    lines = [
        Series("Ana", [Point(0, 0.5), Point(3, 0.9), Point(8, 1.0)], "seat-a"),
        Series("Ben", [Point(0, 0.5), Point(3, 0.1), Point(8, 0.0)], "seat-b"),
    ]
    svg = line_chart("chances", "Chances", lines, {0: "0", 8: "8 moves"}, factor=100.0)
    assert described(svg) == "Ana: 0 50, 8 moves 100; Ben: 0 50, 8 moves 0"
    assert len(list(ET.fromstring(svg).iter("circle"))) == 4
    assert texts(svg) == ["0", "25", "50", "75", "100", "Ana 100", "Ben 0", "0", "8 moves"]


def test_line_chart_draws_intervals_and_the_visible_band() -> None:
    points = [Point(at, 0.2 + at / 10, Estimate(0.2 + at / 10, 0.1, 0.4)) for at in range(2)]
    lines = [Series("easy", points, "hollow", "8 5")]
    svg = line_chart("curve", "Curve", lines, {0: "a", 1: "b"}, factor=100.0, band=(0.35, 0.55))
    root = ET.fromstring(svg)
    assert described(svg) == "easy: a 20 (10 to 40), b 30 (10 to 40)"
    assert len([line for line in root.iter("line") if line.get("class") == "whisk"]) == 2
    band = root.find("rect")
    assert band is not None and band.get("y") == "16.0", "clipped at the top of the scale"
    assert "band" not in line_chart("curve", "Curve", lines, {}, band=(0.45, 0.55)), "out of view"
    assert "band" in line_chart(
        "curve", "Curve", lines, {}, band=(0.45, 0.55), include=(0.45, 0.55)
    )


def test_line_chart_states_no_value_for_a_line_that_stops() -> None:
    lines = [Series("red", [Point(0, 0.6), Point(1, 0.5)]), Series("blue", [Point(0, 0.4)])]
    written = texts(line_chart("slopes", "Slopes", lines, {0: "random", 1: "easy"}, factor=100.0))
    assert "red 50" in written and "blue" in written


def test_line_chart_labels_do_not_overlap_or_leave_the_image() -> None:
    lines = [
        Series(f"a name that is much too long {number}", [Point(0, 1), Point(1, 2)])
        for number in range(30)
    ]
    root = ET.fromstring(line_chart("many", "Many", lines, {}))
    ends = [label for label in root.iter("text") if "end" in (label.get("class") or "").split()]
    ys = [float(label.attrib["y"]) for label in ends]
    assert all(after - before >= 16 for before, after in pairwise(ys))
    assert ys[-1] < float(root.attrib["viewBox"].split()[3])
    assert all(float(label.attrib["x"]) + 6.5 * len(label.text or "") < WIDTH for label in ends)


def test_stacked_bars_fill_a_reason_alike_in_all_rows() -> None:
    svg = stacked_bars(
        "ends", "Ends", [("random", {"time": 1, "shot": 3}), ("easy", {"time": 2, "shot": 2})]
    )
    fills = re.findall(r'fill="([^"]*)" class="area"', svg)
    assert fills == ["var(--ink)", "url(#slant)"] * 3, (
        "two rows and the key, the most frequent first"
    )
    assert described(svg) == "random: time 1, shot 3; easy: time 2, shot 2"
    assert {"75", "25", "50"} <= set(texts(svg))


def test_waterfall_steps_follow_each_other() -> None:
    steps = [
        WaterfallStep("luck", 30.0, "+30 %", "plain"),
        WaterfallStep("choices", -80.0, "−80 %", "solid"),
    ]
    svg = waterfall("split", "Parts", 50.0, steps)
    bars = [shape for shape in ET.fromstring(svg).iter("rect") if shape.get("class") == "area"]
    sizes = [(float(bar.attrib["x"]), float(bar.attrib["width"])) for bar in bars]
    assert sizes == [(410.0, 132.0), (190.0, 352.0)]
    assert described(svg) == "luck +30 %; choices −80 %"


def test_names_and_times_are_shortened() -> None:
    assert short_name("x" * 24) == "x" * 24 and len(short_name("x" * 25)) == 24
    assert [short_time(seconds) for seconds in (2.5, 0.0123, 0.0000456)] == [
        "2.5 s",
        "12.3 ms",
        "45.6 µs",
    ]
