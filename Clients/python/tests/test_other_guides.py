"""The documents next to the guides: what they tell a person to type in a shell is typed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import hearth
from server import Server
from test_guides import ROOT, Shell, blocks, database, shell

if TYPE_CHECKING:
    from collections.abc import Iterator

# Fixtures are found by their names.
__all__ = ["database", "shell"]

CATALOGUE = ROOT / "Sources/HearthKit/HearthKit.docc"
#: Does what the documents call it for: runs a program of the clone, or builds an app and runs it.
SWIFT = """#!/bin/bash
case "$*" in
    "run -c release hearth "*) exec "${@:4}" ;;
    "run HeartLog") exec hearth save heartRate 62 --app "$HEARTH_APP_ID" ;;
    *) exit 2 ;;
esac
"""
#: What a server prints goes to a file: the shell's own output ends with the shell only.
SERVED = ">served.txt 2>&1 & until hearth status >status.txt 2>&1; do sleep 0.05; done"


@pytest.fixture
def place(shell: Shell) -> Iterator[Path]:
    """A short path, as a socket needs one; only its owner can enter it."""
    folder = Path(tempfile.mkdtemp(prefix="hearth-"))
    shell.run("unset HEARTH_SOCKET")
    yield folder
    shutil.rmtree(folder)


def shell_blocks(document: Path) -> list[str]:
    """Without comments, which may stand after a command."""
    return [re.sub(r"(^|[ \t]+)#.*", "", text).strip() for language, text in blocks(document) if language == "sh"]


def add_program(folder: Path, script: str) -> None:
    """To the path of the shell."""
    path = folder / "programs/swift"
    path.write_text(script)
    path.chmod(0o755)


def test_the_readme_is_a_session_that_works(shell: Shell, place: Path, tmp_path: Path) -> None:
    add_program(tmp_path, SWIFT)
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci/packages").symlink_to("/bin/true")
    shell.run(f"export XDG_RUNTIME_DIR='{place}' XDG_DATA_HOME='{place}/data'")
    first, watch, *others = shell_blocks(ROOT / "README.md")
    shell.run(f"{first} {SERVED}")
    assert watch == "swift run -c release hearth watch"
    shell.run(f"{watch} --from-start >watched.txt 2>&1 &")
    *typed, install = others
    assert "hearth import export.zip" in typed[-1]
    for text in typed:
        shell.run(text)
    shell.run("until grep -q '72 count/min' watched.txt; do sleep 0.05; done")
    assert re.search(r"^start +end +value +source +uuid$", shell.printed, re.MULTILINE)
    assert re.search(r"^stepCount +1 +0 +0 +0$", shell.printed, re.MULTILINE)
    served = f"{place}/data/hearth/store.hearth on {place}/hearth/hearth.sock"
    assert served in (tmp_path / "served.txt").read_text()
    # Tests/Packages/run installs what .ci/package makes.
    assert install.startswith(".ci/package\n")


def test_a_client_takes_an_hour(shell: Shell, place: Path, tmp_path: Path) -> None:
    readme = ROOT / "Protocol/README.md"
    shutil.copy(ROOT / "Protocol/hearth.proto", tmp_path)
    (messages, server, frames) = shell_blocks(readme)
    shell.run(messages)
    assert (tmp_path / "hearth_pb2.py").exists()
    assert (tmp_path / "hearth.pb-c.h").exists()
    place.rmdir()
    shell.run(f"{server.removesuffix('&').replace('/tmp/try', str(place))} {SERVED}")
    steps = [text for language, text in blocks(readme) if language == "python"]
    # A program of its own: the client of these tests has messages of the same names.
    results = "print(added, complete, error.code == pb.ERROR_CODE_UNKNOWN_TYPE, deleted, len(copy), bool(anchor))\n"
    (tmp_path / "steps.py").write_text("".join(steps) + results)
    shell.run("python3 steps.py")
    assert shell.printed.splitlines()[-2:] == ["2 True True 1 1 True", ""]
    shell.printed = ""
    shell.run(frames)
    assert 'call: 7\nping {\n  payload: "ping"\n}' in shell.printed
    assert "0807 5a06 0a04 7069 6e67" in shell.printed


def test_a_second_store(shell: Shell, place: Path, tmp_path: Path) -> None:
    add_program(tmp_path, SWIFT)
    place.rmdir()
    server, app = (text.replace("/tmp/try", str(place)) for text in shell_blocks(CATALOGUE / "FindingTheStore.md"))
    shell.run(f"export HEARTH_SOCKET={place}/hearth.sock; {server} {SERVED}; unset HEARTH_SOCKET")
    shell.run(app)
    shell.run(f"hearth sources --socket {place}/hearth.sock")
    assert "org.example.try" in shell.printed


def test_the_manifest_of_an_app_is_understood(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that it names runs with its arguments, when there is something to deliver."""
    text = (CATALOGUE / "BackgroundDelivery.md").read_text("utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    manifest = json.loads(example)
    folder = place / "hearth/apps"
    folder.mkdir(parents=True)
    started = place / "started"
    program = place / "run-log"
    program.write_text(
        f'#!/bin/sh\necho "$HEARTH_APP_ID $HEARTH_BACKGROUND $PWD $*" >{started}.new\nmv {started}.new {started}\n'
    )
    program.chmod(0o755)
    manifest["command"][0] = str(program)
    (folder / "org.example.log.json").write_text(json.dumps(manifest))
    monkeypatch.setenv("XDG_DATA_HOME", str(place))
    with Server() as server:
        with hearth.Client(server.socket, app="org.example.log") as client:
            client.registrations({"stepCount": hearth.UpdateFrequency.IMMEDIATE})
        with hearth.Client(server.socket, app="org.example.other") as client:
            client.save(hearth.quantities("stepCount", ["2026-11-21"], [1]))
            deadline = time.monotonic() + 60
            while not started.exists():
                assert time.monotonic() < deadline, "nothing was started"
                client.read("stepCount")
    assert started.read_text() == "org.example.log 1 / --background\n"


@pytest.mark.usefixtures("database")
def test_a_store_in_a_database(shell: Shell, place: Path, tmp_path: Path) -> None:
    document = ROOT / "Sources/hearth/postgresql/README.md"
    (begin,) = (text.replace("db.example.org", "") for text in shell_blocks(document))
    create, serve = begin.splitlines()
    rows = re.findall(r"^\| ([^|]*) \| `([^`|]*)`", document.read_text("utf-8"), re.MULTILINE)
    commands = {what: command.replace("db.example.org", "") for what, command in rows}
    shell.run(f"export HEARTH_SOCKET={place}/hearth.sock; {create}")
    # A file that has something to be moved.
    shell.run(
        "hearth serve --store store.hearth >/dev/null 2>&1 & until hearth status >/dev/null 2>&1; do sleep 0.05; done"
    )
    shell.run("hearth save heartRate 71; kill $!; wait $! || true")
    shell.run(commands["move a store from a file into a database"])
    shell.run(f"{serve} {SERVED}")
    shell.run("hearth save heartRate 72 && hearth query heartRate --count")
    assert shell.printed.endswith("\n2\n\n")
    shell.run(commands["back it up into a file, while it is served"])
    shell.run(f"{commands['back up all stores']} >dump.sql")
    assert "COPY hearth.head" in (tmp_path / "dump.sql").read_text()
    shell.run("kill $!; wait $! || true; rm store.hearth*")
    shell.run(commands["verify it, when no server has it"])
    shell.run(commands["move it back"])
    shell.run("hearth check store.hearth && hearth check alice.hearth")
    assert (tmp_path / "alice.hearth").exists()


def test_the_links_of_installed_documents_lead_to_documents(tmp_path: Path) -> None:
    """Tests/Packages/run looks at those of the package."""
    for program in (".ci/documents", "Tests/Packages/links.py"):
        done = subprocess.run(
            [sys.executable, "-B", str(ROOT / program), str(tmp_path)], check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "guides/YourFirstApp.md").exists()
    assert (tmp_path / "guides/PostgreSQL.md").exists()


def test_the_dashboard_and_reports(shell: Shell, tmp_path: Path) -> None:
    """What the command `hearth` starts: Clients/dashboard/check tests the programs."""
    document = ROOT / "Clients/dashboard/README.md"
    install, dashboard, reports = shell_blocks(document)
    assert re.findall(r"\./(\S+)", install) == ["Clients/python", "Clients/dashboard"]
    # The folder in which `hearth` looks.
    folder = re.findall(r"venv ~/(\S+)", install)[0]
    assert f"`~/{folder}`" in document.read_text("utf-8")
    program = tmp_path / folder / "bin/hearth-dashboard"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "hearth-dashboard $*"\n')
    program.chmod(0o755)
    run = "4F3F7B8C-4A43-4D5B-9E0E-1B7C0F8B6A11"
    shell.run("\n".join(line for line in f"{dashboard}\n{reports}".splitlines() if line.startswith("hearth ")))
    printed = [line for line in shell.printed.splitlines() if line.startswith("hearth-dashboard ")]
    assert len(printed) == 6
    assert all(re.match(r"hearth-dashboard (serve|report) ", line) for line in printed)
    assert sum(run in line for line in printed) == 1
