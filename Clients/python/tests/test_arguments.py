"""An argument of a wrong type raises an error of this package that names it, whatever function gets it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd
import pytest

import hearth
from hearth import aio, analysis, predicates, requests

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

AT = [np.datetime64("2026-11-21", "ns")]
UUIDS = hearth.new_uuids(1)
RATES = hearth.quantities("heartRate", AT, [60.0], "count/min", uuids=UUIDS)
WRONG: list[Any] = [
    None, 3, 3.5, -1, 1 << 70, float("nan"), True, "x", "", "\ud800", b"x", [None], [3], ["x"], [[1]], {}, {"x": 1},
    object(), np.zeros((2, 2)), np.array(5), len,
]  # fmt: skip
RUN = analysis.WorkoutRecord(workout=hearth.workouts(["2026-11-21T08:00"], ["2026-11-21T08:10"], ["running"]))
MINUTES = np.datetime64("2026-11-21T08:00", "ns") + np.arange(11) * np.timedelta64(1, "m")
CURVE = analysis.distance_of_samples(MINUTES[:-1], MINUTES[1:], np.full(10, 200.0))
RATES_OF_RUN = {"times": MINUTES, "rates": np.full(11, 140.0)}
WATTS = {"times": MINUTES, "watts": np.full(11, 200.0)}
#: Functions with arguments that they accept.
ACCEPTED: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (hearth.make_samples, {"type": "heartRate", "starts": AT, "payload": RATES.payload}),
    (hearth.quantities, {"type": "heartRate", "starts": AT, "values": [1.0]}),
    (hearth.series_points, {"lengths": [1], "starts": AT, "values": [1.0]}),
    (hearth.categories, {"type": "sleepAnalysis", "starts": AT, "values": [1]}),
    (hearth.correlations, {"type": "bloodPressure", "starts": AT, "lengths": [1], "members": UUIDS}),
    (hearth.blood_pressures, {"starts": AT, "systolic": [120], "diastolic": [80]}),
    (hearth.workouts, {"starts": AT, "ends": AT, "activity_types": [37]}),
    (
        hearth.routes,
        {"starts": AT, "ends": AT, "lengths": [1], "timestamps": AT, "latitudes": [1.0], "longitudes": [1.0]},
    ),
    (hearth.heartbeats, {"starts": AT, "ends": AT, "lengths": [1], "offsets": [0.0]}),
    (hearth.new_uuids, {"count": 1}),
    (hearth.joined, {"parts": [RATES]}),
    (hearth.Clause, {"type": "heartRate"}),
    (hearth.Reconnection, {}),
    (predicates.quantity, {}),
    (predicates.field, {"number": 1}),
    (predicates.between, {}),
    (predicates.one_of, {"uuids": UUIDS}),
    (predicates.has_metadata, {"key": "k"}),
    (predicates.metadata, {"key": "k", "value": 1}),
    (predicates.in_workout, {"workout": UUIDS[0]}),
    (predicates.in_correlation, {"correlation": UUIDS[0]}),
    (predicates.correlated, {}),
    (predicates.any_activity, {"condition": predicates.always()}),
    (predicates.device_property, {"which": 1}),
    (analysis.analyse_record, {"record": RUN}),
    (analysis.find_splits, {"curve": CURVE}),
    (analysis.find_laps, {"starts": MINUTES[:1], "ends": MINUTES[1:2]}),
    (analysis.segment_difference, {"splits": [], "segment_ends": MINUTES}),
    (analysis.best_efforts, {"curve": CURVE}),
    (analysis.moving_by_speed, {"curve": CURVE, "rule": analysis.MovingRule.RUN}),
    (analysis.moving_by_events, {"start": MINUTES[0], "end": MINUTES[-1], "pauses": analysis.NO_SPANS}),
    (analysis.grade_adjusted, {"curve": CURVE, "altitudes": np.zeros(11)}),
    (analysis.elevation_of_altitudes, {"altitudes": np.arange(11.0)}),
    (analysis.make_track, {"times": MINUTES, "latitudes": np.zeros(11), "longitudes": np.zeros(11)}),
    (analysis.make_spans, {"starts": MINUTES[:1], "ends": MINUTES[1:2]}),
    (analysis.zones_of_maximum, {"maximum_rate": 190}),
    (analysis.zones_of_reserve, {"resting_rate": 50, "maximum_rate": 190}),
    (analysis.time_in_zones, {**RATES_OF_RUN, "zones": analysis.zones_of_maximum(190)}),
    (analysis.mean_maximal_power, WATTS),
    (analysis.normalized_power, WATTS),
    (analysis.workout_clauses, {"workout": UUIDS[0]}),
]
CALLS: dict[str, dict[str, Any]] = {
    "save": {"samples": RATES},
    "delete": {"uuids": UUIDS},
    "delete_matching": {"what": "heartRate"},
    "add_to_workout": {"workout": UUIDS[0], "samples": RATES},
    "query": {"what": "heartRate"},
    "read": {"what": "heartRate"},
    "changes": {"what": "heartRate"},
    "observe": {"what": "heartRate"},
    "acknowledge": {"anchor": b"", "types": "heartRate", "cursor": "c"},
    "forget_cursor": {"cursor": "c"},
    "sources": {},
    "statistics": {
        "what": "stepCount",
        "statistics": "sum",
        "since": "2026-11-21",
        "until": "2026-11-22",
        "every": "1D",
    },
    "follow_statistics": {"what": "stepCount", "statistics": "sum", "since": "2026-11-21", "every": "1D"},
    "source_ranks": {"of": "stepCount"},
    "set_characteristics": {},
    "authorization": {},
    "request_authorization": {"save": "heartRate"},
    "registrations": {},
    "ping": {},
}


def check_error(error: hearth.HearthError, field: str = "") -> None:
    """A request's error names a field, and repeats no text that cannot be printed."""
    if isinstance(error, hearth.RequestError):
        assert error.field.startswith(field)
        assert error.field
        assert "\ud800" not in error.text


