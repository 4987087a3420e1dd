"""The Python client as the conformance kit wants it: does the tasks that come on standard input, and prints what came
of them. Protocol/conformance/README.md has the list."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np

import hearth
from hearth import messages as pb
from hearth import predicates
from record_words import read_attribute, read_record, record_words

if TYPE_CHECKING:
    from hearth.streams import Changes, LiveStatistics, Query, Stream

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
FIRST_START = np.datetime64(1_709_276_400_000_000_000, "ns")


class Driver:
    """At most one stream is open."""

    def __init__(self, client: hearth.Client) -> None:
        self._client = client
        self._stream: Query | Changes | LiveStatistics | Stream[hearth.Notice] | None = None

    def lines(self, words: list[str]) -> list[str]:
        """What to print for a task."""
        match words:
            case ["save", count]:
                return [committed(self._client.save(heart_rates(int(count))))]
            case ["save-record", type, *words]:
                return [committed(self._client.save(read_record(type, FIRST_START, words)))]
            case ["records", type]:
                self._stream = self._client.query(type, series=True)
            case ["records", type, word]:
                having = predicates.attribute(*read_attribute(word))
                self._stream = self._client.query(type, having, series=True)
            case ["watch-records", type]:
                self._stream = self._client.changes(type, series=True, follow=True)
            case ["delete", text]:
                return [committed(self._client.delete([UUID(text)]))]
            case ["query", type, unit]:
                self._stream = self._client.query(type, unit=unit)
            case ["watch", type, unit, *anchor]:
                self._stream = self._client.changes(type, unit=unit, anchor=bytes.fromhex("".join(anchor)), follow=True)
            case ["next"]:
                return self._next()
            case ["cancel"]:
                self._end()
            case ["ping"]:
                self._client.ping()
                return ["pong"]
            case ["ask", type]:
                return authorized(self._client.request_authorization(type, type))
            case ["register", type, *command]:
                launch = hearth.Launch(command=command) if command else None
                frequencies = {type: hearth.UpdateFrequency.IMMEDIATE}
                return [f"registered {len(self._client.registrations(frequencies, launch=launch))}"]
            case ["resume", type, unit, cursor]:
                self._stream = self._client.changes(type, unit=unit, cursor=cursor, follow=True)
            case ["sums", type, unit, edges]:
                times = np.array(edges.split(","), np.int64)
                self._stream = self._client.follow_statistics(type, "sum", edges=times, unit=unit)
            case ["observe", type]:
                self._stream = self._client.observe(type, acknowledges=True)
            case ["acknowledge", anchor, type]:
                self._client.acknowledge(bytes.fromhex(anchor), type)
                return ["acknowledged"]
            case ["move", cursor, anchor]:
                moved = self._client.acknowledge(bytes.fromhex(anchor), cursor=cursor)
                return [f"acknowledged {moved.anchor.hex()}"]
            case ["forget", cursor]:
                self._client.forget_cursor(cursor)
                return ["acknowledged"]
            case _:
                return ["unsupported"]
        return []

    def _end(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _next(self) -> list[str]:
        if self._stream is None:
            return ["end"]
        try:
            batch = self._stream.__next__()
        except StopIteration:
            self._stream = None
            return ["end"]
        except hearth.HearthError:
            self._stream = None
            raise
        if isinstance(batch, hearth.StatisticsUpdate):
            return [*buckets(batch.statistics), f"anchor {batch.statistics.anchor.hex()}", "batch"]
        if isinstance(batch, hearth.Notice):
            return [" ".join(["notice", *batch.types]), f"anchor {batch.anchor.hex()}", "batch"]
        if isinstance(batch, hearth.SampleBatch):
            return [*rows("sample", batch.samples), "batch"]
        deleted = [f"deleted {UUID(bytes=one.tobytes())}" for one in batch.deleted.uuids]
        anchor = f"anchor {batch.anchor.hex()}"
        return [*rows("added", batch.added), *deleted, anchor, *["caught-up"] * batch.caught_up, "batch"]


def heart_rates(count: int) -> hearth.Samples:
    starts = FIRST_START + np.arange(count)
    return hearth.quantities(HEART_RATE, starts, np.full(count, 60.0), "count/min")


def committed(done: hearth.Committed) -> str:
    return f"committed {done.added} {done.deleted} {done.unchanged}"


def authorized(found: dict[str, hearth.Authorization]) -> list[str]:
    return [
        f"authorized {identifier} {int(one.save or 0)} {'decided' if one.is_read_decided else 'undecided'}"
        f" {'-' if one.since is None else one.since.astype(np.int64)}"
        for identifier, one in found.items()
    ]


def rows(word: str, found: list[hearth.Samples]) -> list[str]:
    return [
        " ".join([word, str(samples.uuid(row)), str(samples.starts[row].astype(np.int64)), *values_of(samples, row)])
        for samples in found
        for row in range(len(samples))
    ]


def values_of(samples: hearth.Samples, row: int) -> list[str]:
    if isinstance(samples.payload, hearth.Records):
        return record_words(samples.payload, row)
    return [repr(float(samples.values[row]))]


def buckets(found: hearth.Statistics) -> list[str]:
    assert found.sums is not None
    held = np.flatnonzero(found.counts).tolist()
    return [f"bucket {row} {found.counts[row]} {float(found.sums[row])!r}" for row in held]


def failure(error: hearth.HearthError) -> str:
    """What the server refused, or anything else."""
    if not isinstance(error, hearth.RequestError) or isinstance(error, hearth.ReplyError):
        return "failed"
    name = error.code.name if error.code == error.number else str(error.number)
    return f"error {name} {error.field}"


def main() -> None:
    with hearth.Client(app=pb.App(bundle_identifier="org.example.driver-python")) as client:
        driver = Driver(client)
        for task in sys.stdin:
            try:
                lines = driver.lines(task.split())
            except hearth.HearthError as error:
                lines = [failure(error)]
            print("".join(f"{line}\n" for line in lines), end="", flush=True)


if __name__ == "__main__":
    main()
