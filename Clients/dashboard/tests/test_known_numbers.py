"""Numbers on pages that a person can compute by hand, of a small store that has nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from server import Server

from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.report import KILOMETRES
from pages import page_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

BERLIN = ZoneInfo("Europe/Berlin")
#: The last day of a week.
SUNDAY = datetime(2025, 6, 29, 12, tzinfo=BERLIN)
#: Two weeks of 2,000 steps a day, one of 3,000, and one of 1,000 to 7,000.
STEPS = [2000] * 14 + [3000] * 7 + [1000 * day for day in range(1, 8)]
HOUR = np.timedelta64(3600 * 10**9, "ns")


@pytest.fixture(scope="module")
def client() -> Iterator[hearth.Client]:
    """Of a store with these steps, and two nights."""
    with Server() as server, hearth.Client(server.socket, app="org.example.known") as connected:
        days = [SUNDAY - timedelta(days=len(STEPS) - 1 - row) for row in range(len(STEPS))]
        connected.save(hearth.quantities("stepCount", days, [float(one) for one in STEPS]))
        midnight = np.datetime64("2025-06-24T22:00", "ns")
        # Stages that overlap; and a sample over six in the evening, most of it after that.
        begins = [midnight, midnight + HOUR, midnight + 17 * HOUR]
        ends = [midnight + 2 * HOUR, midnight + 3 * HOUR, midnight + 20 * HOUR]
        connected.save(hearth.categories("sleepAnalysis", begins, ["asleepCore", "asleepDeep", "asleepREM"], ends=ends))
        yield connected


def shown(client: hearth.Client, route: str, query: dict[str, str], **path: str) -> Element:
    """The content of a page."""
    visit = Visit(client, BERLIN, KILOMETRES, query, path, route.format(**path))
    return page_of(page_html(PAGES[route](visit), visit)).the("main")


def tiles(page: Element) -> dict[str, list[str]]:
    """The value and what is said about it."""
    return {
        next(one.every("dt")).text: [part.text for part in one.every("dd")]
        for one in page.every("div")
        if [*one.every("dt")]
    }


def steps(client: hearth.Client, period: str) -> Element:
    return shown(client, "/types/{name}", {"period": period, "day": "2025-06-25"}, name="stepCount")


def test_a_week_of_steps(client: hearth.Client) -> None:
    page = steps(client, "week")
    assert tiles(page) == {
        "Total": ["28,000"],
        "Average per day with data": ["4,000"],
        "The period before": ["21,000", "+33 % against it"],
        "Measurements": ["7"],
    }
    chart = page.the("svg", "plot")
    tops = [float(one.attributes["y"] or "") for one in chart.every("rect", "buckets")]
    bottoms = [float(one.attributes["height"] or "") for one in chart.every("rect", "buckets")]
    assert bottoms == pytest.approx([bottoms[0] * day for day in range(1, 8)], abs=0.5)
    # The week before lies as high as the bar of 3,000.
    assert heights(chart, "previous") == pytest.approx([tops[2]] * 7, abs=0.11)
    # The median of the 28 days until Sunday is 2,000; their mean is 2,750, and the median of the week 4,000.
    assert heights(chart, "trend")[-1] == pytest.approx(tops[1], abs=0.11)


def heights(chart: Element, kind: str) -> list[float]:
    """Of the points of a line."""
    (line,) = chart.every("path", kind)
    points = (line.attributes["d"] or "").replace("h.1", "").replace("L", "M").split("M")[1:]
    return [float(one.split()[1]) for one in points]


def test_weeks_of_steps_are_as_high_as_their_days(client: hearth.Client) -> None:
    texts = [one.text for one in steps(client, "half").every("title")]
    assert texts == [
        "Week of 2 June: 2,000",
        "Week of 9 June: 2,000",
        "Week of 16 June: 3,000",
        "Week of 23 June: 4,000",
    ]


@pytest.mark.parametrize(
    ("day", "value", "before"),
    [("2025-06-29", "7,000", "6,000"), ("2025-06-30", "–", "7,000"), ("2025-06-02", "2,000", "–")],
)
def test_what_is_absent_from_a_day_is_not_zero(client: hearth.Client, day: str, value: str, before: str) -> None:
    assert tiles(shown(client, "/", {"day": day}))["Step count"] == [value, f"the day before {before}"]


def test_times_of_several_stages_that_overlap_count_once(client: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": "2025-06-25"})
    found = tiles(page)
    assert (found["Asleep"], found["Fell asleep"], found["Woke"]) == (["3 h 00 min"], ["00:00"], ["03:00"])
    assert dict(zip(("Core", "Deep"), [row[1:] for row in page.section("org.example.known").rows()], strict=True)) == {
        "Core": ["2 h 00 min", "67 %"],
        "Deep": ["2 h 00 min", "67 %"],
    }
    # The one of the evening belongs to the next night, because its middle does.
    assert tiles(shown(client, "/sleep", {"night": "2025-06-26"}))["Asleep"] == ["3 h 00 min"]


def test_a_name_cannot_turn_what_follows(client: hearth.Client) -> None:
    app = hearth.messages.App(bundle_identifier="org.example.turned", name="a\u202eb\u2066c")
    with hearth.Client(client_socket(client), app=app) as other:
        saved = hearth.quantities("bodyMass", [SUNDAY], [70.0], "kg")
        other.save(saved)
        page = shown(client, "/sources/delete", {"app": "org.example.turned"})
        other.delete(saved.uuids)
    assert page.the("h1").text == r"Delete the data of a\u202eb\u2066c?"


def client_socket(client: hearth.Client) -> str:
    """The socket of its server, as it says it."""
    return repr(client).partition("server at ")[2].partition(",")[0]
