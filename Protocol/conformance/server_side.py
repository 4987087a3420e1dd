"""Plays clients for a server under test, as a transcript says."""

from __future__ import annotations

import socket
from collections import defaultdict, deque
from pathlib import Path
from typing import Callable, Mapping

import messages
from frame_socket import Deadline, Fault, FrameSocket
from schema import CLIENT_FRAME, SERVER_FRAME, Generated
from server_process import ServerProcess
from server_vectors import send_vectors
from transcript import Step, Transcript, frame_step

_BATCHES = ("samples", "changes", "notice")


class ServerConnection:
    """A connection of the kit's to the server: frames by call, and the credit that the server has."""

    def __init__(self, path: Path) -> None:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(path))
        except OSError as error:
            connection.close()
            raise Fault(f"cannot be connected to: {error}") from error
        self.frames = FrameSocket(connection, SERVER_FRAME)
        self.initial_credit = 1 << 20
        self.left: dict[int, int] = {}
        self._greatest = 0
        self._waiting: dict[int, deque[tuple[Generated, int]]] = defaultdict(deque)

    def next_call(self) -> int:
        """A number for a call that the transcript does not name: it leaves room for some."""
        return self._greatest + 1

    def send(self, frame: Generated) -> None:
        self._greatest = max(self._greatest, frame.call)
        if frame.WhichOneof("request") in ("query_samples", "query_changes", "observe"):
            self.left[frame.call] = self.initial_credit
        if frame.HasField("credit") and frame.call in self.left:
            self.left[frame.call] = min(self.left[frame.call] + frame.credit.bytes, 1 << 30)
        self.frames.send(frame)

    def has_waiting(self, call: int) -> bool:
        return bool(self._waiting[call])

    def receive(self, call: int, deadline: Deadline) -> tuple[Generated, int]:
        """The next frame for a call; those for others are kept. An error for call 0 is for everybody."""
        while not self._waiting[call]:
            frame, length = self.frames.receive(deadline)
            reply = frame.WhichOneof("reply")
            if frame.call == 0 and call != 0:
                raise Fault(f"ends the connection: {frame.error.code} {frame.error.message}")
            if reply in _BATCHES:
                if self.left.get(frame.call, 0) <= 0:
                    raise Fault(f"sends {reply} on call {frame.call} without credit")
                self.left[frame.call] -= length
            self._waiting[frame.call].append((frame, length))
        return self._waiting[call].popleft()


