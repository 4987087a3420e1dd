"""What is taken for a time, and which one it is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import hearth
from hearth import ErrorCode, predicates
from hearth.samples.times import nanoseconds

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
    "2026-11-21T12:00",
    "2026-11-21 12:00:00",
    "2026-11-21T12:00:00Z",
    "2026-11-21t12:00:00.000z",
    "2026-11-21T12:00:00,0+00",
    "2026-11-21T13:00:00+01:00",
    "2026-11-21 13:00:00 +0100",
    "2026-11-21T12:00:00.000000000",
]


@pytest.mark.parametrize("time", SAME, ids=repr)
def test_a_time_is_the_same_in_every_form(time: Any) -> None:
    assert nanoseconds(time) == NOON_NUMBER
    assert hearth.quantities("heartRate", [time], [60.0]).starts == [NOON]
    assert (predicates.start >= time).terms == (predicates.start >= NOON).terms
    assert predicates.between(time).terms == predicates.between(NOON).terms


def test_what_has_no_zone_is_utc_but_for_a_datetime() -> None:
    midnight = int(np.datetime64("2026-11-21", "ns").astype(np.int64))
    for time in ("2026-11-21", date(2026, 11, 21), np.datetime64("2026-11-21"), pd.Timestamp("2026-11-21")):
        assert nanoseconds(time) == midnight
    with pytest.raises(hearth.RequestError, match="time zone"):
        nanoseconds(datetime(2026, 11, 21))


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
    wanted = np.array(["2026-11-21T12:00:00.5", "2026-11-21"], "M8[ns]")
    for given in (texts, tuple(texts), np.array(texts), pd.Series(texts), pl.Series(texts)):
        assert np.array_equal(hearth.quantities("heartRate", given, [60.0, 61.0]).starts, wanted)
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities("heartRate", texts[0], [60.0])
    assert refused.value.field == "starts"
