"""What is taken for a time, and which one it is."""

from __future__ import annotations

import subprocess
from datetime import UTC, date, datetime, timedelta, timezone
from time import tzset
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import hearth
from hearth import ErrorCode, predicates
from hearth.samples.times import nanoseconds
from server import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server import Server


@pytest.fixture(autouse=True)
def _in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Local time that is not UTC."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    tzset()
    yield
    monkeypatch.undo()
    tzset()


NOON = np.datetime64("2026-11-21T12:00", "ns")
NOON_NUMBER = int(NOON.astype(np.int64))
BERLIN = timezone(timedelta(hours=1))
SAME: list[Any] = [
    NOON,
    NOON_NUMBER,
    np.int64(NOON_NUMBER),
    np.datetime64("2026-11-21T12", "h"),
    datetime(2026, 11, 21, 12, tzinfo=UTC),
    datetime(2026, 11, 21, 13, tzinfo=BERLIN),
    pd.Timestamp("2026-11-21T12:00"),
    pd.Timestamp("2026-11-21T13:00", tz="Europe/Berlin"),
    "2026-11-21T12:00:00Z",
    "2026-11-21t12:00:00.000z",
    "2026-11-21T12:00:00,0+00",
    "2026-11-21T13:00:00+01:00",
    "2026-11-21 13:00:00 +0100",
    "2026-11-21T12:00:00.000000000Z",
    datetime(2026, 11, 21, 21),
    "2026-11-21T21:00",
    "2026-11-21 21:00:00",
]


@pytest.mark.parametrize("time", SAME, ids=repr)
def test_a_time_is_the_same_in_every_form(time: Any) -> None:
    assert nanoseconds(time) == NOON_NUMBER
    assert hearth.quantities("heartRate", [time], [60.0]).starts == [NOON]
    assert (predicates.start >= time).terms == (predicates.start >= NOON).terms
    assert predicates.between(time).terms == predicates.between(NOON).terms


def test_what_has_no_zone_is_what_python_numpy_and_pandas_take_it_for() -> None:
    midnight = int(np.datetime64("2026-11-20T15:00", "ns").astype(np.int64))
    for time in ("2026-11-21", "2026-11-21T00:00", date(2026, 11, 21), datetime(2026, 11, 21)):
        assert nanoseconds(time) == midnight
    assert nanoseconds(datetime(2026, 11, 21, 7)) == int(datetime(2026, 11, 21, 7).timestamp()) * 10**9
    for in_utc in (np.datetime64("2026-11-21"), pd.Timestamp("2026-11-21")):
        assert nanoseconds(in_utc) == midnight + 9 * 3600 * 10**9


def test_a_local_time_is_the_one_of_the_command(client: hearth.Client, server: Server) -> None:
    saved = hearth.quantities("heartRate", ["2026-07-01 10:30"], [4711.0], "count/min")
    client.save(saved)
    command = [PROGRAM, "query", "heartRate", "--csv", "--socket", server.socket, "--since", "2026-07-01 10:30"]
    found = subprocess.check_output([*command, "--until", "2026-07-01 10:31"], text=True)
    assert "\n2026-07-01T01:30:00Z,,4711,count/min," in found
    client.delete(saved.uuids)


@pytest.mark.parametrize(
    ("zone", "time", "hour"),
    [
        ("Europe/Berlin", "2026-10-25T02:30", 0),
        ("Europe/Berlin", "2026-03-29T02:30", 1),
        ("America/New_York", "2026-11-01T01:30", 5),
        ("UTC", "1900-01-01T02:30", 2),
    ],
)
def test_a_time_that_the_clock_shows_twice_or_never_is_the_one_of_the_command(
    monkeypatch: pytest.MonkeyPatch, zone: str, time: str, hour: int
) -> None:
    monkeypatch.setenv("TZ", zone)
    tzset()
    wanted = int(np.datetime64(f"{time[:10]}T{hour:02}:30", "ns").astype(np.int64))
    assert nanoseconds(time) == nanoseconds(datetime.fromisoformat(time)) == wanted


def test_times_beyond_all_calendars_are_refused() -> None:
    for time in (datetime.min, datetime.max, date.min, date.max, "0001-01-01", "9999-12-31"):
        with pytest.raises(hearth.RequestError):
            nanoseconds(time)


def test_texts_keep_nanoseconds() -> None:
    assert nanoseconds("1970-01-01T00:00:00.123456789Z") == 123_456_789
    assert nanoseconds("1969-12-31T23:59:59.999999999Z") == -1
    assert nanoseconds("1969-12-31T23:59:59.5Z") == -500_000_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ErrorCode.INVALID_ARGUMENT),
        ("noon", ErrorCode.INVALID_ARGUMENT),
        ("1066", ErrorCode.INVALID_ARGUMENT),
        ("21.11.2026", ErrorCode.INVALID_ARGUMENT),
        ("2026-11-21T12:00.5", ErrorCode.INVALID_ARGUMENT),
        ("2026-11-21T12:00:00.0000000001", ErrorCode.INVALID_ARGUMENT),
        ("2026-11-21T12:00:00 Europe/Berlin", ErrorCode.INVALID_ARGUMENT),
        ("\uff12026-11-21", ErrorCode.INVALID_ARGUMENT),
        ("2026-02-30", ErrorCode.VALUE_OUT_OF_RANGE),
        ("2026-11-21T24:01", ErrorCode.VALUE_OUT_OF_RANGE),
        ("2026-11-21T12:00+25:00", ErrorCode.VALUE_OUT_OF_RANGE),
        ("9999-01-01", ErrorCode.VALUE_OUT_OF_RANGE),
    ],
)
def test_a_text_that_is_not_a_time_is_refused(text: str, code: ErrorCode) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities("heartRate", ["2026-11-21", text], [60.0, 61.0])
    assert (refused.value.code, refused.value.field) == (code, "starts[1]")
    assert not text or text not in refused.value.text


def test_columns_of_texts_are_taken() -> None:
    texts = ["2026-11-21T12:00:00.5+00:00", "2026-11-21"]
    wanted = np.array(["2026-11-21T12:00:00.5", "2026-11-20T15:00"], "M8[ns]")
    for given in (texts, tuple(texts), np.array(texts), pd.Series(texts), pl.Series(texts)):
        assert np.array_equal(hearth.quantities("heartRate", given, [60.0, 61.0]).starts, wanted)
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities("heartRate", texts[0], [60.0])
    assert refused.value.field == "starts"
