"""What says wrongly which apps have sockets of their own, and what they may do."""

from __future__ import annotations

from typing import Sequence

from cases.case import Case, Fields, client, refuse, server


def control(**fields: object) -> Fields:
    return client({"access_control": fields})


LIST, ADD, REMOVE, DECIDE, OPEN, ASK, AWAIT, COUNTS = range(1, 9)
HEART_RATE = "HKQuantityTypeIdentifierHeartRate"


def decide(**grant: object) -> Fields:
    return control(action=DECIDE, app="org.example.run", grants=[grant])


CASES: Sequence[Case] = (
    refuse(
        "access-action-missing",
        "VALUE_OUT_OF_RANGE",
        "access_control.action",
        "the action is required",
        control(app="org.example.run"),
    ),
    refuse(
        "access-action-unknown", "VALUE_OUT_OF_RANGE", "access_control.action", "no such action", control(action=99)
    ),
    refuse("access-add-app-missing", "MALFORMED_TEXT", "access_control.app", "no app", control(action=ADD)),
    refuse("access-remove-app-missing", "MALFORMED_TEXT", "access_control.app", "no app", control(action=REMOVE)),
    refuse(
        "access-list-app",
        "INVALID_ARGUMENT",
        "access_control.app",
        "a list is of all apps",
        control(action=LIST, app="org.example.run"),
    ),
    refuse(
        "access-open-app",
        "INVALID_ARGUMENT",
        "access_control.app",
        "the mode is that of all apps",
        control(action=OPEN, app="org.example.run"),
    ),
    refuse(
        "access-ask-app",
        "INVALID_ARGUMENT",
        "access_control.app",
        "the mode is that of all apps",
        control(action=ASK, app="org.example.run"),
    ),
    refuse(
        "access-await-app",
        "INVALID_ARGUMENT",
        "access_control.app",
        "requests are those of all apps",
        control(action=AWAIT, app="org.example.run"),
    ),
    refuse(
        "access-counts-app",
        "INVALID_ARGUMENT",
        "access_control.app",
        "counts are those of all apps",
        control(action=COUNTS, app="org.example.run"),
    ),
    refuse(
        "access-add-app-slash",
        "INVALID_ARGUMENT",
        "access_control.app",
        "the path of another folder",
        control(action=ADD, app="../org.example.run"),
    ),
    refuse(
        "access-add-app-hidden",
        "INVALID_ARGUMENT",
        "access_control.app",
        "a name that begins with a dot",
        control(action=ADD, app=".org.example.run"),
    ),
    refuse(
        "access-grant-permission-unknown",
        "VALUE_OUT_OF_RANGE",
        "access_control.grants[0].read",
        "no such permission",
        decide(type=HEART_RATE, read=9),
    ),
    refuse(
        "access-grant-type-missing", "UNKNOWN_TYPE", "access_control.grants[0].type", "no type", decide(read=2)
    ),
    refuse(
        "access-grant-correlation",
        "INVALID_ARGUMENT",
        "access_control.grants[0].type",
        "its members decide",
        decide(type="HKCorrelationTypeIdentifierBloodPressure", read=2),
    ),
    refuse(
        "access-grant-since-alone",
        "INVALID_ARGUMENT",
        "access_control.grants[0].since",
        "a limit of what may not be read",
        decide(type=HEART_RATE, read=3, since=1),
    ),
    refuse(
        "authorization-type-unknown",
        "UNKNOWN_TYPE",
        "authorization.read[1]",
        "no such type",
        client({"authorization": {"read": [HEART_RATE, "HKQuantityTypeIdentifierNoSuch"]}}),
    ),
    refuse(
        "authorization-correlation",
        "INVALID_ARGUMENT",
        "authorization.share[0]",
        "its members are authorized",
        client({"authorization": {"share": ["HKCorrelationTypeIdentifierFood"]}}),
    ),
    refuse(
        "authorization-not-stored",
        "INVALID_ARGUMENT",
        "authorization.read[0]",
        "nothing of the type is stored",
        client({"authorization": {"read": ["HKActivitySummaryTypeIdentifier"]}}),
    ),
    refuse(
        "reply-authorization-type-missing",
        "UNKNOWN_TYPE",
        "authorization_status.types[0].type",
        "what may be done with no type",
        server({"authorization_status": {"types": [{"share": 2}]}}),
        direction="server",
    ),
    refuse(
        "reply-access-request-app-missing",
        "MALFORMED_TEXT",
        "access_list.requests[0].bundle_identifier",
        "a request of no app",
        server({"access_list": {"requests": [{"name": "Run"}]}}),
        direction="server",
    ),
    refuse(
        "reply-access-counts-day",
        "VALUE_OUT_OF_RANGE",
        "access_list.counts[0].types[0].days[0].day",
        "a day in the far future",
        server({"access_list": {"counts": [{"types": [{"type": HEART_RATE, "days": [{"day": 100_000}]}]}]}}),
        direction="server",
    ),
    refuse(
        "reply-access-refusal-missing",
        "MALFORMED_TEXT",
        "access_list.save_refusals[0].bundle_identifier",
        "a refusal of no app",
        server({"access_list": {"save_refusals": [{"until": 7}]}}),
        direction="server",
    ),
    refuse(
        "reply-access-app-missing",
        "MALFORMED_TEXT",
        "access_list.apps[0].bundle_identifier",
        "a socket of no app",
        server({"access_list": {"apps": [{"name": "Run"}]}}),
        direction="server",
    ),
)
