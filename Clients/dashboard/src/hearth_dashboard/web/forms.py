"""The forms that change something. The guard lets in those of its own origin only; each holds a secret, too."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from hearth.samples.type_names import type_identifier

from ..owner import OwnerError
from ..pages.backups import folder_of
from ..pages.secret_form import SECRET
from ..pages.sources import SURE, deletion_text, named, stored
from ..pages.stored_types import type_name

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


def rank(form: Form, visit: Visit, owner: Owner) -> str:
    """Puts an app first, or takes the order back. Says what was done, as all of them do."""
    identifier = type_identifier(form.value("type"))
    if form.value("none"):
        owner.rank(identifier, ())
        return f"{type_name(identifier)}: no app is put first any more."
    known = {source.bundle_identifier: source for source in visit.client.sources(identifier)}
    first = form.value("first")
    if first not in known:
        raise OwnerError("This app has saved no samples of this type.")
    owner.rank(identifier, [first])
    return f"{type_name(identifier)}: {named(known[first])} is first now."


def delete(form: Form, visit: Visit, owner: Owner) -> str:
    """Deletes what an app saved, after that was confirmed."""
    found = stored(visit)
    source = found.source(form.value("app"))
    if source is None:
        raise OwnerError("This app has saved no samples.")
    if form.value(SURE) != "yes":
        raise OwnerError("Nothing was deleted: it was not confirmed.")
    return deletion_text(visit, source, owner.delete(source, found.types_of(source.bundle_identifier)))


def back_up(_: Form, visit: Visit, owner: Owner) -> str:
    """Copies the store."""
    store = visit.client.status().store.path
    folder = folder_of(store, owner.backups)
    if folder is None:
        raise OwnerError("The file of the store is not on this machine.")
    return f"The backup is {owner.back_up(store, folder).name}."


#: By their addresses, each under that of its page, to which it leads back.
FORMS: dict[str, Callable[[Form, Visit, Owner], str]] = {
    "/sources/rank": rank,
    "/sources/delete": delete,
    "/system/backup": back_up,
}
