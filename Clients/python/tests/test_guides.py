"""The guides of HearthKit's documentation: what they tell a person to type is typed, to the last line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest

from database import Database
from server import PROGRAM, SECONDS_MAX, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]
GUIDES = sorted((ROOT / "Sources/HearthKit/HearthKit.docc/Guides").glob("*.md"))
#: A reader has often tried its examples before, on the same store.
README = ROOT / "Clients/python/README.md"
#: Swift is compiled by GuideTests; the others are files that a person saves, and are read below.
LANGUAGES = {"sh", "python", "swift", "yaml", "ini"}
EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <ExportDate value="2026-11-21 09:00:00 +0000"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Anna's Watch" unit="count" creationDate="2026-11-20 \
08:10:00 +0000" startDate="2026-11-20 08:00:00 +0000" endDate="2026-11-20 08:10:00 +0000" value="700"/>
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna's Watch" unit="count/min" creationDate="2026-11-20 \
08:10:00 +0000" startDate="2026-11-20 08:05:00 +0000" endDate="2026-11-20 08:05:00 +0000" value="91"/>
</HealthData>
"""
TRACK = """<gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>
<trkpt lat="52.5" lon="13.4"><time>2026-11-20T06:00:00Z</time></trkpt>
<trkpt lat="52.51" lon="13.4"><time>2026-11-20T06:06:00Z</time></trkpt></trkseg></trk></gpx>
"""
#: Carries a socket to another path, as the machine at the other end of `ssh -L` does. Without -L it runs the one
#: command that the key is for.
SSH = """
import pathlib, re, socket, subprocess, sys, threading
if "-L" not in sys.argv:
    (command,) = re.findall('command="(.*)"', (pathlib.Path.home() / ".ssh/authorized_keys").read_text())
    sys.exit(subprocess.run(command, shell=True).returncode)
near, far = sys.argv[sys.argv.index("-L") + 1].split(":")
def carry(one, other):
    while data := one.recv(65536):
        other.sendall(data)
    other.shutdown(socket.SHUT_WR)
listening = socket.socket(socket.AF_UNIX)
listening.bind(near)
listening.listen()
while True:
    one, other = listening.accept()[0], socket.socket(socket.AF_UNIX)
    other.connect(far)
    for pair in ((one, other), (other, one)):
        threading.Thread(target=carry, args=pair, daemon=True).start()
"""
#: Without a path this one does not look in its folder, as protoc itself does.
PROTOC = """#!/bin/sh
case "$*" in *proto_path*) ;; *) set -- --proto_path=. "$@" ;; esac
exec {python} -m grpc_tools.protoc "$@"
"""
#: Stops the server and starts it again, as its units do.
SYSTEMCTL = """#!/bin/bash
case "$2" in
    stop)
        process=$(cat "$HOME/server.pid")
        kill "$process"
        # The test's own child stays as a zombie.
        while grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$process/status" 2>/dev/null; do :; done ;;
    start)
        hearth serve --store "$STORE" --socket "$HEARTH_SOCKET" >/dev/null 2>&1 & echo $! >"$HOME/server.pid"
        until hearth status >/dev/null 2>&1; do :; done ;;
esac
"""


def blocks(guide: Path) -> list[tuple[str, str]]:
    """The language and the text of each block of code."""
    return re.findall(r"^```([\w ]*)\n(.*?)^```", guide.read_text("utf-8"), re.DOTALL | re.MULTILINE)


class Shell:
    """The terminal of a person who follows a guide."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self._process = subprocess.Popen(
            ["/bin/bash", "--norc", "-e"],
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.printed = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate(timeout=SECONDS_MAX)

    def run(self, script: str) -> str:
        """Types a block, which is to succeed; returns the socket that its variables name then."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{script}\nprintf '\\nsocket=%s\\n' \"$HEARTH_SOCKET\"\n")
        self._process.stdin.flush()
        end = threading.Timer(SECONDS_MAX, os.killpg, (self._process.pid, signal.SIGKILL))
        end.start()
        try:
            for line in self._process.stdout:
                if line.startswith("socket="):
                    return line.removeprefix("socket=").strip()
                self.printed += line
        finally:
            end.cancel()
        raise AssertionError(f"{script}\n{self.printed}")


