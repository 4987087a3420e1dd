"""Saves that one commit has no room for are several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import hearth
from conftest import connect
from hearth import ErrorCode, predicates
from hearth.session import saving
from hearth.session.save_frames import SaveFrames, cut, size_of

if TYPE_CHECKING:
    from server import Server

COUNT = 1000
START = np.datetime64("2026-11-21", "ns")
#: Of one sample: a UUID, a start and a value.
SAMPLE_BYTES = 32


def rates(count: int = COUNT, start: np.datetime64 = START) -> hearth.Samples:
    starts = start + np.arange(count) * np.timedelta64(1, "s")
    return hearth.quantities("heartRate", starts, np.full(count, 60.0), "count/min")


@pytest.fixture
def small_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stages 300 samples."""
    monkeypatch.setattr(saving, "staged_bytes_max", lambda _: 300 * SAMPLE_BYTES)


def test_cutting_keeps_every_sample_in_its_order_and_below_the_size() -> None:
    given = [rates(10), rates(500), rates(1), rates(3)]
    parts = list(cut(given, 100 * SAMPLE_BYTES))
    assert all(size_of(part) <= 100 * SAMPLE_BYTES for part in parts)
    assert [sum(map(len, part)) for part in parts] == [100, 100, 100, 100, 100, 14]
    found = b"".join(one.uuids.tobytes() for part in parts for one in part)
    assert found == b"".join(one.uuids.tobytes() for one in given)


def test_a_size_counts_what_frames_have_in_common_once_for_each() -> None:
    """Two thousand notes of 1 kB that all samples share do not make a save large."""
    entries: list[hearth.Metadata] = [{"note": f"{number:01000}"} for number in range(2000)]
    starts = START + np.arange(100_000) * np.timedelta64(1, "s")
    given = hearth.quantities(
        "heartRate",
        starts,
        np.full(len(starts), 60.0),
        metadata=entries,
        metadata_indexes=np.arange(len(starts)) % 2000,
    )
    frames = SaveFrames([given])
    sent = 0
    while not frames.is_at_end:
        sent += frames.next().ByteSize()
    assert sent / 2 < size_of([given]) <= sent * 2
    assert size_of([rates()]) == COUNT * SAMPLE_BYTES


@pytest.mark.usefixtures("small_commits")
def test_a_large_save_is_several_commits(client: hearth.Client) -> None:
    given = [rates(), rates(7, START + np.timedelta64(1, "D"))]
    before = client.ping().anchor
    done = client.save(given)
    assert (done.added, done.unchanged) == (COUNT + 7, 0)
    assert done.anchor == client.ping().anchor
    # Each commit has a place of its own in the changes.
    anchors = {batch.anchor for batch in client.changes("heartRate", anchor=before)}
    assert len(anchors) == 1
    assert client.save(given).unchanged == COUNT + 7
    assert len(client.read("heartRate", predicates.one_of(given[0].uuids))) == COUNT


@pytest.mark.usefixtures("small_commits")
def test_an_atomic_save_that_is_too_large_is_refused_whole(client: hearth.Client) -> None:
    given = rates()
    with pytest.raises(hearth.RequestError, match="atomic=True") as refused:
        client.save(given, atomic=True)
    assert (refused.value.code, refused.value.field) == (ErrorCode.LIMIT_EXCEEDED, "save.columns")
    assert len(client.read("heartRate", predicates.one_of(given.uuids))) == 0
    assert client.save(given.part(0, 300), atomic=True).added == 300


@pytest.mark.usefixtures("small_commits")
def test_correlations_are_never_cut_from_their_members(client: hearth.Client) -> None:
    members = rates()
    food = hearth.correlations("food", [START], [COUNT], members.uuids)
    with pytest.raises(hearth.RequestError, match="together with their members") as refused:
        client.save([members, food])
    assert refused.value.code is ErrorCode.LIMIT_EXCEEDED


@pytest.mark.usefixtures("small_commits")
def test_a_failure_says_how_much_is_saved(client: hearth.Client) -> None:
    taken = rates(1)
    client.save(taken)
    uuids = [*rates(COUNT - 1).uuids, taken.uuids[0]]
    starts = START + np.arange(COUNT) * np.timedelta64(1, "s")
    given = hearth.quantities(
        "heartRate", starts, np.full(COUNT, 61.0), "count/min", uuids=[one.tobytes() for one in uuids]
    )
    with pytest.raises(hearth.RequestError) as refused:
        client.save(given)
    assert refused.value.code is ErrorCode.IDENTIFIER_CONFLICT
    assert refused.value.__notes__ == ["900 of 1000 samples are saved. Saving the same samples again adds the rest."]
    assert len(client.read("heartRate", predicates.one_of(given.uuids[:-1]))) == 900


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_the_limits_are_the_servers(kind: str, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first save of a client, too, knows what its server stages."""
    asked = []

    def noted(limits: hearth.messages.Limits) -> int:
        asked.append(limits.batch_samples)
        return 1 << 30

    monkeypatch.setattr(saving, "staged_bytes_max", noted)
    with connect(kind, server) as client:
        client.save(rates(saving.SMALL_BYTES // SAMPLE_BYTES + 1, START + np.timedelta64(2, "D")))
        assert client.welcome is not None
        assert asked == [client.welcome.limits.batch_samples]
