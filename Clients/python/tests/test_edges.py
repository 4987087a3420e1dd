"""The edges of buckets: calendars, their odd days, and steps that are computed from the anchor."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearth
from hearth.statistics.edges import BUCKETS_MAX, calendar_edges, parts_of, range_edges, zone_of

if TYPE_CHECKING:
    from hearth.samples.times import Time, Times

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin",
        "America/New_York",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "UTC",
    )
]


def texts(edges: Times, zone: ZoneInfo = BERLIN) -> list[str]:
    """What the clock of the zone shows."""
    moments = [datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(one) // 1000) for one in edges.astype(int)]
    return [moment.astimezone(zone).strftime("%Y-%m-%d %H:%M") for moment in moments]


def hours(edges: Times) -> list[int]:
    found: list[int] = np.diff(edges).astype("m8[h]").astype(int).tolist()
    return found


def test_days_are_those_of_the_calendar() -> None:
    assert hours(calendar_edges("2026-03-28", "2026-03-31", "1D", BERLIN)) == [24, 23, 24]
    assert hours(calendar_edges("2026-10-24", "2026-10-27", "1D", BERLIN)) == [24, 25, 24]
    assert hours(calendar_edges("2026-10-24", "2026-10-27", "1D", ZoneInfo("UTC"))) == [24, 24, 24]


def test_since_and_until_lie_in_the_first_and_last_bucket() -> None:
    edges = calendar_edges("2026-11-21T08:00", "2026-11-22T00:01", "1D", BERLIN)
    assert texts(edges) == ["2026-11-21 00:00", "2026-11-22 00:00", "2026-11-23 00:00"]
    edges = calendar_edges(date(2026, 11, 21), datetime(2026, 11, 23, tzinfo=BERLIN), "D", BERLIN)
    assert texts(edges) == ["2026-11-21 00:00", "2026-11-22 00:00", "2026-11-23 00:00"]


@pytest.mark.parametrize(
    ("every", "expected"),
    [
        ("1W", ["2026-11-23 00:00", "2026-11-30 00:00"]),
        ("weeks", ["2026-11-23 00:00", "2026-11-30 00:00"]),
        ("1MS", ["2026-11-01 00:00", "2026-12-01 00:00"]),
        ("2 MS", ["2026-11-01 00:00", "2027-01-01 00:00"]),
        ("quarter", ["2026-10-01 00:00", "2027-01-01 00:00"]),
        ("1YS", ["2026-01-01 00:00", "2027-01-01 00:00"]),
        ("12h", ["2026-11-25 12:00", "2026-11-26 00:00"]),
        ("15min", ["2026-11-25 13:00", "2026-11-25 13:15"]),
        ("30s", ["2026-11-25 13:07", "2026-11-25 13:07"]),
    ],
)
def test_steps_begin_where_people_expect(every: str, expected: list[str]) -> None:
    since = np.datetime64("2026-11-25T12:07:11")
    edges = calendar_edges(since, since + np.timedelta64(1, "s"), every, BERLIN)
    assert texts(edges) == expected


def test_months_are_computed_from_the_anchor() -> None:
    edges = calendar_edges("2026-01-31", "2026-05-01", "1MS", BERLIN, "2025-10-31")
    assert texts(edges) == [f"2026-{day} 00:00" for day in ("01-31", "02-28", "03-31", "04-30", "05-31")]
    edges = calendar_edges("2024-02-01", "2025-02-01", "1YS", BERLIN, "2020-02-29T06:30")
    assert texts(edges) == ["2023-02-28 06:30", "2024-02-29 06:30", "2025-02-28 06:30"]


def test_an_anchor_lies_before_or_after() -> None:
    expected = ["2026-11-20 22:00", "2026-11-23 22:00", "2026-11-26 22:00"]
    for steps in (0, -700, 700):
        anchor = datetime(2026, 11, 20, 22) + timedelta(days=3 * steps)
        assert texts(calendar_edges("2026-11-21", "2026-11-24", "3D", BERLIN, anchor)) == expected


def test_a_time_that_the_clock_skips_and_one_that_comes_twice() -> None:
    edges = calendar_edges("2026-03-28T12:00", "2026-03-30", "1D", BERLIN, "2026-01-01T02:30")
    assert texts(edges) == ["2026-03-28 02:30", "2026-03-29 03:30", "2026-03-30 02:30"]
    edges = calendar_edges("2026-10-24T12:00", "2026-10-26", "1D", BERLIN, "2026-01-01T02:30")
    assert hours(edges) == [24, 25]
    # Midnight itself was skipped in Brazil, and a whole day in Samoa.
    sao_paulo = ZoneInfo("America/Sao_Paulo")
    edges = calendar_edges("2018-11-03", "2018-11-06", "1D", sao_paulo)
    assert texts(edges, sao_paulo)[:2] == ["2018-11-03 00:00", "2018-11-04 01:00"]
    assert hours(edges) == [24, 23, 24]
    apia = ZoneInfo("Pacific/Apia")
    edges = calendar_edges("2011-12-29", "2012-01-01", "1D", apia)
    assert texts(edges, apia) == ["2011-12-29 00:00", "2011-12-31 00:00", "2012-01-01 00:00"]


@given(
    zone=st.sampled_from(ZONES),
    since=st.integers(-2_000_000_000, 4_000_000_000),
    length=st.integers(1, 40_000_000),
    every=st.sampled_from(["1D", "3D", "1W", "1MS", "QS", "1YS", "6h", "20min"]),
    anchor=st.none() | st.integers(-2_000_000_000, 4_000_000_000),
)
def test_edges_ascend_and_hold_the_range(
    zone: ZoneInfo, since: int, length: int, every: str, anchor: int | None
) -> None:
    first, last = np.datetime64(since, "s"), np.datetime64(since + length, "s")
    start: Time | None = None if anchor is None else np.datetime64(anchor, "s")
    edges = calendar_edges(first, last, every, zone, start)
    assert edges.dtype == np.dtype("<M8[ns]")
    assert (np.diff(edges) > np.timedelta64(0)).all()
    assert edges[0] <= first < edges[1]
    assert edges[-2] < last <= edges[-1]
    # The edges of a part are those of the whole.
    middle = first + (last - first) // 2
    if middle < last:
        part = calendar_edges(middle, last, every, zone, edges[0] if start is None else start)
        assert part.tolist() == edges[len(edges) - len(part) :].tolist()


def test_what_is_too_much_for_a_call_comes_in_parts() -> None:
    edges = calendar_edges("2010-01-01", "2027-01-01", "1h", BERLIN)
    parts = parts_of(edges)
    assert [len(part) for part in parts] == [BUCKETS_MAX + 1, BUCKETS_MAX + 1, len(edges) - 2 * BUCKETS_MAX]
    assert all(one[-1] == other[0] for one, other in pairwise(parts))
    assert [len(part) for part in parts_of(edges[: BUCKETS_MAX + 1])] == [BUCKETS_MAX + 1]
    cut = calendar_edges("2010-01-01", "2027-01-01", "1h", BERLIN, cut_at=100)
    assert cut.tolist() == edges[:101].tolist()
    cut = calendar_edges("2010-01-01", "2027-01-01", "1D", BERLIN, cut_at=100)
    assert len(cut) == 101


def test_a_range_is_one_bucket() -> None:
    assert range_edges(None, None, BERLIN) is None
    whole = range_edges("2026-11-21", "2026-11-22", BERLIN)
    assert whole is not None
    assert texts(whole) == ["2026-11-21 00:00", "2026-11-22 00:00"]
    for open_range in (range_edges("2026-11-21", None, BERLIN), range_edges(None, "2026-11-22", BERLIN)):
        assert open_range is not None
        assert len(open_range) == 2


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("2026-11-22", "2026-11-21", "1D"), "until"),
        (("2026-11-21", "2026-11-21", "1D"), "until"),
        (("2026-11-21", "2026-11-22", "0D"), "every"),
        (("2026-11-21", "2026-11-22", "fortnight"), "every"),
        (("2026-11-21", "2026-11-22", "-1D"), "every"),
        (("1970-01-01", "2100-01-01", "1s"), "every"),
        (("yesterday", "2026-11-22", "1D"), "since"),
        (("2026-11-21", "2026-11-22", "999999YS"), "every"),
    ],
)
def test_what_makes_no_buckets_is_refused(arguments: tuple[str, str, str], field: str) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        calendar_edges(*arguments, BERLIN)
    assert refused.value.field == field


def test_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    assert zone_of("Europe/Berlin") == BERLIN
    assert zone_of(BERLIN) is BERLIN
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    assert zone_of(None) == ZoneInfo("Asia/Kathmandu")
    for wrong in ("Europe/Atlantis", "", "../etc/passwd", UTC, 3):
        with pytest.raises(hearth.RequestError) as refused:
            zone_of(wrong)  # type: ignore[arg-type]
        assert refused.value.field == "zone"
