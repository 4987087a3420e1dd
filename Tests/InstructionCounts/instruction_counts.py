"""Counts the instructions of the hot paths that `hearth-bench work` has, and compares them with recorded.tsv.

Each path is run once under callgrind, which counts what happens in the function `countedSteps` alone: the start of the
program and what is made ready for the steps is not in the count.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

# What a count may differ by from the recorded one, either way. The same program has the same count in each run, to the
# instruction: this is for changes elsewhere that make the compiler inline something else.
TOLERANCE = 0.02

# The most that a decision about an app may add to a call. It is less than a microsecond on machines that execute 3.5
# instructions in a nanosecond, and most execute more.
DECISION_MAX = 3_500
DECIDED, OPEN = "call-decided", "call-open"

RECORDED = Path(__file__).with_name("recorded.tsv")
COUNTED_FUNCTION = "*countedSteps*"
RECORD = "Tests/InstructionCounts/run --record"

# Nothing of the caller's. Hash tables have the same order in each run, symbols are found before they are needed, and
# the C library copies and compares in the way that every x86-64 has, not in the best one of the machine at hand.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LC_ALL": "C",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "LD_BIND_NOW": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM",
}


class CountError(Exception):
    """Why there is no count, for people."""


@dataclass(frozen=True)
class Record:
    """What recorded.tsv says."""

    # With which compiler and libraries the program was made that was counted.
    made_with: str
    # Instructions of a step, by path.
    counts: dict[str, int]

    @staticmethod
    def parse(text: str) -> Record:
        made_with = ""
        counts: dict[str, int] = {}
        for line in text.splitlines():
            if line.startswith("# made with: "):
                made_with = line.removeprefix("# made with: ")
            elif line and not line.startswith("#") and line != HEAD:
                path, count = line.split("\t")
                counts[path] = int(count)
        return Record(made_with, counts)

    def text(self) -> str:
        lines = [f"# Instructions of a step of each hot path. Written by {RECORD}."]
        lines += [f"# made with: {self.made_with}", HEAD]
        lines += [f"{path}\t{count}" for path, count in self.counts.items()]
        return "\n".join(lines) + "\n"


HEAD = "path\tinstructions"


@dataclass(frozen=True)
class Comparison:
    """One path."""

    path: str
    # None: the path has no recorded count, or is not there any more.
    recorded: int | None
    now: int | None

    @property
    def difference(self) -> float | None:
        if self.recorded is None or self.now is None:
            return None
        return self.now / self.recorded - 1

    @property
    def verdict(self) -> str:
        if self.now is None:
            return "is recorded, but gone"
        if self.difference is None:
            return "is not recorded"
        if self.difference > TOLERANCE:
            return "takes more"
        return "takes less" if self.difference < -TOLERANCE else "ok"


def compare(recorded: dict[str, int], now: dict[str, int]) -> list[Comparison]:
    """All paths of both, those that are there now first."""
    return [Comparison(path, recorded.get(path), now.get(path)) for path in now | recorded]


def table(comparisons: list[Comparison]) -> str:
    rows = [("path", "recorded", "now", "difference", "verdict")]
    for comparison in comparisons:
        difference = comparison.difference
        rows.append(
            (
                comparison.path,
                "-" if comparison.recorded is None else f"{comparison.recorded:,}",
                "-" if comparison.now is None else f"{comparison.now:,}",
                "-" if difference is None else f"{difference:+.2%}",
                comparison.verdict,
            )
        )
    return "\n".join(f"{row[0]:<16}{row[1]:>14}{row[2]:>14}{row[3]:>12}  {row[4]}" for row in rows)


def decision_cost(counts: dict[str, int]) -> int | None:
    """What a call takes more if the owner has decided about its app; None: it was not counted."""
    return counts[DECIDED] - counts[OPEN] if DECIDED in counts and OPEN in counts else None


def report(record: Record, made_with: str, now: dict[str, int]) -> tuple[str, bool]:
    """What is printed, and whether everything is as it was recorded."""
    comparisons = compare(record.counts, now)
    holds = all(comparison.verdict == "ok" for comparison in comparisons)
    lines = [f"instructions of a step; {TOLERANCE:.0%} more or less is allowed", table(comparisons)]
    decision = decision_cost(now)
    if decision is not None:
        lines.append(f"a decision adds {decision:,} instructions to a call; {DECISION_MAX:,} are allowed")
        holds = holds and decision <= DECISION_MAX
    if record.made_with != made_with:
        lines += [
            f"recorded with: {record.made_with}",
            f"this is with:  {made_with}",
            "Other tools make other code, so a difference may say nothing about Hearth. To compare, check out what is"
            f" known to be good, run {RECORD} there with these tools, and take its recorded.tsv.",
        ]
    if not holds:
        lines.append(
            f"If the difference is meant, also one for the better: run {RECORD}, commit recorded.tsv with"
            " the change, and say in the commit why. If not, these show where the instructions go:\n"
            f"  valgrind --tool=callgrind --toggle-collect='{COUNTED_FUNCTION}' hearth-bench work --only PATH\n"
            "  callgrind_annotate callgrind.out.*"
        )
    return "\n".join(lines), holds


# MARK: Counting


def run(command: list[str], folder: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CountError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    return done


def collected(log: str) -> int:
    """The number of instructions in what callgrind prints."""
    found = re.search(r"Collected : (\d+)", log)
    if found is None or int(found[1]) == 0:
        raise CountError(f"callgrind has counted nothing in {COUNTED_FUNCTION}:\n{log}")
    return int(found[1])


def count(program: str, path: str, times: int, folder: str) -> int:
    """Instructions of a step."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [f"--toggle-collect={COUNTED_FUNCTION}", program, "work", "--only", path, "--times", str(times)]
    return round(collected(run(command, folder).stderr) / times)


def count_all(program: str) -> dict[str, int]:
    """Instructions of a step of each path that the program has."""
    with tempfile.TemporaryDirectory() as folder:
        lines = run([program, "work"], folder).stdout.splitlines()
        paths = {path: int(times) for path, times in (line.split("\t") for line in lines)}
        # Counts do not depend on what runs beside.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = pool.map(lambda path: count(program, path, paths[path], folder), paths)
            return dict(zip(paths, counts))


def made_with() -> str:
    """What the counts depend on beside Hearth itself."""

    def first(pattern: str, *command: str) -> str:
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = re.search(pattern, output)
        return found[1] if found else "unknown"

    libraries = ", ".join(
        f"{library} {first(r'(.+)', 'pkg-config', '--modversion', library)}" for library in ("libprotobuf-c", "liblz4")
    )
    swift = first(r"Swift version (\S+)", "swift", "--version")
    return f"Swift {swift}, {platform.machine()}, {' '.join(platform.libc_ver())}, {libraries}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="a release build of hearth-bench")
    parser.add_argument("--record", action="store_true", help="write recorded.tsv anew")
    arguments = parser.parse_args()
    try:
        now = Record(made_with(), count_all(os.path.abspath(arguments.program)))
    except CountError as error:
        print(error, file=sys.stderr)
        return 1
    before = Record.parse(RECORDED.read_text()) if RECORDED.exists() else Record(now.made_with, {})
    text, holds = report(before, now.made_with, now.counts)
    if arguments.record:
        RECORDED.write_text(now.text())
        print(table(compare(before.counts, now.counts)))
        print(f"recorded in {RECORDED.name}")
        return 0
    print(text)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
