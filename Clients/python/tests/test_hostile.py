"""A server that sends anything: calls fail with an error of this package, and nothing else happens."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearth
import vector_files
from hearth import messages as pb
from hearth.framing import framed
from hearth.session.receiving import receive
from opened import REQUEST_OF_REPLY, WELCOME, opened

if TYPE_CHECKING:
    from pathlib import Path

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
    path = str(tmp_path / "it.sock")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection, contextlib.suppress(OSError):
                    connection.recv(4096)
                    connection.sendall(answer)

        serving = threading.Thread(target=serve)
        serving.start()
        try:
            patience = hearth.Reconnection(first_pause=0.001, longest_pause=0.01, patience=2.0)
            with hearth.Client(path, reconnection=patience) as client, pytest.raises(hearth.HearthError):
                client.ping()
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            serving.join()
