"""Compares `hearth import` with healthkit-to-sqlite, gpxpy and fitdecode. `run` prepares everything and calls this."""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import shlex
import signal
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import machine
from imports import amounts, competitors, page
from imports.files import Files
from imports.processes import ProgramError
from imports.session import PARTS, DisagreementError, Session
from servers import ServerError

if TYPE_CHECKING:
    from types import FrameType

_HERE: Final = Path(__file__).parent


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Comparison/imports/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="see whether everything works, measure nothing")
    parser.add_argument("--only", action="append", choices=PARTS, help="these files; may be repeated")
    parser.add_argument("--records", type=int, help="records in the export, with as many workouts in proportion")
    parser.add_argument("--rounds", type=int, help="rounds of the export")
    parser.add_argument("--competitor-rounds", type=int, help="rounds of the others, which take minutes; 0 for none")
    parser.add_argument("--seed", type=int, default=1, help="what the files are made from")
    parser.add_argument("--files", type=Path, help="a folder that keeps the files, and has them the next time")
    parser.add_argument("--directory", default="/var/tmp", help="where stores and files are: on a disk")
    parser.add_argument("--json", action="store_true", help="all figures, for programs")
    parser.add_argument("--page", action="store_true", help="write the report to RESULTS.md")
    given = parser.parse_args()
    if given.records is not None and given.records < 2_000:
        parser.error("an export has 2,000 records at least, so that it has all types")
    if given.rounds is not None and given.rounds < 1:
        parser.error("a round is the least")
    return given


def _amounts(given: argparse.Namespace) -> amounts.Amounts:
    chosen = amounts.QUICK if given.quick else amounts.THOROUGH
    if given.records is not None:
        chosen = replace(chosen, export=chosen.export.scaled(given.records))
    if given.rounds is not None:
        chosen = replace(chosen, rounds=given.rounds)
    if given.competitor_rounds is not None:
        chosen = replace(chosen, competitor_rounds=given.competitor_rounds)
    return chosen


def _versions() -> dict[str, str]:
    hearth = machine.versions(_HERE.parents[2])["Hearth"]
    found = {"Hearth": hearth, "healthkit-to-sqlite": competitors.version()}
    return found | {name: importlib.metadata.version(name) for name in ("gpxpy", "fitdecode")}


def _end_in_order(number: int, frame: FrameType | None) -> None:
    sys.exit(f"ended by signal {number}")


def main() -> None:
    given = _arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end_in_order)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hearth-imports-", dir=given.directory) as name:
        folder = Path(name)
        if machine.is_in_memory(folder):
            print(f"{given.directory} is in memory, where durability costs nothing. See --directory.", file=sys.stderr)
        kept = given.files or folder
        kept.mkdir(parents=True, exist_ok=True)
        plan = _amounts(given)
        session = Session(Files(kept, plan, given.seed), plan, given.only or list(PARTS), folder)
        try:
            session.run()
        except (ServerError, ProgramError, DisagreementError) as fault:
            sys.exit(f"Tests/Comparison/imports/run: {fault}")
        run = page.Run(
            command=shlex.join(["Tests/Comparison/imports/run", *sys.argv[1:]]),
            date=datetime.datetime.now(datetime.UTC).date().isoformat(),
            amounts=plan,
            seed=given.seed,
            machine=machine.described(folder),
            versions=_versions(),
            files=session.files,
            figures=session.figures,
            loads=session.loads,
            minutes=(time.monotonic() - begin) / 60,
        )
        report = page.as_json(run) if given.json else page.markdown(run)
        if given.page:
            (_HERE / "RESULTS.md").write_text(page.markdown(run))
    print(report)
    print("each store holds what its file has", file=sys.stderr)


if __name__ == "__main__":
    main()
