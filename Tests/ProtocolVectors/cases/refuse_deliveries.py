"""What is wrong in acknowledgements, in cursors and in what the owner's tool asks for."""

from __future__ import annotations

from typing import Sequence

from cases.case import Case, Fields, client, refuse, server
from cases.samples import HEART_RATE, SLEEP


def acknowledge(**fields: object) -> Fields:
    return client({"acknowledge": fields})


def control(**fields: object) -> Fields:
    return client({"background_control": fields})


RESUME: Fields = {"action": 1, "app": "org.example.run"}

ACKNOWLEDGEMENTS: Sequence[Case] = (
    refuse("acknowledge-nothing", "INVALID_ARGUMENT", "acknowledge.anchor", "up to where is required", acknowledge()),
    refuse(
        "acknowledge-anchor-missing",
        "INVALID_ARGUMENT",
        "acknowledge.anchor",
        "types without an anchor",
        acknowledge(types=[HEART_RATE]),
    ),
    refuse(
        "acknowledge-forget-types",
        "INVALID_ARGUMENT",
        "acknowledge.anchor",
        "a cursor to forget, and types without an anchor",
        acknowledge(types=[HEART_RATE], cursor="upload"),
    ),
    refuse(
        "acknowledge-anchor-too-long",
        "LIMIT_EXCEEDED",
        "acknowledge.anchor",
        "an anchor of 65 bytes",
        acknowledge(anchor=bytes(65), types=[HEART_RATE]),
    ),
    refuse(
        "acknowledge-type-unknown",
        "UNKNOWN_TYPE",
        "acknowledge.types[1]",
        "no such type",
        acknowledge(anchor=bytes(29), types=[SLEEP, "HKNonsense"]),
    ),
    refuse(
        "acknowledge-type-empty",
        "UNKNOWN_TYPE",
        "acknowledge.types[0]",
        "an empty type",
        acknowledge(anchor=bytes(29), types=[""]),
    ),
    refuse(
        "acknowledge-cursor-nul",
        "MALFORMED_TEXT",
        "acknowledge.cursor",
        "NUL in a cursor's name",
        acknowledge(anchor=bytes(29), cursor="up\0load"),
    ),
    refuse(
        "acknowledge-cursor-too-long",
        "LIMIT_EXCEEDED",
        "acknowledge.cursor",
        "a string of 4,097 bytes",
        acknowledge(anchor=bytes(29), cursor="a" * 4097),
    ),
    refuse(
        "changes-cursor-nul",
        "MALFORMED_TEXT",
        "query_changes.cursor",
        "NUL at the end of a cursor's name",
        client({"query_changes": {"cursor": "upload\0"}}),
    ),
    refuse(
        "changes-cursor-too-long",
        "LIMIT_EXCEEDED",
        "query_changes.cursor",
        "a string of 4,097 bytes",
        client({"query_changes": {"cursor": "a" * 4097}}),
    ),
)

CONTROL: Sequence[Case] = (
    refuse(
        "control-action-missing",
        "VALUE_OUT_OF_RANGE",
        "background_control.action",
        "what to do is required",
        control(app="org.example.run"),
    ),
    refuse(
        "control-action-unknown",
        "VALUE_OUT_OF_RANGE",
        "background_control.action",
        "an action of a later version",
        control(**{**RESUME, "action": 4}),
    ),
    refuse("control-app-missing", "MALFORMED_TEXT", "background_control.app", "the app is required", control(action=1)),
    refuse(
        "control-app-nul",
        "MALFORMED_TEXT",
        "background_control.app",
        "NUL in a bundle identifier",
        control(action=2, app="org.example\0.run"),
    ),
    refuse(
        "control-type-unknown",
        "UNKNOWN_TYPE",
        "background_control.type",
        "no such type",
        control(**RESUME, type="HKNonsense"),
    ),
    refuse(
        "control-type-nul",
        "MALFORMED_TEXT",
        "background_control.type",
        "NUL in the type",
        control(**RESUME, type=HEART_RATE + "\0"),
    ),
)

REPLIES: Sequence[Case] = (
    refuse(
        "acknowledged-anchor-too-long",
        "LIMIT_EXCEEDED",
        "acknowledged.anchor",
        "an anchor of 65 bytes",
        server({"acknowledged": {"anchor": bytes(65)}}),
        direction="server",
    ),
    refuse(
        "background-app-type-nul",
        "MALFORMED_TEXT",
        "background_app.types[1].type",
        "NUL in the type",
        server({"background_app": {"types": [{"type": SLEEP}, {"type": HEART_RATE + "\0"}]}}),
        direction="server",
    ),
    refuse(
        "background-app-launch-too-long",
        "LIMIT_EXCEEDED",
        "background_app.launch",
        "a string of 4,097 bytes",
        server({"background_app": {"launch": "/" + "a" * 4096}}),
        direction="server",
    ),
)

CASES: Sequence[Case] = (*ACKNOWLEDGEMENTS, *CONTROL, *REPLIES)
