"""Measures all lanes with stores of one size: in each round every lane in turns, each round beginning with another."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from driver import CannotError, parse_answer
from figures import Figures
from running_lane import RunningLane
from servers import command_of
from works import FLOOR

if TYPE_CHECKING:
    from pathlib import Path

    from amounts import Amounts
    from lanes import Lane

Step = Callable[[RunningLane, int], None]


class DisagreementError(Exception):
    """A lane's answer is not that of the others."""


class Session:
    def __init__(self, lanes: list[Lane], amounts: Amounts, folder: Path) -> None:
        self._lanes = lanes
        self._amounts = amounts
        self._folder = folder
        self._running: list[RunningLane] = []
        self._next = amounts.samples  # the number of the next sample after those of the ten years
        self._answers: dict[str, tuple[str, dict[str, int]]] = {}
        self.figures = Figures()
        self.seconds: dict[str, float] = {}  # of each part

    def run(self) -> Figures:
        try:
            for lane in self._lanes:
                running = RunningLane(lane, self._folder, self._amounts)
                self._running.append(running)
                running.begin()
            self._load()
            self._measure_disk_and_start()
            self._read()
            self._read_changes()
            self._save_and_notify()
            self._check_all_are_there()
            self._merge_sources()
        finally:
            for running in self._running:
                running.end()
            for running in self._running:
                shutil.rmtree(self._folder / running.lane.key, ignore_errors=True)
        return self.figures

    # ------------------------------------------------------------------------------------------------------- rounds

    @contextlib.contextmanager
    def _part(self, name: str) -> Iterator[None]:
        begin = time.monotonic()
        print(f"{self._amounts.samples:,} samples: {name}", end="", file=sys.stderr, flush=True)
        yield
        self.seconds[name] = time.monotonic() - begin
        print(f" {self.seconds[name]:.1f} s", file=sys.stderr, flush=True)

    def _measure_floor(self) -> None:
        """What the machine takes at the time, in each round of what is beside it."""
        program = [command_of("floor"), str(self._folder)]
        answer = parse_answer(subprocess.run(program, check=True, capture_output=True, text=True).stdout, "the machine")
        for work in FLOOR:
            self.figures.add(work, "machine", answer[work] / 1e3)

    def _in_rounds(self, *steps: Step) -> None:
        for number in range(self._amounts.rounds):
            for step in steps:
                shift = number % len(self._running)
                for running in self._running[shift:] + self._running[:shift]:
                    step(running, number)

    def _add(self, work: str, running: RunningLane, figure: float) -> None:
        self.figures.add(work, running.lane.key, figure)

    def _compare(self, what: str, running: RunningLane, answer: dict[str, int], count: int) -> None:
        """The same samples in the same order, whatever the lane."""
        if answer["count"] != count or answer["ordered"] != 1:
            raise DisagreementError(f"{running.lane.title}, {what}: {answer['count']} samples instead of {count}")
        title, first = self._answers.setdefault(what, (running.lane.title, answer))
        for name in ("sum", "uuids"):
            # HearthKit makes its own UUIDs.
            if name in first and name in answer and first[name] != answer[name]:
                raise DisagreementError(f"{what}: {running.lane.title} has other samples than {title}")

    # ------------------------------------------------------------------------------------------------------ loading

    def _load(self) -> None:
        amounts = self._amounts

        def save(running: RunningLane, number: int) -> None:
            answer = running.order("save", amounts.before + number * amounts.block, amounts.block, amounts.commit)
            self._add("save", running, amounts.block / answer["ns"] * 1e6)

        with self._part("saving"):
            for running in self._running:
                if amounts.before > 0:
                    running.order("save", 0, amounts.before, amounts.commit)
            self._in_rounds(save)

    def _measure_disk_and_start(self) -> None:
        def start(running: RunningLane, number: int) -> None:
            if not running.lane.stores:
                return
            running.stop()
            if number == 0 and running.lane.key not in own_disk_bytes:
                self._add("disk", running, running.disk_bytes() / self._amounts.samples)
            nanoseconds, answer = running.start_again()
            self._compare("the newest sample", running, answer, 1)
            self._add("start", running, nanoseconds / 1e6)

        own_disk_bytes = set()
        with self._part("settling"):
            for running in self._running:
                running.order("settle")
                with contextlib.suppress(CannotError):
                    self._add("disk", running, running.order("disk")["bytes"] / self._amounts.samples)
                    own_disk_bytes.add(running.lane.key)
        with self._part("starting"):
            self._in_rounds(start)

    # ------------------------------------------------------------------------------------------------------ reading

    def _compare_statistics(self, work: str, running: RunningLane, answer: dict[str, int]) -> None:
        """The same buckets, counts, minima and maxima; the averages to a thousandth."""
        title, first = self._answers.setdefault(work, (running.lane.title, answer))
        same = all(answer[name] == first[name] for name in ("count", "sum", "buckets"))
        if not same or abs(answer["average"] - first["average"]) > 1:
            raise DisagreementError(f"{running.lane.title} and {title} disagree about {work}")

    def _read(self) -> None:
        amounts = self._amounts

        def columns(running: RunningLane, number: int) -> None:
            answer = running.order("columns")
            self._compare("all samples", running, answer, amounts.samples)
            self._add("columns", running, amounts.samples / answer["ns"] * 1e6)

        def objects(running: RunningLane, number: int) -> None:
            try:
                answer = running.order("objects")
            except CannotError:
                return
            self._compare("all samples", running, answer, amounts.samples)
            self._add("objects", running, amounts.samples / answer["ns"] * 1e6)

        def days(running: RunningLane, number: int) -> None:
            answer = running.order("days", amounts.days)
            # How many there are in those days is what the first lane says.
            _, first = self._answers.get("days", ("", answer))
            self._compare("days", running, answer, first["count"])
            self._add("days", running, answer["p50"] / 1e3)

        def statistics(running: RunningLane, number: int) -> None:
            for work, days in (("statistics", 0), ("bydays", 1), ("bymonths", 30)):
                with contextlib.suppress(CannotError):
                    answer = running.order("statistics", days)
                    self._compare_statistics(work, running, answer)
                    self._add(work, running, answer["ns"] / 1e6)

        def memory(running: RunningLane, number: int) -> None:
            if bytes_used := running.memory_bytes():
                self._add("memory", running, bytes_used / 2**20)

        with self._part("reading"):
            self._in_rounds(columns, objects, days, statistics, memory)

    def _read_changes(self) -> None:
        amounts = self._amounts

        def changes(running: RunningLane, number: int) -> None:
            answer = running.order("changes", amounts.change_reads)
            self._compare("changes", running, answer, amounts.recent * amounts.change_reads)
            self._add("changes", running, answer["p50"] / 1e3)

        with self._part("changes"):
            first = self._take(amounts.recent)
            for running in self._running:
                running.order("mark")
                running.order("save", first, amounts.recent, amounts.commit)
                running.added += amounts.recent
            self._in_rounds(changes)

    # -------------------------------------------------------------------------------------- saves, and being told

    def _take(self, count: int) -> int:
        """The number of the first of so many samples that were not saved yet."""
        self._next += count
        return self._next - count

    def _save_and_notify(self) -> None:
        amounts = self._amounts
        # The same samples for all lanes in a round.
        firsts: dict[tuple[str, int], int] = {}

        def order(running: RunningLane, number: int, word: str, count: int, *more: int) -> dict[str, int] | None:
            key = (f"{word} {more}", number)
            if key not in firsts:
                firsts[key] = self._take(count)
            try:
                answer = running.order(word, firsts[key], count, *more)
            except CannotError:
                return None
            running.added += count if word != "saveobjects" else 0
            return answer

        def objects(running: RunningLane, number: int) -> None:
            if answer := order(running, number, "saveobjects", amounts.block, amounts.commit):
                self._add("saveobjects", running, amounts.block / answer["ns"] * 1e6)

        def single(running: RunningLane, number: int) -> None:
            if running is self._running[0]:
                self._measure_floor()
            if answer := order(running, number, "single", amounts.singles):
                self._add("single", running, answer["p50"] / 1e3)
                self._add("single95", running, answer["p95"] / 1e3)

        def many(running: RunningLane, number: int) -> None:
            if answer := order(running, number, "many", amounts.by_many, amounts.clients):
                self._add("many", running, amounts.by_many / answer["ns"] * 1e6)

        def notice(running: RunningLane, number: int) -> None:
            if answer := order(running, number, "notify", amounts.notices, 1):
                self._add("notice", running, answer["p50"] / 1e3)
                self._add("notice_after", running, answer["after_p50"] / 1e3)

        def live(running: RunningLane, number: int) -> None:
            if answer := order(running, number, "live", amounts.notices):
                self._add("live", running, answer["p50"] / 1e3)
                self._add("live_after", running, answer["after_p50"] / 1e3)

        def crowd(running: RunningLane, number: int) -> None:
            if answer := order(running, number, "notify", amounts.crowd_notices, amounts.subscribers):
                self._add("crowd", running, answer["p50"] / 1e3)

        with self._part("single saves and notifications"):
            self._in_rounds(single, many, notice, live, crowd, objects)

    def _check_all_are_there(self) -> None:
        """What was saved since the mark, one by one, is in the history."""
        for running in self._running:
            answer = running.order("changes", 1)
            if answer["count"] != running.added:
                raise DisagreementError(f"{running.lane.title} has {answer['count']} of {running.added} single saves")

    # ------------------------------------------------------------------------------------- two overlapping sources

    def _merge_sources(self) -> None:
        """Comes last, as changes and what is on disk are those of the heart rates alone."""

        def sums(running: RunningLane, number: int) -> None:
            with contextlib.suppress(CannotError):
                answer = running.order("sumsteps")
                self._compare_statistics("merged", running, answer)
                self._add("merged", running, answer["count"] / answer["ns"] * 1e6)

        with self._part("two overlapping sources"):
            for running in self._running:
                with contextlib.suppress(CannotError):
                    running.order("steps", self._amounts.commit)
                    running.order("settle")
            self._in_rounds(sums)
