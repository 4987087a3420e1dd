"""What is refused here, and what is said when there is no server."""

from __future__ import annotations

import asyncio
import dataclasses
import importlib
import os
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas
import pytest

import hearth
from hearth import ErrorCode, RequestError, aio, requests, socket_path
from hearth import messages as pb
from hearth.session.session import Session
from hearth.socket_path import connect, current_app, current_host, standard_places
from opened import HELLO, greeted, next_frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from server import Server

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
AT = [np.datetime64("2026-11-21", "ns")]


def test_codes_are_those_of_the_protocol() -> None:
    prefix = "ERROR_CODE_"
    assert {f"{prefix}{code.name}": int(code) for code in ErrorCode} == dict(pb.ErrorCode.items())
    frequencies = {f"UPDATE_FREQUENCY_{one.name}": int(one) for one in hearth.UpdateFrequency}
    assert frequencies == {name: number for name, number in pb.UpdateFrequency.items() if number}


def test_no_server_says_how_to_start_one(tmp_path: Path) -> None:
    path = str(tmp_path / "none.sock")
    with hearth.Client(path) as client, pytest.raises(hearth.NoServerError, match="hearth serve") as failed:
        client.ping()
    assert path in str(failed.value)

    async def ask() -> None:
        async with aio.Client(path) as client:
            with pytest.raises(hearth.NoServerError, match="hearth serve"):
                await client.ping()
            with pytest.raises(hearth.NoServerError):
                async for _ in client.changes():
                    pass

    asyncio.run(ask())


def test_the_environment_decides_which_places_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_path, "_is_own_folder", lambda _: True)
    run, shared = f"/run/user/{os.getuid()}/hearth/hearth.sock", f"/tmp/hearth-{os.getuid()}/hearth.sock"
    assert standard_places({"HEARTH_SOCKET": "/a", "XDG_RUNTIME_DIR": "/b"}) == ["/a"]
    assert standard_places({"HEARTH_SOCKET": "", "XDG_RUNTIME_DIR": "/b"}) == ["/b/hearth/hearth.sock", run, shared]
    assert standard_places({"XDG_RUNTIME_DIR": f"/run/user/{os.getuid()}"}) == [run, shared]
    assert standard_places({}) == [run, shared]
    # A folder that is not there is not tried.
    monkeypatch.setattr(socket_path, "_is_own_folder", lambda _: False)
    assert standard_places({"XDG_RUNTIME_DIR": "/b"}) == ["/b/hearth/hearth.sock", shared]
    assert standard_places({}) == [shared]


def test_connect_fails_at_once_with_the_places_where_it_looked(tmp_path: Path) -> None:
    path = str(tmp_path / "none.sock")
    with pytest.raises(hearth.NoServerError, match="hearth serve") as failed:
        hearth.connect(path)
    assert path in str(failed.value)
    with pytest.raises(hearth.NoServerError, match="hearth serve"):
        asyncio.run(aio.connect(path))


def test_a_connected_client_shows_its_server_and_its_app(own_server: Server) -> None:
    with hearth.Client(own_server.socket, app="org.example.me") as unconnected:
        assert repr(unconnected).startswith("<hearth.Client, not connected yet, ")
    with hearth.connect(own_server.socket, app="org.example.me") as client:
        assert repr(client) == f"<hearth.Client of the server at {own_server.socket}, as org.example.me>"
        assert client.welcome is not None
        client.save(hearth.quantities(HEART_RATE, AT, [60.0]))
        assert [one.bundle_identifier for one in client.sources()] == ["org.example.me"]

    async def ask() -> None:
        async with await aio.connect(own_server.socket, app="org.example.me") as client:
            assert repr(client).startswith("<hearth.aio.Client of the server at ")

    asyncio.run(ask())


def test_a_conflict_with_the_samples_of_another_app_names_it(own_server: Server) -> None:
    with hearth.connect(own_server.socket, app="org.example.one") as one:
        one.save(hearth.quantities(HEART_RATE, AT, [60.0]))
    with hearth.connect(own_server.socket, app="org.example.two") as two:
        with pytest.raises(RequestError) as refused:
            two.save(two.read(HEART_RATE))
        assert refused.value.code is ErrorCode.IDENTIFIER_CONFLICT
        assert "were saved by org.example.one, and" in refused.value.__notes__[0]
        found = two.read(HEART_RATE)
        assert two.save(dataclasses.replace(found, uuids=hearth.new_uuids(len(found)))).added == 1


