"""Forms that change something: they hold a secret that only the pages of this dashboard know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..report.markup import Content, Markup, element

if TYPE_CHECKING:
    from .visit import Visit

#: The field of the secret.
SECRET = "secret"


def secret_form(visit: Visit, action: str, *content: Content, kind: str | None = None) -> Markup:
    """A form that is sent to an address."""
    secret = element("input", type="hidden", name=SECRET, value=visit.secret)
    return element("form", secret, *content, method="post", action=action, class_=kind)
