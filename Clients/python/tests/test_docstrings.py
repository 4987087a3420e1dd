"""The examples in the docstrings, against the real server."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from time import tzset
from typing import TYPE_CHECKING

import hearth
from test_typing import MAKERS

if TYPE_CHECKING:
    import pytest

    from server import Server

#: The packages of the examples. Those of `hearth.analysis` need no server, and have a test of their own.
PACKAGES = ("hearth", "hearth.aio", "hearth.samples", "hearth.statistics")
#: Some examples make samples with a function that their module does not have.
NAMES = {"quantities": hearth.quantities}


def test_the_examples_in_docstrings_are_right(own_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_SOCKET", own_server.socket)
    monkeypatch.setenv("TZ", "UTC")
    tzset()
    tried = 0
    for package in map(importlib.import_module, PACKAGES):
        found = pkgutil.iter_modules(package.__path__, package.__name__ + ".")
        for module in [package, *(importlib.import_module(one.name) for one in found if not one.ispkg)]:
            result = doctest.testmod(module, extraglobs=NAMES, optionflags=doctest.ELLIPSIS)
            assert result.failed == 0, module.__name__
            tried += result.attempted
    monkeypatch.undo()
    tzset()
    assert tried > 40


def test_every_function_that_makes_samples_has_an_example() -> None:
    for maker in MAKERS:
        assert ">>> " in (maker.__doc__ or ""), maker.__name__


def test_the_functions_of_workouts_cite_their_references() -> None:
    """As README.md says it of those in its table."""
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    table = readme.partition("| quantity | function | method |")[2].partition("\n\n")[0]
    names = [name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[2])]
    assert len(names) >= 13
    for name in names:
        assert "Reference:" in (getattr(hearth.analysis, name).__doc__ or ""), name
