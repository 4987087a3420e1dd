"""The client for asyncio."""

from __future__ import annotations

from .client import Client, connect
from .streams import Changes, LiveStatistics, Query, Stream

__all__ = ["Changes", "Client", "LiveStatistics", "Query", "Stream", "connect"]
