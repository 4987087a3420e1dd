"""What the tests share: a real server for each module, and a client of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import HealthCheck, settings

import hearth
from blocking import BlockingClient
from server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

# The same examples in each run, and with a failure what repeats it is printed. What the server and the disk take is not
# the tests' to judge.
settings.register_profile(
    "hearth",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=40,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
settings.load_profile("hearth")

APP = hearth.messages.App(bundle_identifier="org.example.tests", name="Tests", version="1.2")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all tests of a module."""
    with Server() as running:
        yield running


@pytest.fixture
def own_server() -> Iterator[Server]:
    """One that the test may kill."""
    with Server() as running:
        yield running


def connect(kind: str, server: Server, patience: float = 60.0) -> hearth.Client:
    """A client of a kind, `sync` or `asyncio`; the second one looks like the first."""
    client = hearth.Client if kind == "sync" else cast("type[hearth.Client]", BlockingClient)
    return client(server.socket, app=APP, reconnection=hearth.Reconnection(patience=patience))


@pytest.fixture(params=["sync", "asyncio"])
def client(server: Server, request: pytest.FixtureRequest) -> Iterator[hearth.Client]:
    """A client of each kind."""
    with connect(request.param, server) as connected:
        yield connected