def test_the_first_place_with_a_server_is_used(own_server: Server, tmp_path: Path) -> None:
    abandoned = str(tmp_path / "abandoned.sock")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(abandoned)
    places = [str(tmp_path / "none.sock"), str(tmp_path / "file" / "hearth.sock"), abandoned]
    (tmp_path / "file").touch()
    with connect([*places, own_server.socket]) as found:
        assert found.getpeername() == own_server.socket
    with pytest.raises(hearth.NoServerError) as failed:
        connect(places)
    for place in places:
        assert place in str(failed.value)


def test_a_folder_of_another_user_is_passed_over(
    own_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Path(own_server.socket).parent
    monkeypatch.setattr(socket_path, "_shared_folder", lambda: str(shared))
    connect([own_server.socket]).close()
    shared.chmod(0o755)
    with pytest.raises(hearth.NoServerError, match="0700"):
        connect([own_server.socket])
    monkeypatch.setattr(socket_path, "_shared_folder", lambda: str(tmp_path / "file"))
    (tmp_path / "file").touch()
    with pytest.raises(hearth.NoServerError, match="not a folder of this user"):
        connect([str(tmp_path / "file" / "hearth.sock")])


def test_a_path_that_is_too_long_is_refused() -> None:
    with pytest.raises(hearth.NoServerError, match="107"):
        connect(["/tmp/" + "x" * 200])


def test_who_this_program_is() -> None:
    assert current_app({"HEARTH_APP_ID": "org.example.run"}).bundle_identifier == "org.example.run"
    assert current_app({}).bundle_identifier
    assert current_host().product_type


@pytest.mark.parametrize(
    ("build", "code", "field"),
    [
        (lambda: hearth.quantities(HEART_RATE, AT, [float("nan")]), ErrorCode.VALUE_OUT_OF_RANGE, "quantity.values[0]"),
        (lambda: hearth.quantities(HEART_RATE, AT, [60, 61]), ErrorCode.MALFORMED_COLUMN, "quantity.values"),
        (lambda: hearth.quantities(HEART_RATE, AT, ["60"]), ErrorCode.INVALID_ARGUMENT, "quantity.values"),
        (lambda: hearth.quantities(HEART_RATE, AT, [[60]]), ErrorCode.MALFORMED_COLUMN, "quantity.values"),
        (lambda: hearth.quantities(HEART_RATE, [], []), ErrorCode.MALFORMED_COLUMN, "starts"),
        (lambda: hearth.quantities(HEART_RATE, [1.5], [60]), ErrorCode.INVALID_ARGUMENT, "starts"),
        (lambda: hearth.quantities(HEART_RATE, ["soon"], [60]), ErrorCode.INVALID_ARGUMENT, "starts[0]"),
        (lambda: hearth.quantities(HEART_RATE, 5, [60]), ErrorCode.MALFORMED_COLUMN, "starts"),
        (
            lambda: hearth.quantities(HEART_RATE, [np.datetime64("1800-01-01")], [60]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "starts[0]",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, np.array(["2026-01-01", "9999-01-01"], "M8[D]"), [60, 61]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "starts[1]",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, [datetime.max.replace(tzinfo=UTC)], [60]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "starts[0]",
        ),
        (lambda: hearth.quantities(HEART_RATE, [-(1 << 63)], [60]), ErrorCode.VALUE_OUT_OF_RANGE, "starts[0]"),
        (
            # In nanoseconds, with a bit too few, a day of 1915.
            lambda: hearth.quantities(HEART_RATE, pandas.to_datetime(["2500-01-01"], utc=True), [60]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "starts[0]",
        ),
        (
            # As a signed number a day of 1938.
            lambda: hearth.quantities(HEART_RATE, np.array([(1 << 64) - 10**18], "u8"), [60]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "starts[0]",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], ends=[AT[0] - np.timedelta64(1, "ns")]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "ends[0]",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], counts=[0]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "quantity.counts[0]",
        ),
        (lambda: hearth.quantities(HEART_RATE, AT, [60], uuids=[b"x"]), ErrorCode.MALFORMED_COLUMN, "uuids[0]"),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], uuids=cast("Any", [7])),
            ErrorCode.INVALID_ARGUMENT,
            "uuids[0]",
        ),
        (lambda: hearth.quantities("HK\0", AT, [60]), ErrorCode.MALFORMED_TEXT, "type"),
        (lambda: hearth.quantities(HEART_RATE, AT, [60], "\ud800"), ErrorCode.MALFORMED_TEXT, "unit"),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], metadata={"key": cast("Any", object())}),
            ErrorCode.INVALID_ARGUMENT,
            "metadata",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], metadata=[{"key": float("inf")}]),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "metadata[0]",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], metadata={"key": datetime.max.replace(tzinfo=UTC)}),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "metadata",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], metadata={"key": hearth.Quantity(10**400, "kg")}),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "metadata",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], metadata=[{}], metadata_indexes=[1]),
            ErrorCode.MALFORMED_COLUMN,
            "metadata_indexes[0]",
        ),
        (lambda: hearth.quantities(HEART_RATE, AT, [60], metadata=[{}, {}]), ErrorCode.MALFORMED_COLUMN, "metadata"),
        (lambda: hearth.categories(HEART_RATE, AT, [1.5]), ErrorCode.INVALID_ARGUMENT, "category.values"),
        (
            lambda: hearth.categories(HEART_RATE, AT, np.array([1 << 63], "u8")),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "category.values[0]",
        ),
        (
            lambda: hearth.correlations("HKCorrelationTypeIdentifierFood", AT, [2], [b"1" * 16]),
            ErrorCode.MALFORMED_COLUMN,
            "correlation.members",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], points=hearth.series_points([1, 1], AT * 2, [60, 61])),
            ErrorCode.MALFORMED_COLUMN,
            "quantity.points.lengths",
        ),
        (
            lambda: hearth.series_points([1], AT, [60, 61]),
            ErrorCode.MALFORMED_COLUMN,
            "quantity.points.values",
        ),
        (
            lambda: hearth.quantities(HEART_RATE, AT, [60], device=hearth.Device(model="\ud800")),
            ErrorCode.MALFORMED_TEXT,
            "device.model",
        ),
    ],
)
def test_what_can_only_be_refused_is_refused_here(build: Callable[[], Any], code: ErrorCode, field: str) -> None:
    with pytest.raises(RequestError) as refused:
        build()
    assert (refused.value.code, refused.value.field) == (code, field)


