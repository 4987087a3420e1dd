"""Samples as tables of other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import hearth
from hearth import predicates

if TYPE_CHECKING:
    import pytest

    from server import Server

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
STARTS = np.datetime64("2026-11-21T08:00", "ns") + np.arange(4) * np.timedelta64(1, "s")
VALUES = [60.0, 61.5, 62.0, 63.25]


def stored(client: hearth.Client) -> hearth.Samples:
    saved = hearth.quantities(HEART_RATE, STARTS, VALUES, "count/min", ends=STARTS + np.timedelta64(1, "s"))
    client.save(saved)
    return client.read(HEART_RATE, predicates.one_of(saved.uuids), unit="count/min")


def test_pandas(client: hearth.Client) -> None:
    frame = stored(client).to_pandas()
    assert list(frame.columns) == ["uuid", "start", "end", "value", "source"]
    assert frame["value"].tolist() == VALUES
    assert frame["start"].tolist() == list(pd.DatetimeIndex(STARTS, tz="UTC"))
    assert (frame["end"] - frame["start"]).tolist() == [pd.Timedelta(seconds=1)] * 4
    assert set(frame["source"]) == {"org.example.tests"}
    assert [len(uuid) for uuid in frame["uuid"]] == [16] * 4


def test_polars(client: hearth.Client) -> None:
    frame = stored(client).to_polars()
    assert frame["value"].to_list() == VALUES
    assert frame.schema["start"] == pl.Datetime("ns", "UTC")
    assert np.array_equal(frame["start"].to_numpy(), STARTS)
    assert frame["source"].to_list() == ["org.example.tests"] * 4


def test_arrow_does_not_copy_numbers(client: hearth.Client) -> None:
    found = stored(client)
    table = found.to_arrow()
    assert table["value"].to_pylist() == VALUES
    assert table["uuid"].to_pylist() == found.uuids.tolist()
    assert table.schema.field("start").type == pa.timestamp("ns", "UTC")
    assert table["source"].to_pylist() == ["org.example.tests"] * 4
    assert table["value"].chunk(0).buffers()[1].address == found.values.ctypes.data
    assert table["start"].chunk(0).buffers()[1].address == found.starts.ctypes.data


def test_other_kinds(server: Server, client: hearth.Client) -> None:
    workout = hearth.workouts([STARTS[0]], [STARTS[3]], [37], durations=[3.0])
    sleep = hearth.categories("HKCategoryTypeIdentifierSleepAnalysis", STARTS, [0, 1, 2, 3])
    client.save([workout, sleep])
    assert client.read(workout.type, predicates.one_of(workout.uuids)).to_pandas()["activity_type"].tolist() == [37]
    assert sleep.to_polars()["value"].to_list() == [0, 1, 2, 3]
    # Samples that were not saved yet have no source.
    assert sleep.to_pandas()["source"].isna().all()
    assert sleep.to_polars()["source"].null_count() == 4
    assert sleep.to_arrow()["source"].null_count == 4
    assert server.process


def test_what_is_given_in_frames_is_taken(client: hearth.Client, subtests: pytest.Subtests) -> None:
    """Series with a time zone are converted to UTC."""
    zoned = pd.Series(pd.DatetimeIndex(STARTS, tz="UTC").tz_convert("Europe/Berlin"))
    for given in (zoned, pd.Series(STARTS), pl.Series(STARTS), pd.DatetimeIndex(STARTS)):
        with subtests.test(type(given).__module__):
            saved = hearth.quantities(HEART_RATE, given, pd.Series(VALUES), "count/min")
            assert np.array_equal(saved.starts, STARTS)
            assert client.save(saved).added == 4
