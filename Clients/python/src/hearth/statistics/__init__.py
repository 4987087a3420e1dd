"""Statistics: what to compute, over which times, and the columns that come back."""

from __future__ import annotations

from .statistics import Statistics, StatisticsUpdate

__all__ = ["Statistics", "StatisticsUpdate"]
