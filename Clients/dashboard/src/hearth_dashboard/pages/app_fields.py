"""How forms and the names of elements refer to apps, whose identifiers may be any text."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import quote, unquote

#: An identifier that is part of the name of an element as it is.
_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,100}")


def app_sent(app: str) -> str:
    """An app's identifier as a form sends it. Browsers send other line ends than a text has.

    >>> app_sent("org.example.run"), app_received(app_sent("a\\nb"))
    ('org.example.run', 'a\\nb')
    """
    return quote(app, safe="", errors="surrogatepass")


def app_received(field: str) -> str:
    """The identifier that a form has sent."""
    return unquote(field, errors="surrogatepass")


def app_key(app: str) -> str:
    """What stands for an app in the names of elements: no two apps have the same.

    >>> app_key("org.example.run")
    'org.example.run'
    """
    if _PLAIN.fullmatch(app):
        return app
    return f"~{hashlib.sha256(app.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
