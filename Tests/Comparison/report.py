"""The whole report: as Markdown for people, as JSON for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tables
from works import BY_KEY, COMPARED, WORKS

if TYPE_CHECKING:
    from figures import Figures
    from lanes import Lane

TENFOLD = 10.0


@dataclass(frozen=True)
class Run:
    command: str
    date: str
    rounds: int
    machine: dict[str, str]
    versions: dict[str, str]
    lanes: list[Lane]
    sizes: dict[int, Figures]  # by the number of samples, in order
    minutes: float


def summary(figures: Figures, lanes: list[Lane]) -> list[str]:
    """Which work Hearth does how much faster than the best of the others, at a glance."""
    groups: dict[str, list[str]] = {"ten times and more": [], "faster, but not ten times": [], "slower": []}
    for work in COMPARED:
        hearth = "hearth" if figures.spread(work.key, "hearth") else "swift"
        times = tables.times_better_than_best(work, figures, hearth, lanes)
        if times is None:
            continue
        group = "slower" if times < 1 else "ten times and more" if times >= TENFOLD else "faster, but not ten times"
        groups[group].append(f"{work.title} ({tables.ratio(times)})")
    return [f"- **{title}:** {', '.join(works)}" for title, works in groups.items() if works]


def footnotes(lanes: list[Lane]) -> list[str]:
    reasons: dict[str, list[str]] = {}
    titles = {work.key: work.title for work in WORKS}
    for lane in lanes:
        for key, reason in lane.absences.items():
            reasons.setdefault(f"{lane.title}: {reason}", []).append(titles[key])
    return [f"- {reason} ({'; '.join(works)})." for reason, works in reasons.items()]


def markdown(run: Run) -> str:
    largest = max(run.sizes)
    parts = [
        "# Hearth beside what its users would pick instead",
        "Written by `Tests/Comparison/run --page`; [README.md](README.md) says what is measured, how, and how each one"
        " is tuned. gRPC\nstores nothing: it is the transport alone, and not among the competitors that a ratio calls"
        " the best.",
        f"Hearth beside the best competitor at {largest:,} samples, by the medians:",
        "\n".join(summary(run.sizes[largest], run.lanes)),
        "## Where, when, how",
        _facts(run),
    ]
    for samples, figures in run.sizes.items():
        parts += [
            f"## {samples:,} samples",
            f"The median of {run.rounds} alternating rounds, and the spread. Of the machine itself:"
            f" {tables.floor_line(figures)}.",
            tables.figures_table(figures, run.lanes),
            "How many times better Hearth is, by the medians; below 1 it is worse. Hearth from C, or where it says so:",
            tables.ratios_table(figures, run.lanes),
        ]
    if len(run.sizes) > 1:
        smallest = min(run.sizes)
        parts += [
            f"## Growth from {smallest:,} to {largest:,} samples",
            "How many times as long the same takes per sample or per call, or as much room; 1 is no growth.",
            tables.growth_table(run.sizes[smallest], run.sizes[largest], run.lanes),
        ]
    if engine := tables.engine_table(run.sizes[largest]):
        parts += [
            f"## Overlapping sources in the engine, at {largest:,} samples",
            ENGINE_TEXT,
            engine,
        ]
    for lane in run.lanes:
        if beside := tables.beside_table(run.sizes[largest], lane, run.lanes):
            parts += [f"## {lane.title}, beside plain rows, at {largest:,} samples", BESIDE_TEXT, beside]
    parts += [
        f"## Hearth's own targets, at {largest:,} samples",
        tables.targets_table(run.sizes[largest], run.lanes),
        "## What is not there",
        "\n".join(footnotes(run.lanes) + OTHER_NOTES),
    ]
    return "\n\n".join(parts) + "\n"


ENGINE_TEXT = (
    "`hearth-bench store` measures this in one process, without a server and a client. A third of the samples are of"
    " the type.\nEach source has an equal share of them, in the same time. SQLite has a row for each sample, for at"
    " most a third of a million\nof them. Hearth merges the steps of two sources by its rules. SQLite adds all of them,"
    " where they begin."
)

BESIDE_TEXT = (
    "`hearth serve` has its store in a PostgreSQL of its own with the same settings, and the client is the one in C. A"
    " save is\nacknowledged when PostgreSQL has it on disk. One server has a store: the notification is of a commit of"
    " the same server, and\nnot of one on another host. On disk are the tables and their indexes, without the log."
    " Memory is that of both servers."
)

OTHER_NOTES = [
    "- Drivers in C save from columns only: a row is a row. Hearth's save of objects from Swift stands beside that.",
]


def _facts(run: Run) -> str:
    rows = [["date", run.date], ["command", f"`{run.command}`"], ["took", f"{run.minutes:.0f} minutes"]]
    rows += [[name, value] for name, value in run.machine.items()]
    rows += [[name, value] for name, value in run.versions.items()]
    return tables.table(["", ""], rows)


def as_json(run: Run) -> str:
    return json.dumps(
        {
            "command": run.command,
            "date": run.date,
            "rounds": run.rounds,
            "machine": run.machine,
            "versions": run.versions,
            "works": {work.key: {"title": work.title, "unit": work.unit} for work in BY_KEY.values()},
            "lanes": {lane.key: lane.title for lane in run.lanes},
            "sizes": {str(samples): figures.as_json() for samples, figures in run.sizes.items()},
        },
        indent=2,
        ensure_ascii=False,
    )
