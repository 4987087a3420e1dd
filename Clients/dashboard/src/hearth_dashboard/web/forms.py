"""The forms that change something. The guard lets in those of its own origin only; each holds a secret, too."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from hearth.samples.type_names import type_identifier

from ..owner import OwnerError
from ..pages.backups import folder_of
from ..pages.secret_form import SECRET
from ..pages.sources import SURE, stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..owner import Owner
    from ..pages import Visit

#: Of a form that was sent.
BYTES_MAX = 1 << 16
_FIELDS_MAX = 1000


class Form:
    """What was sent."""

    def __init__(self, body: bytes) -> None:
        try:
            fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_FIELDS_MAX, errors="strict")
        except (UnicodeDecodeError, ValueError):
            fields = []
        self._fields = fields

    def every(self, name: str) -> list[str]:
        """All values of a field."""
        return [value for key, value in self._fields if key == name]

    def value(self, name: str) -> str:
        """The value of a field, or an empty text."""
        return next(iter(self.every(name)), "")

    def has_secret(self, secret: str) -> bool:
        """Whether it comes from a page of this dashboard."""
        given = self.value(SECRET).encode("utf-8", "surrogatepass")
        return bool(secret) and secrets.compare_digest(given, secret.encode())


def rank(form: Form, visit: Visit, owner: Owner) -> None:
    """Puts an app first, or takes the order back."""
    identifier = type_identifier(form.value("type"))
    if form.value("none"):
        owner.rank(identifier, ())
        return
    known = {source.bundle_identifier for source in visit.client.sources(identifier)}
    first, apps = form.value("first"), form.every("app")
    if first not in known or not set(apps) <= known:
        raise OwnerError("This app has saved no samples of this type.")
    owner.rank(identifier, list(dict.fromkeys([first, *apps])))


def delete(form: Form, visit: Visit, owner: Owner) -> None:
    """Deletes what an app saved, after that was confirmed."""
    found = stored(visit)
    source = found.source(form.value("app"))
    if source is None:
        raise OwnerError("This app has saved no samples.")
    if form.value(SURE) != "yes":
        raise OwnerError("Nothing was deleted: it was not confirmed.")
    owner.delete(source, found.types_of(source.bundle_identifier))


def back_up(_: Form, visit: Visit, owner: Owner) -> None:
    """Copies the store."""
    store = visit.client.status().store.path
    folder = folder_of(store, owner.backups)
    if folder is None:
        raise OwnerError("The file of the store is not on this machine.")
    owner.back_up(store, folder)


#: By their addresses, each under that of its page, to which it leads back.
FORMS: dict[str, Callable[[Form, Visit, Owner], None]] = {
    "/sources/rank": rank,
    "/sources/delete": delete,
    "/system/backup": back_up,
}