def try_wrong_arguments(function: Callable[..., Any], accepted: dict[str, Any]) -> None:
    """Each parameter with each wrong value. Some are right for it: then the call may end well."""
    for name, parameter in inspect.signature(function).parameters.items():
        for wrong in WRONG:
            options = {**accepted, name: wrong}
            if parameter.kind is parameter.VAR_POSITIONAL:
                continue
            try:
                function(**options)
            except hearth.HearthError as error:
                check_error(error)


@pytest.mark.parametrize(("function", "accepted"), ACCEPTED, ids=lambda one: getattr(one, "__name__", ""))
def test_a_wrong_argument_is_refused_with_its_name(function: Callable[..., Any], accepted: dict[str, Any]) -> None:
    try_wrong_arguments(function, accepted)


def test_every_call_with_arguments_is_tried() -> None:
    for kind in (hearth.Client, aio.Client):
        methods = {name for name, method in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
        assert methods - {"close", "status", "characteristics"} == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_of_a_call_is_refused_with_its_name(name: str, tmp_path: Path) -> None:
    with hearth.Client(tmp_path / "none.sock") as client:
        try_wrong_arguments(getattr(client, name), CALLS[name])


def test_wrong_arguments_of_clients_and_launches_are_refused(tmp_path: Path) -> None:
    def connect(
        path: Any = tmp_path / "none.sock",
        app: Any = None,
        reconnection: Any = None,
    ) -> None:
        hearth.Client(path, app=app, reconnection=reconnection).close()

    try_wrong_arguments(connect, {})

    def register(**launch: Any) -> None:
        with hearth.Client(tmp_path / "none.sock") as client:
            client.registrations(launch=hearth.Launch(**launch))

    for name in inspect.signature(hearth.Launch).parameters:
        for wrong in WRONG:
            with pytest.raises(hearth.HearthError):
                register(**{name: wrong})


@pytest.mark.parametrize("name", ["source", "source_revisions", "device"])
def test_wrong_sources_and_devices_are_refused(name: str) -> None:
    for wrong in WRONG:
        try:
            getattr(predicates, name)(wrong)
        except hearth.RequestError as error:
            check_error(error)


@pytest.mark.parametrize("field", ["start", "count", "category", "workout_type", "workout_duration"])
def test_wrong_operands_are_refused(field: str) -> None:
    for wrong in WRONG:
        for operator in ("__lt__", "__eq__"):
            try:
                getattr(getattr(predicates, field), operator)(wrong)
            except hearth.RequestError as error:
                check_error(error, "comparison.")


def test_what_is_not_a_condition_is_refused() -> None:
    for wrong in WRONG:
        for operator in ("__and__", "__or__"):
            with pytest.raises(hearth.RequestError, match="condition"):
                getattr(predicates.always(), operator)(wrong)


def test_the_error_names_the_type_and_not_the_value() -> None:
    with pytest.raises(hearth.RequestError) as refused:
        hearth.quantities("heartRate", AT, [60.0], device="4711")  # type: ignore[arg-type]
    assert str(refused.value) == "INVALID_ARGUMENT: A str is not a Device. (device)"


def test_uuids_are_taken_as_texts(client: hearth.Client) -> None:
    samples = hearth.quantities("heartRate", AT * 2, [60.0, 61.0], "count/min", uuids=hearth.new_uuids(2))
    first, second = (str(samples.uuid(row)) for row in (0, 1))
    again = hearth.quantities("heartRate", AT * 2, [60.0, 61.0], "count/min", uuids=[first, second.upper()])
    assert (again.uuids == samples.uuids).all()
    assert (hearth.quantities("heartRate", AT, [60.0], uuids=np.array([first])).uuids == samples.uuids[:1]).all()
    client.save(samples)
    assert len(client.read("heartRate", predicates.one_of([first]))) == 1
    assert len(client.read("heartRate", predicates.one_of(second))) == 1
    assert client.delete(first).deleted == 1
    assert client.delete([second]).deleted == 1
    with pytest.raises(hearth.RequestError, match="not a UUID") as refused:
        client.delete(["4711"])
    assert refused.value.field == "delete_objects.objects.uuids[0]"
    assert "4711" not in str(refused.value)


def test_values_of_enums_are_taken_by_their_names(client: hearth.Client) -> None:
    names: list[Any] = ["asleepREM", "ASLEEPCORE", hearth.enums.SleepAnalysis.awake, 0]
    night = hearth.categories("sleepAnalysis", AT * 4, names)
    assert night.values.tolist() == [5, 3, 2, 0]
    assert hearth.categories("sleepAnalysis", AT, np.array(["inBed"])).values.tolist() == [0]
    client.save(night)
    run = hearth.workouts(AT, AT, ["running"])
    assert run.members == [hearth.enums.WorkoutActivityType.running]
    client.save(run)
    found = client.read("workout", (predicates.workout_type == "Running") & predicates.one_of(run.uuids))
    assert found.members == [hearth.enums.WorkoutActivityType.running]
    for wrong in (
        lambda: hearth.categories("sleepAnalysis", AT, ["secret"]),
        lambda: hearth.workouts(AT, AT, ["secret"]),
        lambda: predicates.workout_type == "secret",
    ):
        with pytest.raises(hearth.RequestError, match=r"hearth\.enums\.") as refused:
            wrong()
        assert "secret" not in str(refused.value)
    with pytest.raises(hearth.RequestError, match=r"Its members are inBed, asleepUnspecified, .* and asleepREM"):
        hearth.categories("sleepAnalysis", AT, ["rem"])
    with pytest.raises(hearth.RequestError, match="Did you mean 'running', "):
        hearth.workouts(AT, AT, ["runing"])


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (
            lambda: hearth.categories("heartRate", AT, [1]),
            "heartRate is a type of quantities: hearth.quantities() makes",
        ),
        (lambda: hearth.quantities("sleepAnalysis", AT, [1.0]), "sleepAnalysis is a type of categories"),
        (lambda: hearth.quantities("workout", AT, [1.0]), "workout is a type of workouts"),
        (lambda: hearth.quantities("bloodPressure", AT, [1.0]), "bloodPressure is a type of correlations"),
    ],
)
def test_samples_of_another_kind_are_refused_at_once(wrong: Callable[[], Any], text: str) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        wrong()
    assert refused.value.field == "type"
    assert refused.value.text.startswith(text)


