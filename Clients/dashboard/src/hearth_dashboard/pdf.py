"""A page as PDF, which Chromium prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

#: The names under which distributions install it, in the order in which they are tried.
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_SECONDS_MAX = 60


class PDFError(Exception):
    """A page was not printed; the text says why."""


def pdf_of(page: str) -> bytes:
    """An HTML page as PDF. Nothing is fetched while it is printed."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise PDFError("PDF needs Chromium, which was not found (Debian: apt install chromium).")
    # Only its owner can read the folder.
    with tempfile.TemporaryDirectory(prefix="hearth-") as folder:
        source, printed = Path(folder, "report.html"), Path(folder, "report.pdf")
        source.write_text(page, "utf-8")
        command = [program, "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        command += [f"--user-data-dir={folder}/profile", "--host-resolver-rules=MAP * ~NOTFOUND"]
        # Chromium has no sandbox for root, and the page runs no script but its own.
        command += ["--no-sandbox"] if os.geteuid() == 0 else []
        command += [f"--print-to-pdf={printed}", source.as_uri()]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS_MAX)
            return printed.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise PDFError(f"{program} could not print the report.") from error
