"""Samples of a time: `since`, `until` and `zone` of a query choose those that statistics of the same time count."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

import hearth
from hearth import ErrorCode
from hearth.predicates import quantity

if TYPE_CHECKING:
    from pathlib import Path

    from server import Server

STEPS, FLIGHTS = "stepCount", "flightsClimbed"
HOUR = np.timedelta64(3600 * 10**9, "ns")
#: Before the clocks of Berlin go back, and after it.
BEGIN = np.datetime64("2025-10-25T20:00", "ns")
#: Of each sample when it starts and ends, in hours. Some touch the edges below, and some have no length.
TIMES = [(0, 2), (1, 3), (2, 2), (2, 4), (3, 3), (3, 5), (4, 4), (4, 6), (0, 30), (26, 27), (27, 27)]


@pytest.fixture
def saved(client: hearth.Client, server: Server) -> hearth.Client:
    """A client of a store with the samples, which no test changes."""
    assert server
    starts, ends = (BEGIN + np.array(hours) * HOUR for hours in zip(*TIMES, strict=True))
    for of in (STEPS, FLIGHTS):
        if not len(client.read(of)):
            client.save(hearth.quantities(of, starts, np.arange(len(TIMES)) + 1.0, ends=ends))
    return client


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"since": BEGIN + 2 * HOUR},
        {"until": BEGIN + 3 * HOUR},
        *(
            {"since": BEGIN + first * HOUR, "until": BEGIN + last * HOUR}
            for first in range(5)
            for last in range(first + 1, 6)
        ),
        {"since": "2025-10-26", "until": "2025-10-27", "zone": "Europe/Berlin"},
        {"since": "2025-10-26", "until": "2025-10-27", "zone": ZoneInfo("Asia/Tokyo")},
        {"since": date(2025, 10, 26), "zone": "Europe/Berlin"},
        {"until": "2025-10-26T02:30", "zone": "Europe/Berlin"},
        {"since": "2025-10-26T01:00"},
        {"zone": "Europe/Berlin"},
    ],
    ids=lambda given: ",".join(f"{name}={value}" for name, value in given.items()),
)
def test_a_read_has_what_statistics_count(saved: hearth.Client, given: dict[str, Any]) -> None:
    counted = saved.statistics(STEPS, **given)
    found = saved.read(STEPS, **given)
    assert len(found) == counted.counts[0]
    assert set(found.values) <= set(np.arange(len(TIMES)) + 1.0)
    if len(found):
        assert (found.starts.min(), found.ends.max()) == (counted.first_starts[0], counted.last_ends[0])


def test_the_time_is_a_condition_among_others_and_of_each_clause(saved: hearth.Client) -> None:
    time: dict[str, Any] = {"since": BEGIN + 4 * HOUR, "until": BEGIN + 5 * HOUR}
    whole = saved.read(STEPS, **time).values
    assert sorted(whole) == [6, 7, 8, 9]
    assert sorted(saved.read(STEPS, quantity() > 7, **time).values) == [8, 9]
    assert saved.read(STEPS, order=quantity().descending, limit=2, **time).values.tolist() == [9, 8]
    clauses: list[str | hearth.Clause] = [hearth.Clause(STEPS, quantity() < 7), FLIGHTS]
    with saved.query(clauses, **time) as query:
        found = {samples.type: sorted(samples.values) for samples in query.collect()}
    assert found == {hearth.types.stepCount: [6], hearth.types.flightsClimbed: [6, 7, 8, 9]}
    assert sorted(saved.read(hearth.Clause(STEPS, quantity() < 7), **time).values) == [6]


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"since": "2026-01-02", "until": "2026-01-01"}, ErrorCode.VALUE_OUT_OF_RANGE, "until"),
        ({"since": "2026-01-01", "until": "2026-01-01"}, ErrorCode.VALUE_OUT_OF_RANGE, "until"),
        ({"since": "yesterday"}, ErrorCode.INVALID_ARGUMENT, "since"),
        ({"until": 1_795_248_000}, ErrorCode.VALUE_OUT_OF_RANGE, "until"),
        ({"since": "2026-01-01", "zone": "Europe/Atlantis"}, ErrorCode.INVALID_ARGUMENT, "zone"),
        ({"zone": "Europe/Atlantis"}, ErrorCode.INVALID_ARGUMENT, "zone"),
    ],
)
def test_what_is_no_time_is_refused_as_for_statistics(
    given: dict[str, Any], code: ErrorCode, field: str, tmp_path: Path
) -> None:
    with hearth.Client(tmp_path / "none.sock") as client:
        for call in (client.read, client.query, client.statistics):
            with pytest.raises(hearth.RequestError) as refused:
                call(STEPS, **given)
            assert (refused.value.code, refused.value.field) == (code, field)