def test_an_error_lists_what_is_accepted(tmp_path: Path) -> None:
    with hearth.Client(tmp_path / "none.sock") as client:
        with pytest.raises(hearth.RequestError, match=r"A str is not an order: give fields .* start\.descending"):
            client.read("heartRate", order="newest")  # type: ignore[arg-type]
        with pytest.raises(hearth.RequestError, match=r"UpdateFrequency\.IMMEDIATE, .* or UpdateFrequency\.WEEKLY"):
            client.registrations({"stepCount": "hourly"})  # type: ignore[dict-item]
        with pytest.raises(hearth.RequestError, match=r"such as \{'stepCount': UpdateFrequency\.HOURLY\}"):
            client.registrations(["stepCount"])  # type: ignore[arg-type]


def test_articles_fit_the_types() -> None:
    for given, text in ((3, "An int"), ("x", "A str"), (np.zeros(2), "An ndarray"), (len, "A builtin")):
        with pytest.raises(hearth.RequestError, match=f"^INVALID_ARGUMENT: {text}.* is not a Device"):
            hearth.quantities("heartRate", AT, [60.0], device=given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "field", "text"),
    [
        (lambda: hearth.quantities("heartRate", AT[0], [60]), "starts", "put a single time into a list."),
        (lambda: hearth.quantities("heartRate", AT, 60), "quantity.values", "put it into a list."),
        (
            lambda: hearth.quantities("heartRate", AT, [[60]]),
            "quantity.values",
            "has one dimension, and this array has 2",
        ),
        (
            lambda: hearth.quantities("heartRate", AT * 3, [60, 61]),
            "quantity.values",
            "has 2 rows, and the others have 3.",
        ),
        (lambda: hearth.quantities("heartRate", AT, [60, 61]), "quantity.values", "has 2 rows, and the others have 1."),
        (
            lambda: hearth.quantities("heartRate", AT * 2, cast("Any", [60, None])),
            "quantity.values[1]",
            "numbers cannot hold None.",
        ),
        (lambda: hearth.quantities("heartRate", AT * 2, [60, np.nan]), "quantity.values[1]", "number must be finite"),
        (lambda: hearth.quantities("heartRate", AT, [60], counts=[0]), "quantity.counts[0]", "must be at least 1."),
        (lambda: hearth.quantities("heartRate", AT, ["60"]), "quantity.values", "numbers cannot hold texts."),
        (lambda: hearth.quantities("heartRate", AT, [True]), "quantity.values", "numbers cannot hold truth values."),
        (
            lambda: hearth.categories("sleepAnalysis", AT, [1.5]),
            "category.values",
            "integers cannot hold values of the",
        ),
        (
            lambda: requests.listed_samples(cast("Any", pd.DataFrame({"value": [1]}))),
            "samples",
            "A DataFrame is not samples: ",
        ),
        (lambda: requests.delete(cast("Any", RATES)), "delete_objects.objects.uuids", "give samples.uuids."),
        (lambda: hearth.workouts(AT, AT, ["jogging"]), "workout.activity_types[0]", "Did you mean 'running'?"),
        (
            lambda: hearth.workouts(AT, AT, ["qqqqqqqq"]),
            "workout.activity_types[0]",
            "'hearth types workout' lists them.",
        ),
        (lambda: hearth.Client("/x", app=""), "app", "such as org.example.steps."),
    ],
)
def test_an_error_says_what_is_wrong_and_what_is_right(wrong: Callable[[], Any], field: str, text: str) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        wrong()
    assert refused.value.field == field
    assert text in refused.value.text


