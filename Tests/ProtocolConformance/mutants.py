"""The example driver with one fault each: what the kit has to find. `mutants.py NAME` is a driver like any other.

A mutant names the cases that must fail for it. That the others pass is not asked for.
"""

from __future__ import annotations

import os
import struct
import sys
from dataclasses import dataclass
from typing import Any, Sequence

import example_driver
import schema
from example_driver import CallError, Client, Lost, Refused


class KeepsNoPieces(Client):
    """Takes what a read returns for whole frames."""

    def split(self) -> None:
        super().split()
        self.buffer.clear()


class TakesOneFrame(Client):
    """Takes what a read returns for one frame."""

    def split(self) -> None:
        if len(self.buffer) >= 4:
            (length,) = struct.unpack_from("<I", self.buffer)
            if len(self.buffer) >= 4 + length:
                del self.buffer[4 + length :]
        super().split()


class TakesAnyLength(Client):
    """Waits for a body however long its length says it is."""

    def frame_bytes(self) -> int:
        return 1 << 32


class TakesNoLength(Client):
    """Passes over a length of 0."""

    def split(self) -> None:
        while self.buffer[:4] == bytes(4):
            del self.buffer[:4]
        super().split()


class PassesOverGarbage(Client):
    """Passes over a body that is no message."""

    def split(self) -> None:
        (length,) = struct.unpack_from("<I", self.buffer.ljust(4, b"\0"))
        body = bytes(self.buffer[4 : 4 + length])
        if 0 < length == len(body):
            try:
                schema.decode("ServerFrame", body)
            except example_driver.DecodeError:
                self.buffer.clear()
        super().split()


class GrantsNothing(Client):
    """Never grants credit."""

    def credit_threshold(self) -> int:
        return 1 << 62


class GrantsLate(Client):
    """Takes the usual initial credit for that of every server."""

    def credit_threshold(self) -> int:
        return 1 << 19


class GrantsWhatArrives(Client):
    """Grants credit for what was received and not for what was consumed."""

    def note(self, frame: Any, length: int) -> None:
        super().note(frame, length)
        if frame.WhichOneof("reply") in ("samples", "changes"):
            self.send(frame.call, credit={"bytes": length})

    def credit_threshold(self) -> int:
        return 1 << 62


class GrantsTwice(Client):
    """Grants twice what it consumed."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        super().work_through(stream, frame, 2 * length)


class SavesUnderNewNames(Client):
    """Saves again with new UUIDs when the acknowledgement was lost."""

    def send_save(self, identifiers: list[bytes]) -> int:
        return super().send_save([self.identifier() for _ in identifiers])


class SavesRecordsUnderNewNames(Client):
    """Saves a record again with a new UUID when the acknowledgement was lost."""

    def send_record(self, columns: dict[str, Any]) -> int:
        return super().send_record({**columns, "uuids": self.identifier()})


class SavesNoSeries(Client):
    """Leaves out what a record has besides its attributes."""

    def send_record(self, columns: dict[str, Any]) -> int:
        plain = {**columns["record"], "lengths": b"", "voltages": b"", "contents": b""}
        return super().send_record({**columns, "record": plain})


class AsksForNoSeries(Client):
    """Reads records without their series."""

    def begin_records(self, kind: str, identifier: str, word: str = "") -> None:
        super().begin_records(kind, identifier, word)
        self.stream["series"] = False


class AsksForEveryRecord(Client):
    """Reads all records where some were asked for."""

    def begin_records(self, kind: str, identifier: str, word: str = "") -> None:
        super().begin_records(kind, identifier)


class SavesOnce(Client):
    """Gives a save up when the connection is lost."""

    def after_loss(self) -> None:
        raise Refused("lost")


class SavesRefusedAgain(Client):
    """Sends a refused save again."""

    def call(self, send: Any) -> Any:
        try:
            return super().call(send)
        except CallError:
            return super().call(send)


class SavesTheRest(Client):
    """Goes on with a save in several frames where the connection was lost, instead of beginning again."""

    done = 0

    def send_save(self, identifiers: list[bytes]) -> int:
        left = identifiers[self.done :]
        self.done = self.rows_per_frame()
        return super().send_save(left)


class SavesOneFrame(Client):
    """Does not look at the limit of frames."""

    def rows_per_frame(self) -> int:
        return 1 << 19


class ForgetsTheAnchor(Client):
    """Begins anew when the connection was lost."""

    def open_stream(self, stream: dict[str, Any]) -> None:
        stream["anchor"] = b""
        super().open_stream(stream)


class KeepsTheFirstAnchor(Client):
    """Goes on from the anchor that the app gave, not from the newest."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        anchor = stream["anchor"]
        super().work_through(stream, frame, length)
        stream["anchor"] = anchor


