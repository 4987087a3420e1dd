"""Plays the server for a client under test, as a transcript says."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Callable, Mapping

import messages
from client_calls import ConnectionCalls, Saved
from driven_client import DrivenClient
from driver import Driver
from frame_socket import Deadline, Fault, FrameSocket, wait_for
from schema import CLIENT_FRAME, SERVER_FRAME, Generated, parse_text
from transcript import Step, Transcript, frame_step

_WELCOME = """
    major: 1 minor: 7 server_version: "conformance kit" store_id: "0123456789abcdef"
    limits {
      frame_bytes: 16777216 open_calls: 1024 staged_bytes: 67108864 batch_samples: 4096 batch_bytes: 262144
      initial_credit_bytes: 1048576 metadata_entries: 64 metadata_bytes: 65536 predicate_terms: 1024
      string_bytes: 4096 clauses: 256 series_points: 131072 handshake_milliseconds: 5000
    }
"""


class PrintedFailure(Fault):
    """The driver says that a task has failed, where a frame was to come."""

    def __init__(self, line: str) -> None:
        super().__init__(f"prints: {line}")
        self.line = line


_BATCHES = ("samples", "changes", "notice", "statistics")


class ClientCase:
    """One run of one transcript."""

    def __init__(self, command: str, folder: Path, patience: float) -> None:
        self._path = folder / "hearth.sock"
        self._patience = patience
        self._listener = self._listen()
        self._driver = Driver(command, self._path)
        self._client = DrivenClient(self._driver, patience, self._note_consumed)
        self._connection: FrameSocket | None = None
        self._calls = ConnectionCalls(0)
        self._frame_bytes = 0
        self._unread: Generated | None = None
        self._numbers: dict[str, int] = {}
        self._saves: dict[str, Saved] = {}
        self._variables: messages.Variables = {}
        self._streaming: int | None = None
        self._with_unknown_fields = False

    def run(self, transcript: Transcript) -> None:
        kinds: Mapping[str, Callable[[Step], None]] = {
            "T": lambda step: self._client.tell(step.text),
            "P": lambda step: self._client.expect_line(step.text),
            "C": self._expect_frame,
            "S": self._send_frame,
            "*": self._direct,
        }
        for step in transcript.steps:
            try:
                kinds[step.kind](step)
            except Fault as fault:
                raise Fault(f"line {step.line} ({step.kind}: {step.text[:100]}): the client {fault}") from fault
        try:
            self._driver.finish(self._deadline())
        except Fault as fault:
            raise Fault(f"at the end: the client {fault}") from fault

    def close(self) -> str:
        """Ends everything; the last of what the client said on standard error."""
        self._drop()
        self._listener.close()
        return self._driver.kill()

    # ------------------------------------------------------------------------------------------------- the connection

    def _listen(self) -> socket.socket:
        self._path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self._path))
        listener.listen()
        return listener

    def _deadline(self) -> Deadline:
        return Deadline(self._patience)

    def _open_connection(self) -> FrameSocket:
        if self._connection is None:
            raise ValueError("the transcript has no connection here")
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close(self._deadline())
        self._connection = None

    def _accept(self) -> None:
        deadline = self._deadline()
        while True:
            found = wait_for([self._listener, self._driver.fileno()], deadline)
            if self._listener in found:
                break
            if not found:
                raise Fault("does not connect")
            self._read_driver()
            self._client.go_on_asking()
        self._connection = FrameSocket(self._listener.accept()[0], CLIENT_FRAME)
        self._connection.with_unknown_fields = self._with_unknown_fields
        self._calls = ConnectionCalls(1 << 20)
        self._numbers.clear()
        self._streaming = None

    def _open(self, welcome_fields: str) -> None:
        """A connection with its handshake; the fields replace those of the Welcome."""
        self._accept()
        self._expect("$hello", "hello", '{ major: 1 }')
        self._welcome(welcome_fields)

    def _welcome(self, fields: str) -> None:
        welcome = parse_text("Welcome", _WELCOME)
        welcome.MergeFrom(parse_text("Welcome", fields))
        if "minor: 0" in fields:
            welcome.minor = 0
        elif "minor" not in fields:
            # A session speaks the smaller of the two sides' versions.
            welcome.minor = min(welcome.minor, self._hello.hello.minor)
        self._calls = ConnectionCalls(welcome.limits.initial_credit_bytes)
        self._calls.note(self._hello)
        self._frame_bytes = welcome.limits.frame_bytes
        reply = messages.message(SERVER_FRAME, "welcome", "{}", {})
        reply.call = self._numbers["$hello"]
        reply.welcome.CopyFrom(welcome)
        self._open_connection().send(reply)

    def _read_driver(self) -> None:
        """Reads what the driver prints while something else is waited for."""
        self._driver.read_some()
        failure = self._driver.failure()
        if failure is not None:
            raise PrintedFailure(failure)

    def _receive(self) -> Generated:
        if self._unread is not None:
            frame, self._unread = self._unread, None
            return frame
        connection, deadline = self._open_connection(), self._deadline()
        while (found := connection.take()) is None:
            readable = wait_for([connection.fileno(), self._driver.fileno()], deadline)
            if not readable:
                raise Fault("sends nothing")
            if connection.fileno() in readable:
                connection.read_some()
            else:
                self._read_driver()
        frame, length = found
        if self._frame_bytes and length > self._frame_bytes:
            raise Fault(f"sends a frame of {length} bytes; the Welcome allows {self._frame_bytes}")
        self._calls.note(frame)
        return frame

    # ---------------------------------------------------------------------------------------------------------- frames

    def _expect_frame(self, step: Step) -> None:
        wanted = frame_step(step)
        self._expect(wanted.call, wanted.content, wanted.fields)

    def _expect(self, call: str, content: str, fields: str) -> Generated:
        """The next frame, credit aside, is such a one."""
        while True:
            frame = self._receive()
            found = frame.WhichOneof("request") or "nothing"
            if found != "credit" or content == "credit":
                break
        if found != content:
            raise Fault(f"sends {found}")
        if self._numbers.setdefault(call, frame.call) != frame.call:
            raise Fault(f"sends it for call {frame.call}, not for {self._numbers[call]}")
        wanted = messages.pattern(CLIENT_FRAME, content, fields, self._variables)
        for difference in messages.differences(wanted, frame, self._variables):
            raise Fault(f"sends it with another content: {difference}")
        if content == "hello":
            self._hello = frame
            if not frame.hello.app.bundle_identifier:
                raise Fault("sends a Hello without an app's bundle identifier")
        if frame.call in self._calls.streams:
            self._streaming = frame.call
        return frame

    def _number(self, call: str) -> int:
        return int(call) if call.isdigit() else self._numbers[call]

    def _send_frame(self, step: Step) -> None:
        reply = frame_step(step)
        frame = messages.message(SERVER_FRAME, reply.content, reply.fields, self._variables)
        frame.call = self._number(reply.call)
        stream = self._calls.streams.get(frame.call) if reply.content in _BATCHES else None
        while stream is not None and stream.left <= 0:
            try:
                found = self._receive().WhichOneof("request")
            except Fault as fault:
                raise Fault(f"is to grant credit, and {fault}") from fault
            if found != "credit":
                raise Fault(f"is to grant credit, and sends {found}")
        length = self._open_connection().send(frame)
        if stream is not None:
            stream.left -= length
            stream.sent.append(length)

    def _note_consumed(self) -> None:
        if self._streaming is not None:
            self._calls.streams[self._streaming].consumed += 1

    # ------------------------------------------------------------------------------------------------------ directives

    def _direct(self, step: Step) -> None:
        word, _, rest = step.text.partition(" ")
        directives: Mapping[str, Callable[[str], None]] = {
            "open": self._open,
            "accept": lambda _: self._accept(),
            "close": lambda _: self._drop(),
            "stop": lambda _: self._stop(),
            "start": lambda _: self._start(),
            "closed": lambda _: self._open_connection().wait_for_end(self._deadline()),
            "refuse": lambda _: self._refuse(),
            "bytewise": lambda _: self._open_connection().bytewise(),
            "gather": lambda _: self._open_connection().gather(),
            "flush": lambda _: self._open_connection().flush(),
            "raw": lambda digits: self._open_connection().send_bytes(bytes.fromhex(digits)),
            "unknown-reply": self._send_unknown_reply,
            "unknown-fields": lambda _: self._send_unknown_fields(),
            "ping": lambda _: self._ping(),
            "saves": self._expect_save,
            "saves-part": self._expect_part_of_save,
            "same": self._compare_saves,
            "without": self._expect_absence,
            "prints-batch": self._client.expect_batch,
            "take": self._client.take,
            "holds": self._client.compare_copy,
            "hides": self._client.look_for,
            "starts-over": lambda _: self._start_over(),
        }
        directives[word](rest)

    def _stop(self) -> None:
        """As when a server dies: the connection ends, and nobody listens."""
        self._listener.close()
        self._path.unlink()
        self._drop()

    def _start(self) -> None:
        self._listener = self._listen()

    def _refuse(self) -> None:
        """Ends each connection without a word, until the client has had enough."""
        deadline = self._deadline()
        while (line := self._driver.printed()) is None:
            found = wait_for([self._listener, self._driver.fileno()], deadline)
            if deadline.left() == 0:
                raise Fault("does not print that it failed")
            if self._listener in found:
                self._listener.accept()[0].close()
            else:
                self._driver.read_some()
        if not messages.printed_equally("fails", line):
            raise Fault(f"prints: {line}")

    def _send_unknown_fields(self) -> None:
        self._with_unknown_fields = True
        if self._connection is not None:
            self._connection.with_unknown_fields = True

    def _send_unknown_reply(self, call: str) -> None:
        """A reply that only a newer version has: field 90, with some bytes."""
        frame = messages.message(SERVER_FRAME, "", "", {})
        frame.call = self._number(call)
        frame.MergeFromString(b"\xd2\x05\x03new")
        self._open_connection().send(frame)

    def _ping(self) -> None:
        self._client.tell("ping")
        frame = self._expect_new("ping")
        reply = messages.message(SERVER_FRAME, "pong", '{ anchor: "newest" time: 1709276400000000000 }', {})
        reply.call = frame.call
        reply.pong.payload = frame.ping.payload
        self._open_connection().send(reply)
        self._client.expect_line("pong")

    def _expect_new(self, content: str) -> Generated:
        """A request on a call that the transcript gives no name."""
        self._numbers.pop("$unnamed", None)
        return self._expect("$unnamed", content, "{}")

    def _expect_save(self, arguments: str) -> None:
        """`$call COUNT`: a whole save, in as many frames as the client likes."""
        call, count = arguments.split()
        frames = [self._expect_new("save").save]
        self._numbers[call] = self._numbers["$unnamed"]
        while frames[-1].more:
            frames.append(self._expect(call, "save", "{}").save)
        saved = Saved.of(frames)
        if len(saved.uuids) != int(count):
            raise Fault(f"saves {len(saved.uuids)} samples")
        if len(set(saved.uuids)) != len(saved.uuids):
            raise Fault("saves a UUID twice")
        self._saves[call] = saved

    def _expect_part_of_save(self, call: str) -> None:
        """`$call`: the first of several frames."""
        save = self._expect(call, "save", "{}").save
        if not save.more:
            raise Fault("sends the save as one frame")
        self._saves[call] = Saved.of([save])

    def _compare_saves(self, arguments: str) -> None:
        """`$first $second`: what was saved the first time, or the part of it that came, is saved again."""
        first, second = (self._saves[call] for call in arguments.split())
        count = len(first.uuids)
        if first.uuids != second.uuids[:count]:
            raise Fault("saves again with other UUIDs")
        if (first.starts, first.values) != (second.starts[: 8 * count], second.values[: 8 * count]):
            raise Fault("saves again with another content for the same UUIDs")

    def _expect_absence(self, arguments: str) -> None:
        """`$call REQUEST FIELD`: the next frame is such a one, and does not have the field."""
        call, content, name = arguments.split()
        frame = self._expect(call, content, "{}")
        if getattr(getattr(frame, content), name):
            raise Fault(f"sends {content} with {name}")

    def _start_over(self) -> None:
        """The client reads the whole state again: by itself, or its app when it is told of the error."""
        try:
            self._unread = self._receive()
        except PrintedFailure as failure:
            if not failure.line.lower().startswith("error anchor_"):
                raise
            self._client.is_asked = False
            self._client.tell(f"watch {messages.HEART_RATE} count/min")
            self._client.tell("next")
        self._client.start_over()
        self._numbers.pop("$again", None)
