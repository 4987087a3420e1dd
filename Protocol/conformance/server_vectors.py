"""Sends what Protocol/vectors says that a server accepts and refuses."""

from __future__ import annotations

import socket
from pathlib import Path

import messages
from frame_socket import Deadline, Ended, Fault, FrameSocket
from schema import CLIENT_FRAME, SERVER_FRAME, Generated, decode, all_enums
from vector_files import CaseFile, case_files, unframed

_ENDING = ("MALFORMED_FRAME", "FRAME_TOO_LARGE")
# What an accepted frame may be answered with all the same: the store need not hold what it names.
_ABOUT_FORM = (
    "MALFORMED_FRAME",
    "MALFORMED_COLUMN",
    "MALFORMED_TEXT",
    "MALFORMED_PREDICATE",
    "VALUE_OUT_OF_RANGE",
    "LIMIT_EXCEEDED",
    "PROTOCOL_VIOLATION",
    "UNIMPLEMENTED",
)
_LAST_CALL = (1 << 64) - 1


def send_vectors(kind: str, path: Path, deadline: Deadline) -> None:
    """All files of a kind, `accept` or `refuse`, that are about what clients send; each on a connection of its own."""
    names = {value.number: value.name.removeprefix("ERROR_CODE_") for value in _error_codes()}
    for file in case_files(kind):
        case = CaseFile.read(file)
        if case.header["direction"] != "client":
            continue
        try:
            (_accept if kind == "accept" else _refuse)(case, path, names, deadline)
        except Fault as fault:
            raise Fault(f"with {file.stem}: {fault}") from fault


def _error_codes() -> list[Generated]:
    return [value for enum in all_enums() if enum.name == "ErrorCode" for value in enum.values]


def _opened(path: Path, is_hello: bool, deadline: Deadline) -> FrameSocket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    frames = FrameSocket(connection, SERVER_FRAME)
    if not is_hello:
        hello = 'call: 1 hello { major: 1 minor: 4 app { bundle_identifier: "org.example.run" name: "Run" } }'
        frames.send(messages.message(CLIENT_FRAME, "", hello, {}))
        try:
            reply, _ = frames.receive(deadline)
        except Fault:
            frames.close(deadline)
            raise
        if not reply.HasField("welcome"):
            frames.close(deadline)
            raise Fault("answers a Hello with something else than a Welcome")
    return frames


def _refuse(case: CaseFile, path: Path, names: dict[int, str], deadline: Deadline) -> None:
    field = case.header.get("field", "")
    frames = _opened(path, field.startswith("hello"), deadline)
    try:
        if field.startswith("credit"):
            # A credit is refused on the call that it is for.
            frames.send(messages.message(CLIENT_FRAME, "", "call: 2 observe {}", {}))
            frames.receive(deadline)
        frames.send_bytes(case.data)
        while True:
            reply, _ = frames.receive(deadline)
            if reply.HasField("error"):
                break
        if names.get(reply.error.code) != case.header["error"]:
            raise Fault(f"is refused with {names.get(reply.error.code)}, not {case.header['error']}")
        if field and reply.error.field != field:
            raise Fault(f"is refused for {reply.error.field}, not {field}")
        if case.header["error"] in _ENDING:
            frames.wait_for_end(deadline)
    finally:
        frames.close(deadline)


def _accept(case: CaseFile, path: Path, names: dict[int, str], deadline: Deadline) -> None:
    request = decode(CLIENT_FRAME, unframed(case.data))
    frames = _opened(path, request.HasField("hello"), deadline)
    try:
        frames.send_bytes(case.data)
        # The greatest call number leaves none for another.
        if request.call < _LAST_CALL and not request.HasField("hello"):
            frames.send(messages.message(CLIENT_FRAME, "", f"call: {_LAST_CALL} ping {{}}", {}))
        while True:
            reply, _ = frames.receive(deadline)
            code = names.get(reply.error.code, "") if reply.HasField("error") else ""
            if code in _ABOUT_FORM:
                raise Fault(f"is refused with {code} for {reply.error.field}")
            if reply.HasField("pong") or reply.HasField("welcome"):
                return
    except Ended as end:
        raise Fault("ends the connection") from end
    finally:
        frames.close(deadline)
