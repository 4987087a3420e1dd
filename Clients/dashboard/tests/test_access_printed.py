"""What the program prints on the page *Access*: counts, names, and what an older program prints."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import hearth
import numpy as np
import pytest
from hearth.samples.short_names import short_name
from hearth.type_table import IDENTIFIERS
from server import PROGRAM, Server

from access_pages import MOOD, access_page, await_that, question_of
from dashboards import Dashboard
from hearth_dashboard.access import access_of as parsed
from pages import page_of

if TYPE_CHECKING:
    from pathlib import Path

    from pages import Element


pytestmark = pytest.mark.apps_ask


def program_of(folder: Path, script: str) -> str:
    """A program that does what the script says when it is asked for access."""
    path = folder / "hearth"
    path.write_text(f'#!/bin/sh\nif [ "$1" = access ]; then {script}; fi\nexec {PROGRAM} "$@"\n')
    path.chmod(0o755)
    return str(path)


def printing(folder: Path, whole: dict[str, Any]) -> str:
    (folder / "access.json").write_text(json.dumps({"mode": "open", "seen": 7, **whole}))
    # It waits as long as nothing changes, which is until it is ended.
    script = f'case "$*" in *--wait=7*) exec sleep 1000;; esac; echo "$*" >>{folder / "asked"}'
    return program_of(folder, f"{script}; exec cat {folder / 'access.json'}")


@pytest.mark.parametrize(
    "script",
    [
        # What a program of 1.6 printed: a decision on each line, or nothing.
        """echo '{"app":"org.example.mood","type":"heartRate","save":"allowed","read":"allowed"}'; exit 0""",
        "exit 0",
        "echo 'hearth: Unknown option --wait.' >&2; exit 2",
        "echo '[]'; exit 0",
        """echo '{"mode":"other","seen":1}'; exit 0""",
        """echo '{"mode":"open","seen":1,"questions":[{}]}'; exit 0""",
        r"""printf '\377\376'; exit 0""",
    ],
)
def test_a_program_that_does_not_tell_it_is_said(server: Server, tmp_path: Path, script: str) -> None:
    with Dashboard(server, "--program", program_of(tmp_path, script)) as running:
        running.enter()
        answer = running.get("/access")
        assert answer.status == 200
        shown = page_of(answer.text).the("main")
        assert "Unknown option" in shown.text or "older than this dashboard" in shown.text
        assert "'hearth access' lists in a terminal" in shown.text
        # Nothing else fails.
        assert running.get("/").status == 200
        assert running.stop() == (0, "")


def test_without_the_program_that_is_said(server: Server, tmp_path: Path) -> None:
    with Dashboard(server, "--program", str(tmp_path / "nothing")) as running:
        running.enter()
        assert "The program hearth does not run." in page_of(running.get("/access").text).the("main").text
        assert running.stop() == (0, "")


def test_who_read_what(server: Server, tmp_path: Path) -> None:
    today = datetime.now(UTC).date()

    def row(app: str, of: str, days: int, read: int, **more: str | int) -> dict[str, Any]:
        day = (today - timedelta(days=days)).isoformat()
        found = {"app": app, "type": of, "day": day, "read": read, "saved": 3, "deleted": 0}
        return {**found, **({"last_read": f"{day}T00:30:00.5Z"} if read else {}), **more}

    counts = [
        row(MOOD, "heartRate", 0, 1200, name="Mood <b>"),
        row(MOOD, "heartRate", 6, 30),
        row(MOOD, "heartRate", 7, 500),
        row(MOOD, "sleepAnalysis", 40, 9),
        # It has saved only.
        row("org.example.watch", "heartRate", 0, 0, name="Watch", last_written=f"{today}T00:45:00Z"),
        # It has done neither.
        row("org.example.idle", "heartRate", 0, 0),
        row("org.hearth.dashboard", "stepCount", 0, 5, saved=0, last_read=f"{today}T00:50:00Z"),
        row("", "stepCount", 1, 2),
        row("org.example.new", "HKQuantityTypeIdentifierFuture", 2, 1),
    ]
    with Dashboard(server, "--program", printing(tmp_path, {"counts": counts})) as running:
        text = running.enter().get("/access").text
        folded = [*page_of(text).section("Who read and saved what").every("details")]
        assert [one.the("summary").text for one in folded] == [
            "org.example.watch (calls itself “Watch”) 1 type, in 7 days 0 read and 3 saved",
            f"{MOOD} (calls itself “Mood <b>”) 2 types, in 7 days 1,230 read and 6 saved",
            "Other apps 1 type, in 7 days 2 read and 3 saved",
            "org.example.new 1 type, in 7 days 1 read and 3 saved",
            "This dashboard 1 type, in 7 days 5 read and 0 saved",
        ]
        rows = [row for one in folded for row in one.rows()]
        assert [row[:5] for row in rows] == [
            ["Heart rate", "0", "0", "3", "3"],
            ["Heart rate", "1,200", "1,230", "3", "6"],
            ["Sleep analysis", "0", "0", "0", "0"],
            ["Step count", "0", "2", "0", "3"],
            ["Future", "0", "1", "0", "3"],
            ["Step count", "5", "5", "0", "0"],
        ]
        # In the zone of the page.
        assert rows[1][5] in {f"{today} 01:30", f"{today} 02:30"}
        assert not any("open" in one.attributes for one in folded)
        # What was decided is below.
        assert text.index("Who read and saved what") < text.index("Decisions")


def test_what_an_app_reads_is_counted() -> None:
    """By the server itself: a number, and no value."""
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        running.enter()
        times = np.datetime64("2026-11-20T08:00") + np.arange(25) * np.timedelta64(1, "m")
        with hearth.Client(own.socket, app=hearth.messages.App(bundle_identifier=MOOD, name="Mood")) as client:
            client.save(hearth.quantities("heartRate", times, np.full(25, 61.5), "count/min"))
            assert len(client.read("heartRate")) == 25
        section = access_page(running).section("Who read and saved what")
        (mood,) = (one for one in section.every("details") if "Mood" in one.the("summary").text)
        assert mood.rows()[0][:5] == ["Heart rate", "25", "25", "25", "25"]
        assert "61.5" not in running.get("/access").text


def test_more_than_a_person_has_is_counted(server: Server, tmp_path: Path) -> None:
    day = datetime.now(UTC).date().isoformat()
    apps = [f"org.example.app{number:03}" for number in range(103)]
    whole = {
        "questions": [{"app": app, "share": [], "read": ["heartRate"]} for app in apps],
        "decisions": [{"app": app, "type": "heartRate", "read": "denied"} for app in apps],
        "counts": [
            {"app": f"{app}.{kind}", "type": "heartRate", "day": day, "read": 1, "last_read": f"{day}T00:00:00Z"}
            for app in apps[:65]
            for kind in "abcd"
        ],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        page = access_page(running.enter())
        assert len([*page.every("form", "question")]) == 64
        assert "39 more apps ask: answer these first." in page.section("Questions").text
        assert len([*page.every("form", "decisions")]) == 100
        assert "3 more apps are listed by 'hearth access'." in page.section("Decisions").text
        assert len([*page.section("Who read and saved what").every("details")]) == 250
        assert "10 more rows are listed" in page.section("Who read and saved what").text


def test_names_and_types_are_said_in_words(server: Server, tmp_path: Path) -> None:
    whole = {
        "apps": [{"app": MOOD, "name": "Mood", "named_by": "owner", "socket": "/run/mood.sock"}],
        "decisions": [{"app": MOOD, "type": one, "read": "allowed"} for one in ("dateOfBirth", "biologicalSex")],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        section = access_page(running.enter()).section("Decisions")
        assert section.the("b").text == f"{MOOD} “Mood”"
        assert [row[0] for row in section.rows()] == ["Biological sex", "Date of birth"]
        buttons = [one.attributes["aria-label"] for one in section.every("button")]
        assert "Deny Mood to read date of birth" in buttons


def test_an_app_that_asks_through_its_socket_is_known(server: Server, tmp_path: Path) -> None:
    whole = {
        "apps": [{"app": app, "name": "Mood", "socket": "/run/mood.sock"} for app in (MOOD, "org.example.diary")],
        "questions": [
            {"app": app, "share": [], "read": ["heartRate"], "asked": "2026-11-27T06:12:04Z", "verified": app == MOOD}
            for app in (MOOD, "org.example.diary")
        ],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        page = access_page(running.enter())
        form = question_of(page, MOOD)
        assert "It has a socket of its own: nobody else asks in its name." in form.text
        assert "Not verified" not in form.text
        # It has got a socket since, or the server does not say.
        assert "Not verified" in question_of(page, "org.example.diary").text


def test_a_question_says_what_was_seen_of_the_process(server: Server, tmp_path: Path) -> None:
    seen = {
        "org.example.both": {"program": "/usr/bin/python3", "unit": "mood.service"},
        "org.example.program": {"program": "/usr/bin/python3"},
        "org.example.unit": {"program": "", "unit": "mood.service"},
        "org.example.neither": {},
        "org.example.hostile": {"program": "/tmp/x (unit good.service), verified. ”<b>", "unit": "a" * 500},
    }
    whole = {
        "questions": [
            {"app": app, "share": ["heartRate"], "read": [], "asked": "2026-11-27T06:12:04Z"} | process
            for app, process in seen.items()
        ]
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        page = access_page(running.enter())

        def asked(app: str) -> str | None:
            found = re.search(r"Asked by .*?, as far as can be seen\.", question_of(page, f"org.example.{app}").text)
            return None if found is None else found[0]

        end = ", as far as can be seen."
        assert asked("both") == f"Asked by /usr/bin/python3 (unit mood.service){end}"
        assert asked("program") == f"Asked by /usr/bin/python3{end}"
        assert asked("unit") == f"Asked by a process of the unit mood.service{end}"
        assert asked("neither") is None
        hostile = "“/tmp/x (unit good.service), verified. '<b>”"
        assert asked("hostile") == f"Asked by {hostile} (unit “{'a' * 119}…”){end}"
        assert running.stop() == (0, "")


def test_a_question_says_that_saves_are_refused(server: Server, tmp_path: Path) -> None:
    whole = {
        "questions": [
            {"app": app, "share": ["heartRate"], "read": [], "asked": "2026-11-27T06:12:04Z"}
            for app in (MOOD, "org.example.diary")
        ],
        "apps": [{"app": "org.example.diary", "name": "Diary"}],
        "saves_refused": [{"app": MOOD, "since": "2026-11-27T05:00:00Z", "until": "2026-11-28T05:00:00Z"}],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        page = access_page(running.enter())
        text = question_of(page, MOOD).text
        # In the zone of the page.
        assert re.search(r"saves are refused until 2026-11-28 0\d:00, .*: since 2026-11-27 0\d:00 it", text), text
        assert "saves are refused" not in question_of(page, "org.example.diary").text
        # Nothing is decided about it, and no question has to be there.
        decided = {one.attributes["id"]: one.text for one in page.every("details", "app")}
        text = decided[f"decided-{MOOD}"]
        assert "saves refused for now" in text, text
        assert "are refused until 2026-11-28" in text, text
        assert "refused for now" not in decided["decided-org.example.diary"]
        assert running.stop() == (0, "")


def test_times_have_any_fraction() -> None:
    found = parsed(
        '{"mode":"open","seen":9007199254740992,"questions":[{"app":"a","asked":"2026-11-27T06:12:04.108740091Z"}]}'
    )
    assert found.seen == "9007199254740992"
    assert found.questions[0].asked == datetime(2026, 11, 27, 6, 12, 4, 108740, UTC)
    assert found.name("a") == "a"


def test_no_more_is_asked_for_than_is_shown(server: Server, tmp_path: Path) -> None:
    """What was counted in 90 days may be megabytes: it is read only to be seen."""

    def asked() -> list[str]:
        lines = (tmp_path / "asked").read_text().splitlines()
        return [" ".join(line.split()[1:-1]) for line in lines]

    def link(page: Element) -> str:
        (found,) = (one for one in page.every("a") if one.attributes.get("id") == "counted")
        return found.attributes["href"] or ""

    with Dashboard(server, "--program", printing(tmp_path, {})) as running:
        page = access_page(running.enter())
        await_that(lambda: "--json --wait=0" in asked())
        assert {"--json --days=7", "--json --wait=0"} >= set(asked())
        assert "in the last 7 days" in page.section("Who read and saved what").text
        assert page.the("main").attributes["data-every"] == "20"
        page = access_page(running, link(page))
        assert asked()[-1] == "--json"
        assert "in the last 90 days" in page.section("Who read and saved what").text
        assert "data-every" not in page.the("main").attributes
        page = access_page(running, link(page))
        assert asked()[-1] == "--json --days=7"


def test_apps_of_which_very_much_is_known_leave_the_page_small(server: Server, tmp_path: Path) -> None:
    """Apps choose how much they ask for."""
    types = sorted(map(short_name, IDENTIFIERS))[:200]
    names = [f"org.example.{number:03}.{'x' * 230}" for number in range(60)]
    decided = [{"app": app, "type": of, "share": "allowed", "read": "allowed"} for app in names for of in types]
    asking = [{"app": app, "share": types, "read": types, "asked": "2026-11-27T00:00:00Z"} for app in names]
    with Dashboard(server, "--program", printing(tmp_path, {"questions": asking, "decisions": decided})) as running:
        text = running.enter().get("/access").text
        assert len(text) < 4 << 20
        page = page_of(text)
        assert "57 more apps ask: answer these first." in page.text
        assert "55 more apps are listed by 'hearth access'." in page.text
