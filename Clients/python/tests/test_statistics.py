"""Statistics of the real server: the cases of the protocol, buckets of calendars, and what follows changes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

import hearth
from conftest import APP, connect
from hearth import predicates
from hearth.statistics.edges import BUCKETS_MAX
from server import PROGRAM, Server

CASES = sorted((Path(__file__).resolve().parents[3] / "Protocol" / "statistics").glob("*.json"))
EPOCH = np.datetime64("2026-03-01T00:00:00", "ns")
SECOND = np.timedelta64(10**9, "ns")
STEPS = "HKQuantityTypeIdentifierStepCount"
#: The members of a row in a case, and the columns that they are of.
COLUMNS = {
    "sum": "sums",
    "average": "averages",
    "minimum": "minimums",
    "maximum": "maximums",
    "most_recent": "most_recents",
    "duration": "durations",
    "count": "counts",
}
TIMES = {
    "start": "first_starts",
    "end": "last_ends",
    "most_recent_start": "most_recent_starts",
    "most_recent_end": "most_recent_ends",
}


def at(seconds: float) -> np.datetime64:
    """A time of a case."""
    time: np.datetime64 = EPOCH + np.timedelta64(round(seconds * 1e9), "ns")
    return time


def samples_of(of: str, saved: dict[str, Any]) -> list[hearth.Samples]:
    """One by one, as they need not have the same columns."""
    return [sample_of(of, one, saved.get("device")) for one in saved["samples"]]


def sample_of(of: str, one: dict[str, Any], model: str | None) -> hearth.Samples:
    options: dict[str, Any] = {"device": None if model is None else hearth.Device(model=model), "force": True}
    if one.get("entered"):
        options["metadata"] = {"HKWasUserEntered": True}
    given = one.get("points", [one])
    starts, ends = (np.array([at(point[name]) for point in given]) for name in ("start", "end"))
    values = [point["value"] for point in given]
    if "points" in one:
        options["points"] = hearth.series_points([len(given)], starts, values, ends=ends)
        options["counts"] = [len(given)]
    return hearth.quantities(of, starts[:1], [sum(values)], ends=[ends.max()], **options)


def asked(client: hearth.Client, of: str, query: dict[str, Any]) -> hearth.Statistics:
    interval = query.get("interval")
    where = None if interval is None else predicates.between(*map(at, interval))
    edges = query.get("edges")
    return client.statistics(
        of,
        query["statistics"],
        where,
        edges=None if edges is None else np.array([at(edge) for edge in edges]),
        by_source=query.get("by_source", False),
    )


def check_rows(found: hearth.Statistics, rows: list[dict[str, Any]]) -> None:
    """The rows of a case, and none besides."""
    assert np.flatnonzero(found.counts).tolist() == [row["bucket"] for row in rows]
    for row in rows:
        bucket = row["bucket"]
        for name, value in row.items():
            if name in TIMES:
                assert getattr(found, TIMES[name])[bucket] == at(value), name
            elif name != "bucket":
                assert getattr(found, COLUMNS[name])[bucket] == value, name


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_cases_of_the_rules(path: Path) -> None:
    case = json.loads(path.read_text())
    with Server() as server:
        for saved in case["saves"]:
            with hearth.Client(server.socket, app=saved["app"]) as client:
                client.save(samples_of(case["type"], saved))
        if "ranks" in case:
            rank(server, case["type"], *case["ranks"])
        for kind in ("sync", "asyncio"):
            with connect(kind, server) as client:
                for query in case["queries"]:
                    if "error" in query:
                        check_error(client, case["type"], query)
                        continue
                    found = asked(client, case["type"], query)
                    check_rows(found, query["rows"])
                    by_app = {source.bundle_identifier: one for source, one in found.by_source.items()}
                    assert set(by_app) == set(query.get("sources", {}))
                    for app, rows in query.get("sources", {}).items():
                        check_rows(by_app[app], rows)


def check_error(client: hearth.Client, of: str, query: dict[str, Any]) -> None:
    """That nothing matches is no error of this client."""
    if query["error"] == "NO_DATA":
        assert asked(client, of, query).counts.tolist() == [0]
        return
    with pytest.raises(hearth.RequestError) as refused:
        asked(client, of, query)
    assert refused.value.code.name == query["error"]


def rank(server: Server, of: str, *apps: str) -> None:
    """The owner's order of sources."""
    command = [PROGRAM, "sources", "rank", of, *apps, "--socket", server.socket]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


