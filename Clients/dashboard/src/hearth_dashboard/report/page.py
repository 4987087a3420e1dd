"""The page of a report: one file that needs nothing else, neither from the network nor from the disk."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC
from importlib import resources
from typing import TYPE_CHECKING

from .. import __version__
from .chart import charts
from .cursor import cursor
from .details import details, given_name, source_name, title, when
from .markup import Markup, element, joined
from .route_map import canvas_of, route_map
from .series import series_of
from .summary import summary
from .tables import efforts_table, power_table, splits_table, zones_table
from .units import KILOMETRES, Units

if TYPE_CHECKING:
    from datetime import tzinfo

    from hearth.analysis import WorkoutAnalysis

    from .tiles import Tiles


def report_html(
    analysis: WorkoutAnalysis, *, units: Units = KILOMETRES, zone: tzinfo = UTC, tiles: Tiles | None = None
) -> str:
    """The report of a workout as one HTML file.

    It has the numbers with their methods, the route on a plain grid or on tiles that it holds, charts of pace, heart
    rate, altitude, power and cadence with a common cursor, splits, laps, zones, best efforts and power, and the source
    with the metadata. What is not known has no place in it. Every text that an app saved is escaped, and a content
    security policy keeps the page from fetching anything and from running a script other than its own.
    """
    record = analysis.record
    heading, style, script = title(record), file_text("style.css"), file_text("cursor.js")
    footer = element("footer", f"Made by hearth-dashboard {__version__}.")
    body = element("main", element("h1", heading), report_content(analysis, units, zone, tiles), footer)
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"
    policy += "" if tiles is None else "; img-src data:"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", f"{heading}, {when(record, zone)}"),
        element("style", Markup(style)),
    )
    page = element("html", head, element("body", body, element("script", Markup(script))), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def report_content(analysis: WorkoutAnalysis, units: Units, zone: tzinfo, tiles: Tiles | None) -> Markup:
    """What is below the heading of a report. The stylesheet and the script beside this file belong to it."""
    record = analysis.record
    return joined(
        element("p", " · ".join(filter(None, [given_name(record), when(record, zone), source_name(record)]))),
        summary(analysis, units),
        _course(analysis, units, tiles),
        *_tables(analysis, units),
        section("Details", details(record, zone)),
    )


def _course(analysis: WorkoutAnalysis, units: Units, tiles: Tiles | None) -> Markup:
    """The map and the charts, with the cursor in both."""
    series = series_of(analysis, units)
    track = analysis.track if analysis.track is not None and len(analysis.track) > 1 else None
    parts = []
    if track is not None:
        parts.append(section("Route", route_map(analysis, track, series, units, tiles)))
    if series:
        drawn = charts(series, analysis.elapsed_seconds, analysis.pauses, analysis.record.start)
        moments = cursor(analysis, series, None if track is None else canvas_of(track))
        parts.append(section("Charts", joined(drawn, moments)))
    return joined(*parts)


def _tables(analysis: WorkoutAnalysis, units: Units) -> list[Markup]:
    found = []
    splits = analysis.splits_every(units.long)
    if splits:
        note = None
        if units.long == 1000 and analysis.segment_difference is not None:
            note = f"The segments that the device marked end within {analysis.segment_difference:.1f} s of these."
        found.append(section("Splits", splits_table(analysis, splits, units, note=note)))
    if analysis.laps:
        found.append(section("Laps", splits_table(analysis, analysis.laps, units)))
    if analysis.zones is not None:
        found.append(section("Heart-rate zones", zones_table(analysis.zones)))
    if analysis.efforts:
        found.append(section("Best efforts", efforts_table(analysis, units)))
    if (power := power_table(analysis)) is not None:
        found.append(section("Best power", power))
    return found


def section(heading: str, content: Markup) -> Markup:
    """A part of a page under a heading."""
    return element("section", element("h2", heading), content)


def file_text(name: str) -> str:
    """The text of a stylesheet or a script of reports."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """How a content security policy names a text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
