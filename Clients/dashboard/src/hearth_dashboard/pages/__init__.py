"""The pages of the dashboard: each a function of a visit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .access import access_page
from .frame import Page, failed_change, failure_page, missing_page, page_html, unknown_address
from .sleep import sleep_page
from .sources import deletion_page, sources_page
from .system import system_page
from .today import today_page
from .type import type_page
from .types import types_page
from .visit import NotFoundError, Visit
from .workout import workout_page
from .workouts import workouts_page

if TYPE_CHECKING:
    from collections.abc import Callable

#: By their addresses.
PAGES: dict[str, Callable[[Visit], Page]] = {
    "/": today_page,
    "/types": types_page,
    "/types/{name}": type_page,
    "/workouts": workouts_page,
    "/workouts/{uuid}": workout_page,
    "/sleep": sleep_page,
    "/sources": sources_page,
    "/sources/delete": deletion_page,
    "/access": access_page,
    "/system": system_page,
}

__all__ = [
    "PAGES",
    "NotFoundError",
    "Page",
    "Visit",
    "failed_change",
    "failure_page",
    "missing_page",
    "page_html",
    "unknown_address",
]