@pytest.fixture
def shell(own_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Shell]:
    """With the programs that the guides use on its path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "hearth").symlink_to(Path(PROGRAM).resolve())
    scripts = {
        "python3": f'#!/bin/sh\nexec {sys.executable} "$@"\n',
        "protoc": PROTOC.format(python=sys.executable),
        "ssh": f'#!/bin/sh\nexec {sys.executable} "{tmp_path}/ssh.py" "$@"\n',
        "systemctl": SYSTEMCTL,
    }
    for name, script in scripts.items():
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)
    (tmp_path / "ssh.py").write_text(SSH)
    (tmp_path / "server.pid").write_text(str(own_server.process))
    (tmp_path / ".local/share").mkdir(parents=True)
    (tmp_path / ".local/share/hearth").symlink_to(own_server.folder)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/run.gpx").write_text(TRACK)
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("apple_health_export/export.xml", EXPORT)
    monkeypatch.chdir(tmp_path)
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "HEARTH_SOCKET": own_server.socket,
        "REMOTE_SOCKET": own_server.socket,
        "STORE": str(own_server.folder / "store.hearth"),
        "BOBS_KEY": "ssh-ed25519 AAAA bob",
        "HEARTH_CLONE": str(ROOT),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TZ": "UTC",
    }
    with Shell(environment, tmp_path) as running:
        yield running


@pytest.fixture
def database(shell: Shell) -> Iterator[Database]:
    """The one that the programs of the shell find."""
    with Database() as running:
        shell.run(f"export PGHOST='{running.folder}' PGUSER={running.user}")
        yield running


def test_there_are_guides() -> None:
    assert len(GUIDES) >= 8


@pytest.mark.parametrize("follows_readme", [False, True], ids=["at_once", "after_the_readme"])
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_what_a_guide_says_works(
    guide: Path, follows_readme: bool, shell: Shell, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if "createdb" in guide.read_text("utf-8"):
        request.getfixturevalue("database")
    monkeypatch.setenv("HEARTH_SOCKET", shell.run(":"))
    if follows_readme:
        for text in (text for language, text in blocks(README) if language == "python"):
            exec(compile(text, README.name, "exec"), {})
    monkeypatch.setenv("HEARTH_APP_ID", "org.example.guide")
    names: dict[str, object] = {}
    for number, (language, text) in enumerate(blocks(guide)):
        assert language in LANGUAGES
        if language == "sh":
            monkeypatch.setenv("HEARTH_SOCKET", shell.run(text))
        elif language == "python":
            exec(compile(text, f"{guide.name}, block {number}", "exec"), names)
        elif language == "yaml":
            runs = re.findall(r"- run: (.*)", text)
            assert runs == ["hearth/.ci/packages", "swift test"]
            assert os.access(ROOT / runs[0].removeprefix("hearth/"), os.X_OK)
        elif language == "ini" and "ssh" in text:
            # The same forwarding as the command.
            assert re.search(
                r"^ExecStart=/usr/bin/ssh -N .*-L %h/hearth-home/hearth.sock:\S+/hearth.sock home$", text, re.M
            )
        elif language == "ini" and text.startswith("[Socket]"):
            # Tests/UserManager has systemd make such a socket.
            unit = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
            app = unit["FileDescriptorName"].removeprefix("app/")
            assert f"hearth app add {app} --group {unit['SocketGroup']}" in guide.read_text("utf-8")
            assert (unit["SocketMode"], unit["Service"]) == ("0660", "hearth.service")
        elif language == "ini":
            # The same server as that of the command. What the unit says is taken back first.
            service = re.fullmatch(r"\[Service\]\nExecStart=\nExecStart=/usr/bin/(hearth serve --store '.*')\n", text)
            assert service is not None
            assert any(service[1] in command for language, command in blocks(guide) if language == "sh")


def test_a_program_that_keeps_an_anchor_goes_on_with_another_store(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEARTH_SOCKET", shell.run(":"))
    (program,) = (
        text
        for guide in GUIDES
        if guide.stem == "FollowChanges"
        for language, text in blocks(guide)
        if language == "python"
    )
    exec(compile(program, "FollowChanges.md", "exec"), {})
    with Server() as other:
        monkeypatch.setenv("HEARTH_SOCKET", other.socket)
        exec(compile(program, "FollowChanges.md", "exec"), {})
    before, after = "0 heart rates", "1 heart rates"
    assert capsys.readouterr().out.splitlines() == [before, after, before, after]


@pytest.mark.usefixtures("database")
def test_a_person_sees_what_another_one_shows(shell: Shell) -> None:
    guide = next(guide for guide in GUIDES if guide.stem == "RunForAFamily")
    (before, _) = guide.read_text("utf-8").split("## Take it back")
    for text in re.findall(r"```sh\n(.*?)```", before, re.DOTALL):
        shell.run(text)
    assert "4200" in shell.printed.replace(",", "")
    shell.run("hearth save heartRate 72")
    shell.run('export HEARTH_SOCKET="$PWD/from-alice/hearth.sock"')
    shell.printed = ""
    shell.run("hearth query heartRate --count; hearth query stepCount --count; hearth save stepCount 1 2>&1 || true")
    assert shell.printed.startswith("0\n1\n")
    assert "AUTHORIZATION_NOT_DETERMINED" in shell.printed


def test_what_a_guide_says_of_the_c_client_is_in_its_header() -> None:
    header = (ROOT / "Clients/c/include/hearth.h").read_text("utf-8")
    for guide in GUIDES:
        text = guide.read_text("utf-8")
        for name in re.findall(r"\bcalls? `(hearth_\w+)`", text):
            assert re.search(rf"\b{name}\(", header), name
        assert set(re.findall(r"`(hearth_\w+)`", text)) <= set(re.findall(r"\bcalls? `(hearth_\w+)`", text)), guide.stem


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_what_a_guide_refers_to_exists(guide: Path) -> None:
    text = guide.read_text("utf-8")
    articles = {path.stem for path in guide.parents[1].rglob("*.md")}
    assert set(re.findall(r"<doc:(\w+)>", text)) <= articles
    for path in re.findall(r"`((?:Protocol|Clients|Sources|Tests)/[\w./-]+)`", text):
        assert (ROOT / path).exists(), path