def test_requests_that_no_message_can_hold(tmp_path: Path) -> None:
    with hearth.Client(str(tmp_path / "none.sock")) as client:
        for wrong in (
            lambda: client.query(HEART_RATE, limit=-1),
            lambda: client.query("\ud800"),
            lambda: client.ping("text"),  # type: ignore[arg-type]  # that is what is wrong
            lambda: client.query([hearth.Clause(HEART_RATE)], unit="kg"),
        ):
            with pytest.raises(RequestError) as refused:
                wrong()
            assert refused.value.code in {
                ErrorCode.INVALID_ARGUMENT,
                ErrorCode.MALFORMED_TEXT,
                ErrorCode.VALUE_OUT_OF_RANGE,
            }
            assert refused.value.field


def test_samples_with_what_the_protocol_cannot_hold_fail_alone() -> None:
    """Made without the functions that check: the save fails, not the client."""
    good = hearth.quantities(HEART_RATE, AT, [60.0])
    bad = hearth.Samples(type="\ud800", uuids=good.uuids, starts=good.starts, payload=good.payload)
    session = Session(HELLO, hearth.Reconnection())
    call, other = requests.save([bad]), requests.save([good])
    session.begin(call)
    session.begin(other)
    greeted(session)
    frame = next_frame(session)
    assert frame is not None
    assert frame.call == other.number
    with pytest.raises(RequestError) as refused:
        session.take(call)
    assert refused.value.field == "save.columns"


def test_nothing_that_is_printed_holds_a_value() -> None:
    samples = hearth.quantities(HEART_RATE, AT, [61.5], metadata={"note": "secret"})
    assert "61.5" not in repr(samples)
    assert "secret" not in repr(samples)


@pytest.mark.parametrize(("module", "extra"), [("pandas", "pandas"), ("polars", "polars"), ("pyarrow", "arrow")])
def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch, module: str, extra: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf"^{module} is not installed\. Install it with: pip install {module}$"):
        getattr(hearth.quantities(HEART_RATE, AT, [60.0]), f"to_{extra}")()
    importlib.invalidate_caches()
