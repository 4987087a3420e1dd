"""Apps of several languages save, delete and follow on one store, whose server is killed while they do.

Every app has to see every change exactly once, and a query of each finds what was acknowledged. Records of every kind come
back bit for bit, whoever saves and reads them: see record_run.py.
usage: mixed_clients.py --server COMMAND --tool COMMAND --app NAME=COMMAND... [--seed SEED]
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Callable, Iterator, Sequence

from app import Follower, Saver
from driver import Unsupported
from frame_socket import Deadline, Fault, wait_for
from record_run import RecordRun
from server_process import ServerProcess

# Of one app after the first, which all can be told apart by.
SAVES = 200
LARGEST_SAVE = 20
FIRST_SAVE = 30
KILLS = 2
# No app is further ahead of the slowest, so that all of them are at work when the server is killed.
LEAD = 10
# For one event, and only reached when something hangs.
PATIENCE = 60.0


class MixedRun:
    def __init__(self, server: str, commands: dict[str, str], folder: Path, seed: int) -> None:
        self._command = server
        self._commands = commands
        self._folder = folder
        self._random = random.Random(seed)
        self.savers: list[Saver] = []
        self.followers: list[Follower] = []
        self.faults: list[str] = []
        self._server = self._start()

    def _start(self) -> ServerProcess:
        return ServerProcess(self._command, self._folder, "home", Deadline(PATIENCE))

    def run(self) -> None:
        for name, command in self._commands.items():
            self.savers.append(Saver(name, command, self._server.path))
            self.followers.append(Follower(name, command, self._server.path))
        self._go_on_until(lambda: all(one.has_caught_up for one in self.followers))
        owned = self._first_saves()
        last = owned[self.savers[-1].name].pop()
        self._plan(owned)
        self._save_through_kills()
        # Changes come in their order: who has seen this one has been told of all that were before.
        self._give(self.savers[-1], [f"delete {last}"])
        self._go_on_until(lambda: self._is_quiet() and all(last in one.deleted for one in self.followers))
        for saver in self.savers:
            saver.read_store()
        self._go_on_until(self._is_quiet)
        self._compare(last, owned)
        # A follower waits for the next change and is ended with the server.
        for saver in self.savers:
            saver.driver.finish(Deadline(PATIENCE))

    def _first_saves(self) -> dict[str, list[str]]:
        """Each app saves alone: whose samples these are is known, and each can delete its own later on."""
        owned: dict[str, list[str]] = {}
        known: set[str] = set()
        for saver in self.savers:
            self._give(saver, [f"save {FIRST_SAVE}"])
            wanted = len(known) + FIRST_SAVE
            self._go_on_until(lambda: saver.is_idle() and all(len(one.added) >= wanted for one in self.followers))
            new = sorted(set(self.followers[0].added) - known)
            known.update(new)
            owned[saver.name] = new
            for one in self.followers:
                if set(one.added) != known:
                    raise Fault(f"{one.name} saw other samples of {saver.name} than {self.followers[0].name}")
        return owned

    def _plan(self, owned: dict[str, list[str]]) -> None:
        for saver in self.savers:
            tasks = [f"save {self._random.randint(1, LARGEST_SAVE)}" for _ in range(SAVES)]
            tasks += [f"delete {uuid}" for uuid in owned[saver.name]]
            self._random.shuffle(tasks)
            saver.tasks = tasks

    def _save_through_kills(self) -> None:
        tasks = min(len(saver.tasks) for saver in self.savers)
        begun = {saver.name: saver.answered for saver in self.savers}

        def done(saver: Saver) -> int:
            return saver.answered - begun[saver.name]

        def slowest() -> int:
            return min(map(done, self.savers))

        def tell() -> None:
            for saver in self.savers:
                if done(saver) < slowest() + LEAD:
                    saver.go_on()

        for kill in range(KILLS):
            # One in each part of the run, which leaves work for after the last.
            at = self._random.randint(1 + kill * tasks // (KILLS + 1), (kill + 1) * tasks // (KILLS + 1))
            self._go_on_until(lambda: slowest() >= at, tell)
            tell()
            if not all(saver.tasks for saver in self.savers):
                raise Fault(f"at kill {kill + 1} not all apps were at work")
            self._server.end()
            self._server = self._start()
            print(f"killed after {sum(map(done, self.savers))} writes, started again", flush=True)
        self._go_on_until(self._is_quiet, tell)

    # ------------------------------------------------------------------------------------------------------- events

    def _apps(self) -> Sequence[Saver | Follower]:
        return [*self.savers, *self.followers]

    def _is_quiet(self) -> bool:
        return all(saver.is_idle() for saver in self.savers)

    def _give(self, saver: Saver, tasks: list[str]) -> None:
        saver.tasks += tasks
        saver.go_on()

    def _go_on_until(self, holds: Callable[[], bool], after_each: Callable[[], None] = lambda: None) -> None:
        after_each()
        while not holds():
            ready = wait_for([app.driver.fileno() for app in self._apps()], Deadline(PATIENCE))
            if not ready:
                raise Fault(f"nothing comes any more. {'; '.join(self._states())}")
            for app in self._apps():
                if app.driver.fileno() in ready:
                    self._read(app)
            after_each()

    def _read(self, app: Saver | Follower) -> None:
        try:
            app.driver.read_some()
            while (line := app.driver.printed()) is not None:
                app.hear(line)
        except Unsupported:
            raise Fault(f"the app in {app.name} does not know a task") from None
        except Fault as fault:
            kind = "saves" if isinstance(app, Saver) else "follows"
            raise Fault(f"the app in {app.name} that {kind}: {fault}; {app.driver.errors()}") from None

    def _states(self) -> Iterator[str]:
        for saver in self.savers:
            yield f"{saver.name} has made {saver.answered} writes"
        for one in self.followers:
            yield f"{one.name} has seen {len(one.added)} saved and {len(one.deleted)} deleted"

    # --------------------------------------------------------------------------------------------------- comparisons

    def _compare(self, last: str, owned: dict[str, list[str]]) -> None:
        saved = {uuid for one in self.followers for uuid in one.added}
        saved.update(uuid for saver in self.savers for uuid in saver.stored)
        deleted = {last, *(uuid for uuids in owned.values() for uuid in uuids)}
        acknowledged = sum(saver.added for saver in self.savers)
        if len(saved) != acknowledged:
            self.faults.append(f"{acknowledged} samples were acknowledged, and there were {len(saved)}")
        for one in self.followers:
            self._expect(f"{one.name} has seen saved", one.added, saved)
            self._expect(f"{one.name} has seen deleted", one.deleted, deleted)
        for saver in self.savers:
            self._expect(f"{saver.name} has found by a query", saver.stored, saved - deleted)
        if not self.faults:
            writes = sum(saver.answered for saver in self.savers)
            print(f"{writes} writes, {len(saved)} samples saved, {len(deleted)} deleted: each app saw each once")

    def _expect(self, what: str, seen: Counter[str], expected: set[str]) -> None:
        missed = sorted(expected - set(seen))
        repeated = sorted(uuid for uuid, count in seen.items() if count > 1)
        others = sorted(set(seen) - expected)
        for words, uuids in (("not", missed), ("more than once", repeated), ("although it was not to", others)):
            if uuids:
                self.faults.append(f"{what}, {words}: {len(uuids)} of {len(expected)}, {', '.join(uuids[:3])} ...")

    def close(self) -> None:
        for app in self._apps():
            app.driver.kill()
        self._server.end()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, metavar="COMMAND")
    parser.add_argument("--tool", required=True, metavar="COMMAND")
    parser.add_argument("--app", required=True, action="append", metavar="NAME=COMMAND")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    return parser.parse_args()


def main() -> int:
    given = arguments()
    # Whoever ends it early leaves nothing behind either.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    print(f"seed {given.seed}", flush=True)
    commands = dict(app.split("=", 1) for app in given.app)
    # Of the folder nobody else may read anything, and its path leaves room for a socket's.
    with tempfile.TemporaryDirectory(prefix="hearth-", dir="/tmp") as folder:
        run = MixedRun(given.server, commands, Path(folder), given.seed)
        faults = ran(run) + run.faults
        if not faults:
            faults = ran(RecordRun(given.server, given.tool, commands, Path(folder), given.seed))
    for fault in faults:
        print(f"FAILED (seed {given.seed}): {fault}", file=sys.stderr)
    return 1 if faults else 0


def ran(run: MixedRun | RecordRun) -> list[str]:
    """Runs it to its end; what went wrong."""
    try:
        run.run()
    except Fault as fault:
        return [str(fault)]
    finally:
        run.close()
    return []


if __name__ == "__main__":
    sys.exit(main())
