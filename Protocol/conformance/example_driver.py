"""A small client of Hearth with the interface of a driver: what the kit is tested with, and an example for others.

It uses the standard library and what protoc makes of hearth.proto, and shares nothing with the kit but that.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import time
import uuid
from collections import deque
from typing import Any, Callable

from google.protobuf.message import DecodeError

import schema

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
ENDING_CODES = range(100, 106)
SHUTTING_DOWN, OBJECT_NOT_FOUND = 108, 141
PATIENCE = 10.0
FIRST_START = 1_709_276_400_000_000_000


class CallError(Exception):
    """The server answered with an error."""

    def __init__(self, error: Any) -> None:
        self.code, self.field = error.code, error.field


class Lost(Exception):
    """The connection is gone."""


class Refused(Exception):
    """There is no point in going on."""


class Client:
    """Calls over a connection that is found again when it is lost. `next` reads the stream that is open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.connection: socket.socket | None = None
        self.number = 0
        self.cancelled: set[int] = set()
        self.stream: dict[str, Any] | None = None
        # Of the buckets: how much they hold, and its sum.
        self.sums: dict[int, tuple[int, float]] = {}

    # ------------------------------------------------------------------------------------------------- the connection

    def connected(self) -> None:
        """Opens a connection when there is none; tries again for a while when nobody is there."""
        attempts, end = 0, time.monotonic() + PATIENCE
        while self.connection is None:
            try:
                self.open()
            except (OSError, Lost) as error:
                attempts += 1
                if attempts > 6 or time.monotonic() > end:
                    raise Refused("no server") from error
                select.select([], [], [], 0.01 * 2**attempts)

    def open(self) -> None:
        self.connection = socket.socket(socket.AF_UNIX)
        self.buffer = bytearray()
        self.arrived: deque[tuple[Any, int]] = deque()
        try:
            self.connection.connect(self.path)
            app = {"bundle_identifier": "org.example.driver"}
            hello = self.send(hello={"major": 1, "minor": 7, "app": app})
            self.welcome = self.reply(hello).welcome
        except CallError as error:
            self.drop()
            if error.code == SHUTTING_DOWN:
                raise Lost from error
            raise Refused(error) from error
        except (OSError, Lost):
            self.drop()
            raise

    def drop(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None
        if self.stream is not None:
            self.stream["call"] = None

    # ---------------------------------------------------------------------------------------------------------- frames

    def send(self, call: int = 0, **request: Any) -> int:
        if call == 0:
            self.number += 1
            call = self.number
        body = schema.encode(schema.new_message("ClientFrame", call=call, **request))
        assert self.connection is not None
        try:
            self.connection.sendall(struct.pack("<I", len(body)) + body)
        except OSError as error:
            self.drop()
            raise Lost from error
        return call

    def read(self) -> None:
        """Reads what comes next, and keeps the frames that are whole."""
        assert self.connection is not None
        try:
            data = self.connection.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            self.drop()
            raise Lost
        self.buffer += data
        self.split()

    def split(self) -> None:
        while len(self.buffer) >= 4:
            (length,) = struct.unpack_from("<I", self.buffer)
            if not 1 <= length <= self.frame_bytes():
                self.drop()
                raise Refused("not a frame")
            if len(self.buffer) < 4 + length:
                return
            try:
                frame = schema.decode("ServerFrame", bytes(self.buffer[4 : 4 + length]))
            except DecodeError as error:
                self.drop()
                raise Refused("not a message") from error
            del self.buffer[: 4 + length]
            self.note(frame, length)

    def frame_bytes(self) -> int:
        return 1 << 24

    def note(self, frame: Any, length: int) -> None:
        if frame.HasField("error") and (frame.call == 0 or frame.error.code in ENDING_CODES):
            self.drop()
            raise Refused(CallError(frame.error))
        # What was on its way when the stream was cancelled is nobody's any more.
        if frame.call not in self.cancelled:
            self.arrived.append((frame, length))

    def take(self, call: int) -> tuple[Any, int]:
        """The next frame for a call; those for others stay, those that nobody knows go."""
        while True:
            for index, (frame, length) in enumerate(self.arrived):
                if frame.call == call:
                    del self.arrived[index]
                    if frame.WhichOneof("reply") is None:
                        break
                    if frame.HasField("error"):
                        raise CallError(frame.error)
                    return frame, length
            else:
                self.read()

    def reply(self, call: int) -> Any:
        return self.take(call)[0]

    # ----------------------------------------------------------------------------------------------------------- calls

    def call(self, send: Callable[[], int]) -> Any:
        """A call with one reply, which is asked again when the connection is lost."""
        while True:
            self.connected()
            try:
                return self.reply(send())
            except Lost:
                self.after_loss()
            except CallError as error:
                if error.code != SHUTTING_DOWN:
                    raise
                self.drop()
                self.after_loss()

    def after_loss(self) -> None:
        """What was asked is asked again."""

    def save(self, count: int) -> Any:
        identifiers = [self.identifier() for _ in range(count)]
        return self.call(lambda: self.send_save(identifiers)).committed

    def identifier(self) -> bytes:
        return uuid.uuid4().bytes

    def send_save(self, identifiers: list[bytes]) -> int:
        call = 0
        rows = self.rows_per_frame()
        for first in range(0, len(identifiers), rows):
            part = identifiers[first : first + rows]
            starts = (FIRST_START + index for index in range(first, first + len(part)))
            columns = {
                "type": HEART_RATE,
                "uuids": b"".join(part),
                "starts": struct.pack(f"<{len(part)}q", *starts),
                "quantity": {"values": struct.pack("<d", 60.0) * len(part), "unit": "count/min"},
            }
            call = self.send(call, save={"columns": [columns], "more": first + rows < len(identifiers)})
        return call

    def rows_per_frame(self) -> int:
        return (self.welcome.limits.frame_bytes - 1_024) // 32

    def save_record(self, identifier: str, words: list[str]) -> Any:
        self.needs(4)
        columns = {
            "type": identifier,
            "uuids": self.identifier(),
            "starts": struct.pack("<q", FIRST_START),
            "record": read_record(words),
        }
        return self.call(lambda: self.send_record(columns)).committed

    def send_record(self, columns: dict[str, Any]) -> int:
        return self.send(save={"columns": [columns]})

    def delete(self, identifier: bytes) -> int:
        attempts = 0

        def send() -> int:
            nonlocal attempts
            attempts += 1
            return self.send(delete_objects={"objects": {"uuids": identifier}})

        try:
            return self.call(send).committed.deleted
        except CallError as error:
            if error.code == OBJECT_NOT_FOUND and attempts > 1:
                return 1
            raise

    def needs(self, minor: int) -> None:
        """Fails when the server does not know what this minor version brought."""
        self.connected()
        if self.welcome.minor < minor:
            raise Refused("the server is too old")

    def register(self, identifier: str, *command: str) -> int:
        self.needs(2 if command else 1)
        request: dict[str, Any] = {"enable": [{"type": identifier, "frequency": 1}]}
        if command:
            request["launch"] = {"command": command}
        return len(self.call(lambda: self.send(background_delivery=request)).background_registrations.registrations)

    def acknowledge(self, **fields: Any) -> bytes:
        """Where the cursor stands then, if there is one."""
        self.needs(2)
        return self.call(lambda: self.send(acknowledge=fields)).acknowledged.anchor

    def ask(self, identifier: str) -> list[str]:
        """The lines of what the owner has answered."""
        self.needs(7)
        request = {"share": [identifier], "read": [identifier], "request": True}
        status = self.call(lambda: self.send(authorization=request)).authorization_status
        return [
            f"authorized {one.type} {one.share} {'undecided' if one.read_undetermined else 'decided'}"
            f" {one.since if one.HasField('since') else '-'}"
            for one in status.types
        ]

    # --------------------------------------------------------------------------------------------------------- streams

    def begin(self, kind: str, identifier: str, unit: str = "", anchor: bytes = b"", cursor: str = "") -> None:
        self.stream = {
            "kind": kind, "clauses": [{"type": identifier, "unit": unit}], "anchor": anchor, "cursor": cursor,
            "call": None, "owed": 0, "taken": False, "series": False, "has_attribute": False,
        }  # fmt: skip

    def open_stream(self, stream: dict[str, Any]) -> None:
        if stream["kind"] == "query" and stream["taken"]:
            raise Refused("the query was interrupted")
        self.connected()
        stream["owed"] = 0
        clauses = stream["clauses"]
        if stream["kind"] == "query":
            self.needs(4 if stream["has_attribute"] else 0)
            stream["call"] = self.send(query_samples={"clauses": clauses, "include_series": stream["series"]})
        elif stream["kind"] == "sums":
            self.needs(3)
            request = {"clauses": clauses, "sum": True, "edges": stream["edges"], "follow": True}
            stream["call"] = self.send(query_statistics=request)
        elif stream["kind"] == "observe":
            self.needs(2)
            stream["call"] = self.send(observe={"clauses": clauses, "acknowledges": True})
        else:
            anchor, cursor = stream["anchor"], stream["cursor"]
            self.needs(2 if cursor else 0)
            request = {"clauses": clauses, "anchor": anchor, "cursor": cursor, "follow": True}
            request["include_series"] = stream["series"]
            stream["call"] = self.send(query_changes=request)

    def begin_records(self, kind: str, identifier: str, word: str = "") -> None:
        """Reads records with their series; with a word only those that have one of its values."""
        self.begin(kind, identifier)
        self.stream["series"] = True
        if word:
            match = {**read_attribute(word), "relation": 3}
            self.stream["clauses"][0]["predicate"] = {"terms": [{"attribute": match}]}
            self.stream["has_attribute"] = True

    def next_sums(self) -> list[str]:
        """The lines of what the buckets hold, as soon as they show one state."""
        while (frame := self.next()) is not None:
            batch, sums = frame.statistics, self.sums
            if batch.reset:
                sums.clear()
            for bucket, count, value in bucket_rows(batch.merged):
                sums[bucket] = (count, value)
            if batch.caught_up:
                held = [f"bucket {bucket} {count} {value!r}" for bucket, (count, value) in sorted(sums.items()) if count]
                return [*held, f"anchor {batch.anchor.hex()}", "batch"]
        return ["end"]

    def next(self) -> Any:
        """The next batch of the stream that is open; nil at its end."""
        stream = self.stream
        if stream is None:
            return None
        while True:
            try:
                if stream["call"] is None:
                    self.open_stream(stream)
                frame, length = self.take(stream["call"])
            except Lost:
                self.after_loss()
                continue
            except CallError as error:
                stream["call"] = None
                if error.code != SHUTTING_DOWN:
                    self.stream = None
                    raise
                self.drop()
                continue
            if frame.HasField("done"):
                self.stream = None
                return None
            self.work_through(stream, frame, length)
            return frame

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        stream["taken"] = True
        if frame.HasField("changes"):
            stream["anchor"] = frame.changes.anchor
        stream["owed"] += length
        if stream["owed"] >= self.credit_threshold():
            self.send(stream["call"], credit={"bytes": stream["owed"]})
            stream["owed"] = 0

    def credit_threshold(self) -> int:
        return self.welcome.limits.initial_credit_bytes // 2

    def cancel(self) -> None:
        if self.stream is not None and self.stream["call"] is not None:
            self.cancelled.add(self.send(self.stream["call"], cancel={}))
        self.stream = None


def rows(columns: Any) -> list[str]:
    """Heart rates, and records, as the kit reads them."""
    count = len(columns.uuids) // 16
    if (len(columns.uuids), len(columns.starts)) != (16 * count, 8 * count):
        raise Refused("columns of different lengths")
    identifiers = (uuid.UUID(bytes=columns.uuids[row : row + 16]) for row in range(0, 16 * count, 16))
    starts = struct.unpack(f"<{count}q", columns.starts)
    values = record_rows(columns.record, count) if columns.HasField("record") else quantity_rows(columns, count)
    return [f"{one} {start} {value}" for one, start, value in zip(identifiers, starts, values)]


def quantity_rows(columns: Any, count: int) -> list[str]:
    if len(columns.quantity.values) != 8 * count:
        raise Refused("columns of different lengths")
    return [repr(value) for value in struct.unpack(f"<{count}d", columns.quantity.values)]


def record_rows(record: Any, count: int) -> list[str]:
    """The words of each record."""
    lengths = struct.unpack(f"<{len(record.lengths) // 4}I", record.lengths)
    counts = struct.unpack(f"<{len(record.counts) // 8}q", record.counts)
    width = 1 if record.contents else 8
    elements = record.contents or record.voltages
    if len(record.records) != count or len(lengths) not in (0, count) or len(elements) != width * sum(lengths):
        raise Refused("columns of different lengths")
    found, first = [], 0
    for row in range(count):
        words = [attribute_word(one) for one in record.records[row].attributes if knows_attribute(one.name)]
        end = first + (lengths[row] if lengths else 0) * width
        part, first = elements[first:end], end
        if part:
            words.append(f"contents:{part.hex()}" if record.contents else f"voltages:{number_words(part)}")
        elif lengths or counts:
            words.append(f"series:{counts[row] if counts else 0}")
        found.append(" ".join(words))
    return found


def knows_attribute(number: int) -> bool:
    """Whether this version has the name."""
    (names,) = (enum for enum in schema.all_enums() if enum.name == "AttributeName")
    return number > 0 and number in names.values_by_number


def number_words(column: bytes) -> str:
    """The bits of float64s."""
    return ",".join(column[at : at + 8][::-1].hex() for at in range(0, len(column), 8))


def attribute_word(attribute: Any) -> str:
    if attribute.numbers:
        values = f"numbers:{number_words(attribute.numbers)}"
    elif attribute.texts:
        values = "texts:" + ",".join(text.encode().hex() for text in attribute.texts)
    elif attribute.uuids:
        column = attribute.uuids
        values = "uuids:" + ",".join(str(uuid.UUID(bytes=column[at : at + 16])) for at in range(0, len(column), 16))
    else:
        count = len(attribute.integers) // 8
        values = "integers:" + ",".join(map(str, struct.unpack(f"<{count}q", attribute.integers)))
    return f"{attribute.name}:{values}"


def read_attribute(word: str) -> dict[str, Any]:
    """The fields of an Attribute."""
    name, form, values = word.split(":")
    each = values.split(",")
    columns: dict[str, Callable[[], Any]] = {
        "integers": lambda: struct.pack(f"<{len(each)}q", *map(int, each)),
        "numbers": lambda: b"".join(bytes.fromhex(value)[::-1] for value in each),
        "texts": lambda: [bytes.fromhex(value).decode() for value in each],
        "uuids": lambda: b"".join(uuid.UUID(value).bytes for value in each),
    }
    return {"name": int(name), form: columns[form]()}


def read_record(words: list[str]) -> dict[str, Any]:
    """The fields of a RecordColumns with one record."""
    attributes = [read_attribute(word) for word in words if word[0].isdigit()]
    columns: dict[str, Any] = {"records": [{"attributes": attributes}]}
    for word in words:
        kind, _, values = word.partition(":")
        if kind == "voltages":
            columns["voltages"] = b"".join(bytes.fromhex(value)[::-1] for value in values.split(","))
            columns["lengths"] = struct.pack("<I", len(columns["voltages"]) // 8)
        elif kind == "contents":
            columns["contents"] = bytes.fromhex(values)
            columns["lengths"] = struct.pack("<I", len(columns["contents"]))
        elif kind == "series":
            columns["lengths"] = bytes(4)
    return columns


def bucket_rows(columns: Any) -> list[tuple[int, int, float]]:
    """The number, the count and the sum of each row."""
    count = len(columns.buckets) // 4
    if (len(columns.buckets), len(columns.counts), len(columns.sums)) != (4 * count, 8 * count, 8 * count):
        raise Refused("columns of different lengths")
    numbers = struct.unpack(f"<{count}I", columns.buckets)
    return list(zip(numbers, struct.unpack(f"<{count}q", columns.counts), struct.unpack(f"<{count}d", columns.sums)))


def batch_lines(frame: Any) -> list[str]:
    if frame.HasField("samples"):
        return [f"sample {row}" for columns in frame.samples.columns for row in rows(columns)] + ["batch"]
    if frame.HasField("notice"):
        return [" ".join(["notice", *frame.notice.types]), f"anchor {frame.notice.anchor.hex()}", "batch"]
    changes = frame.changes
    lines = [f"added {row}" for columns in changes.added for row in rows(columns)]
    deleted = changes.deleted.uuids
    lines += [f"deleted {uuid.UUID(bytes=deleted[row : row + 16])}" for row in range(0, len(deleted), 16)]
    lines.append(f"anchor {changes.anchor.hex()}")
    return lines + ["caught-up"] * changes.caught_up + ["batch"]


def lines_for(client: Client, words: list[str]) -> list[str]:
    """Does what a task says; the lines to print."""
    match words:
        case ["save", count]:
            committed = client.save(int(count))
            return [f"committed {committed.added} {committed.deleted} {committed.unchanged}"]
        case ["save-record", identifier, *words]:
            committed = client.save_record(identifier, words)
            return [f"committed {committed.added} {committed.deleted} {committed.unchanged}"]
        case ["records", identifier, *word]:
            client.begin_records("query", identifier, *word)
        case ["watch-records", identifier]:
            client.begin_records("watch", identifier)
        case ["delete", identifier]:
            return [f"committed 0 {client.delete(uuid.UUID(identifier).bytes)} 0"]
        case ["query", identifier, unit]:
            client.begin("query", identifier, unit)
        case ["watch", identifier, unit, *anchor]:
            client.begin("watch", identifier, unit, bytes.fromhex("".join(anchor)))
        case ["next"] if client.stream is not None and client.stream["kind"] == "sums":
            return client.next_sums()
        case ["next"]:
            frame = client.next()
            return ["end"] if frame is None else batch_lines(frame)
        case ["cancel"]:
            client.cancel()
        case ["ping"]:
            client.call(lambda: client.send(ping={}))
            return ["pong"]
        case ["ask", identifier]:
            return client.ask(identifier)
        case ["register", identifier, *command]:
            return [f"registered {client.register(identifier, *command)}"]
        case ["resume", identifier, unit, cursor]:
            client.begin("watch", identifier, unit, cursor=cursor)
        case ["sums", identifier, unit, edges]:
            client.begin("sums", identifier, unit)
            times = [int(edge) for edge in edges.split(",")]
            client.stream["edges"] = struct.pack(f"<{len(times)}q", *times)
        case ["observe", identifier]:
            client.begin("observe", identifier)
        case ["acknowledge", anchor, identifier]:
            client.acknowledge(anchor=bytes.fromhex(anchor), types=[identifier])
            return ["acknowledged"]
        case ["move", cursor, anchor]:
            return [f"acknowledged {client.acknowledge(anchor=bytes.fromhex(anchor), cursor=cursor).hex()}"]
        case ["forget", cursor]:
            client.acknowledge(cursor=cursor)
            return ["acknowledged"]
        case _:
            return ["unsupported"]
    return []


def run(client: Client) -> None:
    for task in sys.stdin:
        try:
            lines = lines_for(client, task.split())
        except CallError as error:
            lines = [f"error {code_name(error.code)} {error.field}"]
        except (Lost, Refused) as reason:
            cause = reason.args[0] if reason.args else reason
            lines = [f"error {code_name(cause.code)}" if isinstance(cause, CallError) else "failed"]
        print("".join(f"{line}\n" for line in lines), end="", flush=True)


def code_name(code: int) -> str:
    enums = {enum.name: enum for enum in schema.all_enums()}
    known = enums["ErrorCode"].values_by_number
    return known[code].name.removeprefix("ERROR_CODE_") if code in known else str(code)


if __name__ == "__main__":
    run(Client(os.environ["HEARTH_SOCKET"]))