def test_what_samples_do_not_have_is_an_attribute_error() -> None:
    run = hearth.workouts(AT, AT, ["running"])
    assert not hasattr(run, "values")
    assert not hasattr(run, "unit")
    assert getattr(RATES, "members", None) is None
    for samples in (run, RATES, hearth.correlations("food", AT, [1], UUIDS)):
        assert dict(inspect.getmembers(samples))["type"] == samples.type


def test_characteristics_are_taken_by_name(client: hearth.Client) -> None:
    for name, blood_type in (("oPositive", "oPositive"), ("O+", "oPositive"), ("ab-", "abNegative")):
        known = client.set_characteristics(blood_type=name, fitzpatrick_skin_type="iii", wheelchair_use="no")
        assert known.blood_type is hearth.enums.BloodType[blood_type]
        assert known.fitzpatrick_skin_type is hearth.enums.FitzpatrickSkinType.III
    with pytest.raises(hearth.RequestError, match="Its members are aPositive, ") as refused:
        client.set_characteristics(blood_type="X+")
    assert refused.value.field == "blood_type"
    assert "X" not in refused.value.text


@pytest.mark.parametrize(
    "field",
    [
        "query_samples.clauses[0].unit",
        "query_samples.clauses[0].predicate.terms[0].comparison.unit",
        "query_samples.clauses[1].unit",
        "query_samples.clauses[99999999999999999999].unit",
        "nonsense",
        "a.b[0].c",
        "call[0]",
        "query_samples[0].clauses",
        "query_samples.clauses.unit",
        "query_samples.clauses[0].unit[0]",
        "call.a",
        "ByteSize",
        "query_samples.clauses[0].DESCRIPTOR.name",
        "query_samples.limit[0]",
        "",
        "[0]",
        "__class__.__name__",
    ],
)
def test_a_path_that_the_request_does_not_have_names_no_unit(field: str) -> None:
    call = requests.query("heartRate", predicates.quantity("bpm") > 60, "bpm", (), 0, False)
    error = hearth.RequestError(hearth.ErrorCode.INCOMPATIBLE_UNIT, "Refused.", field)
    has_unit = field.endswith(("[0].unit", "comparison.unit"))
    assert ("'bpm'" in call.naming_unit(error).text) == has_unit
