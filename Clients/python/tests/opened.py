"""Sessions without a socket, for tests that speak for the server."""

from __future__ import annotations

from hearth import Reconnection
from hearth import messages as pb
from hearth.session.call import Call
from hearth.session.connecting import connected
from hearth.session.receiving import receive
from hearth.session.sending import next_body
from hearth.session.session import Session

HELLO = pb.Hello(major=1, minor=7, app=pb.App(bundle_identifier="org.example.tests"))
WELCOME = pb.Welcome(
    major=1,
    minor=7,
    store_id=bytes(16),
    limits=pb.Limits(frame_bytes=1 << 24, open_calls=1024, staged_bytes=64 << 20, initial_credit_bytes=1 << 20),
)

REQUEST_OF_REPLY: dict[str | None, pb.ClientFrame] = {
    "committed": pb.ClientFrame(delete_objects=pb.DeleteObjects()),
    "samples": pb.ClientFrame(query_samples=pb.QuerySamples()),
    "changes": pb.ClientFrame(query_changes=pb.QueryChanges()),
    "notice": pb.ClientFrame(observe=pb.Observe()),
    "source_list": pb.ClientFrame(list_sources=pb.ListSources()),
    "characteristic_values": pb.ClientFrame(characteristics=pb.Characteristics()),
    "pong": pb.ClientFrame(ping=pb.Ping()),
    "status_report": pb.ClientFrame(status=pb.Status()),
    "background_registrations": pb.ClientFrame(background_delivery=pb.BackgroundDelivery()),
    "statistics": pb.ClientFrame(query_statistics=pb.QueryStatistics()),
    "source_ranks": pb.ClientFrame(source_ranks=pb.SourceRanks()),
    "authorization_status": pb.ClientFrame(authorization=pb.Authorization()),
    "acknowledged": pb.ClientFrame(acknowledge=pb.Acknowledge()),
}


def said_hello(session: Session) -> pb.ClientFrame:
    """The client's `Hello` on a new connection."""
    connected(session)
    hello = next_frame(session)
    assert hello is not None
    return hello


def greeted(session: Session, welcome: pb.Welcome = WELCOME) -> pb.Hello:
    """Lets the server of a new connection say its welcome; returns the client's Hello."""
    hello = said_hello(session)
    assert receive(session, pb.ServerFrame(call=hello.call, welcome=welcome).SerializeToString())
    return hello.hello


def greeting() -> tuple[Session, Call, pb.ClientFrame]:
    """A session with a call that waits for the welcome, and its `Hello`."""
    session = Session(HELLO, Reconnection())
    call = Call(REQUEST_OF_REPLY["pong"])
    session.begin(call)
    return session, call, said_hello(session)


def opened(*requests: pb.ClientFrame) -> tuple[Session, list[Call]]:
    """A session with these calls open."""
    session = Session(HELLO, Reconnection())
    calls = [Call(request) for request in requests]
    for call in calls:
        session.begin(call)
    greeted(session)
    for call in calls:
        frame = next_frame(session)
        assert frame is not None
        assert frame.call == call.number
    return session, calls


def next_frame(session: Session) -> pb.ClientFrame | None:
    """What the client sends next."""
    body = next_body(session)
    return None if body is None else pb.ClientFrame.FromString(body)


def reply(session: Session, call: Call, **content: object) -> bool:
    """The server answers."""
    frame = pb.ServerFrame(call=call.number, **content)  # type: ignore[arg-type]  # one reply
    return receive(session, frame.SerializeToString())
