"""The work that is measured, and what a figure of it says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    key: str
    title: str
    unit: str
    more_is_better: bool
    is_compared: bool = True  # False: only for Hearth's own target
    beside: str = ""  # the work of the competitors that this is compared with; else the same

    def times_better(self, one: float, other: float) -> float | None:
        """How many times better one is than the other; None: one of them is not measurable."""
        if one <= 0 or other <= 0:
            return None
        return one / other if self.more_is_better else other / one


ALL = [
    Work("save", "bulk save", "k samples/s", True),
    Work("saveobjects", "bulk save of objects", "k samples/s", True, beside="save"),
    Work("single", "durable save of one, median", "µs", False),
    Work("single95", "durable save of one, 95th percentile", "µs", False),
    Work("many", "durable saves of one, 64 clients", "k saves/s", True),
    Work("columns", "read all in order, as columns", "k samples/s", True),
    Work("objects", "read all in order, as objects", "k samples/s", True),
    Work("days", "read one day of ten years", "µs", False),
    Work("statistics", "average, minimum and maximum of all", "ms", False),
    Work("bydays", "the same by day over ten years", "ms", False),
    Work("bymonths", "the same by thirty days", "ms", False),
    Work("merged", "sums by day of a phone's and a watch's steps, which overlap", "k samples/s", True),
    Work("changes", "changes since a recent anchor", "µs", False),
    Work("notice", "save to notification, 1 subscriber", "µs", False),
    Work("notice_after", "acknowledgement to notification, 1 subscriber", "µs", False, is_compared=False),
    Work("crowd", "save to notification, the last of 1,000", "µs", False),
    Work("live", "save to the day's new statistics, 1 subscriber", "µs", False),
    Work("live_after", "acknowledgement to the day's new statistics", "µs", False, is_compared=False),
    Work("disk", "on disk", "bytes/sample", False),
    Work("memory", "memory of the server", "MiB", False),
    Work("start", "start to first answer", "ms", False),
    Work("fdatasync", "a small write, fdatasync", "µs", False),
    Work("pingpong", "ping-pong over a socket", "µs", False),
    Work("both", "both at once, by a process that does nothing else", "µs", False),
]

# What the engine does in one process with samples of several sources, whose times overlap.
ENGINE = [
    Work("ordered1", "read all in order, 1 source", "k samples/s", True),
    Work("ordered10", "read all in order, 10 sources", "k samples/s", True),
    Work("ordered100", "read all in order, 100 sources", "k samples/s", True),
    Work("day1", "read one day, 1 source", "µs", False),
    Work("day10", "read one day, 10 sources", "µs", False),
    Work("day100", "read one day, 100 sources", "µs", False),
    Work("merged2", "sums of steps by day, 2 sources", "k samples/s", True),
]

BY_KEY = {work.key: work for work in ALL + ENGINE}

# The machine's own, which no lane does.
FLOOR = ("fdatasync", "pingpong", "both")
WORKS = [work for work in ALL if work.key not in FLOOR]
COMPARED = [work for work in WORKS if work.is_compared]