class PassesOverBookmarks(Client):
    """Does not take the anchors of bookmarks."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        anchor = stream["anchor"]
        super().work_through(stream, frame, length)
        if not frame.changes.added and not frame.changes.deleted.uuids:
            stream["anchor"] = anchor


class TakesPartsForAll(Client):
    """Takes the end of a connection for the end of a query."""

    def open_stream(self, stream: dict[str, Any]) -> None:
        if stream["kind"] == "query" and stream["taken"]:
            raise StopIteration
        super().open_stream(stream)

    def next(self) -> Any:
        try:
            return super().next()
        except StopIteration:
            self.stream = None
            return None


class TakesErrorsForTheEnd(Client):
    """Takes an error in a stream for its end."""

    def next(self) -> Any:
        try:
            return super().next()
        except CallError:
            return None


class GivesUpAnchors(Client):
    """Ends a stream whose anchor has expired."""

    def next(self) -> Any:
        try:
            return super().next()
        except CallError as error:
            if error.code in range(160, 164):
                raise Refused("the anchor") from error
            raise


class StartsOverWithTheAnchor(Client):
    """Asks again with the anchor that was refused."""

    def next(self) -> Any:
        stream = self.stream
        try:
            return super().next()
        except CallError as error:
            if error.code not in range(160, 164):
                raise
            self.stream = stream
            return super().next()


class CancelsNothing(Client):
    """Forgets a stream without a Cancel."""

    def cancel(self) -> None:
        self.stream = None


class TakesLateReplies(Client):
    """Takes replies to a call that has ended for those to the one that is open."""

    def take(self, call: int) -> tuple[Any, int]:
        self.cancelled.clear()
        for frame, _ in self.arrived:
            if frame.HasField("samples") and self.stream is not None:
                frame.call = self.stream["call"]
        return super().take(call)


class ReusesNumbers(Client):
    """Gives each call the same number."""

    def send(self, call: int = 0, **request: Any) -> int:
        if call == 0 and "hello" not in request:
            self.number = 1
        return super().send(call, **request)


class StaysConnected(Client):
    """Takes an error that ends the connection for one that ends the call."""

    def note(self, frame: Any, length: int) -> None:
        if frame.call == 0 and self.stream is not None:
            frame.call = self.stream["call"]
        self.arrived.append((frame, length))


class AsksOldServers(Client):
    """Sends requests that the server's version does not have."""

    def needs(self, minor: int) -> None:
        self.connected()


class LeavesFieldsOut(Client):
    """Sends requests without a field."""

    request: str
    field: str

    def send(self, call: int = 0, **request: Any) -> int:
        if self.request in request:
            fields = {name: content for name, content in request[self.request].items() if name != self.field}
            request = {self.request: fields}
        return super().send(call, **request)


class AnnouncesNoAcknowledgements(LeavesFieldsOut):
    """Observes as an app that never acknowledges."""

    request, field = "observe", "acknowledges"


class AsksNobody(LeavesFieldsOut):
    """Asks what it may do, and not its owner."""

    request, field = "authorization", "request"


class AcknowledgesNoTypes(LeavesFieldsOut):
    """Acknowledges an anchor, and not what it has dealt with up to there."""

    request, field = "acknowledge", "types"


class PassesOverCursors(LeavesFieldsOut):
    """Begins with the state, wherever the cursor stands."""

    request, field = "query_changes", "cursor"


class SaysNoLaunch(LeavesFieldsOut):
    """Registers an app without saying how it is started."""

    request, field = "background_delivery", "launch"


class DiesOfNewReplies(Client):
    """Ends with a reply that it does not know."""

    def note(self, frame: Any, length: int) -> None:
        if frame.WhichOneof("reply") is None:
            self.drop()
            raise Refused("an unknown reply")
        super().note(frame, length)


class DiesOfNewFields(Client):
    """Wants to know every field."""

    def note(self, frame: Any, length: int) -> None:
        known = schema.decode("ServerFrame", schema.encode(frame))
        known.DiscardUnknownFields()
        if schema.encode(known) != schema.encode(frame):
            self.drop()
            raise Refused("an unknown field")
        super().note(frame, length)


class WaitsForKnownReasons(Client):
    """Goes on waiting after a Done with a reason that it does not know."""

    def note(self, frame: Any, length: int) -> None:
        if frame.done.reason <= 3:
            super().note(frame, length)


class ReportsLostDeletes(Client):
    """Takes OBJECT_NOT_FOUND for a failure after a delete was sent again."""

    def delete(self, identifier: bytes) -> int:
        request = {"objects": {"uuids": identifier}}
        return int(self.call(lambda: self.send(delete_objects=request)).committed.deleted)


class ConnectsForEver(Client):
    """Connects again as long as it is refused without a word."""

    def connected(self) -> None:
        while self.connection is None:
            try:
                self.open()
            except (OSError, Lost):
                pass


class SaysNoHello(Client):
    """Does not say who it is."""

    def send(self, call: int = 0, **request: Any) -> int:
        if "hello" in request:
            request["hello"].pop("app")
        return super().send(call, **request)


class StopsAtShutdown(Client):
    """Reports that a server is about to stop, instead of asking the next one."""

    def call(self, send: Any) -> Any:
        self.connected()
        return self.reply(send())


