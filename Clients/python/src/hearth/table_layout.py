"""What Arrow tables of samples have in common when they are made and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .samples.columns import Column

UUID_BYTES = 16
#: What the columns of a series' points begin with.
POINT = "point_"
#: Totals of workouts that are columns of their own as well.
TOTALS = ("total_distance", "total_energy_burned")


def row_name(column: Column) -> str:
    """As the tables of samples have it: in the singular."""
    return column.name.replace("_types", "_type").removesuffix("s")
