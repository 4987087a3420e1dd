"""Compares Hearth with what its users would pick instead. `run` builds everything and calls this."""

from __future__ import annotations

import argparse
import datetime
import resource
import shlex
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import amounts
import engine
import machine
import report
from driver import DriverError
from lanes import LANES, OPTIONAL, Lane
from servers import ServerError
from session import DisagreementError, Session

if TYPE_CHECKING:
    from types import FrameType

    from figures import Figures

HERE = Path(__file__).parent


def arguments() -> argparse.Namespace:
    names = [lane.key for lane in LANES if not lane.is_hearth]
    parser = argparse.ArgumentParser(prog="Tests/Comparison/run", description=__doc__)
    parser.add_argument("--samples", type=int, nargs="+", default=[1_000_000, 10_000_000], help="sizes of the stores")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="see whether everything works, measure nothing")
    parser.add_argument("--only", action="append", choices=names, help="Hearth and these competitors")
    parser.add_argument("--json", action="store_true", help="all figures, for programs")
    parser.add_argument("--page", action="store_true", help="write the report to RESULTS.md")
    parser.add_argument("--directory", default="/var/tmp", help="where the stores are: on a disk")
    given = parser.parse_args()
    if given.rounds < 1 or min(given.samples) < 1_000:
        parser.error("a round, and a thousand samples, are the least")
    return given


def chosen_lanes(only: list[str] | None) -> list[Lane]:
    if only:
        return [lane for lane in LANES if lane.key in only or (lane.is_hearth and lane.beside in ("", *only))]
    return [lane for lane in LANES if lane.key not in OPTIONAL]


def measure(given: argparse.Namespace, lanes: list[Lane], folder: Path) -> dict[int, Figures]:
    if given.quick:
        plans = [amounts.quick()]
    else:
        plans = [amounts.thorough(samples, given.rounds) for samples in sorted(set(given.samples))]
    sizes = {plan.samples: Session(lanes, plan, folder).run() for plan in plans}
    if not given.only:
        largest = max(sizes)
        print(f"{largest:,} samples: hearth-bench store, which takes some minutes", file=sys.stderr, flush=True)
        engine.measure(largest, folder, sizes[largest], quick=given.quick)
    return sizes


def allow_many_sockets() -> None:
    """A thousand subscribers are as many sockets, on either side."""
    wanted = 8_192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def end_in_order(number: int, frame: FrameType | None) -> None:
    sys.exit(f"ended by signal {number}")


def main() -> None:
    given = arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end_in_order)
    allow_many_sockets()
    lanes = chosen_lanes(given.only)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hearth-", dir=given.directory) as name:
        folder = Path(name)
        # Servers that are run by another user have their folders in it.
        folder.chmod(0o711)
        if machine.is_in_memory(folder):
            print(f"{given.directory} is in memory, where durability costs nothing. See --directory.", file=sys.stderr)
        try:
            sizes = measure(given, lanes, folder)
        except (DriverError, ServerError, DisagreementError) as fault:
            sys.exit(f"Tests/Comparison/run: {fault}")
        run = report.Run(
            command=shlex.join(["Tests/Comparison/run", *sys.argv[1:]]),
            date=datetime.date.today().isoformat(),
            rounds=given.rounds if not given.quick else amounts.quick().rounds,
            machine=machine.described(folder),
            versions=machine.versions(HERE.parent.parent),
            lanes=lanes,
            sizes=sizes,
            minutes=(time.monotonic() - begin) / 60,
        )
    if given.page:
        (HERE / "RESULTS.md").write_text(report.markdown(run))
    print(report.as_json(run) if given.json else report.markdown(run))
    print("all lanes gave the same answers", file=sys.stderr)


if __name__ == "__main__":
    main()
