"""Background delivery: acknowledgements, cursors, and how an app is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import hearth
from conftest import connect
from hearth import ErrorCode
from hearth import messages as pb
from hearth.session.call import Call
from hearth.session.connecting import lost
from hearth.session.receiving import receive
from hearth.session.session import Session
from opened import HELLO, WELCOME, greeted, next_frame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from server import Server

STEPS = "HKQuantityTypeIdentifierStepCount"
START = np.datetime64("2026-11-21T08:00", "ns")
COMMAND = ["/usr/bin/true", "--background"]


def steps(count: int, hour: int) -> hearth.Samples:
    starts = START + np.timedelta64(hour, "h") + np.arange(count) * np.timedelta64(1, "s")
    return hearth.quantities("stepCount", starts, np.ones(count), "count")


def test_a_cursor_begins_where_it_was_moved_to(client: hearth.Client) -> None:
    name = f"upload-{id(client)}"
    with client.changes("stepCount", cursor=name) as changes:
        for batch in changes:
            done = batch.anchor
    assert client.acknowledge(done, cursor=name).anchor == done
    client.save(steps(3, 1))
    # Reading moves nothing: what was not acknowledged comes again.
    for _ in range(2):
        batches = list(client.changes("stepCount", cursor=name))
        assert sum(len(one) for batch in batches for one in batch.added) == 3
    assert client.acknowledge(batches[-1].anchor, cursor=name).anchor == batches[-1].anchor
    # Never back.
    assert client.acknowledge(done, cursor=name).anchor == batches[-1].anchor
    assert [one for batch in client.changes("stepCount", cursor=name) for one in batch.added] == []
    client.forget_cursor(name)
    client.forget_cursor(name)
    state = [one for batch in client.changes("stepCount", cursor=name) for one in batch.added]
    assert sum(map(len, state)) >= 3


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_notice_is_delivered_when_it_is_acknowledged(kind: str, own_server: Server) -> None:
    with connect(kind, own_server) as client:
        launch = hearth.Launch(command=COMMAND, time_limit_seconds=5)
        client.registrations({"stepCount": hearth.UpdateFrequency.IMMEDIATE}, launch=launch)
        with client.observe("stepCount", acknowledges=True) as notices:
            assert next(iter(notices)).types == ()
            client.save(steps(1, 2))
            notice = next(iter(notices))
            assert notice.types == (STEPS,)
            assert waiting(client) == [True]
            assert client.acknowledge(notice.anchor, "stepCount").anchor == b""
            assert waiting(client) == [False]
        (app,) = client.status().background_apps
        assert app.launch.startswith(COMMAND[0])
        assert client.registrations(disable_all=True) == {}


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_an_acknowledgement_of_nothing_is_refused(kind: str, own_server: Server) -> None:
    with connect(kind, own_server) as client:
        with client.observe("stepCount", acknowledges=True) as notices:
            notice = next(iter(notices))
        nothing: list[Iterable[str]] = [notice.types, [], iter(())]
        for types in nothing:
            with pytest.raises(hearth.RequestError, match="name the types that are done") as refused:
                client.acknowledge(notice.anchor, types)
            assert refused.value.code is ErrorCode.INVALID_ARGUMENT
            assert refused.value.field == "types"


def waiting(client: hearth.Client) -> list[bool]:
    """Of each registration whether a delivery waits for an acknowledgement."""
    (app,) = client.status().background_apps
    return [of_type.pending for of_type in app.types]


def test_a_launch_that_says_nothing_is_refused(client: hearth.Client) -> None:
    for launch in (hearth.Launch(), hearth.Launch(command=["true"]), hearth.Launch(systemd_unit="-x")):
        with pytest.raises(hearth.RequestError) as refused:
            client.registrations(launch=launch)
        assert refused.value.code is ErrorCode.INVALID_ARGUMENT
        assert refused.value.field.startswith("background_delivery.launch")
    with pytest.raises(hearth.RequestError, match="NUL"):
        hearth.Launch(command=["/usr/bin/true", "a\0b"]).message()


@pytest.mark.parametrize(
    "request_of_later",
    [
        pb.ClientFrame(acknowledge=pb.Acknowledge(anchor=b"a")),
        pb.ClientFrame(observe=pb.Observe(acknowledges=True)),
        pb.ClientFrame(query_changes=pb.QueryChanges(cursor="upload")),
        pb.ClientFrame(background_delivery=pb.BackgroundDelivery(launch=pb.BackgroundLaunch(command=COMMAND))),
    ],
    ids=["acknowledge", "observe", "cursor", "launch"],
)
def test_a_server_that_is_too_old_is_not_asked(request_of_later: pb.ClientFrame) -> None:
    for minor, is_sent in ((1, False), (2, True), (7, True)):
        session = Session(HELLO, hearth.Reconnection())
        call = Call(pb.ClientFrame.FromString(request_of_later.SerializeToString()))
        session.begin(call)
        welcome = pb.Welcome.FromString(WELCOME.SerializeToString())
        welcome.minor = minor
        greeted(session, welcome)
        assert (next_frame(session) is not None) == is_sent
        if not is_sent:
            with pytest.raises(hearth.RequestError, match=r"1\.2") as refused:
                session.take(call)
            assert refused.value.code is ErrorCode.UNIMPLEMENTED


def test_after_a_loss_a_cursor_gives_way_to_the_last_anchor() -> None:
    session = Session(HELLO, hearth.Reconnection())
    call = Call(pb.ClientFrame(query_changes=pb.QueryChanges(cursor="upload", follow=True)))
    session.begin(call)
    greeted(session)
    frame = next_frame(session)
    assert frame is not None
    assert (frame.query_changes.cursor, frame.query_changes.anchor) == ("upload", b"")
    changes = pb.ServerFrame(call=frame.call, changes=pb.ChangeBatch(anchor=b"a1", caught_up=True))
    assert receive(session, changes.SerializeToString())
    session.take(call)
    lost(session, hearth.ConnectionLostError("gone"), 0.0, 0.0)
    greeted(session)
    frame = next_frame(session)
    assert frame is not None
    assert (frame.query_changes.cursor, frame.query_changes.anchor) == ("upload", b"a1")
