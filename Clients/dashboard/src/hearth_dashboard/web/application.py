"""The pages under their addresses."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from http import HTTPStatus
from importlib import resources
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING

import hearth
from hearth import aio
from hearth.samples.type_names import type_identifier
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ..access_fields import DASHBOARD
from ..faults import FAULT, note
from ..faults import said as said_of
from ..owner import OwnerError
from ..pages import PAGES, NotFoundError, Visit, failed_change, failure_page, missing_page, page_html, unknown_address
from ..pages.access import untold_page
from ..pages.kept import Kept
from ..pages.record import document_of
from ..pages.visit import SAID
from ..report.page import file_text
from ..report.tiles import FileTiles
from .asking import Asking
from .forms import BYTES_MAX, FORMS, Form
from .guard import Guard
from .live import events
from .rules import Rules

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from datetime import tzinfo

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from ..owner import Owner
    from ..pages import Page
    from ..report import Units
    from ..report.tiles import Tiles
    from .keys import Keys

#: A server that is gone for longer is said to be gone.
_PATIENCE = 3.0
#: Of what forms have done, that pages can still say.
_SAID_MAX = 32
#: Those of the reports, and those beside this file.
_REPORT_FILES = {"report.css": "style.css", "cursor.js": "cursor.js"}
_OWN_FILES = ("dashboard.css", "live.js", "icon.svg")
#: Of a tile.
_NUMBER = re.compile(r"[0-9]{1,9}")
#: What a name or an identifier is refused with that cannot be.
_NO_DOCUMENT = (
    hearth.ErrorCode.INVALID_ARGUMENT,
    hearth.ErrorCode.UNKNOWN_TYPE,
    hearth.ErrorCode.MALFORMED_COLUMN,
    hearth.ErrorCode.MALFORMED_TEXT,
)
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def make_application(owner: Owner, *, keys: Keys, zone: tzinfo, units: Units, tiles: Tiles | None) -> ASGIApp:
    """The dashboard of an owner's store, for a browser that knows the token of the keys."""
    kept = Kept()
    # What forms have done, by the words in the addresses that they lead to.
    said: dict[str, str] = {}
    reconnection = hearth.Reconnection(patience=_PATIENCE)
    reading = hearth.Client(owner.socket, app=DASHBOARD, reconnection=reconnection)
    observing: list[aio.Client] = []
    rules = Rules()
    asking = Asking(owner)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with aio.Client(owner.socket, app=DASHBOARD, reconnection=reconnection) as client:
            observing.append(client)
            async with _running(rules.watch(client), asking.watch(client)):
                yield
        reading.close()

    def visit_of(request: Request) -> Visit:
        query = dict(request.query_params)
        return Visit(
            reading,
            zone,
            units,
            query=query,
            path=dict(request.path_params),
            address=request.url.path,
            kept=kept,
            secret=keys.form,
            backups=owner.backups,
            tiles=tiles,
            # Once: it was not done again when the page is loaded again.
            said=said.pop(query.get(SAID, ""), ""),
            key=keys.key,
            rules=str(rules.number),
            read_access=owner.access,
            read_status=owner.status,
            notice=asking.notice,
        )

    def route(path: str, respond: Callable[[Visit], Response]) -> Route:
        async def endpoint(request: Request) -> Response:
            return await run_in_threadpool(_answer, respond, visit_of(request))

        return Route(path, endpoint)

    def page_route(path: str, make: Callable[[Visit], Page]) -> Route:
        async def endpoint(request: Request) -> Response:
            page = await run_in_threadpool(_page, make, visit_of(request))
            if page.status_code == HTTPStatus.OK:
                await rules.look(observing[0])
            return page

        return Route(path, endpoint)

    def changed(change: Callable[[Form, Visit, Owner], str], form: Form, request: Request) -> Response:
        visit = visit_of(request)
        # A form lies under its page.
        page = str(PurePosixPath(request.url.path).parent)
        if not form.has_secret(keys.form):
            return HTMLResponse(page_html(failed_change("This form is not of this dashboard.", page), visit), 403)
        try:
            text = change(form, visit, owner)
        except OwnerError as error:
            # Its text never holds a health value.
            return HTMLResponse(page_html(failed_change(str(error), page), visit), 400)
        except hearth.HearthError as error:
            failed, code = said_of(error)
            return HTMLResponse(page_html(failed_change(failed, page, code), visit), 400)
        except Exception as error:  # as in `_answer`
            note(error)
            return HTMLResponse(page_html(failed_change(FAULT, page), visit), 500)
        return _leading_to(page, said, text)

    def form_route(path: str, change: Callable[[Form, Visit, Owner], str]) -> Route:
        async def endpoint(request: Request) -> Response:
            body = b""
            async for part in request.stream():
                body += part
                if len(body) > BYTES_MAX:
                    return PlainTextResponse("This form is too large.", 413)
            return await run_in_threadpool(changed, change, Form(body), request)

        return Route(path, endpoint, methods=["POST"])

    async def live(request: Request) -> Response:
        return _stream(events(observing[0], rules, asking, keys.answer(request.query_params.get("nonce", ""))))

    routes = [
        Route("/live", live),
        route("/files/{name}", _file),
        route("/documents/{name}/{uuid}", _document),
        route("/tiles/{zoom}/{x}/{y}", _tile),
        *(form_route(path, change) for path, change in FORMS.items()),
        *(page_route(path, make) for path, make in PAGES.items()),
    ]

    def missing(request: Request, _: Exception) -> Response:
        return HTMLResponse(page_html(unknown_address(), visit_of(request)), 404)

    guarded = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: missing})
    return Guard(guarded, keys=keys, forms=FORMS, pictures=None if tiles is None else tiles.origin)


