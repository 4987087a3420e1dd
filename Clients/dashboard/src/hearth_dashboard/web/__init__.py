"""The dashboard on a port of this machine: who may read it, its pages, and what keeps them up to date."""

from __future__ import annotations

from .application import make_application

__all__ = ["make_application"]
