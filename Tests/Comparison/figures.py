"""What was measured: some figures of a work in a lane, one a round."""

from __future__ import annotations

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    median: float
    least: float
    most: float

    @staticmethod
    def of(figures: list[float]) -> Spread:
        return Spread(statistics.median(figures), min(figures), max(figures))


class Figures:
    def __init__(self) -> None:
        self._figures: dict[tuple[str, str], list[float]] = {}

    def add(self, work: str, lane: str, figure: float) -> None:
        self._figures.setdefault((work, lane), []).append(figure)

    def spread(self, work: str, lane: str) -> Spread | None:
        figures = self._figures.get((work, lane))
        return Spread.of(figures) if figures else None

    def as_json(self) -> dict[str, dict[str, list[float]]]:
        found: dict[str, dict[str, list[float]]] = {}
        for (work, lane), figures in self._figures.items():
            found.setdefault(work, {})[lane] = figures
        return found
