"""What Hearth wants to reach, whatever others do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from figures import Figures

SAVES = "many"
ON_POSTGRESQL = "hearth-postgresql"


@dataclass(frozen=True)
class Verdict:
    title: str
    target: str
    measured: str
    best: str  # of the competitors that keep what they are given
    is_met: bool


@dataclass(frozen=True)
class Target:
    title: str
    work: str
    lane: str
    bound: float
    more_is_better: bool
    text: str

    def verdict(self, measured: float, shown: str, best: str) -> Verdict:
        is_met = measured >= self.bound if self.more_is_better else measured <= self.bound
        return Verdict(self.title, self.text, shown, best, is_met)


FIXED = [
    Target("bulk save from Swift, columns", "save", "swift", 3_000, True, "at least 3,000 k samples/s"),
    Target("bulk save from Swift, objects", "saveobjects", "swift", 1_500, True, "at least 1,500 k samples/s"),
    Target("bulk read in Swift, columns", "columns", "swift", 20_000, True, "at least 20,000 k samples/s"),
    Target("bulk read in Swift, objects", "objects", "swift", 4_000, True, "at least 4,000 k samples/s"),
    Target("acknowledgement to next(), median", "notice_after", "swift", 100, False, "at most 100 µs"),
    Target("average, minimum and maximum of all", "statistics", "hearth", 5, False, "at most 5 ms"),
    Target("the same by thirty days", "bymonths", "hearth", 20, False, "at most 20 ms"),
    Target("steps of 2 sources by day, from C", "merged", "hearth", 40_000, True, "at least 40,000 k samples/s"),
    Target("steps of 2 sources by day, engine", "merged2", "hearth", 40_000, True, "at least 40,000 k samples/s"),
    Target("read in order, 10 sources, engine", "ordered10", "hearth", 20_000, True, "at least 20,000 k samples/s"),
    Target("on disk", "disk", "hearth", 12, False, "at most 12 bytes/sample"),
    Target("start to first answer", "start", "hearth", 300, False, "at most 300 ms"),
]


def relative(figures: Figures) -> list[Target]:
    """Those whose bound is measured in the same run."""
    found = []
    # Not the sum of the two by themselves: a process that sleeps until it is sent something finds the disk slower than
    # a loop does.
    if floor := figures.spread("both", "machine"):
        bound = 1.5 * floor.median
        text = f"at most 1.5 x (fdatasync and ping-pong at once) = {bound:.0f} µs"
        found.append(Target("durable save of one from C, median", "single", "hearth", bound, False, text))
        found.append(Target("durable save of one from Swift, median", "single", "swift", bound, False, text))
    if duckdb := figures.spread("bydays", "duckdb"):
        text = f"at most DuckDB in the same run, {duckdb.median:.1f} ms"
        found.append(Target("average, minimum and maximum by day", "bydays", "hearth", duckdb.median, False, text))
    if notice := figures.spread("notice", "hearth"):
        bound = notice.median + 150
        text = f"at most 150 µs later than the notification of a plain change = {bound:.0f} µs"
        found.append(Target("save to the day's new statistics, median", "live", "hearth", bound, False, text))
    if day := figures.spread("day1", "hearth"):
        text = f"at most 2 x one source in the same run = {2 * day.median:.0f} µs"
        found.append(Target("read one day, 10 sources, engine", "day10", "hearth", 2 * day.median, False, text))
    found += on_postgresql(figures)
    if redis := figures.spread(SAVES, "redis"):
        text = f"at least Redis in the same run, {redis.median:.1f} k saves/s"
        found.append(Target("durable saves of one, 64 clients", SAVES, "hearth", redis.median, True, text))
    return found


def on_postgresql(figures: Figures) -> list[Target]:
    """Hearth's store in PostgreSQL, beside plain rows in the same PostgreSQL."""
    found = []
    for work, title in (("save", "bulk save"), ("columns", "read in order")):
        if rows := figures.spread(work, "postgresql"):
            bound = 10 * rows.median
            text = f"at least 10 x plain rows in the same run = {bound:,.0f} k samples/s"
            found.append(Target(f"{title}, Hearth on PostgreSQL", work, ON_POSTGRESQL, bound, True, text))
    if rows := figures.spread("single", "postgresql"):
        bound = 2.5 * rows.median
        text = f"at most 2.5 x a plain row in the same run = {bound:.0f} µs"
        title = "durable save of one, Hearth on PostgreSQL, median"
        found.append(Target(title, "single", ON_POSTGRESQL, bound, False, text))
    return found
