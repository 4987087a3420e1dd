"""How much is imported."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Export:
    """Of Apple Health."""

    records: int
    workouts: int
    routes: int
    #: Positions of a route, one a second.
    points: int

    def scaled(self, records: int) -> Export:
        """With this number of records, and the rest in proportion."""
        workouts, routes = (max(count * records // self.records, 1) for count in (self.workouts, self.routes))
        return Export(records, workouts, routes, self.points)


@dataclass(frozen=True)
class Amounts:
    export: Export
    fit_seconds: int
    gpx_bytes: int
    rounds: int
    #: Rounds of single files.
    file_rounds: int
    #: Rounds in which the others do the same: they take minutes.
    competitor_rounds: int

    @property
    def is_thorough(self) -> bool:
        """Whether the files are of full size, whatever the number of rounds."""
        full = THOROUGH
        return (self.export, self.fit_seconds, self.gpx_bytes) == (full.export, full.fit_seconds, full.gpx_bytes)


THOROUGH = Amounts(
    Export(2_400_000, 900, 200, 1_800), 12 * 3_600, 100_000_000, rounds=3, file_rounds=3, competitor_rounds=1
)
QUICK = Amounts(Export(20_000, 12, 4, 120), 600, 300_000, rounds=1, file_rounds=2, competitor_rounds=1)
