"""The protocol's own messages and enums, as `hearth.proto` describes them."""

from __future__ import annotations

from .hearth_pb2 import *  # noqa: F403 - all of them
