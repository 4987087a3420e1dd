"""Who may read the dashboard.

A port of this machine can be reached by every user of it and by every web page in its browsers. So each request must
name this server as its host (a page of another name that points here is refused), must not come from a page of another
origin, and must carry a secret: first the token in the address that the command prints, then a cookie. Connections of
other users are closed before that (`peers.py`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from ..report.markup import element

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: The name of the token in an address.
TOKEN = "token"
#: `{}`: where pictures may be of, besides the dashboard itself.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{}; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
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

    def __init__(
        self, application: ASGIApp, *, port: int, token: str, forms: Collection[str], pictures: str | None
    ) -> None:
        """`forms`: the addresses to which forms are sent; everything else is only read. `pictures`: the origin of
        another server whose pictures pages may show."""
        self._application = application
        policy = _POLICY.format("" if pictures is None else f" {pictures}")
        self._headers = {"Content-Security-Policy": policy, **_HEADERS}
        self._forms = forms
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._origins = {f"http://{host}" for host in self._hosts}
        # Cookies do not belong to a port: each dashboard of a machine has its own.
        self._cookie = f"hearth-{port}"
        self._token = token
        # Not the token: what a browser keeps opens no other browser. Made of it, so that a dashboard that is started
        # again with its token knows the pages that are open.
        self._session = derived(token, "session")

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
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return PlainTextResponse("This is not the name of this server.", 421)
        origins = headers.getlist("origin")
        if any(origin not in self._origins for origin in origins):
            return PlainTextResponse("Pages of another origin may not read this one.", 403)
        is_form = scope["method"] == "POST" and scope["path"] in self._forms
        if scope["method"] not in {"GET", "HEAD"} and not is_form:
            return PlainTextResponse("This page is read-only.", 405, {"Allow": "GET, HEAD"})
        # A browser names the origin of each form. Another port of this machine is the same site to it, so that its
        # pages send the cookie: only the origin tells them apart.
        if is_form and not origins:
            return PlainTextResponse("This form does not say which page it is of.", 403)
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get(TOKEN)
        if given is not None and not is_form and _is_same(given, self._token):
            return self._admitted(
                scope["path"],
                [(name, value) for name, value in query if name != TOKEN],
                is_from_elsewhere=headers.get("sec-fetch-site") == "cross-site",
            )
        if not self._has_cookie(headers):
            text = "Open the address that hearth-dashboard printed: it holds the token that this page needs."
            return PlainTextResponse(text, 403)
        return None

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
        answer.set_cookie(self._cookie, self._session, httponly=True, samesite="strict", path="/")
        return answer

    def _has_cookie(self, headers: Headers) -> bool:
        # Of any program of this machine there may be others, in any form.
        cookies = (one.strip().partition("=") for one in headers.get("cookie", "").split(";"))
        return any(name == self._cookie and _is_same(value, self._session) for name, _, value in cookies)


def derived(token: str, purpose: str) -> str:
    """A secret for a purpose, from which neither the token nor another secret can be told."""
    return hmac.new(token.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def _is_same(given: str, secret: str) -> bool:
    """Takes as long whatever the difference."""
    return secrets.compare_digest(given.encode("utf-8", "surrogatepass"), secret.encode())
