"""What must be accepted of background delivery: registrations, how an app is started, acknowledgements and cursors."""

from __future__ import annotations

from typing import Sequence

from cases.case import Case, Fields, accept, client, server
from cases.samples import BLOOD_PRESSURE, HEART_RATE, SLEEP


def launch(**fields: object) -> Fields:
    return client({"background_delivery": {"launch": fields}})


UNKNOWN: Sequence[Case] = (
    accept(
        "unknown-frequency-reply",
        "a frequency of a later version; a request with it would be refused",
        server({"background_registrations": {"registrations": [{"type": HEART_RATE, "frequency": 9}]}}),
        direction="server",
    ),
    accept(
        "unknown-type-registration",
        "a registration for a type of a later version; ignored",
        server(
            {
                "background_registrations": {
                    "registrations": [
                        {"type": "HKQuantityTypeIdentifierOfALaterVersion", "frequency": 1},
                        {"type": HEART_RATE, "frequency": 1},
                    ]
                }
            }
        ),
        direction="server",
    ),
    accept(
        "unknown-type-status",
        "a registration of a later version in a status, with its type and its frequency; kept",
        server({"background_app": {"types": [{"type": "HKQuantityTypeIdentifierOfALaterVersion", "frequency": 9}]}}),
        direction="server",
    ),
)

REGISTRATIONS: Sequence[Case] = (
    accept(
        "background-only-these",
        "clears everything but what it sets",
        client({"background_delivery": {"enable": [{"type": HEART_RATE, "frequency": 2}], "disable_all": True}}),
    ),
    accept(
        "background-disable-unregistered",
        "clears a type of which nothing is registered",
        client({"background_delivery": {"disable": [SLEEP]}}),
    ),
    accept(
        "background-launch-longest",
        "a command of 64 words, for an hour",
        launch(command=["/usr/bin/run", *["--more"] * 63], time_limit_seconds=3600),
    ),
    accept(
        "background-launch-words",
        "words that are empty, of several lines, or mean something to a shell: they are arguments, as they are",
        launch(command=["/opt/my apps/run", "", "a\nb", "$(true)", "é"], working_directory="/var/my data"),
    ),
    accept(
        "background-launch-accent",
        "an absolute path, whatever follows the slash",
        launch(command=["/\u0301run"], working_directory="/\u0301"),
    ),
    accept("background-launch-unit", "a unit made of a template", launch(systemd_unit="run@1.service")),
    accept(
        "background-launch-enable",
        "how the app is started, with the first registration",
        client(
            {
                "background_delivery": {
                    "enable": [{"type": HEART_RATE, "frequency": 1}],
                    "launch": {"command": ["/usr/bin/run"], "fallback": True},
                }
            }
        ),
    ),
)

DELIVERIES: Sequence[Case] = (
    accept(
        "observe-acknowledges-all",
        "an app that acknowledges follows every type",
        client({"observe": {"acknowledges": True}}),
    ),
    accept(
        "changes-cursor-and-anchor",
        "a client that reconnects names its cursor and the anchor that it has got; whether it is one is for the store",
        client({"query_changes": {"anchor": bytes(29), "follow": True, "cursor": "upload"}}),
    ),
    accept(
        "changes-cursor-limit",
        "a cursor on a stream that ends",
        client({"query_changes": {"limit": 500, "cursor": "é" * 2048}}),
    ),
    accept(
        "acknowledge-types-twice",
        "a type twice is as good as once, and so is one that is not registered",
        client({"acknowledge": {"anchor": bytes(29), "types": [HEART_RATE, HEART_RATE, BLOOD_PRESSURE]}}),
    ),
    accept(
        "acknowledge-anchor-alone",
        "an anchor for no type and no cursor: nothing to do",
        client({"acknowledge": {"anchor": bytes(29)}}),
    ),
    accept(
        "acknowledge-forget-unknown",
        "a cursor to forget that there is not",
        client({"acknowledge": {"cursor": "upload"}}),
    ),
    accept(
        "control-type",
        "one type of an app; whether the client may ask is for the server to say",
        client({"background_control": {"action": 3, "app": "org.example.run", "type": HEART_RATE}}),
    ),
)

CASES: Sequence[Case] = (*UNKNOWN, *REGISTRATIONS, *DELIVERIES)
