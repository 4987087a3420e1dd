"""Apps of several languages save records of every kind on one store: each reads what all have saved, bit for bit, finds
it by its values, also after the server was killed, and deletes only what is its own. What the owner's own tool imports
on behalf of other sources everyone reads, and nobody else deletes."""

from __future__ import annotations

import os
import random
import shlex
import subprocess
from collections import Counter
from pathlib import Path

from driver import Driver, Unsupported
from frame_socket import Deadline, Fault
from record_kinds import Kind, RecordWords, kinds, number_of_word
from server_process import ServerProcess

# Of each app, of each kind.
RECORDS = 3
PATIENCE = 60.0
HEART_RATE = "HKQuantityTypeIdentifierHeartRate"

_EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_GB">
 <ExportDate value="2026-11-20 10:00:00 +0000"/>
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" value="61"
  creationDate="2026-11-01 08:00:00 +0000" startDate="2026-11-01 08:00:00 +0000" endDate="2026-11-01 08:00:00 +0000"/>
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Phone" unit="count/min" value="62.5"
  creationDate="2026-11-01 08:01:00 +0000" startDate="2026-11-01 08:01:00 +0000" endDate="2026-11-01 08:01:00 +0000"/>
</HealthData>
"""

# The words of samples, by their UUIDs.
Found = dict[str, str]


class RecordRun:
    def __init__(self, server: str, tool: str, commands: dict[str, str], folder: Path, seed: int) -> None:
        self._command = server
        self._tool = tool
        self._folder = folder
        self._random = random.Random(seed)
        self._server = self._start()
        self._apps = {name: Driver(command, self._server.path) for name, command in commands.items()}
        self._saved: dict[str, Counter[str]] = {}
        self._owners: dict[str, dict[str, str]] = {}

    def _start(self) -> ServerProcess:
        return ServerProcess(self._command, self._folder, "records", Deadline(PATIENCE))

    def run(self) -> None:
        for kind in kinds():
            self._save(kind)
            found = self._compare(kind)
            self._ask(kind, found)
        self._server.end()
        self._server = self._start()
        for kind in kinds():
            self._delete(kind, self._compare(kind))
        self._import()
        for app in self._apps.values():
            app.finish(Deadline(PATIENCE))
        records = RECORDS * len(self._apps) * len(self._saved)
        print(f"{records} records of {len(self._saved)} kinds: each app read all of them bit for bit")

    def close(self) -> None:
        for app in self._apps.values():
            app.kill()
        self._server.end()

    # ------------------------------------------------------------------------------------------------------- records

    def _save(self, kind: Kind) -> None:
        words = RecordWords(self._random)
        self._saved[kind.type] = Counter()
        self._owners[kind.type] = {}
        for name in self._apps:
            for _ in range(RECORDS):
                record = words.record(kind)
                self._expect(name, f"save-record {kind.type} {record}", "committed 1 0 0")
                self._saved[kind.type][record] += 1
                self._owners[kind.type][record] = name

    def _compare(self, kind: Kind) -> Found:
        """What is stored, which is what was saved, whoever reads it, by a query or as changes."""
        every: Found | None = None
        for name in self._apps:
            queried = self._read(name, f"records {kind.type}", "sample")
            changed = self._read(name, f"watch-records {kind.type}", "added")
            if Counter(queried.values()) != self._saved[kind.type]:
                raise Fault(f"the app in {name} reads other records of {kind.type} than were saved")
            if changed != queried or (every is not None and queried != every):
                raise Fault(f"the app in {name} reads records of {kind.type} with other UUIDs or as other changes")
            every = queried
        return every or {}

    def _ask(self, kind: Kind, found: Found) -> None:
        """Each app finds records by all values of one of them, one attribute after the other."""
        for name in self._apps:
            for word in self._random.choice(sorted(found.values())).split():
                if not word[0].isdigit():
                    continue
                wanted = {uuid for uuid, record in found.items() if _has_value_of(word, record)}
                matching = set(self._read(name, f"records {kind.type} {word}", "sample"))
                if matching != wanted:
                    raise Fault(f"the app in {name} finds {len(matching)} of {kind.type}, not {len(wanted)}")

    def _delete(self, kind: Kind, found: Found) -> None:
        """Each deletes one of its own, which the others may not."""
        left = Counter(found.values())
        for name in self._apps:
            mine = [uuid for uuid, record in found.items() if self._is_of_one(kind, record, name)]
            if not mine:
                continue
            for other in self._apps:
                if other != name:
                    self._expect(other, f"delete {mine[0]}", "error NOT_OWNER delete_objects.objects.uuids[0]")
            self._expect(name, f"delete {mine[0]}", "committed 0 1 0")
            left[found[mine[0]]] -= 1
        self._saved[kind.type] = +left
        self._compare(kind)

    def _is_of_one(self, kind: Kind, record: str, name: str) -> bool:
        return self._saved[kind.type][record] == 1 and self._owners[kind.type][record] == name

    # ------------------------------------------------------------------------------------------------- the owner's tool

    def _import(self) -> None:
        export = self._folder / "export.xml"
        export.write_text(_EXPORT)
        self._use_tool(["import", str(export)])
        for name in self._apps:
            found = self._read(name, f"query {HEART_RATE} count/min", "sample")
            if sorted(float(value) for value in found.values()) != [61, 62.5]:
                raise Fault(f"the app in {name} reads {len(found)} imported samples, not 2")
            for uuid in found:
                self._expect(name, f"delete {uuid}", "error NOT_OWNER delete_objects.objects.uuids[0]")
        self._use_tool(["delete", "--imported-from", str(export), "--yes"])
        for name in self._apps:
            if self._read(name, f"query {HEART_RATE} count/min", "sample"):
                raise Fault(f"the app in {name} reads samples that the tool has deleted")

    def _use_tool(self, arguments: list[str]) -> None:
        environment = {**os.environ, "HEARTH_SOCKET": str(self._server.path)}
        command = [*shlex.split(self._tool), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
        if done.returncode != 0:
            raise Fault(f"the tool ends {arguments[0]} with {done.returncode}: {done.stderr.strip()}")

    # --------------------------------------------------------------------------------------------------------- drivers

    def _expect(self, name: str, task: str, wanted: str) -> None:
        self._apps[name].tell(task)
        line = self._line(name)
        if line != wanted:
            raise Fault(f"the app in {name} answers {task.split()[0]} with {line!r}")

    def _read(self, name: str, task: str, word: str) -> Found:
        """The samples of a stream, to its end or until it has caught up."""
        app = self._apps[name]
        app.tell(task)
        app.tell("next")
        found: Found = {}
        has_caught_up = False
        while (line := self._line(name)) != "end":
            match line.split(" ", 3):
                case [begin, uuid, _, *words] if begin == word:
                    found[uuid.lower()] = " ".join(words)
                case ["caught-up"]:
                    has_caught_up = True
                case ["anchor", _] | ["deleted", _]:
                    pass
                case ["batch"] if has_caught_up:
                    app.tell("cancel")
                    return found
                case ["batch"]:
                    app.tell("next")
                case _:
                    raise Fault(f"the app in {name} answers {task.split()[0]} with {line.split()[0]}")
        return found

    def _line(self, name: str) -> str:
        try:
            return self._apps[name].line(Deadline(PATIENCE))
        except Unsupported:
            raise Fault(f"the app in {name} does not know a task") from None
        except Fault as fault:
            raise Fault(f"the app in {name}: {fault}; {self._apps[name].errors()}") from None


def _has_value_of(word: str, record: str) -> bool:
    """Whether a record has one of the values under the word's name."""
    name, form, wanted = word.split(":")
    for one in record.split():
        if one.startswith(f"{name}:{form}:"):
            values = one.split(":")[2].split(",")
            if form == "numbers":
                # Zero has two signs.
                return bool({*map(number_of_word, wanted.split(","))} & {*map(number_of_word, values)})
            return bool({*wanted.split(",")} & {*values})
    return False
