"""The examples of README.md, and the programs in examples/, run against the real server."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import hearth
from hearth import hearth_pb2
from hearth.wire import MINOR
from server import PROGRAM

if TYPE_CHECKING:
    from server import Server

HERE = Path(__file__).resolve().parents[1]
EXAMPLES = HERE / "examples"


@pytest.fixture
def environment(own_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Programs find the server, and the generated module of this package as `hearth_pb2`."""
    monkeypatch.setenv("HEARTH_SOCKET", own_server.socket)
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    shutil.copy(hearth_pb2.__file__, tmp_path / "hearth_pb2.py")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    # Examples write files.
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(name: str, *arguments: str) -> str:
    """What a program prints that ends well."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_readme(environment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
    assert len(blocks) >= 3
    # One after the other, as a reader tries them, each in a program of its own.
    kept: list[object] = []
    for block in blocks:
        names: dict[str, object] = {}
        exec(compile(block, "README.md", "exec"), names)
        kept += [names["kept"]] if "kept" in names else []
    printed = capsys.readouterr().out
    assert "95. " in printed
    assert "98.25" in printed
    assert "120.0       80.0" in printed
    assert "SleepAnalysis.asleepREM" in printed
    assert "Distance(metres=5000.0, method='device samples (distanceWalkingRunning)')" in printed
    assert "[  nan 4200. 3900.   nan]" in printed
    assert "2025-10-27 00:00:00+01:00" in printed
    assert "2 samples to upload" in printed
    assert isinstance(kept[0], bytes)
    assert kept[0]
    assert environment


def test_lines_of_the_readme_fit_on_a_page() -> None:
    text = (HERE / "README.md").read_text()
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert [line for line in prose.splitlines() if len(line) > 120 and not line.startswith("|")] == []


def test_what_the_readme_registers_it_says_how_to_remove(
    own_server: Server, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTH_APP_ID", "org.example.readme")
    (block,) = (
        one
        for one in re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
        if "Launch(" in one
    )
    with hearth.Client() as client:
        client.save(hearth.quantities("stepCount", [np.datetime64("2026-11-21", "ns")], [1]))
        exec(compile(block, "README.md", "exec"), {})
        assert client.registrations()
        command = re.search(r"`hearth (background remove) APP`", (HERE / "README.md").read_text())
        assert command is not None
        subprocess.run(
            [PROGRAM, *command[1].split(), "org.example.readme"], check=True, capture_output=True, timeout=60
        )
        assert client.registrations() == {}
    assert own_server.socket
    assert environment


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_examples_explain_themselves(environment: Path, name: str) -> None:
    assert run(name, "--help").startswith("usage: ")
    command = [sys.executable, str(EXAMPLES / name), "--frob"]
    wrong = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("usage: ")
    assert environment


def test_save_query_and_plot(environment: Path) -> None:
    assert "360 heart rates" in run("save.py")
    assert "20 heart rates above 140/min" in run("query.py", "140")
    picture = environment / "run.png"
    assert str(picture) in run("plot_workout.py", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 10_000


def test_watch_goes_on_where_it_was(own_server: Server, environment: Path) -> None:
    steps = "HKQuantityTypeIdentifierStepCount"
    command = [sys.executable, str(EXAMPLES / "watch.py"), str(environment / "anchor")]
    seen: list[str] = []
    with hearth.Client(own_server.socket) as client:
        for number in (3, 4):
            moments = [np.datetime64("2026-11-21", "ns")] * number
            client.save(hearth.quantities(steps, moments, [1.0] * number))
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
                assert watching.stdout is not None
                while (line := watching.stdout.readline()) != f"{number} of {steps}\n":
                    assert line
                    seen.append(line)
                # A batch's anchor is kept after its line: when the next one is printed, it is.
                last = hearth.categories("HKCategoryTypeIdentifierSleepAnalysis", moments[:1], [1])
                client.save(last)
                assert watching.stdout.readline() == f"1 of {last.type}\n"
                client.delete(last.uuids)
                assert watching.stdout.readline() == "1 deleted\n"
                watching.send_signal(signal.SIGINT)
                assert watching.stdout.read() == "stopped\n"
    # The second time the steps of the first did not come again; what was last may.
    assert set(seen) <= {"1 deleted\n"}


def test_reading_client(environment: Path) -> None:
    lines = (EXAMPLES / "reading_client.py").read_text().splitlines()
    assert len(lines) <= 120
    imported = {line.split()[1].split(".")[0] for line in lines if re.match(r"(import|from) ", line)}
    assert imported - {"hearth_pb2"} <= sys.stdlib_module_names
    assert run("reading_client.py", "save", "95", "97.5") == "saved 2\n"
    assert [line.split()[-1] for line in run("reading_client.py", "query").splitlines()] == ["95.0", "97.5"]
    command = [sys.executable, str(EXAMPLES / "reading_client.py"), "watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline().endswith("95.0\n")
        assert watching.stdout.readline().endswith("97.5\n")
        run("reading_client.py", "save", "101")
        assert watching.stdout.readline().endswith("101.0\n")
        watching.terminate()
    assert environment


def test_reading_client_reads_more_than_the_first_credit(own_server: Server, environment: Path) -> None:
    count = 60_000
    starts = np.datetime64("2020-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")
    with hearth.Client(own_server.socket) as client:
        client.save(hearth.quantities("HKQuantityTypeIdentifierHeartRate", starts, np.full(count, 60.0), "count/min"))
    assert len(run("reading_client.py", "query").splitlines()) == count
    assert environment


def test_the_readmes_name_the_version_that_the_clients_speak() -> None:
    c_client = HERE.parent / "c"
    minor = re.search(r"PROTOCOL_MINOR = (\d+) };", (c_client / "source" / "session.h").read_text())
    assert minor is not None
    changes = (HERE.parents[1] / "Protocol" / "CHANGES.md").read_text()
    newest = max(map(int, re.findall(r"^## 1\.(\d+),", changes, re.MULTILINE)))
    for spoken, readme in ((MINOR, HERE / "README.md"), (int(minor[1]), c_client / "README.md")):
        text = readme.read_text()
        assert f"version 1.{spoken} of the protocol" in text
        # What is newer than that, the README says why the client does without.
        assert [minor for minor in range(spoken + 1, newest + 1) if f"what 1.{minor} adds is" not in text] == [], readme
    assert f"version 1.{minor[1]} of the protocol" in (c_client / "include" / "hearth.h").read_text()
