"""Runs the transcripts of client/ against a client, those of server/ against a server.

usage: conformance.py [--client COMMAND] [--server COMMAND] [--case NAME]... [--patience SECONDS] [--jobs N] [--list]
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable

import schema
import transcript
from client_side import ClientCase
from driver import Unsupported
from frame_socket import Fault
from server_side import ServerCase
from transcript import Transcript


@dataclass(frozen=True)
class Outcome:
    case: str
    passed: bool
    text: str


def run_case(side: str, script: Transcript, command: str, patience: float) -> Outcome:
    name = f"{side}/{script.name}"
    # A path that leaves room for a socket's.
    with tempfile.TemporaryDirectory(prefix="hearth-", dir="/tmp") as folder:
        case = (ClientCase if side == "client" else ServerCase)(command, Path(folder), patience)
        said, fault = "", ""
        try:
            case.run(script)
        except Unsupported:
            return Outcome(name, True, "not supported")
        except Fault as found:
            fault = str(found)
        finally:
            said = case.close()
    if not fault:
        return Outcome(name, True, "ok")
    said = f"\n    it said: {said}" if said else ""
    return Outcome(name, False, f"FAILED\n    {script.purpose}\n    {fault}{said}")


def chosen(side: str, names: Iterable[str]) -> list[Transcript]:
    scripts = [transcript.read(path) for path in transcript.paths(side)]
    wanted = {name.removeprefix(f"{side}/") for name in names}
    return [script for script in scripts if not wanted or script.name in wanted]


def run(arguments: argparse.Namespace) -> int:
    work = [
        (side, script, command)
        for side, command in (("client", arguments.client), ("server", arguments.server))
        if command
        for script in chosen(side, arguments.case)
    ]
    if not work:
        print("the case is unknown", file=sys.stderr)
        return 2
    # Before there are threads that would all generate the messages.
    schema.new_message("ClientFrame")
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(lambda one: run_case(*one, arguments.patience), work))
    for outcome in outcomes:
        if not outcome.passed or arguments.verbose or outcome.text != "ok":
            print(f"{outcome.case}: {outcome.text}")
    failed = sum(not outcome.passed for outcome in outcomes)
    unsupported = sum(outcome.text == "not supported" for outcome in outcomes)
    print(f"{len(outcomes)} cases, {failed} failed, {unsupported} not supported")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="Protocol/conformance/run", description="Runs the conformance cases.")
    parser.add_argument("--client", metavar="COMMAND", help="a driver of the client to test: see README.md")
    parser.add_argument("--server", metavar="COMMAND", help="starts the server to test: see README.md")
    parser.add_argument("--case", metavar="NAME", action="append", default=[], help="only this one; several times")
    parser.add_argument("--patience", metavar="SECONDS", type=float, default=30.0, help="for one event, 30 at first")
    parser.add_argument("--jobs", metavar="N", type=int, default=4, help="cases at once, 4 at first")
    parser.add_argument("--verbose", action="store_true", help="also names the cases that pass")
    parser.add_argument("--list", action="store_true", help="only names the cases")
    arguments = parser.parse_args()
    # Who ends the kit ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if arguments.list:
        for side in ("client", "server"):
            for script in chosen(side, arguments.case):
                print(f"{side}/{script.name}: {script.purpose}")
        return 0
    if not arguments.client and not arguments.server:
        parser.error("name a --client or a --server")
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
