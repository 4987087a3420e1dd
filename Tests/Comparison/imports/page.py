"""The report: as Markdown for people, as JSON for programs."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from imports.session import AGAIN, ALONE, FIRST, MEANWHILE, OTHER
from tables import NONE, cell, number, table

if TYPE_CHECKING:
    from figures import Figures, Spread
    from imports.amounts import Amounts
    from imports.files import File


@dataclass(frozen=True)
class Run:
    command: str
    date: str
    amounts: Amounts
    seed: int
    machine: dict[str, str]
    versions: dict[str, str]
    files: dict[str, File]
    figures: Figures
    loads: list[float]
    minutes: float


_IMPORT_ROWS: Final = (
    ("time", "s"),
    ("processor", "s, processor time of the importer"),
    ("server", "s, processor time of the server"),
    ("memory", "MB, most memory of the importer"),
    ("server_memory", "MB, most memory of the server"),
)
_BUSY: Final = (
    "**The machine was busy with other programs**, as its load says: all times are longer than on one that does nothing"
    "\nelse, and the targets are missed more easily. Processor times and memory are hardly affected."
)
_LANES: Final = (FIRST, AGAIN, MEANWHILE, OTHER)


def markdown(run: Run) -> str:
    parts = [
        "# `hearth import` compared with what its users would use instead",
        "Written by `Tests/Comparison/imports/run --page`. [README.md](README.md) says what is in the files, what is "
        "measured, and what each\nprogram does. Each figure is a median, with the least and the most.",
        "## Where, when, how",
        _facts(run),
    ]
    # A program by itself makes a load of about 2: with a server, and another app that saves.
    if max(run.loads) > _cores() + 2:
        parts.append(_BUSY)
    if "apple" in run.files:
        parts += ["## An export of Apple Health", _export_text(run), _export_table(run)]
        parts += ["Saves of another app, one heart rate each 50 ms, from the moment when each was due:", _saves(run)]
    if "fit" in run.files or "gpx" in run.files:
        parts += ["## Single files", _files_text(run), _files_table(run)]
    # They are for these amounts, and say nothing of smaller ones.
    if run.amounts.is_thorough:
        parts += ["## Targets", _targets(run)]
    return "\n\n".join(parts) + "\n"


def _cores() -> int:
    return os.cpu_count() or 1


def _facts(run: Run) -> str:
    rows = [["date", run.date], ["command", f"`{run.command}`"], ["took", f"{run.minutes:.1f} minutes"]]
    rows += [[name, value] for name, value in (run.machine | run.versions).items()]
    loads = f"{min(run.loads):.1f} to {max(run.loads):.1f}"
    rows += [["seed", str(run.seed)], ["load average at the begin of each round", loads]]
    return table(["", ""], rows)


def _export_text(run: Run) -> str:
    file, contents = run.files["apple"], run.files["apple"].contents
    parts = ", ".join(f"{count:,} {kind}" for kind, count in contents.parts.items())
    return (
        f"{contents.records:,} records, {contents.samples['HKWorkoutTypeIdentifier']:,} workouts, and in them {parts}: "
        f"{contents.document_bytes / 1e6:,.0f} MB of XML\nand {contents.route_bytes / 1e6:,.0f} MB of routes, in an "
        f"archive of {file.size / 1e6:,.0f} MB. Hearth makes {sum(contents.samples.values()):,} samples of them. "
        f"Rounds: {run.amounts.rounds}\nof Hearth, {run.amounts.competitor_rounds} of healthkit-to-sqlite."
    )


def _export_table(run: Run) -> str:
    rows = [[unit, *(cell(run.figures.spread(f"apple.{key}", lane)) for lane in _LANES)] for key, unit in _IMPORT_ROWS]
    records = run.files["apple"].contents.records
    rates = [_rate(records, run.figures.spread("apple.time", lane)) for lane in _LANES]
    rows.insert(1, ["k records/s", *rates])
    rows.append(
        ["MB on disk", cell(run.figures.spread("disk", FIRST)), NONE, NONE, cell(run.figures.spread("disk", OTHER))]
    )
    rows.append(["writes of the server, each durable", cell(run.figures.spread("writes", FIRST)), "0", NONE, NONE])
    return table(["", "Hearth", "the same again", "while another app saves", "healthkit-to-sqlite"], rows)


def _rate(records: int, seconds: Spread | None) -> str:
    return number(records / seconds.median / 1000) if seconds else NONE


def _saves(run: Run) -> str:
    rows = [
        [title, *(cell(run.figures.spread(f"saves.{key}", lane)) for lane in (ALONE, MEANWHILE))]
        for key, title in (
            ("count", "saves"),
            ("p50", "ms, median"),
            ("p99", "ms, 99th percentile"),
            ("max", "ms, slowest"),
        )
    ]
    return table(["", "nothing else happens", "during the import"], rows)


def _files_text(run: Run) -> str:
    texts = []
    for part, text in (("fit", "FIT file of a run"), ("gpx", "GPX file of a tour")):
        if part in run.files:
            file = run.files[part]
            positions = file.contents.parts["positions"]
            texts.append(f"The {text} has {positions:,} positions, one a second, in {file.size / 1e6:,.1f} MB.")
    return (
        " ".join(texts) + "\nHearth: the whole command, from its start until all is durable in an empty store. The "
        "libraries of Python: to read the file, without the\nstart of Python; they store nothing."
    )


def _files_table(run: Run) -> str:
    lanes = (FIRST, AGAIN, OTHER)
    rows = []
    for part in ("fit", "gpx"):
        if part in run.files:
            for key, unit in _IMPORT_ROWS:
                cells = [cell(run.figures.spread(f"{part}.{key}", lane)) for lane in lanes]
                rows.append([f"{part.upper()}, {unit}", *cells])
    return table(["", "Hearth", "the same again", "fitdecode, gpxpy"], rows)


@dataclass(frozen=True)
class _Verdict:
    title: str
    target: str
    measured: float
    unit: str
    is_met: bool


def _verdicts(run: Run) -> list[_Verdict]:
    found = []

    def at_most(title: str, work: str, lane: str, limit: float, unit: str, *, by_most: bool = False) -> None:
        if spread := run.figures.spread(work, lane):
            measured = spread.most if by_most else spread.median
            found.append(_Verdict(title, f"at most {limit:g} {unit}", measured, unit, measured <= limit))

    at_most("an export into an empty store", "apple.time", FIRST, 8, "s")
    at_most("most memory of the importer", "apple.memory", FIRST, 150, "MB", by_most=True)
    first, again, other = (run.figures.spread("apple.time", lane) for lane in (FIRST, AGAIN, OTHER))
    if first and other:
        times = other.median / first.median
        found.append(_Verdict("times as fast as healthkit-to-sqlite", "at least 10 x", times, "x", times >= 10))
    if first and again:
        is_met = again.median <= first.median
        target = f"at most the first, {number(first.median)} s"
        found.append(_Verdict("the same export again", target, again.median, "s", is_met))
    at_most("a FIT file of 12 hours", "fit.time", FIRST, 0.05, "s")
    at_most("a GPX file of 100 MB", "gpx.time", FIRST, 1.5, "s")
    return found


def _targets(run: Run) -> str:
    rows = [
        [one.title, one.target, f"{number(one.measured)} {one.unit}", "met" if one.is_met else "**missed**"]
        for one in _verdicts(run)
    ]
    return table(["", "target", "measured", ""], rows)


def as_json(run: Run) -> str:
    return json.dumps(
        {
            "command": run.command,
            "date": run.date,
            "machine": run.machine,
            "versions": run.versions,
            "seed": run.seed,
            "loads": run.loads,
            "files": {part: {"bytes": file.size, **vars(file.contents)} for part, file in run.files.items()},
            "figures": run.figures.as_json(),
        },
        indent=2,
        ensure_ascii=False,
    )
