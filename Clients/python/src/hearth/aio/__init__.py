"""The client for asyncio."""

from __future__ import annotations

from .client import Client, connect
from .streams import Changes, Query, Stream

__all__ = ["Changes", "Client", "Query", "Stream", "connect"]
