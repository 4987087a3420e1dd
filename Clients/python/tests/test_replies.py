"""Replies that a server may send, though this one does not, and others that cannot be read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hearth
from hearth import messages as pb
from hearth import replies

ROUTE = "HKWorkoutRouteTypeIdentifier"


def columns(**payload: Any) -> pb.SampleColumns:
    """Two samples."""
    return pb.SampleColumns(type=ROUTE, uuids=bytes(32), starts=bytes(16), **payload)


def routes(lengths: list[int], counts: list[int]) -> pb.SampleColumns:
    """Two routes: what is carried of each, and how many locations it has."""
    items = bytes(8 * sum(lengths))
    route = pb.RouteColumns(
        lengths=np.array(lengths, "<u4").tobytes(),
        counts=np.array(counts, "<i8").tobytes(),
        timestamps=items,
        latitudes=items,
        longitudes=items,
    )
    return columns(route=route)


def read(*parts: pb.SampleColumns) -> list[hearth.Samples]:
    """The samples of a batch with these, one after the other."""
    batch = pb.SampleBatch(columns=parts, interleaving=np.repeat(np.arange(len(parts), dtype="<u4"), 2).tobytes())
    found: replies.SampleBatch = replies.read(pb.ServerFrame(samples=batch), "samples")
    return found.samples


def refused(frame: pb.ServerFrame) -> tuple[hearth.ErrorCode, str]:
    name = frame.WhichOneof("reply")
    assert name is not None
    with pytest.raises(hearth.ReplyError) as error:
        replies.read(frame, name)
    return error.value.code, error.value.field


@pytest.mark.parametrize("count", [4096, 4097])
def test_a_frame_has_no_more_columns_than_the_protocol_allows(count: int) -> None:
    """Millions of them without samples fit into a frame."""
    empty = [pb.SampleColumns()] * count
    for frame, field in (
        (pb.ServerFrame(samples=pb.SampleBatch(columns=empty)), "samples.columns"),
        (pb.ServerFrame(samples=pb.SampleBatch(members=empty)), "samples.members"),
        (pb.ServerFrame(changes=pb.ChangeBatch(added=empty, anchor=b"a")), "changes.added"),
        (pb.ServerFrame(changes=pb.ChangeBatch(members=empty, anchor=b"a")), "changes.members"),
    ):
        if count > 4096:
            assert refused(frame) == (hearth.ErrorCode.LIMIT_EXCEEDED, field)
        else:
            replies.read(frame, frame.WhichOneof("reply") or "")


def test_of_some_routes_nothing_is_carried() -> None:
    (samples,) = read(routes([3, 0], [3, 5]))
    assert isinstance(samples.payload, hearth.Routes)
    assert samples.payload.lengths is not None
    assert samples.payload.lengths.tolist() == [3, 0]
    assert len(samples.part(1, 2).payload.latitudes) == 0  # type: ignore[attr-defined]  # a route


def test_joined_routes_have_as_many_locations_as_they_carry() -> None:
    payload = hearth.joined(read(routes([3, 2], []), routes([], [4, 5]))).payload
    assert isinstance(payload, hearth.Routes)
    assert payload.lengths is not None
    assert payload.counts is not None
    assert (payload.lengths.tolist(), payload.counts.tolist()) == ([3, 2, 0, 0], [3, 2, 4, 5])


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (routes([], []), "route.lengths"),
        (columns(heartbeat=pb.HeartbeatColumns()), "heartbeat.lengths"),
        (columns(quantity=pb.QuantityColumns(values=bytes(16), points=pb.SeriesPoints())), "quantity.points.lengths"),
        (
            columns(quantity=pb.QuantityColumns(values=bytes(16), points=pb.SeriesPoints(lengths=bytes(4)))),
            "quantity.points.lengths",
        ),
    ],
)
def test_without_lengths_nothing_says_how_many_there_are(given: pb.SampleColumns, field: str) -> None:
    frame = pb.ServerFrame(samples=pb.SampleBatch(columns=[given]))
    assert refused(frame) == (hearth.ErrorCode.MALFORMED_COLUMN, f"samples.columns[0].{field}")


def test_no_route_has_fewer_locations_than_none() -> None:
    frame = pb.ServerFrame(samples=pb.SampleBatch(columns=[routes([], [2, -1])]))
    assert refused(frame) == (hearth.ErrorCode.VALUE_OUT_OF_RANGE, "samples.columns[0].route.counts[1]")


def test_deletions_have_types() -> None:
    frame = pb.ServerFrame(changes=pb.ChangeBatch(deleted=pb.Deletions(uuids=bytes(16), times=bytes(8))))
    assert refused(frame) == (hearth.ErrorCode.MALFORMED_COLUMN, "changes.deleted.types")


@pytest.mark.parametrize("year", [2023, 10_000, (1 << 32) - 1])
def test_a_day_that_does_not_exist(year: int) -> None:
    born = pb.CalendarDate(year=year, month=2, day=29)
    frame = pb.ServerFrame(characteristic_values=pb.CharacteristicValues(date_of_birth=born))
    assert refused(frame) == (hearth.ErrorCode.VALUE_OUT_OF_RANGE, "characteristic_values.date_of_birth")
