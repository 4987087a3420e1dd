"""An electrocardiogram on the paper that physicians know: 25 millimetres a second, 10 millimetres a millivolt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hearth
import numpy as np
from hearth.enums import ElectrocardiogramClassification as Classification
from hearth.enums import ElectrocardiogramSymptomsStatus as SymptomsStatus
from hearth.predicates import one_of
from hearth.type_table import IDENTIFIERS
from hearth.types import electrocardiogram

from ..report.chart import path
from ..report.details import local
from ..report.markup import Markup, element, number
from ..report.thinning import extremes
from ..report.units import UNKNOWN, amount
from .frame import empty, panel, tiles
from .record_texts import member_text, number_of
from .stored_types import newest_of, type_name
from .types import value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearth.samples.columns import Floats, Integers
    from hearth.samples.records import AttributeValues
    from hearth.samples.samples import Samples

    from .visit import Visit

#: Pixels of a millimetre of the paper, so that its lines lie on pixels.
_MILLIMETRE = 4
#: Of the usual paper.
_MILLIMETRES_A_SECOND, _MILLIMETRES_A_MILLIVOLT = 25, 10
#: The trace is cut into pieces, which fill the lines of a page of any width.
_PIECE_SECONDS = 0.5
_WIDTH = round(_PIECE_SECONDS * _MILLIMETRES_A_SECOND * _MILLIMETRE)
#: What is drawn of a longer one.
_SECONDS_MAX = 60.0
#: Voltages a second: no device has more, or fewer.
_FREQUENCY_MIN, _FREQUENCY_MAX = 1e-6, 1e6
#: Millivolts: no skin has more.
_MILLIVOLTS_MAX = 1000.0
#: Millimetres: higher traces are drawn smaller.
_HEIGHT_MAX = 60
_LARGE_SQUARE = 5 * _MILLIMETRE
#: Of these types are its symptoms.
CATEGORIES = tuple(one for one in IDENTIFIERS if one.startswith("HKCategoryTypeIdentifier"))


def electrocardiogram_panel(visit: Visit, found: Samples) -> Markup | None:
    """The first of these electrocardiograms, which carry their voltages."""
    if not len(found) or not isinstance(found.payload, hearth.Records):
        return None
    values = found.payload.attributes_of(0)
    voltages = found.payload.voltages_of(0)
    seconds = float((found.ends[0] - found.starts[0]) / np.timedelta64(1, "s"))
    measured = np.empty(0) if voltages is None else voltages
    frequency = _frequency(values, len(measured), seconds)
    rate = number_of(values, "average_heart_rate")
    shown = {
        "Classification": member_text(Classification, values, "classification"),
        "Average heart rate": UNKNOWN if rate is None else amount(rate, "/min"),
        "Symptoms": member_text(SymptomsStatus, values, "symptoms_status"),
        "Length": f"{len(measured) / frequency:.3g} s" if frequency else UNKNOWN,
    }
    notes = {"Length": f"{len(measured):,} voltages, {frequency:.4g} a second"} if frequency else {}
    if symptoms := _symptoms(visit, values.get("symptoms", [])):
        notes["Symptoms"] = symptoms
    when = local(found.starts[0], visit.zone)
    heading = f"{type_name(electrocardiogram)} of {when.day} {when:%B %Y, %H:%M:%S}"
    return panel(heading, tiles(shown, notes), _paper(measured, frequency) or empty("No voltages are stored."))


def _frequency(values: dict[str, AttributeValues], count: int, seconds: float) -> float | None:
    """Voltages a second: as the app saved it, else of those that fill the time of the sample. None: not known."""
    if not count:
        return None
    saved = number_of(values, "sampling_frequency")
    if saved is not None and _FREQUENCY_MIN <= saved <= _FREQUENCY_MAX:
        return saved
    return count / seconds if seconds > 0 else None


def _symptoms(visit: Visit, uuids: Sequence[Any]) -> str:
    """The symptoms that belong to it, with how severe they were."""
    if not uuids:
        return ""
    found = newest_of(visit, CATEGORIES, one_of(uuids))
    texts = sorted(f"{type_name(identifier)}: {value_text(one, 0).lower()}" for identifier, one in found.items())
    return ", ".join(texts)


def _paper(voltages: Floats, frequency: float | None) -> Markup | None:
    if frequency is None:
        return None
    most = int(min(len(voltages), _SECONDS_MAX * frequency + 1))
    millivolts = np.clip(voltages[:most] / 1000, -_MILLIVOLTS_MAX, _MILLIVOLTS_MAX)
    low, high, gain = _range(millivolts)
    seconds = np.arange(most) / frequency
    x, y = seconds / _PIECE_SECONDS * _WIDTH, (high - millivolts * gain) * _MILLIMETRE
    columns: Integers = x.astype(np.int64)
    kept = extremes(columns, y)
    length = min(len(voltages) / frequency, _SECONDS_MAX)
    height = (high - low) * _MILLIMETRE
    pieces = max(1, int(np.ceil(length / _PIECE_SECONDS - 1e-9)))
    text = f"{_MILLIMETRES_A_SECOND} mm/s, {gain:g} mm/mV"
    said = f"Voltages from {millivolts.min():.2f} to {millivolts.max():.2f} mV in {length:.3g} s"
    drawn = (_piece(index, x[kept], y[kept], height) for index in range(pieces))
    whole = len(voltages) / frequency
    more = f"; the first {length:g} s of {whole:.0f}" if whole > length else ""
    return element(
        "figure",
        element("div", *drawn, class_="paper", role="img", aria_label=said),
        element("figcaption", f"{text}; a large square is 0.2 s and {5 / gain:g} mV{more}"),
    )


def _range(millivolts: Floats) -> tuple[int, int, float]:
    """The millimetres below and above the line of 0, in whole large squares, and those of a millivolt."""
    least, most = min(float(millivolts.min()), 0.0), max(float(millivolts.max()), 0.0)
    gain = float(_MILLIMETRES_A_MILLIVOLT)
    while (most - least) * gain > _HEIGHT_MAX:
        gain /= 2
    low, high = 5 * int(np.floor(least * gain / 5)), 5 * int(np.ceil(most * gain / 5))
    # Room for the trace to be seen as one, and for the marks of seconds.
    return low - 5, high + 5, gain


def _piece(index: int, x: Floats, y: Floats, height: int) -> Markup:
    begin = index * _WIDTH
    # With a point on either side, so that the line goes on in the next piece.
    first = max(int(np.searchsorted(x, begin)) - 1, 0)
    last = int(np.searchsorted(x, begin + _WIDTH, side="right")) + 1
    parts = np.zeros(len(x[first:last]), np.int64)
    second = index * _PIECE_SECONDS
    return element(
        "svg",
        element("path", class_="small", d=_grid(height, _MILLIMETRE, begin)),
        element("path", class_="large", d=_grid(height, _LARGE_SQUARE, begin)),
        element("path", class_="trace", d=path(x[first:last] - begin, y[first:last], parts)),
        element("text", f"{second:g} s", x="3", y=str(height - 5)) if second == int(second) else None,
        viewBox=f"0 0 {_WIDTH} {height}",
        width=str(_WIDTH),
        height=str(height),
        aria_hidden="true",
    )


def _grid(height: int, step: int, begin: int) -> str:
    """Lines of the paper, in the middle of pixels."""
    across = "".join(f"M0 {number(y + 0.5)}H{_WIDTH}" for y in range(0, height, step))
    return across + "".join(f"M{number(x + 0.5)} 0V{height}" for x in range(-begin % step, _WIDTH, step))
