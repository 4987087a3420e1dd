"""The program `hearth-dashboard`: the command, once Hearth's client is there."""

from __future__ import annotations

import sys

_MISSING = """\
hearth-dashboard: Hearth's client for Python is not installed. Install its folder with that of the dashboard:
  pip install ./Clients/python ./Clients/dashboard
or its wheel with that of the dashboard. The package of that name on PyPI is another project's."""


def main() -> int:
    """Runs the command; returns its exit status."""
    try:
        from .commands import main as command
    except ImportError as error:
        # Also where it is the package of that name which PyPI has.
        if (error.name or "").partition(".")[0] != "hearth":
            raise
        print(_MISSING, file=sys.stderr)
        return 1
    return command()
