"""Forms that change something: they hold a secret that only the pages of this dashboard know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..report.markup import Content, Markup, element

if TYPE_CHECKING:
    from .visit import Visit

#: The field of the secret.
SECRET = "secret"


def secret_form(visit: Visit, action: str, *content: Content, kind: str | None = None, waits: bool = False) -> Markup:
    """A form that is sent to an address. `waits`: not within a moment after it has appeared or moved, when a person
    cannot have meant it."""
    secret = element("input", type="hidden", name=SECRET, value=visit.secret)
    return element("form", secret, *content, method="post", action=action, class_=kind, data_waits=waits)
