"""The rounds, and what is checked in each."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from figures import Figures
from imports import competitors
from imports.store import Saver, Store

if TYPE_CHECKING:
    from pathlib import Path

    from imports.amounts import Amounts
    from imports.files import File, Files
    from imports.store import Imported

PARTS: Final = ("apple", "fit", "gpx")
#: The lanes: imports into an empty store, of the same again, and while another app saves; and what others do.
FIRST, AGAIN, MEANWHILE, ALONE, OTHER = "first", "again", "meanwhile", "alone", "other"
_LIBRARIES: Final = {"fit": "fitdecode", "gpx": "gpxpy"}
#: Seconds in which the other app saves while nothing else happens.
_ALONE_SECONDS: Final = 5.0


class DisagreementError(Exception):
    """A store does not hold what the file has."""


class Session:
    def __init__(self, files: Files, amounts: Amounts, parts: list[str], folder: Path) -> None:
        self.figures = Figures()
        self.files: dict[str, File] = {}
        self.loads: list[float] = []
        self._made = files
        self._amounts = amounts
        self._parts = parts
        self._folder = folder
        self._stores = 0

    def run(self) -> None:
        if "apple" in self._parts:
            self._say("generating the export")
            self.files["apple"] = self._made.export()
            for number in range(self._amounts.rounds):
                self._say(f"round {number + 1} of {self._amounts.rounds} of the export")
                self._import_export(number)
                if number < self._amounts.competitor_rounds:
                    self._say("the same by healthkit-to-sqlite")
                    self._convert_export()
        for part, library in _LIBRARIES.items():
            if part in self._parts:
                self._say(f"generating the {part.upper()} file")
                file = self.files[part] = self._made.fit() if part == "fit" else self._made.gpx()
                for number in range(self._amounts.file_rounds):
                    self._say(f"round {number + 1} of {self._amounts.file_rounds} of the {part.upper()} file")
                    self._import_file(part, file)
                    if number < self._amounts.competitor_rounds:
                        self._parse(part, library, file)

    def _say(self, what: str) -> None:
        self.loads.append(os.getloadavg()[0])
        print(f"{what} (load {self.loads[-1]:.1f})", file=sys.stderr, flush=True)

    def _store(self) -> Store:
        self._stores += 1
        return Store(self._folder / f"store{self._stores}")

    # ------------------------------------------------------------------------------------------------- Apple's export

    def _import_export(self, number: int) -> None:
        file = self.files["apple"]
        expected = file.contents.samples
        with self._store() as store:
            imported = store.import_file(file.path)
            self._note("apple", FIRST, imported)
            self._expect("samples in the store", store.sample_count(), sum(expected.values()))
            self._expect("samples that the import calls new", imported.new, sum(expected.values()))
            writes = store.write_count()
            self.figures.add("writes", FIRST, writes)
            again = store.import_file(file.path)
            self._note("apple", AGAIN, again)
            self._expect("new samples in the second import", again.new, 0)
            self._expect("writes of the second import", store.write_count() - writes, 0)
            self._expect("samples after the second import", store.sample_count(), sum(expected.values()))
            if number == 0:
                self._expect("samples by type", store.counts(list(expected)), expected)
            store.stop()
            self.figures.add("disk", FIRST, store.file_bytes() / 1e6)
        with self._store() as store:
            self._note_saves(ALONE, Saver.alone(store, _ALONE_SECONDS))
            others = store.sample_count()
            with Saver(store) as saver:
                self._note("apple", MEANWHILE, store.import_file(file.path))
                taken = saver.end()
            self._note_saves(MEANWHILE, taken)
            saved = others + 1 + len(taken)
            self._expect("samples of both apps", store.sample_count(), saved + sum(expected.values()))

    def _note(self, part: str, lane: str, imported: Imported) -> None:
        self.figures.add(f"{part}.time", lane, imported.cost.seconds)
        self.figures.add(f"{part}.processor", lane, imported.cost.processor_seconds)
        self.figures.add(f"{part}.server", lane, imported.server_seconds)
        self.figures.add(f"{part}.memory", lane, imported.cost.peak_bytes / 1e6)
        self.figures.add(f"{part}.server_memory", lane, imported.server_peak / 1e6)

    def _note_saves(self, lane: str, taken: list[float]) -> None:
        ordered = sorted(taken)
        self.figures.add("saves.count", lane, len(ordered))
        for share in (50, 99):
            self.figures.add(f"saves.p{share}", lane, ordered[min(len(ordered) * share // 100, len(ordered) - 1)])
        self.figures.add("saves.max", lane, ordered[-1])

    def _convert_export(self) -> None:
        file = self.files["apple"]
        database = self._folder / "health.db"
        cost = competitors.healthkit_to_sqlite(file.path, database)
        self.figures.add("apple.time", OTHER, cost.seconds)
        self.figures.add("apple.processor", OTHER, cost.processor_seconds)
        self.figures.add("apple.memory", OTHER, cost.peak_bytes / 1e6)
        self.figures.add("disk", OTHER, database.stat().st_size / 1e6)
        found = competitors.rows(database, list(file.contents.samples))
        positions = found.pop("positions")
        self._expect("rows of healthkit-to-sqlite", found, {kind: file.contents.samples[kind] for kind in found})
        self._expect("its positions", positions, file.contents.parts.get("positions", 0))
        self._expect(
            "records that it stored", sum(found.values()), file.contents.records + self._amounts.export.workouts
        )
        database.unlink()

    # -------------------------------------------------------------------------------------------------- workout files

    def _import_file(self, part: str, file: File) -> None:
        with self._store() as store:
            imported = store.import_file(file.path)
            self._note(part, FIRST, imported)
            count = store.sample_count()
            self._expect(f"samples of the {part.upper()} file", count, imported.new)
            positions, tracks = file.contents.parts["positions"], file.contents.parts["tracks"]
            expected = {
                "HKQuantityTypeIdentifierHeartRate": positions,
                "HKWorkoutTypeIdentifier": tracks,
                "HKWorkoutRouteTypeIdentifier": tracks,
            }
            self._expect(f"samples of the {part.upper()} file by type", store.counts(list(expected)), expected)
            self._note(part, AGAIN, store.import_file(file.path))
            self._expect(f"samples after the second import of the {part.upper()} file", store.sample_count(), count)

    def _parse(self, part: str, library: str, file: File) -> None:
        seconds, points, cost = competitors.parse(library, file.path)
        self._expect(f"points that {library} reads", points, file.contents.parts["positions"])
        self.figures.add(f"{part}.time", OTHER, seconds)
        self.figures.add(f"{part}.processor", OTHER, cost.processor_seconds)
        self.figures.add(f"{part}.memory", OTHER, cost.peak_bytes / 1e6)

    def _expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            raise DisagreementError(f"{what}: {found}, not {expected}")
