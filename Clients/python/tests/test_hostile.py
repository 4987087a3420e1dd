"""A server that sends anything: calls fail with an error of this package, and nothing else happens."""

from __future__ import annotations

import contextlib
import math
import socket
import threading
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearth
import vector_files
from blocking import BlockingClient
from hearth import messages as pb
from hearth.framing import framed
from hearth.session.receiving import receive
from opened import REQUEST_OF_REPLY, WELCOME, opened
from server import SECONDS_MAX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from server import Server

REPLIES = [data[4:] for _, kind, data in vector_files.frames() if kind == "ServerFrame"]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A reply of the vectors, with some bytes changed, left out or added."""
    body = bytearray(draw(st.sampled_from(REPLIES)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(len(body) - 1, 0)))
        match draw(st.integers(0, 2)):
            case 0:
                body[place : place + 1] = draw(st.binary(min_size=1, max_size=1))
            case 1:
                del body[place : place + draw(st.integers(1, 9))]
            case _:
                body[place:place] = draw(st.binary(max_size=9))
    return bytes(body)


@settings(max_examples=300)
@given(bodies=st.lists(damaged() | st.binary(max_size=40), min_size=1, max_size=3), number=st.integers(0, 9))
def test_damaged_replies_end_calls_or_are_ignored(bodies: list[bytes], number: int) -> None:
    session, calls = opened(*REQUEST_OF_REPLY.values())
    for body in bodies:
        with contextlib.suppress(Exception):
            # For a call that is open, where the rest of the damage lets it be.
            frame = pb.ServerFrame.FromString(body)
            frame.call = calls[number % len(calls)].number or frame.call
            body = frame.SerializeToString()  # noqa: PLW2901
        if not receive(session, body):
            break
    for call in calls:
        with contextlib.suppress(hearth.HearthError):
            session.take(call)


@contextlib.contextmanager
def serving(folder: Path, serve_one: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[int]]]:
    """A socket that does this with each connection, one after the other; its path, and a list that grows with each."""
    path = str(folder / "it.sock")
    times: list[int] = []
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                times.append(len(times))
                with connection, contextlib.suppress(OSError):
                    serve_one(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield path, times
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


def client_of(kind: str, path: str, patience: float) -> hearth.Client:
    """One that makes its attempts quickly."""
    client = hearth.Client if kind == "sync" else cast("type[hearth.Client]", BlockingClient)
    return client(path, reconnection=hearth.Reconnection(first_pause=0.001, longest_pause=0.01, patience=patience))


@pytest.mark.parametrize(
    "answer",
    [
        b"\0\0\0\0",
        b"\xff\xff\xff\xff",
        framed(b"\xff" * 40),
        framed(pb.ServerFrame(call=1, welcome=pb.Welcome(store_id=b"short")).SerializeToString()),
        framed(pb.ServerFrame(call=1, error=pb.Error(code=pb.ERROR_CODE_VERSION_UNSUPPORTED)).SerializeToString()),
        framed(pb.ServerFrame(call=1, welcome=WELCOME).SerializeToString()) + framed(b"\xff"),
        b"",
    ],
    ids=["empty", "huge", "garbage", "store", "version", "later", "silence"],
)
def test_a_socket_that_is_no_server(tmp_path: Path, answer: bytes) -> None:
    """It says this to each Hello, and hangs up."""

    def answers(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(answer)

    patience = hearth.Reconnection(first_pause=0.001, longest_pause=0.01, patience=2.0)
    with (
        serving(tmp_path, answers) as (path, _),
        hearth.Client(path, reconnection=patience) as client,
        pytest.raises(hearth.HearthError),
    ):
        client.ping()


WELCOMED = framed(pb.ServerFrame(call=1, welcome=WELCOME).SerializeToString())
OTHER = framed(pb.ServerFrame(call=1, pong=pb.Pong()).SerializeToString())


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
@pytest.mark.parametrize("answer", [b"", WELCOMED[:3], WELCOMED[:-1], OTHER], ids=["none", "length", "half", "other"])
def test_a_server_without_a_welcome(tmp_path: Path, kind: str, answer: bytes) -> None:
    """It accepts the connection, and is silent after these bytes."""

    def holds(connection: socket.socket) -> None:
        connection.settimeout(SECONDS_MAX)
        connection.sendall(answer)
        while connection.recv(4096):
            pass

    with serving(tmp_path, holds) as (path, times), client_of(kind, path, patience=0.2) as client:
        # A later call makes a new attempt.
        for attempts in (1, 2):
            with pytest.raises(hearth.NoServerError, match=f"on {path} does not answer"):
                client.ping()
            assert len(times) == attempts


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_server_that_closes_after_each_welcome(tmp_path: Path, kind: str) -> None:
    """As when the request is what ends it."""

    def closes(connection: socket.socket) -> None:
        hello = pb.ClientFrame.FromString(connection.recv(4096)[4:])
        connection.sendall(framed(pb.ServerFrame(call=hello.call, welcome=WELCOME).SerializeToString()))
        connection.recv(4096)

    with serving(tmp_path, closes) as (path, times), client_of(kind, path, patience=0.2) as client:
        with pytest.raises(hearth.NoServerError):
            client.ping()
        assert len(times) > 1


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
@pytest.mark.parametrize("patience", [0.0, math.inf])
def test_a_patience_without_a_limit(server: Server, kind: str, patience: float) -> None:
    """None at all leaves the server its time for the welcome."""
    with client_of(kind, server.socket, patience) as client:
        assert client.ping(b"a").payload == b"a"
