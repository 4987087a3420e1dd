"""Samples as tables of other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import hearth
from hearth import predicates

if TYPE_CHECKING:
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
    assert list(frame.columns) == ["start", "end", "source", "value"]
    assert frame["value"].tolist() == VALUES
    assert frame["start"].tolist() == list(pd.DatetimeIndex(STARTS, tz="UTC"))
    assert (frame["end"] - frame["start"]).tolist() == [pd.Timedelta(seconds=1)] * 4
    assert set(frame["source"]) == {"org.example.tests"}


def test_chosen_columns_are_there_in_their_order(client: hearth.Client) -> None:
    found = stored(client)
    names = ["uuid", "value", "count", "minimum", "most_recent_start", "source"]
    for frame in (found.to_pandas(names), found.to_polars(names)):
        assert list(frame.columns) == names
        assert [len(uuid) for uuid in frame["uuid"]] == [16] * 4
        # What is absent in the samples is what its absence means.
        assert list(frame["count"]) == [1] * 4
        assert list(frame["minimum"]) == VALUES
        assert [time.timestamp() for time in frame["most_recent_start"]] == (STARTS.astype(np.int64) / 1e9).tolist()
    assert found.to_arrow(names).column_names == names
    assert found.to_arrow("value").column_names == ["value"]
    with pytest.raises(hearth.RequestError, match="most_recent_end") as refused:
        found.to_pandas(["value", "values"])
    assert refused.value.field == "columns[1]"


def test_a_frame_takes_little_more_memory_than_its_numbers() -> None:
    count = 100_000
    starts = STARTS[0] + np.arange(count) * np.timedelta64(1, "s")
    frame = hearth.quantities(
        HEART_RATE, starts, np.full(count, 60.0), "count/min", counts=np.ones(count, int)
    ).to_pandas()
    # A start, an end, a value and a source each.
    assert frame.memory_usage(deep=True, index=False).sum() <= count * (3 * 8 + 1) + 1_000


def test_a_frame_can_be_changed_and_leaves_the_samples_alone(client: hearth.Client) -> None:
    found = stored(client)
    frame = found.to_pandas()
    frame.loc[0, "value"] = 1.0
    frame["start"] += pd.Timedelta(seconds=1)
    assert frame["value"].tolist() == [1.0, *VALUES[1:]]
    assert found.values.tolist() == VALUES
    assert np.array_equal(found.starts, STARTS)


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
    assert found.to_arrow(["uuid"])["uuid"].to_pylist() == found.uuids.tolist()
    assert table.schema.field("start").type == pa.timestamp("ns", "UTC")
    assert table["source"].to_pylist() == ["org.example.tests"] * 4
    assert table["value"].chunk(0).buffers()[1].address == found.values.ctypes.data
    assert table["start"].chunk(0).buffers()[1].address == found.starts.ctypes.data


def test_other_kinds(server: Server, client: hearth.Client) -> None:
    workout = hearth.workouts([STARTS[0]], [STARTS[3]], [37], durations=[3.0])
    sleep = hearth.categories("HKCategoryTypeIdentifierSleepAnalysis", STARTS, [0, 1, 2, 3])
    client.save([workout, sleep])
    frame = client.read(workout.type, predicates.one_of(workout.uuids)).to_pandas()
    assert list(frame.columns) == ["start", "end", "source", "duration", "activity_type"]
    assert (frame["activity_type"].tolist(), frame["duration"].tolist()) == (["running"], [3.0])
    names = ["inBed", "asleepUnspecified", "awake", "asleepCore"]
    assert sleep.to_pandas()["value"].tolist() == names
    assert sleep.to_polars()["value"].to_list() == names
    assert sleep.to_arrow()["value"].to_pylist() == names
    # Every name is a category, in the order of the numbers, so that a group without a row is one, too.
    assert [*sleep.to_pandas()["value"].cat.categories] == [*names, "asleepDeep", "asleepREM"]
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