@contextlib.asynccontextmanager
async def _running(*watches: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Meanwhile they run. They have ended when this ends: no program that one waits for is left."""
    tasks = [asyncio.ensure_future(one) for one in watches]
    try:
        yield
    finally:
        for one in tasks:
            one.cancel()
        await asyncio.wait(tasks)


def _page(make: Callable[[Visit], Page], visit: Visit) -> Response:
    return _answer(lambda visit: HTMLResponse(page_html(make(visit), visit)), visit)


def _answer(respond: Callable[[Visit], Response], visit: Visit) -> Response:
    try:
        return respond(visit)
    except NotFoundError as error:
        return HTMLResponse(page_html(missing_page(str(error)), visit), 404)
    except OwnerError as error:
        return HTMLResponse(page_html(untold_page(str(error)), visit))
    except hearth.HearthError as error:
        if isinstance(error, hearth.ConnectionLostError):
            return HTMLResponse(page_html(failure_page(*said_of(error), title="No server"), visit), 503)
        return HTMLResponse(page_html(failure_page(*said_of(error)), visit), 500)
    except Exception as error:  # a fault of one page, such as of what an app saved, ends no other
        note(error)
        return HTMLResponse(page_html(missing_page(FAULT), visit), 500)


def _file(visit: Visit) -> Response:
    name = visit.path["name"]
    if name in _REPORT_FILES:
        text = file_text(_REPORT_FILES[name])
    elif name in _OWN_FILES:
        text = resources.files(__package__).joinpath(name).read_text("utf-8")
    else:
        return PlainTextResponse("Unknown file.", 404)
    return Response(text, media_type=_KINDS[PurePath(name).suffix])


def _document(visit: Visit) -> Response:
    try:
        found = document_of(visit, type_identifier(visit.path["name"]))
    except (NotFoundError, hearth.RequestError) as error:
        # A name or an identifier that cannot be is that of no document.
        if isinstance(error, hearth.RequestError) and error.code not in _NO_DOCUMENT:
            raise
        found = None
    if found is None:
        return PlainTextResponse("Document not found.", 404)
    contents, name = found
    # Whatever an app has saved, no browser shows it as a page or runs it: it is a file of text to save.
    return Response(contents, media_type="text/plain", headers={"Content-Disposition": f"attachment; filename={name}"})


def _stream(changes: AsyncIterator[str]) -> Response:
    return StreamingResponse(changes, media_type="text/event-stream")


def _leading_to(page: str, said: dict[str, str], text: str) -> Response:
    """Leads to a page that says what was done."""
    word = secrets.token_urlsafe(8)
    while len(said) >= _SAID_MAX:
        said.pop(next(iter(said)), None)
    said[word] = text
    return RedirectResponse(f"{page}?{SAID}={word}", 303)


def _tile(visit: Visit) -> Response:
    tiles = visit.tiles
    texts = [visit.path[name] for name in ("zoom", "x", "y")]
    picture = None
    if isinstance(tiles, FileTiles) and all(_NUMBER.fullmatch(text) for text in texts):
        zoom, x, y = map(int, texts)
        if zoom <= tiles.zoom_max and max(x, y) < 1 << zoom:
            picture = tiles.picture(zoom, x, y)
    if picture is None or not isinstance(tiles, FileTiles):
        return PlainTextResponse("Tile not found.", 404)
    return Response(picture, media_type=tiles.kind)