class ReadsWhatIsThere(Client):
    """Reads as many rows as there are in the shortest column."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        super().work_through(stream, frame, length)
        for columns in frame.samples.columns:
            count = min(len(columns.uuids) // 16, len(columns.starts) // 8, len(columns.quantity.values) // 8)
            columns.uuids = columns.uuids[: 16 * count]
            columns.starts = columns.starts[: 8 * count]
            columns.quantity.values = columns.quantity.values[: 8 * count]


class ReadsVoltagesThatAreThere(Client):
    """Takes as many voltages as there are, whatever the lengths say."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        super().work_through(stream, frame, length)
        for columns in frame.samples.columns:
            columns.record.lengths = struct.pack("<I", len(columns.record.voltages) // 8)


class KeepsRowsOfBefore(Client):
    """Does not drop the rows of statistics when they begin again."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        super().work_through(stream, frame, length)
        if frame.HasField("statistics"):
            frame.statistics.reset = False


class TellsValues(Client):
    """Says what it could not read."""

    def work_through(self, stream: dict[str, Any], frame: Any, length: int) -> None:
        print(frame, file=sys.stderr, flush=True)
        super().work_through(stream, frame, length)


@dataclass(frozen=True)
class Mutant:
    client: type[Client]
    cases: Sequence[str]


MUTANTS: Sequence[Mutant] = (
    Mutant(KeepsNoPieces, ["split-frames"]),
    Mutant(TakesOneFrame, ["joined-frames"]),
    Mutant(TakesAnyLength, ["length-too-large"]),
    Mutant(TakesNoLength, ["length-zero"]),
    Mutant(PassesOverGarbage, ["not-a-message"]),
    Mutant(GrantsNothing, ["credit", "credit-small", "credit-watch"]),
    Mutant(GrantsLate, ["credit-small"]),
    Mutant(GrantsWhatArrives, ["credit", "credit-watch"]),
    Mutant(GrantsTwice, ["credit", "credit-watch"]),
    Mutant(SavesUnderNewNames, ["save-lost", "save-restart", "save-frames-lost"]),
    Mutant(SavesRecordsUnderNewNames, ["records-lost"]),
    Mutant(SavesNoSeries, ["records-save"]),
    Mutant(AsksForNoSeries, ["records", "records-watch"]),
    Mutant(AsksForEveryRecord, ["records-match"]),
    Mutant(ReadsVoltagesThatAreThere, ["records-odd"]),
    Mutant(SavesOnce, ["save-lost", "save-restart", "save-shutting-down", "acknowledge-lost", "authorization-lost"]),
    Mutant(SavesRefusedAgain, ["save-refused"]),
    Mutant(SavesTheRest, ["save-frames-lost"]),
    Mutant(SavesOneFrame, ["save-frames"]),
    Mutant(ForgetsTheAnchor, ["watch-lost", "watch-restart", "watch-anchor"]),
    Mutant(KeepsRowsOfBefore, ["statistics", "statistics-lost"]),
    Mutant(KeepsTheFirstAnchor, ["watch-lost", "watch-restart", "cursor-lost"]),
    Mutant(PassesOverBookmarks, ["watch-restart"]),
    Mutant(TakesPartsForAll, ["query-lost"]),
    Mutant(TakesErrorsForTheEnd, ["query-error"]),
    Mutant(GivesUpAnchors, ["anchor-errors", "anchor-expired"]),
    Mutant(StartsOverWithTheAnchor, ["anchor-errors", "anchor-expired"]),
    Mutant(CancelsNothing, ["cancel"]),
    Mutant(TakesLateReplies, ["cancel"]),
    Mutant(ReusesNumbers, ["query"]),
    Mutant(StaysConnected, ["error-call-zero", "error-fatal-code"]),
    Mutant(AsksNobody, ["authorization", "authorization-lost"]),
    Mutant(AsksOldServers, ["background-old-server", "later-old-server", "authorization-old-server"]),
    Mutant(AnnouncesNoAcknowledgements, ["acknowledge"]),
    Mutant(AcknowledgesNoTypes, ["acknowledge", "acknowledge-lost"]),
    Mutant(PassesOverCursors, ["cursor"]),
    Mutant(SaysNoLaunch, ["background-launch"]),
    Mutant(DiesOfNewReplies, ["unknown-reply"]),
    Mutant(DiesOfNewFields, ["unknown-fields"]),
    Mutant(WaitsForKnownReasons, ["unknown-numbers"]),
    Mutant(ReportsLostDeletes, ["delete-lost"]),
    Mutant(ConnectsForEver, ["handshake-no-answer"]),
    Mutant(SaysNoHello, ["handshake"]),
    Mutant(ReadsWhatIsThere, ["columns-short", "columns-odd"]),
    Mutant(TellsValues, ["privacy"]),
    Mutant(StopsAtShutdown, ["save-shutting-down"]),
)


if __name__ == "__main__":
    (chosen,) = (mutant.client for mutant in MUTANTS if mutant.client.__name__ == sys.argv[1])
    example_driver.run(chosen(os.environ["HEARTH_SOCKET"]))
