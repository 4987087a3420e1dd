"""Smaller promises of the documentation that no other test would miss."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import numpy as np
import pytest
from server import Server

from dashboards import Dashboard
from hearth_dashboard.pdf import pdf_of
from hearth_dashboard.report.cursor import cursor
from hearth_dashboard.report.series import Series
from hearth_dashboard.web.door import door_of
from runs import analysed, recorded_run

if TYPE_CHECKING:
    from pathlib import Path


def test_nothing_is_fetched_while_a_page_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "chromium"
    program.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/given\nfor one; do case $one in --print-to-pdf=*)'
        ' echo printed > "${one#*=}";; esac; done\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert pdf_of("<p>page</p>") == b"printed\n"
    given = (tmp_path / "given").read_text().splitlines()
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in given
    assert given[-1].startswith("file:///")
    # The page has no line with its place on the disk.
    assert "--no-pdf-header-footer" in given


def test_no_text_ends_the_data_of_the_cursor() -> None:
    run = analysed(recorded_run(0.01))
    markup = "</script><script>alert(1)</script>"
    series = Series(
        name=markup,
        key="heart",
        seconds=np.arange(10.0),
        values=np.arange(10.0),
        text=lambda _: markup,
        mark=str,
        gap=1.0,
        span_min=1.0,
    )
    text = str(cursor(run, [series], None))
    assert text.count("<script") == text.count("</script>") == 1
    assert "\\u003c/script>" in text


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
def test_a_door_of_another_user_is_not_followed() -> None:
    with Server() as server, Dashboard(server) as running:
        door = door_of(server.socket, {})
        assert door is not None
        assert door.open_address() == running.url
        os.chown(door.path, 65534, 65534)
        assert stat.S_IMODE(door.path.stat().st_mode) == 0o600
        assert door.open_address() is None
        assert door.known() is None
