"""The tables of the report, in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from targets import FIXED, Verdict, relative
from works import BY_KEY, COMPARED, ENGINE, FLOOR, WORKS, Work

if TYPE_CHECKING:
    from figures import Figures, Spread
    from lanes import Lane

NONE = "-"


def number(value: float) -> str:
    """Three significant digits, and no more than what is before the point."""
    if value <= 0:
        return "0"
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}"


def ratio(value: float | None) -> str:
    if value is None:
        return NONE
    text = f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
    # What is slower is not to be overlooked.
    return f"{text} x" if value >= 1 else f"**{text} x**"


def cell(spread: Spread | None) -> str:
    if spread is None:
        return NONE
    if spread.least == spread.most:
        return number(spread.median)
    return f"{number(spread.median)} ({number(spread.least)} to {number(spread.most)})"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def figures_table(figures: Figures, lanes: list[Lane]) -> str:
    rows = []
    for work in WORKS:
        cells = [cell(figures.spread(work.key, lane.key)) for lane in lanes]
        if any(text != NONE for text in cells):
            rows.append([f"{work.title}, {work.unit}", *cells])
    return table(["", *(lane.title for lane in lanes)], rows)


def engine_table(figures: Figures) -> str:
    """Empty if the engine was not measured."""
    rows = []
    for work in ENGINE:
        own, other = figures.spread(work.key, "hearth"), figures.spread(work.key, "sqlite")
        if own and other:
            times = ratio(work.times_better(own.median, other.median))
            rows.append([f"{work.title}, {work.unit}", cell(own), cell(other), times])
    return table(["", "Hearth's engine", "SQLite", "Hearth to SQLite"], rows) if rows else ""


def beside_table(figures: Figures, lane: Lane, lanes: list[Lane]) -> str:
    """A lane of Hearth's next to the competitor that it is for; empty if one of them was not measured."""
    rows = []
    for other in lanes:
        for work in WORKS if other.key == lane.beside else []:
            own, theirs = figures.spread(work.key, lane.key), figures.spread(work.key, other.key)
            if own and theirs:
                times = ratio(work.times_better(own.median, theirs.median))
                rows.append([f"{work.title}, {work.unit}", cell(own), cell(theirs), times])
    return table(["", lane.title, "plain rows", "Hearth to plain rows"], rows) if rows else ""


def best_competitor(work: Work, figures: Figures, lanes: list[Lane]) -> tuple[Lane, Spread] | None:
    """Of those that keep what they are given: others are no alternative."""
    found = []
    for lane in lanes:
        spread = figures.spread(work.beside or work.key, lane.key)
        if spread and lane.stores and not lane.is_hearth:
            found.append((lane, spread))
    if not found:
        return None
    return (max if work.more_is_better else min)(found, key=lambda pair: pair[1].median)


def times_better(work: Work, figures: Figures, hearth: str, lane: Lane) -> float | None:
    own = figures.spread(work.key, hearth)
    other = figures.spread(work.beside or work.key, lane.key)
    return work.times_better(own.median, other.median) if own and other else None


def times_better_than_best(work: Work, figures: Figures, hearth: str, lanes: list[Lane]) -> float | None:
    best = best_competitor(work, figures, lanes)
    return times_better(work, figures, hearth, best[0]) if best else None


def ratios_table(figures: Figures, lanes: list[Lane]) -> str:
    others = [lane for lane in lanes if not lane.is_hearth]
    has_swift = any(lane.key == "swift" for lane in lanes)
    rows = []
    for work in COMPARED:
        hearth = "hearth" if figures.spread(work.key, "hearth") else "swift"
        cells = [ratio(times_better(work, figures, hearth, lane)) for lane in others]
        if all(text == NONE for text in cells):
            continue
        best = best_competitor(work, figures, lanes)
        row = [work.title, ratio(times_better_than_best(work, figures, hearth, lanes)), best[0].title if best else NONE]
        if has_swift:
            row.append(ratio(times_better_than_best(work, figures, "swift", lanes)))
        rows.append(row + cells)
    head = ["", "Hearth to the best", "which is", *(["from Swift"] if has_swift else [])]
    return table(head + [f"to {lane.title}" for lane in others], rows)


def growth_table(small: Figures, large: Figures, lanes: list[Lane]) -> str:
    """How many times as long a work takes, or as much: 1 is what is wanted."""
    rows = []
    for work in WORKS:
        cells = []
        for lane in lanes:
            before, after = small.spread(work.key, lane.key), large.spread(work.key, lane.key)
            times = work.times_better(before.median, after.median) if before and after else None
            cells.append(NONE if times is None else f"{times:.2f}")
        if any(text != NONE for text in cells):
            rows.append([work.title, *cells])
    return table(["", *(lane.title for lane in lanes)], rows)


def verdicts(figures: Figures, lanes: list[Lane]) -> list[Verdict]:
    found = []
    for target in FIXED + relative(figures):
        measured = figures.spread(target.work, target.lane)
        if measured is None:
            continue
        work = BY_KEY[target.work]
        best = best_competitor(work, figures, lanes)
        text = f"{number(best[1].median)}, {best[0].title}" if best else NONE
        found.append(target.verdict(measured.median, f"{number(measured.median)} {work.unit}", text))
    return found


def targets_table(figures: Figures, lanes: list[Lane]) -> str:
    rows = [
        [one.title, one.target, one.measured, one.best, "met" if one.is_met else "**missed**"]
        for one in verdicts(figures, lanes)
    ]
    return table(["", "target", "measured", "best competitor", ""], rows)


def floor_line(figures: Figures) -> str:
    parts = []
    for work in FLOOR:
        if spread := figures.spread(work, "machine"):
            parts.append(f"{BY_KEY[work].title} {cell(spread)} µs")
    return "; ".join(parts)
