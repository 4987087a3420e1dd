"""Who may read the dashboard.

A port of this machine can be reached by every user of it and by every web page in its browsers. So each request must
name this run of the dashboard as its host, must not come from a page of another origin, and must carry a secret: first
the token in the address that the command prints, then a cookie.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from ..report.markup import element
from .keys import AGAIN, TOKEN

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .keys import Keys

#: `{}`: where pictures may be of, besides the dashboard itself.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{}; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: The name of each run has one of its own.
_COOKIE = "hearth"
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Nothing to other origins; without a referrer browsers do not name the origin of a form.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Guard:
    """Refuses requests that may not be answered, and adds to each answer what keeps a browser from misusing it."""

    def __init__(self, application: ASGIApp, *, keys: Keys, forms: Collection[str], pictures: str | None) -> None:
        """`forms`: the addresses to which forms are sent; everything else is only read. `pictures`: the origin of
        another server whose pictures pages may show."""
        self._application = application
        policy = _POLICY.format("" if pictures is None else f" {pictures}")
        self._headers = {"Content-Security-Policy": policy, **_HEADERS}
        self._forms = forms
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # There are no web sockets, and the rest is about the start and the end of the server.
            if scope["type"] == "lifespan":
                await self._application(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        answer = self._answer(scope) or self._application
        await answer(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> ASGIApp | None:
        """What to say instead of a page. None: the page may be read."""
        headers = Headers(scope=scope)
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["path"] == AGAIN and scope["method"] == "GET":
            return self._proof(headers, dict(query).get("nonce", ""))
        hosts = headers.getlist("host")
        if hosts != [self._keys.host]:
            # A tab of an earlier start, after Back, Reload or a link.
            was_here = _is_of_this_machine(hosts, self._keys.port) and hosts[0].startswith("hearth-")
            text = "It has a new address now." if was_here else "This is not the name of this dashboard."
            return _notice("The dashboard was started again" if was_here else "Another address", text, 421)
        origins = headers.getlist("origin")
        if any(origin != self._keys.origin for origin in origins):
            return PlainTextResponse("Pages of another origin may not read this one.", 403)
        is_form = scope["method"] == "POST" and scope["path"] in self._forms
        if scope["method"] not in {"GET", "HEAD"} and not is_form:
            return PlainTextResponse("This page is read-only.", 405, {"Allow": "GET, HEAD"})
        # A browser names the origin of each form. Another port of the same name is the same site to it, so that its
        # pages send the cookie: only the origin tells them apart.
        if is_form and not origins:
            return PlainTextResponse("This form does not say which page it is of.", 403)
        given = dict(query).get(TOKEN)
        if given is not None and not is_form and _is_same(given, self._keys.token):
            return self._admitted(
                scope["path"],
                [(name, value) for name, value in query if name != TOKEN],
                is_from_elsewhere=headers.get("sec-fetch-site") == "cross-site",
            )
        if not self._has_cookie(headers):
            return _notice("Not open", "This browser has not opened the dashboard yet.", 403)
        return None

    def _proof(self, headers: Headers, nonce: str) -> ASGIApp:
        """Shows an open page of an earlier run, which has the name of that one, that this is the dashboard. Who does
        not know the key learns nothing from it."""
        answer = self._keys.answer(nonce)
        if not _is_of_this_machine(headers.getlist("host"), self._keys.port) or answer is None:
            return PlainTextResponse("This is only for pages of the dashboard.", 403)
        return JSONResponse(answer)

    def _admitted(self, path: str, rest: list[tuple[str, str]], *, is_from_elsewhere: bool) -> ASGIApp:
        """The same page without the token in its address, which a history keeps and a screen shows."""
        # An address that begins with two slashes would be that of another machine.
        address = "/" + path.lstrip("/") + (f"?{urlencode(rest)}" if rest else "")
        answer: Response = RedirectResponse(address, 303)
        if is_from_elsewhere:
            # A browser that was led here by another page, such as a door, sends the cookie only after a step from here.
            step = element("meta", http_equiv="refresh", content=f"0;url={address}")
            # Without an icon of its own a page makes the browser ask for one.
            head = element("head", step, element("link", rel="icon", href="/files/icon.svg"))
            answer = HTMLResponse(f"<!DOCTYPE html>\n{element('html', head, lang='en')}\n")
        answer.set_cookie(_COOKIE, self._keys.session, httponly=True, samesite="strict", path="/")
        return answer

    def _has_cookie(self, headers: Headers) -> bool:
        cookies = (one.strip().partition("=") for one in headers.get("cookie", "").split(";"))
        return any(name == _COOKIE and _is_same(value, self._keys.session) for name, _, value in cookies)


def _notice(heading: str, text: str, status: int) -> Response:
    """A page for a browser that may not read the others, and so no stylesheet either. It holds nothing secret."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{heading} – Hearth"),
    )
    way = element("p", "Run ", element("code", "hearth dashboard"), " in a terminal: it opens the dashboard.")
    other = element("p", "Open the address that hearth-dashboard printed, if you started it yourself.")
    body = element("body", element("main", element("h1", heading), element("p", text), way, other))
    return HTMLResponse(f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n", status)


def _is_of_this_machine(hosts: list[str], port: int) -> bool:
    """Whether a request names one host, and a name of this machine only."""
    name, _, given = hosts[0].rpartition(":") if len(hosts) == 1 else ("", "", "")
    return given == str(port) and (name == "127.0.0.1" or name.endswith(".localhost"))


def _is_same(given: str, secret: str) -> bool:
    """Takes as long whatever the difference."""
    return secrets.compare_digest(given.encode("utf-8", "surrogatepass"), secret.encode())
