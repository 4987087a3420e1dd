"""The report of a workout: as one HTML file, or as values for programs."""

from __future__ import annotations

from .page import report_html
from .units import KILOMETRES, MILES, Units
from .values import report_values

__all__ = ["KILOMETRES", "MILES", "Units", "report_html", "report_values"]
