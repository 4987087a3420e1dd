"""A type checker finds the mistakes that would fail only at run time, and modules lie in layers."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import hearth
from hearth import aio

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = Path(hearth.__file__).parent
MAKERS: list[Callable[..., Any]] = [
    hearth.quantities,
    hearth.categories,
    hearth.correlations,
    hearth.blood_pressures,
    hearth.workouts,
    hearth.routes,
    hearth.heartbeats,
    hearth.make_samples,
    hearth.series_points,
]
WRONG = """
import hearth
from hearth import aio, enums

hearth.quantities("heartRate", ["2026-11-21"], [60], uuid=[])
hearth.quantities("heartRate", ["2026-11-21"], [60], ids=[])
hearth.categories("sleepAnalysis", ["2026-11-21"], [enums.SleepAnalysis.asleepREM], unit="count")
hearth.categories("sleepAnalysis", ["2026-11-21"], [enums.SleepAnalysis.asleepRem])
hearth.correlations("food", ["2026-11-21"], [0], [], metdata={})
hearth.workouts(["2026-11-21"], ["2026-11-22"], [enums.WorkoutActivityType.running], duration=[1])
hearth.routes(["2026-11-21"], ["2026-11-22"], [0], [], [], [], columns={})
hearth.heartbeats(["2026-11-21"], ["2026-11-22"], [0], [], gap=[])
hearth.Client().save([], whole=True)
hearth.Client().read("heartRate", units="count/min")
hearth.Client().delete(ids=[])
hearth.Client().set_characteristics(blood="A")
aio.Client().changes("heartRate", folow=True)
"""
RIGHT = """
import hearth
from hearth import enums

rates = hearth.quantities("heartRate", ["2026-11-21"], [60], "count/min", ends=["2026-11-22"], uuids=[bytes(16)])
hearth.categories("sleepAnalysis", ["2026-11-21"], [enums.SleepAnalysis.asleepREM], metadata={"note": "deep"})
hearth.Client().save([rates], atomic=True)
hearth.Client().read("heartRate", unit="count/min").to_pandas(["start", "value"])
"""


def checked(program: Path) -> list[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(program.parent), "--no-error-summary"]
    return subprocess.run([*command, str(program)], check=False, capture_output=True, text=True).stdout.splitlines()


def test_wrong_keywords_and_members_are_errors_of_mypy(tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong.py", tmp_path / "right.py"
    wrong.write_text(WRONG)
    right.write_text(RIGHT)
    found = {int(line.split(":")[1]) for line in checked(wrong) if "[call-arg]" in line or "[attr-defined]" in line}
    assert found == set(range(5, 18))
    assert checked(right) == []


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_what_makes_samples_takes_one_name_for_a_thing(maker: Callable[..., Any]) -> None:
    names = set(inspect.signature(maker).parameters)
    assert "ids" not in names
    if maker is not hearth.series_points:
        assert names >= {"starts", "ends", "uuids", "device", "metadata", "metadata_indexes"}


@pytest.mark.parametrize("client", [hearth.Client, aio.Client], ids=["sync", "asyncio"])
def test_both_clients_have_the_same_calls(client: type) -> None:
    def calls(of: type) -> dict[str, list[str]]:
        members = inspect.getmembers(of, inspect.isfunction)
        return {name: list(inspect.signature(member).parameters) for name, member in members if name[0] != "_"}

    assert calls(client) == calls(hearth.Client)


def test_no_function_of_the_package_takes_keywords_that_nothing_names() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.name == "hearth_pb2.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] != "_":
                assert node.args.kwarg is None or node.name == "checked", f"{path.name}: {node.name}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Also not for their types only: what is above and what is below can be told."""
    modules = {name_of(path): path for path in PACKAGE.rglob("*.py")}
    graph = {name: imported(name, path, set(modules)) for name, path in modules.items()}
    assert len(graph) > 30
    list(TopologicalSorter(graph).static_order())


def name_of(path: Path) -> str:
    parts = ["hearth", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(name: str, path: Path, modules: set[str]) -> set[str]:
    """The modules of the package that a module imports, wherever it does."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
            origin = ".".join(filter(None, base))
            members = {f"{origin}.{alias.name}" for alias in node.names}
            found |= members & modules or {origin}
    return found - {name}
