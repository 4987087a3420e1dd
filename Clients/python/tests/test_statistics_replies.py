"""Statistics put together without a server: batches, resets, sources, tables, and what cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

import hearth
from hearth import messages as pb
from hearth import replies
from hearth.session.connecting import lost
from hearth.session.phases import Taken
from hearth.statistics.edges import BUCKETS_MAX
from hearth.statistics.request import StatisticsRequest
from opened import greeted, next_frame, opened, reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearth.session.call import Call

STEPS = "HKQuantityTypeIdentifierStepCount"
RATE = "HKQuantityTypeIdentifierHeartRate"
DAY = 86_400 * 10**9
FIRST = 1_795_000_000 * 10**9
RUN, WALK = (pb.Source(bundle_identifier=f"org.example.{name}", name=name) for name in ("run", "walk"))


def asked(
    what: str = STEPS, names: str | Sequence[str] = "sum", *, follow: bool = False, **options: Any
) -> StatisticsRequest:
    """Statistics of four days, unless the options say something else."""
    given: dict[str, Any] = {"since": "2026-11-21", "until": "2026-11-25", "every": "1D", "zone": "Europe/Berlin"}
    given |= {"anchor": None, "edges": None, "by_source": False, "unit": "", **options}
    return StatisticsRequest(what, names, None, follow=follow, **given)


def rows(buckets: Sequence[int], counts: Sequence[int], **columns: Sequence[float]) -> pb.StatisticsColumns:
    """Rows of which only some columns matter."""
    times = (FIRST + np.array(buckets) * DAY).astype("<i8").tobytes()
    packed = {
        name: np.array(column, "<i8" if name.startswith("most_recent_") else "<f8").tobytes()
        for name, column in columns.items()
    }
    return pb.StatisticsColumns(
        buckets=np.array(buckets, "<u4").tobytes(),
        counts=np.array(counts, "<i8").tobytes(),
        starts=times,
        ends=times,
        **packed,
    )


def batch(merged: pb.StatisticsColumns | None = None, **content: Any) -> replies.StatisticsBatch:
    """As the client reads it."""
    message = pb.StatisticsBatch(merged=merged, **{"unit": "count", "anchor": b"a", **content})
    read: replies.StatisticsBatch = replies.read(pb.ServerFrame(statistics=message), "statistics")
    return read


def sources(*parts: tuple[pb.Source, pb.StatisticsColumns]) -> list[pb.SourceStatistics]:
    return [pb.SourceStatistics(source=source, columns=columns) for source, columns in parts]


def calls(request: StatisticsRequest) -> list[Call]:
    return list(request.calls())


def test_a_call_says_what_is_asked() -> None:
    request = asked(names=["sum", "most_recent", "duration"], by_source=True)
    (call,) = calls(request)
    sent = call.request.query_statistics
    assert [clause.type for clause in sent.clauses] == [STEPS]
    assert (sent.sum, sent.most_recent, sent.duration, sent.by_source) == (True, True, True, True)
    assert (sent.average, sent.minimum, sent.maximum, sent.follow) == (False, False, False, False)
    assert np.diff(np.frombuffer(sent.edges, "<i8")).tolist() == [DAY] * 4
    assert calls(asked(since=None, until=None, every=None))[0].request.query_statistics.edges == b""


def test_buckets_without_data_are_absent_and_not_zero() -> None:
    request = asked()
    next(request.calls())
    assert not request.note(batch(rows([0], [2], sums=[700]), reset=True))
    assert request.note(batch(rows([3], [1], sums=[40]), caught_up=True, anchor=b"b"))
    found = request.result()
    assert len(found) == 4
    assert found.counts.tolist() == [2, 0, 0, 1]
    np.testing.assert_array_equal(found.sums, [700, np.nan, np.nan, 40])
    assert np.isnat(found.first_starts).tolist() == [False, True, True, False]
    assert (found.averages, found.most_recents, found.durations) == (None, None, None)
    assert (found.unit, found.anchor, found.type) == ("count", b"b", STEPS)
    assert found.zone == ZoneInfo("Europe/Berlin")
    assert repr(found) == "<4 buckets of stepCount in count, 2 with data>"


def test_nothing_came() -> None:
    request = asked(RATE, "average", since=None, until=None, every=None)
    next(request.calls())
    found = request.result()
    assert (len(found), found.counts.tolist(), found.unit) == (1, [0], "count/min")
    assert np.isnat(found.starts[0])
    assert found.averages is not None
    assert np.isnan(found.averages).all()


def test_a_reset_begins_again() -> None:
    request = asked(by_source=True, follow=True)
    next(request.calls())
    both = batch(
        rows([0, 2], [2, 1], sums=[700, 9]),
        sources=sources((RUN, rows([0], [2], sums=[700])), (WALK, rows([2], [1], sums=[9]))),
        reset=True,
        caught_up=True,
    )
    assert request.note(both)
    update = request.update()
    assert update.changed.tolist() == [0, 2]
    assert [source.name for source in update.statistics.by_source] == ["run", "walk"]
    assert request.note(batch(rows([2, 3], [0, 1], sums=[0, 5]), caught_up=True))
    update = request.update()
    assert update.changed.tolist() == [2, 3]
    np.testing.assert_array_equal(update.statistics.sums, [700, np.nan, np.nan, 5])
    # What the first update holds does not change.
    again = batch(
        rows([0], [2], sums=[701]), sources=sources((RUN, rows([0], [2], sums=[701]))), reset=True, caught_up=True
    )
    assert request.note(again)
    before, update = update, request.update()
    assert update.changed.tolist() == [0, 2, 3]
    assert update.statistics.counts.tolist() == [2, 0, 0, 0]
    assert before.statistics.counts.tolist() == [2, 0, 0, 1]
    assert [source.name for source in update.statistics.by_source] == ["run"]


def test_more_buckets_than_a_call_has_are_put_together() -> None:
    request = asked(since="2018-01-01", until="2027-01-01", every="1h")
    for number, call in enumerate(request.calls()):
        edges = np.frombuffer(call.request.query_statistics.edges, "<i8")
        assert len(edges) <= BUCKETS_MAX + 1
        assert request.note(batch(rows([1], [number + 1], sums=[number]), reset=True, caught_up=True))
    found = request.result()
    assert np.flatnonzero(found.counts).tolist() == [1, BUCKETS_MAX + 1]
    assert found.starts[BUCKETS_MAX + 1].astype(np.int64) == edges[1]
    assert found.ends[-1] == np.datetime64("2026-12-31T23:00")


def test_percentages_are_written_as_such() -> None:
    request = asked("oxygenSaturation", ["average", "minimum"])
    next(request.calls())
    request.note(batch(rows([1], [3], averages=[0.973], minimums=[0.94]), unit="%", reset=True, caught_up=True))
    found = request.result()
    assert found.unit == "%"
    assert found.averages is not None
    assert found.minimums is not None
    assert (found.averages[1], found.minimums[1]) == (97.3, 94)


def test_an_open_end_shows_what_has_begun() -> None:
    request = asked(since=np.datetime64("now") - np.timedelta64(3, "D"), until=None, follow=True)
    call = next(request.calls())
    assert len(call.request.query_statistics.edges) // 8 > 3600
    assert request.note(batch(rows([1], [1], sums=[5]), reset=True, caught_up=True))
    assert len(request.update().statistics) == 4
    assert request.note(batch(rows([6], [1], sums=[5]), caught_up=True))
    assert len(request.update().statistics) == 7
    with pytest.raises(hearth.RequestError) as refused:
        asked(since="2000-01-01", until=None, every="1min", follow=True)
    assert (refused.value.code, refused.value.field) == (hearth.ErrorCode.LIMIT_EXCEEDED, "every")
    with pytest.raises(hearth.RequestError) as refused:
        asked(since="2000-01-01", until="2026-01-01", every="1h", follow=True)
    assert refused.value.field == "every"


def test_tables_have_the_time_zone() -> None:
    request = asked(names=["sum", "most_recent"], since="2026-10-24", until="2026-10-27")
    next(request.calls())
    columns = {"sums": [700], "most_recents": [9], "most_recent_starts": [FIRST], "most_recent_ends": [FIRST]}
    request.note(batch(rows([1], [2], **columns), reset=True, caught_up=True))
    found = request.result()
    frame = found.to_pandas()
    assert str(frame.index.tz) == "Europe/Berlin"  # type: ignore[attr-defined]  # an index of times
    assert [str(one) for one in frame.index[:2]] == ["2026-10-24 00:00:00+02:00", "2026-10-25 00:00:00+02:00"]
    assert str(frame["end"].iloc[1]) == "2026-10-26 00:00:00+01:00"
    names = ["end", "count", "sum", "most_recent", "most_recent_start", "most_recent_end"]
    assert list(frame.columns) == names
    assert frame["sum"].isna().tolist() == [True, False, True]
    assert frame["most_recent_start"].isna().tolist() == [True, False, True]
    table = found.to_polars()
    assert table.columns == ["start", *names]
    assert table["sum"].to_list() == [None, 700, None]
    assert table["start"].dt.day().to_list() == [24, 25, 26]
    assert table["most_recent_end"].null_count() == 2
    arrow = found.to_arrow()
    assert arrow.schema.field("start").type.tz == "Europe/Berlin"
    assert arrow["sum"].to_pylist() == [None, 700, None]
    assert arrow["count"].to_pylist() == [0, 2, 0]
    assert arrow["most_recent_end"].null_count == 2


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"names": "median"}, "statistics[0]"),
        ({"names": ["sum", 3]}, "statistics[1]"),
        ({"names": 3}, "statistics"),
        ({"what": []}, "query_statistics.clauses"),
        ({"since": None}, "since"),
        ({"every": None, "anchor": "2026-01-01"}, "anchor"),
        ({"by_source": 1}, "by_source"),
        ({"edges": ["2026-11-21", "2026-11-22"]}, "since"),
        ({"edges": ["2026-11-21"]}, "edges"),
        ({"edges": ["2026-11-21", "2026-11-22", "2026-11-22"]}, "edges[1]"),
        ({"edges": 3}, "edges"),
        ({"zone": "nowhere"}, "zone"),
        ({"unit": 3}, "unit"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], field: str) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        asked(**options)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (pb.StatisticsBatch(merged=pb.StatisticsColumns(buckets=bytes(5))), "merged.buckets"),
        (pb.StatisticsBatch(merged=pb.StatisticsColumns(buckets=bytes(4))), "merged.counts"),
        (pb.StatisticsBatch(merged=rows([0], [-1])), "merged.counts[0]"),
        (pb.StatisticsBatch(merged=rows([1, 1], [1, 1])), "merged.buckets[0]"),
        (pb.StatisticsBatch(merged=rows([0], [1], sums=[np.nan])), "merged.sums[0]"),
        (pb.StatisticsBatch(merged=rows([0], [1], sums=[1, 2])), "merged.sums"),
        (pb.StatisticsBatch(merged=rows([0], [1], most_recents=[1])), "merged.most_recent_starts"),
        (pb.StatisticsBatch(sources=[pb.SourceStatistics(source=RUN)]), "sources[0].columns"),
        (pb.StatisticsBatch(sources=[pb.SourceStatistics(columns=rows([0], [1]))]), "sources[0].source"),
        (pb.StatisticsBatch(anchor=bytes(65)), "anchor"),
    ],
)
def test_batches_that_cannot_be_read(message: pb.StatisticsBatch, field: str) -> None:
    with pytest.raises(hearth.ReplyError) as refused:
        replies.read(pb.ServerFrame(statistics=message), "statistics")
    assert refused.value.field == f"statistics.{field}"


def test_what_was_not_asked_for_is_a_fault() -> None:
    request = asked()
    next(request.calls())
    with pytest.raises(hearth.ReplyError) as refused:
        request.note(batch(rows([4], [1], sums=[1])))
    assert refused.value.field == "statistics.merged.buckets"
    with pytest.raises(hearth.ReplyError) as refused:
        request.note(batch(rows([0], [1])))
    assert refused.value.field == "statistics.merged.sums"


def test_a_lost_connection_begins_again() -> None:
    session, (call,) = opened(calls(asked(follow=True))[0].request)
    statistics = pb.StatisticsBatch(merged=rows([0], [1], sums=[1]), reset=True, caught_up=True)
    assert reply(session, call, statistics=statistics)
    assert isinstance(session.take(call), replies.StatisticsBatch)
    lost(session, hearth.ConnectionLostError(""), 0.0, 0.0)
    assert session.take(call) is Taken.NOTHING
    greeted(session)
    frame = next_frame(session)
    assert frame is not None
    assert frame.query_statistics == call.request.query_statistics
    assert reply(session, call, statistics=statistics)
    assert isinstance(session.take(call), replies.StatisticsBatch)
