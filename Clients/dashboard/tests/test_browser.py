"""Reports in Debian's Chromium, which reaches no network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, ClassVar

import pytest

from hearth_dashboard.pdf import PROGRAMS
from hearth_dashboard.report import report_html
from pages import page_of
from runs import analysed, recorded_run

if TYPE_CHECKING:
    from pathlib import Path

    from pages import Element

CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
#: Moves the slider to the middle, or the pointer to a quarter of the last chart.
BY_SLIDER = """
const slider = document.getElementById("cursor");
slider.value = 300;
slider.dispatchEvent(new Event("input"));
"""
BY_POINTER = """
const plot = [...document.querySelectorAll("svg.plot")].at(-1), box = plot.getBoundingClientRect();
plot.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + box.width / 4, clientY: box.top + 5 }));
"""


@pytest.fixture(scope="module")
def report() -> str:
    """Of a run of twelve minutes."""
    return report_html(analysed(recorded_run(0.2)))


def shown(page: str, folder: Path) -> Element:
    """The page as it is when its scripts have run."""
    (folder / "report.html").write_text(page, "utf-8")
    command = [str(CHROMIUM), "--headless", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom"]
    command += ["--no-sandbox"] if os.geteuid() == 0 else []
    command += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", (folder / "report.html").as_uri()]
    result = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    return page_of(result.stdout)


def panel(page: Element) -> Element:
    """What the cursor shows."""
    (found,) = (one for one in page.every("div") if one.attributes.get("id") == "panel")
    return found


def test_the_cursor_appears_with_the_values_of_the_start(report: str, tmp_path: Path) -> None:
    page = shown(report, tmp_path)
    assert "hidden" not in panel(page).attributes
    assert panel(page).the("output", "time").text == "0:00"
    assert panel(page).the("output", "heart").text.endswith(" /min")
    assert all("hidden" in one.attributes for one in page.every(None, "cursor"))


@pytest.mark.parametrize(("script", "time", "x"), [(BY_SLIDER, "6:00", "500"), (BY_POINTER, "3:00", "250")])
def test_the_cursor_moves_in_all_charts_and_on_the_map(
    report: str, tmp_path: Path, script: str, time: str, x: str
) -> None:
    # The policy would not let the test's script run.
    free = re.sub(r"<meta http-equiv[^>]*>", "", report)
    page = shown(free.replace("</body>", f"<script>{script}</script></body>"), tmp_path)
    assert panel(page).the("output", "time").text == time
    charts = list(page.every("line", "cursor"))
    assert [one.attributes["x1"] for one in charts] == [x] * 4
    marks = [*charts, page.the("circle", "cursor")]
    assert not any("hidden" in one.attributes for one in marks)
    assert float(marks[-1].attributes["cx"] or "nan") > 0


class Recorder(BaseHTTPRequestHandler):
    """Answers that nothing is there, and keeps what was asked for."""

    paths: ClassVar[list[str]] = []

    def do_GET(self) -> None:  # the name is the protocol's
        self.paths.append(self.path)
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Prints nothing."""


def test_the_policy_bars_what_is_put_into_a_page(report: str, tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), Recorder) as server:
        answering = threading.Thread(target=server.serve_forever, args=(0.05,))
        answering.start()
        try:
            image = f"<img src='http://127.0.0.1:{server.server_port}/x'>"
            foreign = f"{image}<script>document.querySelector('main').remove()</script>"
            page = shown(report.replace("</main>", f"</main>{foreign}"), tmp_path)
            assert page.the("main").the("h1").text == "Running"
            assert Recorder.paths == []
            # Without the policy both happen.
            free = re.sub(r"<meta http-equiv[^>]*>", "", report).replace("</main>", f"</main>{foreign}")
            assert not list(shown(free, tmp_path).every("main"))
            assert Recorder.paths == ["/x"]
        finally:
            server.shutdown()
            answering.join()
