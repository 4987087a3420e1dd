"""What is said when something fails: in words, on each page and for each file, and without values."""

from __future__ import annotations

import asyncio
from zoneinfo import ZoneInfo

import hearth
import pytest
from server import Server

from hearth_dashboard import commands
from hearth_dashboard.owner import Owner
from hearth_dashboard.pages import PAGES, Visit
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.web import application, make_application
from hearth_dashboard.web.forms import FORMS
from hearth_dashboard.web.keys import Keys
from pages import page_of
from runs import SECOND, START

BERLIN = ZoneInfo("Europe/Berlin")


def asked(path: str, keys: Keys, owner: Owner, form: str | None = None) -> tuple[int, str]:
    """What the application answers in this process: the status and the text."""
    sent: list[dict[str, object]] = []

    async def ask() -> None:
        application = make_application(owner, keys=keys, zone=BERLIN, units=KILOMETRES, tiles=None)
        scope = {
            "type": "http",
            "method": "GET" if form is None else "POST",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", keys.host.encode()), (b"cookie", f"hearth={keys.session}".encode())],
        }
        if form is not None:
            scope["headers"] += [(b"origin", f"http://{keys.host}".encode())]  # type: ignore[operator]
        is_over = asyncio.Event()
        life = [{"type": "lifespan.startup"}]

        async def live() -> dict[str, object]:
            if not life:
                await is_over.wait()
                return {"type": "lifespan.shutdown"}
            return {**life.pop()}

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": (form or "").encode(), "more_body": False}

        async def send(message: dict[str, object]) -> None:
            if not str(message["type"]).startswith("lifespan"):
                sent.append(message)

        living = asyncio.ensure_future(application({"type": "lifespan"}, live, send))  # type: ignore[arg-type]
        await application(scope, receive, send)  # type: ignore[arg-type]
        is_over.set()
        await living

    asyncio.run(ask())
    body = b"".join(one.get("body", b"") for one in sent)  # type: ignore[misc]
    return int(str(sent[0]["status"])), body.decode()


def test_a_fault_is_a_page_and_its_place_is_said_once_without_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_: Visit) -> None:
        raise ValueError("62 /min")

    monkeypatch.setitem(PAGES, "/types", fails)
    with Server() as server:
        for _ in range(2):
            status, text = asked("/types", Keys(port=1), Owner(socket=server.socket))
            assert status == 500
            assert "a fault of the dashboard" in page_of(text).the("main").text
            assert "62" not in page_of(text).the("main").text
    said = capsys.readouterr().err
    assert said.count("ValueError in test_faults.py, line") == 1
    assert "62" not in said.replace(".py, line 62", "")
    assert "Traceback" not in said


def test_a_fault_of_the_command_is_said_without_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object, **__: object) -> str:
        raise KeyError("62 /min")

    monkeypatch.setattr(commands, "report_html", fails)
    with Server() as server, hearth.Client(server.socket) as client:
        client.save(hearth.workouts([START], [START + SECOND], ["running"]))
        assert commands.main(["report", "--last", "--socket", server.socket, "-o", "-"]) == 1
    said = capsys.readouterr().err
    assert "a fault: KeyError in test_faults.py, line" in said
    assert "/min" not in said


#: The pages, a file, a document and a tile, with what makes each.
MADE = [("/types", None), ("/files/icon.svg", "_file"), ("/documents/x/y", "_document"), ("/tiles/1/2/3", "_tile")]


@pytest.mark.parametrize(("path", "maker"), MADE)
@pytest.mark.parametrize(
    ("error", "status", "said", "code"),
    [
        (
            hearth.RequestError(hearth.ErrorCode.STORAGE_CORRUPT, "The store is damaged.", "query.clauses[0]"),
            500,
            "The store is damaged.",
            "Code STORAGE_CORRUPT",
        ),
        (hearth.RequestError(7777, "Something else.", ""), 500, "Something else.", "Code 7777"),
        (
            hearth.ConnectionLostError("socket"),
            503,
            "The Hearth server is not running. Start it with 'hearth serve'.",
            None,
        ),
        (ValueError("62 /min"), 500, "This could not be shown, because of a fault of the dashboard.", None),
    ],
)
def test_what_fails_is_said_in_words_whatever_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    maker: str | None,
    error: Exception,
    status: int,
    said: str,
    code: str | None,
) -> None:
    def fails(_: Visit) -> None:
        raise error

    if maker is None:
        monkeypatch.setitem(PAGES, path, fails)
    else:
        monkeypatch.setattr(application, maker, fails)
    with Server() as server:
        found, text = asked(path, Keys(port=1), Owner(socket=server.socket))
    main = page_of(text).the("main")
    assert found == status
    assert main.the("p", "failure").text == said
    assert [one.text for one in main.every("p", "note")] == ([] if code is None else [code])
    assert "clauses" not in main.text
    assert main.the("h1").text == ("No server" if status == 503 else "Not shown" if code else "Not here")


def test_a_form_that_fails_says_it_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> str:
        raise hearth.RequestError(hearth.ErrorCode.STORAGE_FULL, "The disk is full.", "delete.matching")

    monkeypatch.setitem(FORMS, "/sources/delete", fails)
    keys = Keys(port=1)
    with Server() as server:
        found, text = asked("/sources/delete", keys, Owner(socket=server.socket), f"secret={keys.form}")
    main = page_of(text).the("main")
    assert found == 400
    assert [one.text for one in main.every("p")][:2] == ["The disk is full.", "Code STORAGE_FULL"]
