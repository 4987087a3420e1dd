"""What is packed, from the repository and from a source distribution."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import hearth

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
#: What a person types to install packages, with the rest of its lines.
INSTALLING = re.compile(
    r"\b(?:pip[\d.]*|pipx|uv|poetry|pdm|conda|mamba)\s+(?:pip\s+)?(?:install|add|run|inject|download)\s+"
    r"((?:\\\n|[^\n])*)"
)
#: The name of a package of Hearth, which an installer looks for on PyPI: no path and no file.
BY_NAME = re.compile(r"hearth(?:[-_.]dashboard)?(?:\[[^\]]*\]?)?(?:[=<>~!@].*)?", re.IGNORECASE)
#: Of folders in which nothing is written by a person.
MADE = {".git", ".build", "build", "__pycache__"}
GENERATED = {
    "hearth/hearth_pb2.py",
    "hearth/hearth_pb2.pyi",
    "hearth/type_table.py",
    "hearth/types.py",
    "hearth/py.typed",
}


def build(source: Path, kind: str, folder: Path) -> Path:
    """What the build backend makes, without an environment of its own."""
    script = f"import hatchling.build as backend; print(backend.build_{kind}({str(folder)!r}))"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=source, env=environment, check=True, capture_output=True, text=True
    )
    return folder / result.stdout.splitlines()[-1]


def test_the_package_knows_its_version() -> None:
    assert hearth.__version__ == importlib.metadata.version("hearth")
    assert f"version {hearth.__version__}." in (HERE / "README.md").read_text()


def test_a_source_distribution_carries_the_documents_and_builds_alone(tmp_path: Path) -> None:
    before = sorted(path for path in HERE.rglob("*") if "__pycache__" not in path.parts)
    with tarfile.open(build(HERE, "sdist", tmp_path)) as archive:
        # Debian 12's Python has no filters yet, and trusts what it made itself.
        if hasattr(tarfile, "data_filter"):
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(tmp_path / "unpacked")
    (alone,) = (tmp_path / "unpacked").iterdir()
    for name in ("hearth.proto", "TYPES.md"):
        assert (alone / name).read_bytes() == (HERE.parents[1] / "Protocol" / name).read_bytes()
    assert not [*alone.rglob("hearth_pb2*"), *alone.rglob("type_table*"), *alone.rglob("hearth/types.py")]
    with zipfile.ZipFile(build(alone, "wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
        assert names >= GENERATED
        assert names >= {"hearth/client.py", "hearth/aio/client.py", "hearth/session/session.py"}
        assert not [name for name in names if name.startswith(("tests", "examples"))]
        generated = wheel.read("hearth/hearth_pb2.py")
    shutil.rmtree(alone)
    with zipfile.ZipFile(build(HERE, "wheel", tmp_path)) as wheel:
        assert wheel.read("hearth/hearth_pb2.py") == generated
    # Nothing is left in the repository.
    assert sorted(path for path in HERE.rglob("*") if "__pycache__" not in path.parts) == before


def installed_by_name(text: str) -> list[str]:
    """The packages of Hearth that a text has installed by their names."""
    words = (word for line in INSTALLING.findall(text) for word in re.split(r"[\s`'\",;()]+", line))
    return [word for word in words if BY_NAME.fullmatch(word.rstrip(".:"))]


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("pip install hearth", True),
        ("python3 -m pip install --upgrade 'hearth[pandas,polars]'.", True),
        ("install it with `uv pip install hearth==1.0`", True),
        ("pipx install hearth-dashboard", True),
        ("pip3 install numpy \\\n    Hearth", True),
        ("pip install\nhearth", True),
        ("pip install ./Clients/python ./Clients/dashboard", False),
        ("pip install .build/packages/hearth*.whl   # the Python client", False),
        ("pip install pandas\nhearth serve", False),
        ("apt install ./.build/packages/hearth_*.deb", False),
    ],
)
def test_what_a_person_types_is_understood(text: str, is_wrong: bool) -> None:
    assert bool(installed_by_name(text)) == is_wrong


def test_no_text_has_the_package_of_another_project_installed() -> None:
    """On PyPI `hearth` is not this package: whoever installs it by its name runs a program of strangers."""
    wrong, count = {}, 0
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [one for one in folders if one not in MADE]
        for path in (Path(folder, file) for file in files):
            count += 1
            if found := installed_by_name(path.read_text("utf-8", "replace")):
                wrong[path.relative_to(ROOT)] = found
    # The examples above.
    assert len(wrong.pop(Path(__file__).relative_to(ROOT))) == 5
    assert wrong == {}
    assert count > 1000


def test_no_package_depends_on_that_of_another_project() -> None:
    """A wheel of the dashboard that is installed alone brings no stranger's client with it."""
    settings = [
        tomllib.loads((ROOT / "Clients" / one / "pyproject.toml").read_text()) for one in ("python", "dashboard")
    ]
    needed = [one for each in settings for one in (*each["project"]["dependencies"], *each["build-system"]["requires"])]
    assert len(needed) > 5
    assert [one for one in needed if one.startswith("hearth")] == []