class ServerCase:
    """One run of one transcript."""

    def __init__(self, command: str, folder: Path, patience: float) -> None:
        self._command = command
        self._folder = folder
        self._patience = patience
        self._store = "store"
        self._server: ServerProcess | None = None
        self._said = ""
        self._connections: list[ServerConnection] = []
        self._variables: messages.Variables = {}

    def run(self, transcript: Transcript) -> None:
        kinds: Mapping[str, Callable[[Step], None]] = {
            "C": self._send,
            "S": self._expect,
            "*": self._direct,
        }
        self._start()
        for step in transcript.steps:
            try:
                kinds[step.kind](step)
            except Fault as fault:
                raise Fault(f"line {step.line} ({step.kind}: {step.text[:100]}): the server {fault}") from fault

    def close(self) -> str:
        for connection in self._connections:
            connection.frames.close(self._deadline())
        if self._server is not None:
            self._said = self._server.end()
        return self._said

    def _deadline(self) -> Deadline:
        return Deadline(self._patience)

    def _start(self) -> None:
        self._server = ServerProcess(self._command, self._folder, self._store, self._deadline())

    def _running(self) -> ServerProcess:
        if self._server is None:
            raise ValueError("the transcript has no server here")
        return self._server

    @property
    def _connection(self) -> ServerConnection:
        return self._connections[-1]

    # ---------------------------------------------------------------------------------------------------------- frames

    def _send(self, step: Step) -> None:
        request = frame_step(step)
        frame = messages.message(CLIENT_FRAME, request.content, request.fields, self._variables)
        frame.call = int(request.call)
        self._connection.send(frame)

    def _expect(self, step: Step) -> None:
        wanted = frame_step(step)
        frame, _ = self._connection.receive(int(wanted.call), self._deadline())
        found = frame.WhichOneof("reply") or "nothing"
        if found != wanted.content:
            raise Fault(f"sends {found}: {_without_samples(frame)}")
        pattern = messages.pattern(SERVER_FRAME, wanted.content, wanted.fields, self._variables)
        for difference in messages.differences(pattern, frame, self._variables):
            raise Fault(f"sends it with another content: {difference}")

    # ------------------------------------------------------------------------------------------------------ directives

    def _direct(self, step: Step) -> None:
        word, _, rest = step.text.partition(" ")
        directives: Mapping[str, Callable[[str], None]] = {
            "connect": lambda _: self._connect(),
            "open": self._open,
            "close": lambda _: self._drop(),
            "closed": lambda _: self._connection.frames.wait_for_end(self._deadline()),
            "bytewise": lambda _: self._connection.frames.bytewise(),
            "gather": lambda _: self._connection.frames.gather(),
            "flush": lambda _: self._connection.frames.flush(),
            "raw": lambda digits: self._connection.frames.send_bytes(bytes.fromhex(digits)),
            "unknown-fields": lambda _: self._send_unknown_fields(),
            "unknown-request": self._send_unknown_request,
            "calls": self._send_calls,
            "ping": lambda _: self._ping(),
            "restart": lambda _: self._restart(),
            "new-store": lambda _: self._take_new_store(),
            "samples": self._read_samples,
            "changes": self._read_changes,
            "stops": self._read_until_credit_is_gone,
            "vectors": lambda kind: send_vectors(kind, self._running().path, self._deadline()),
        }
        directives[word](rest)

    def _connect(self) -> None:
        self._connections.append(ServerConnection(self._running().path))

    def _open(self, app: str) -> None:
        self._connect()
        hello = f'{{ major: 1 minor: 4 app {{ bundle_identifier: "{app or "org.example.kit"}" name: "Kit" }} }}'
        self._send(Step("C", f"1 hello {hello}", 0))
        self._expect(Step("S", "1 welcome { major: 1 }", 0))

    def _drop(self) -> None:
        self._connections.pop().frames.close(self._deadline())

    def _send_unknown_fields(self) -> None:
        self._connection.frames.with_unknown_fields = True

    def _send_unknown_request(self, call: str) -> None:
        """A request that only a newer version has: field 90, with some bytes."""
        frame = messages.message(CLIENT_FRAME, "", "", {})
        frame.call = int(call)
        frame.MergeFromString(b"\xd2\x05\x03new")
        self._connection.send(frame)

    def _send_calls(self, arguments: str) -> None:
        """`FIRST LAST REQUEST`: the same request for each of these calls."""
        first, last, content = arguments.split(" ", 2)
        for call in range(int(first), int(last) + 1):
            self._send(Step("C", f"{call} {content}", 0))

    def _ping(self) -> None:
        """A sign of life; whatever the server had to send before is here then."""
        call = self._connection.next_call()
        self._connection.send(messages.message(CLIENT_FRAME, "", f"call: {call} ping {{}}", {}))
        frame, _ = self._connection.receive(call, self._deadline())
        if not frame.HasField("pong"):
            raise Fault("does not answer a Ping with a Pong")

    def _restart(self) -> None:
        """Kills the server and starts it anew: what it acknowledged is there."""
        self._forget_connections()
        self._running().end()
        self._start()

    def _take_new_store(self) -> None:
        self._forget_connections()
        self._running().end()
        self._store = "new-store"
        self._start()

    def _forget_connections(self) -> None:
        while self._connections:
            self._drop()

    def _read_samples(self, arguments: str) -> None:
        """`CALL REASON NUMBER...`: a query's samples in this order, in any batches, and the reason of its Done."""
        call, reason, *numbers = arguments.split()
        found: list[str] = []
        while True:
            frame, length = self._connection.receive(int(call), self._deadline())
            if not frame.HasField("samples"):
                break
            for columns in frame.samples.columns:
                found += messages.uuid_texts(columns.uuids)
            self._grant(int(call), length)
        if frame.WhichOneof("reply") != "done":
            raise Fault(f"ends the stream with {_without_samples(frame)}")
        wanted = [messages.sample_words(int(number)).split()[0] for number in numbers]
        if found != wanted:
            raise Fault(f"sends {len(found)} samples, not these {len(wanted)} in their order")
        pattern = messages.pattern(SERVER_FRAME, "done", f"{{ reason: DONE_REASON_{reason} }}", {})
        for difference in messages.differences(pattern, frame, {}):
            raise Fault(f"ends the stream with another reason: {difference}")

    def _read_changes(self, arguments: str) -> None:
        """`CALL $anchor CHANGE...`: exactly these changes, `+NUMBER` or `-NUMBER`, until the stream has caught up."""
        call, anchor, *changes = arguments.split()
        found: list[str] = []
        while True:
            frame, length = self._connection.receive(int(call), self._deadline())
            if not frame.HasField("changes"):
                raise Fault(f"ends the stream: {_without_samples(frame)}")
            batch = frame.changes
            for columns in batch.added:
                found += [f"+{text}" for text in messages.uuid_texts(columns.uuids)]
            found += [f"-{text}" for text in messages.uuid_texts(batch.deleted.uuids)]
            self._grant(int(call), length)
            # A write that was on its way when the stream caught up comes in a batch of its own.
            if batch.caught_up and len(found) >= len(changes):
                break
        self._variables[anchor.removeprefix("$")] = batch.anchor
        wanted = [change[0] + messages.sample_words(int(change[1:])).split()[0] for change in changes]
        if sorted(found) != sorted(wanted):
            raise Fault(f"sends {len(found)} changes, not exactly these {len(wanted)}")

    def _grant(self, call: int, length: int) -> None:
        self._connection.send(messages.message(CLIENT_FRAME, "credit", f"{{ bytes: {length} }} call: {call}", {}))

    def _read_until_credit_is_gone(self, call: str) -> None:
        """The server sends batches until the account is used up, and nothing then."""
        number = int(call)
        while self._connection.left[number] > 0:
            frame, _ = self._connection.receive(number, self._deadline())
            if frame.WhichOneof("reply") not in _BATCHES:
                raise Fault(f"ends the stream: {_without_samples(frame)}")
        # What it sent in spite of that would be here before the second answer.
        self._ping()
        self._ping()
        if self._connection.has_waiting(number):
            raise Fault("goes on without credit")


def _without_samples(frame: Generated) -> str:
    """A frame for people, when it is short."""
    text = str(frame).replace("\n", " ")
    return text if len(text) < 300 else f"{frame.WhichOneof('reply')} of {len(text)} characters"
