"""A whole client of Hearth in one file: it saves, queries and watches heart rates. Copy from it."""

# It needs only Python and the messages: `protoc --python_out=. hearth.proto` in Protocol/ makes hearth_pb2.py.
# The chapters are those of Protocol/PROTOCOL.md.

import argparse
import os
import socket
import struct
import time
import uuid

import hearth_pb2 as pb

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
CLAUSE = pb.Clause(type=HEART_RATE, unit="count/min")


class Connection:
    def __init__(self) -> None:
        """Connects (chapter 2) and says hello (chapter 4)."""
        folder = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
        path = os.environ.get("HEARTH_SOCKET") or folder + "/hearth/hearth.sock"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.last_call = 0
        self.frame_bytes = 16_777_216
        call = self.begin(hello=pb.Hello(major=1, minor=0, app=pb.App(bundle_identifier="org.example.reading")))
        self.frame_bytes = self.reply(call, "welcome").limits.frame_bytes

    def begin(self, **request: object) -> int:
        """Opens a call. Each has a greater number than all before it (chapter 5)."""
        self.last_call += 1
        self.send(self.last_call, **request)
        return self.last_call

    def send(self, call: int, **request: object) -> None:
        """A frame is a length of four bytes and a message (chapter 3)."""
        body = pb.ClientFrame(call=call, **request).SerializeToString()
        self.socket.sendall(struct.pack("<I", len(body)) + body)

    def read(self, count: int) -> bytes:
        """A read may give less than was asked for."""
        data = bytearray()
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise EOFError("the server has closed the connection")
            data += piece
        return bytes(data)

    def receive(self, call: int) -> tuple[str, object, int]:
        """The next reply to a call, its name, and the length of its frame."""
        while True:
            (length,) = struct.unpack("<I", self.read(4))
            if not 1 <= length <= self.frame_bytes:
                raise ValueError("not a frame")
            frame = pb.ServerFrame.FromString(self.read(length))
            name = frame.WhichOneof("reply")
            if name == "error" and frame.call in (0, call):
                raise RuntimeError(f"{pb.ErrorCode.Name(frame.error.code)}: {frame.error.message}")
            # Replies of later versions, and to calls that have ended, are ignored.
            if frame.call == call and name is not None:
                return name, getattr(frame, name), length

    def reply(self, call: int, wanted: str) -> object:
        name, reply, _ = self.receive(call)
        if name != wanted:
            raise RuntimeError(f"{name} came instead of {wanted}")
        return reply

    def batches(self, call: int):
        """The replies of a stream until it is done. Credit is granted for what was worked through (chapter 6)."""
        while True:
            name, batch, length = self.receive(call)
            if name == "done":
                return
            yield batch
            self.send(call, credit=pb.Credit(bytes=length))


def save(connection: Connection, values: list[float]) -> None:
    """Samples travel as columns (chapter 9). When Committed arrives they are on disk."""
    now = time.time_ns()
    columns = pb.SampleColumns(
        type=HEART_RATE,
        uuids=b"".join(uuid.uuid4().bytes for _ in values),
        starts=struct.pack(f"<{len(values)}q", *(now + index for index in range(len(values)))),
        quantity=pb.QuantityColumns(values=struct.pack(f"<{len(values)}d", *values), unit="count/min"),
    )
    committed = connection.reply(connection.begin(save=pb.Save(columns=[columns])), "committed")
    print("saved", committed.added)


def show(columns: pb.SampleColumns) -> None:
    rows = len(columns.uuids) // 16
    starts, values = columns.starts, columns.quantity.values
    for start, value in zip(struct.unpack(f"<{rows}q", starts), struct.unpack(f"<{rows}d", values), strict=True):
        print(time.strftime("%F %T", time.gmtime(start // 10**9)), value, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["save", "query", "watch"])
    parser.add_argument("rates", type=float, nargs="*", help="beats per minute, to save")
    arguments = parser.parse_args()
    connection = Connection()
    if arguments.command == "save":
        save(connection, arguments.rates)
    elif arguments.command == "query":
        for batch in connection.batches(connection.begin(query_samples=pb.QuerySamples(clauses=[CLAUSE]))):
            for columns in batch.columns:
                show(columns)
    else:
        # First the state, then each change. Keep `batch.anchor` to resume from there (chapter 7).
        for batch in connection.batches(connection.begin(query_changes=pb.QueryChanges(clauses=[CLAUSE], follow=True))):
            for columns in batch.added:
                show(columns)
