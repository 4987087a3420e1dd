"""The page *Access* as a browser reads it, and what it sends of its forms; and a server where each app has to ask."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from server import SECONDS_MAX, Server

from askers import access_of, owner_of
from hearth_dashboard.pages.app_fields import app_sent
from pages import page_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dashboards import Dashboard
    from pages import Element

MOOD = "org.example.mood"
HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
BODY_MASS = "HKQuantityTypeIdentifierBodyMass"
STEP_COUNT = "HKQuantityTypeIdentifierStepCount"


@contextlib.contextmanager
def asking_server() -> Iterator[Server]:
    """Where each app has to ask."""
    with Server() as running:
        owner_of(running).let_ask(True)
        yield running


def decide_nothing(server: Server) -> None:
    """Of what a test has decided and asked nothing is left for the next one."""
    for question in access_of(server).questions:
        for what, types in (("share", question.share), ("read", question.read)):
            if types:
                owner_of(server).decide("deny", question.app, types, what=what)
    for one in access_of(server).decisions:
        for what in ("share", "read"):
            owner_of(server).decide("revoke", one.app, [one.type], what=what)
    left = access_of(server)
    assert (left.questions, left.decisions) == ((), ())


def access_page(dashboard: Dashboard, path: str = "/access") -> Element:
    return page_of(dashboard.get(path).text)


def fields_of(form: Element, button: str | None = None, unchecked: tuple[str, ...] = ()) -> dict[str, str | list[str]]:
    """What a browser sends of a form, whose button with an identifier is pressed, after all was checked that an app
    asks for but these."""
    fields: dict[str, str | list[str]] = {}
    for one in form.every():
        given = one.attributes
        is_sent = (
            given.get("type") != "checkbox" or (given["name"] in ("share", "read") and given["id"] not in unchecked)
            if one.name == "input"
            else one.name == "button" and given.get("id") == button
        )
        if is_sent:
            found = fields.setdefault(given["name"] or "", [])
            assert isinstance(found, list)
            found.append(given.get("value") or "")
    assert button is None or any(one.attributes.get("id") == button for one in form.every("button"))
    return fields


def question_of(page: Element, app: str) -> Element:
    """The form of an app's question."""
    (found,) = (
        form
        for form in page.every("form", "question")
        if any(
            (one.attributes.get("name"), one.attributes.get("value")) == ("app", app_sent(app))
            for one in form.every("input")
        )
    )
    return found


def said(dashboard: Dashboard, location: str) -> str:
    return access_page(dashboard, location).the("p", "said").text


def await_that(condition: Callable[[], object]) -> None:
    """Until it holds."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() - begin < SECONDS_MAX