# ------------------------------------------------------------------------------------------------------------ buckets


def steps(days: list[str], counts: list[float]) -> hearth.Samples:
    return hearth.quantities(STEPS, days, counts)


def test_days_and_weeks_of_a_calendar(client: hearth.Client) -> None:
    saved = steps(["2026-03-28T23:30+01:00", "2026-03-29T23:30+02:00", "2026-03-30T00:30+02:00"], [1, 2, 4])
    client.save(saved)
    try:
        days = client.statistics(STEPS, "sum", since="2026-03-28", until="2026-04-01", every="1D", zone="Europe/Berlin")
        np.testing.assert_array_equal(days.sums, [1, 2, 4, np.nan])
        assert (days.ends - days.starts).astype("m8[h]").astype(int).tolist() == [24, 23, 24, 24]
        assert days.zone == ZoneInfo("Europe/Berlin")
        weeks = client.statistics(
            STEPS, "sum", since="2026-03-28", until="2026-04-01", every="1W", zone="Europe/Berlin"
        )
        np.testing.assert_array_equal(weeks.sums, [3, 4])
        months = client.statistics(
            STEPS, ["sum", "duration"], since="2026-03-01", until="2026-05-01", every="1MS", zone="Europe/Berlin"
        )
        np.testing.assert_array_equal(months.sums, [7, np.nan])
        np.testing.assert_array_equal(months.durations, [0, np.nan])
        frame = days.to_pandas()
        assert frame["sum"].sum() == 7
        assert str(frame.index[1]) == "2026-03-29 00:00:00+01:00"
    finally:
        client.delete(saved.uuids)


def test_one_bucket(client: hearth.Client) -> None:
    saved = hearth.quantities("oxygenSaturation", ["2026-05-01T08:00Z", "2026-05-01T09:00Z"], [96, 98], "%")
    client.save(saved)
    everything = client.statistics("oxygenSaturation", ["average", "minimum", "most_recent"])
    assert everything.unit == "%"
    assert [getattr(everything, name).tolist() for name in ("averages", "minimums", "most_recents")] == [
        [97],
        [96],
        [98],
    ]
    assert everything.starts.tolist() == [saved.starts[0].astype(int)]
    shares = client.statistics(
        "oxygenSaturation", "average", since="2026-05-01T08:30Z", until="2026-05-02Z"[:10], unit="1"
    )
    assert shares.unit == "1"
    assert shares.averages == pytest.approx([0.98])
    nothing = client.statistics("oxygenSaturation", "average", predicates.never())
    assert (nothing.counts.tolist(), nothing.unit) == ([0], "%")
    client.delete(saved.uuids)


def test_more_buckets_than_a_request_has(client: hearth.Client) -> None:
    saved = steps(["2010-01-01T00:30Z", "2019-12-31T23:30Z"], [5, 7])
    client.save(saved)
    hours = client.statistics(
        STEPS, "sum", since="2010-01-01", until="2020-01-01", every="1h", zone="UTC", by_source=True
    )
    assert len(hours) == 87_648 > BUCKETS_MAX
    assert hours.sums is not None
    assert hours.sums[[0, -1]].tolist() == [5, 7]
    assert np.count_nonzero(hours.counts) == 2
    (one,) = hours.by_source.values()
    np.testing.assert_array_equal(one.sums, hours.sums)
    client.delete(saved.uuids)


def test_tables_of_sources_by_themselves(server: Server, client: hearth.Client) -> None:
    saved = steps(["2026-06-01T08:00Z", "2026-06-02T08:00Z"], [5, 7])
    other = steps(["2026-06-01T18:00Z"], [20])
    client.save(saved)
    with hearth.Client(server.socket, app="org.example.other") as second:
        second.save(other)
        days = client.statistics(
            STEPS, "sum", since="2026-06-01", until="2026-06-03", every="1D", zone="UTC", by_source=True
        )
        second.delete(other.uuids)
    client.delete(saved.uuids)
    assert repr(days).endswith("2 with data, and of 2 sources alone>")
    assert days.to_pandas()["sum"].tolist() == [25, 7]
    expected = {"org.example.tests": [5.0, 7.0], "org.example.other": [20.0, None]}
    for table in (days.to_polars(by_source=True), days.to_arrow(by_source=True).to_pydict()):
        names, sums = list(table["source"]), list(table["sum"])
        assert {name: [sums[row] for row in range(4) if names[row] == name] for name in expected} == expected
    frame = days.to_pandas(by_source=True)
    assert list(frame.columns) == ["end", "source", "count", "sum"]
    assert frame.groupby("source")["sum"].sum().to_dict() == {"org.example.tests": 12, "org.example.other": 20}
    # Nothing was asked for, or nothing is there.
    assert len(client.statistics(STEPS, "sum").to_pandas(by_source=True)) == 0
    assert client.statistics(STEPS, "sum").to_arrow(by_source=True)["source"].type == "string"


