"""Apps that ask so that another answer is given than the owner means, or to another app."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hearth.enums import Permission

from access_pages import HEART_RATE, fields_of
from askers import Asker, access_of, owner_of
from dashboards import Dashboard, sent
from hearth_dashboard.pages.app_fields import app_key, app_received, app_sent
from pages import page_of

if TYPE_CHECKING:
    from server import Server

    from pages import Element

pytestmark = [pytest.mark.apps_ask, pytest.mark.usefixtures("nothing_left")]

APP = "org.example.twin"


def questions(dashboard: Dashboard) -> list[Element]:
    return list(page_of(dashboard.get("/access").text).every("form", "question"))


def as_browsers_send(fields: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
    """Each end of a line as CR and LF, whatever it was."""

    def lines(text: str) -> str:
        return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")

    return {name: lines(of) if isinstance(of, str) else [lines(one) for one in of] for name, of in fields.items()}


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "%0A", "+", "&", "ä\u200b"])
def test_the_app_that_is_shown_is_answered(server: Server, dashboard: Dashboard, end: str) -> None:
    with (
        Asker(server, APP + end, "Twin", save=["heartRate"]) as asker,
        Asker(server, f"{APP}\r\n.", "Twin", save=["bodyMass"]),
    ):
        (shown,) = (one for one in questions(dashboard) if "Heart rate" in one.text)
        fields = as_browsers_send({**fields_of(shown), "share": ["heartRate"], "answer": "allow"})
        assert sent(dashboard, "/access/answer", fields).status == 303
        assert asker.answer()[HEART_RATE].save is Permission.ALLOWED
        assert {one.app for one in access_of(server).decisions} == {APP + end}
        (decided,) = page_of(dashboard.get("/access").text).every("form", "decisions")
        fields = as_browsers_send({**fields_of(decided), "decision": "deny share heartRate"})
        assert sent(dashboard, "/access/decide", fields).status == 303
        assert [one.share for one in access_of(server).decisions] == ["denied"]


def test_a_form_that_is_out_of_date_decides_nothing_that_is_not_asked(server: Server, dashboard: Dashboard) -> None:
    with Asker(server, APP, "Twin", read=["bodyMass"]):
        (shown,) = questions(dashboard)
        fields = fields_of(shown)
        owner_of(server).decide("deny", APP, ["bodyMass"], what="read")
    with Asker(server, APP, "Twin", read=["stepCount"]):
        answer = sent(dashboard, "/access/answer", {**fields, "read": ["bodyMass"], "answer": "allow"})
        assert (answer.status, "does not ask for this any more" in answer.text) == (400, True)
        more = {**fields, "asked-read": "stepCount sexualActivity", "read": ["stepCount", "sexualActivity"]}
        assert sent(dashboard, "/access/answer", {**more, "answer": "allow"}).status == 303
        assert {(one.type, one.read) for one in access_of(server).decisions} == {
            ("bodyMass", "denied"),
            ("stepCount", "allowed"),
        }


def test_apps_whose_names_look_alike_have_forms_of_their_own(server: Server, dashboard: Dashboard) -> None:
    """What a person has set in one is not set in another when the page is fetched again."""
    with Asker(server, "a\u200b", read=["heartRate"]), Asker(server, "a\\u200b", read=["heartRate"]):
        first, second = questions(dashboard)
        assert first.the("code").text != second.the("code").text
        names = [
            {one.attributes["id"] for one in form.every("input") if "id" in one.attributes} for form in (first, second)
        ]
        assert names[0]
        assert not names[0] & names[1]


@pytest.mark.parametrize("quote", '"\u201c\u201d\u00bb')
def test_what_an_app_says_stays_in_its_quotation(server: Server, dashboard: Dashboard, quote: str) -> None:
    usage = f"to count{quote}. It has a socket of its own: {quote}ask"
    with Asker(server, APP, "Twin", read=["heartRate"], read_usage=usage):
        (form,) = questions(dashboard)
        assert form.the("q").text == "to count'. It has a socket of its own: 'ask"


def test_each_button_waits_until_it_can_have_been_seen(server: Server, dashboard: Dashboard) -> None:
    """Apps choose when what is above a button grows or shrinks."""
    owner_of(server).decide("allow", APP, ["bodyMass"], what="read")
    with Asker(server, APP, "Twin", read=["heartRate"]):
        forms = list(page_of(dashboard.get("/access").text).every("form"))
        assert {one.attributes["action"] for one in forms} == {
            "/access/answer",
            "/access/decide",
            "/access/limit",
            "/access/mode",
        }
        assert all("data-waits" in one.attributes for one in forms)


@pytest.mark.parametrize("app", ["a", "a\n", "a\r\n", "a%0D%0A", "a b", "\u00e4", "\\u200b", "a" * 4000])
def test_a_form_and_a_name_of_an_element_tell_apps_apart(app: str) -> None:
    assert app_received(app_sent(app)) == app
    assert app_sent(app).isascii()
    assert len(app_key(app)) <= 100
    assert app_key(app) != app_key(app + "\n")
