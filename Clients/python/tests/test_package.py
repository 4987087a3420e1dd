"""What is packed, from the repository and from a source distribution."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import hearth

HERE = Path(__file__).resolve().parents[1]
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