def test_what_the_server_refuses(client: hearth.Client) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        client.statistics(STEPS, "average")
    assert (refused.value.code.name, refused.value.field) == ("INVALID_ARGUMENT", "query_statistics.average")
    with pytest.raises(hearth.RequestError) as refused:
        client.statistics("heartRate", "average", unit="kg")
    assert refused.value.code is hearth.ErrorCode.INCOMPATIBLE_UNIT
    with pytest.raises(hearth.RequestError) as refused:
        client.source_ranks("sleepAnalysis")
    assert refused.value.field == "source_ranks.type"


def test_the_order_of_sources_is_the_owners(server: Server, client: hearth.Client) -> None:
    assert client.source_ranks("flightsClimbed") == []
    flights = hearth.quantities("flightsClimbed", ["2025-01-01T12:00Z"] * 2, [1.0, 2.0], "count")
    apps = ["org.example.a", "org.example.b"]
    # Only apps that have saved something can be in an order.
    for row, app in enumerate(apps):
        with hearth.Client(server.socket, app=app) as other:
            other.save(flights[row : row + 1])
    rank(server, "flightsClimbed", *reversed(apps))
    assert client.source_ranks("flightsClimbed") == apps[::-1]
    rank(server, "flightsClimbed", "--none")
    assert client.source_ranks("flightsClimbed") == []
    for row, app in enumerate(apps):
        with hearth.Client(server.socket, app=app) as other:
            other.delete([flights.uuid(row)])


# ------------------------------------------------------------------------------------------------------------- follow


def test_changes_are_followed(server: Server, client: hearth.Client) -> None:
    updates = client.follow_statistics(STEPS, "sum", zone="UTC", since="2025-01-01", until="2025-01-04", every="1D")
    first = next(updates)
    assert (first.changed.tolist(), first.statistics.counts.tolist()) == ([], [0, 0, 0])
    with connect("sync", server) as other:
        saved = steps(["2025-01-01T12:00Z", "2025-01-03T12:00Z"], [5, 7])
        other.save(saved)
        update = next(updates)
        assert update.changed.tolist() == [0, 2]
        np.testing.assert_array_equal(update.statistics.sums, [5, np.nan, 7])
        other.delete([saved.uuid(0)])
        update = next(updates)
        assert update.changed.tolist() == [0]
        np.testing.assert_array_equal(update.statistics.sums, [np.nan, np.nan, 7])
        other.delete([saved.uuid(1)])
        assert next(updates).statistics.counts.tolist() == [0, 0, 0]


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_server_that_comes_back_is_followed_again(own_server: Server, kind: str) -> None:
    saved = steps(["2025-01-01T12:00Z", "2025-01-03T12:00Z"], [5, 7])
    with connect(kind, own_server) as client:
        updates = client.follow_statistics(STEPS, "sum", zone="UTC", since="2025-01-01", until="2025-01-04", every="1D")
        assert len(next(updates).changed) == 0
        with connect("sync", own_server) as other:
            other.save(saved)
            assert next(updates).changed.tolist() == [0, 2]
            own_server.kill()
            own_server.start()
            other.delete([saved.uuid(0)])
        # What was before the crash may come first.
        while (update := next(updates)).statistics.counts.tolist() != [0, 0, 1]:
            assert update.statistics.counts.tolist() == [1, 0, 1]
        np.testing.assert_array_equal(update.statistics.sums, [np.nan, np.nan, 7])


def test_the_stream_ends_at_the_server(client: hearth.Client) -> None:
    with client.follow_statistics(STEPS, "sum") as live:
        next(live)
        assert open_calls(client) == 1
    # Cancel was sent before; calls on a connection begin in their order.
    assert open_calls(client) == 0


def open_calls(client: hearth.Client) -> int:
    mine = [one for one in client.status().connections if one.bundle_identifier == APP.bundle_identifier]
    return sum(one.open_calls for one in mine)
