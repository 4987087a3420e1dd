"""Maps of streets below routes: their places, and that nothing is asked for that was not allowed."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from hearth.analysis import make_track
from server import Server

from dashboards import Dashboard
from hearth_dashboard.commands import main
from hearth_dashboard.report import report_html
from hearth_dashboard.report.route_map import WIDTH, canvas_of
from hearth_dashboard.report.tiles import FileTiles, RemoteTiles, TilesError, tile_images, tiles_of
from pages import page_of
from runs import SECOND, START, analysed, recorded_run
from stores import WATCH
from tile_files import position, tile_file

if TYPE_CHECKING:
    from pathlib import Path

    from pages import Element

HOSTILE = "</p><img src=x onerror=alert(1)> & co"
URL = "https://tiles.example.org/{z}/{x}/{y}.png"


def images(page: Element) -> list[Element]:
    return [*page.every("image")]


@pytest.mark.parametrize("latitude", [-65.0, 0.0, 52.45, 70.0])
@pytest.mark.parametrize("kilometres", [0.1, 5, 300])
@pytest.mark.parametrize("longitude", [13.25, 179.999, -179.999])
def test_a_place_is_at_the_same_point_of_the_map_as_of_the_route(
    latitude: float, kilometres: float, longitude: float
) -> None:
    """To two pixels, and over the antimeridian."""
    north = np.linspace(0, kilometres / 111.195, 50)
    times = START + np.arange(50) * SECOND
    longitudes = (longitude + north / np.cos(np.radians(latitude)) + 180) % 360 - 180
    track = make_track(times, latitude + north, longitudes)
    canvas = canvas_of(track)
    drawn = images(page_of(f"<svg>{tile_images(RemoteTiles(URL), canvas, WIDTH)}</svg>"))
    assert 1 <= len(drawn) <= 64
    for row in (0, 25, 49):
        places = []
        for image in drawn:
            found = re.fullmatch(r"https://tiles\.example\.org/(\d+)/(\d+)/(\d+)\.png", image.attributes["href"] or "")
            assert found is not None
            zoom, column, line = map(int, found.groups())
            x, y = position(float(track.latitudes[row]), float(track.longitudes[row]), zoom)
            left, top, width, height = (float(image.attributes[name] or "") for name in ("x", "y", "width", "height"))
            if column <= x < column + 1 and line <= y < line + 1:
                places.append((left + (x - column) * width, top + (y - line) * height))
        assert any(place == pytest.approx((canvas.x[row], canvas.y[row]), abs=2) for place in places)
    # Tiles are about as large as they were drawn, and overlap a little.
    widths = {float(image.attributes["width"] or "") for image in drawn}
    assert kilometres < 1 or 128 <= max(widths) <= 400
    lefts = sorted({float(image.attributes["x"] or "") for image in drawn})
    assert np.diff(lefts) == pytest.approx(max(widths) - 0.4, abs=0.01)


def test_a_pole_has_a_map_without_tiles() -> None:
    track = make_track(START + np.arange(3) * SECOND, [89.9999, 90, 89.9999], [0, 90, 180])
    assert len(images(page_of(tile_images(RemoteTiles(URL), canvas_of(track), WIDTH)))) <= 64


def test_a_report_holds_its_tiles(tmp_path: Path) -> None:
    path = tile_file(tmp_path / "town.mbtiles", attribution="© <b>Example Maps</b> &amp; others", minzoom="0")
    run = analysed(recorded_run(0.1))
    text = report_html(run, tiles=tiles_of(str(path), is_embedded=True))
    page = page_of(text)
    assert images(page)
    for image in images(page):
        assert (image.attributes["href"] or "").startswith("data:image/png;base64,iVBOR")
    assert "Map: © Example Maps &amp; others" in [one.text for one in page.every("p")]
    assert "http" not in text.replace("http-equiv", "")
    (policy,) = (one.attributes["content"] or "" for one in page.every("meta") if "http-equiv" in one.attributes)
    assert policy.endswith("; img-src data:")
    assert not [*page.the("svg", "map").every("path", "grid")]
    # Without a map nothing may be shown, not even what a page holds.
    assert "img-src" not in report_html(run)
    assert not images(page_of(report_html(run)))


def test_tiles_that_a_file_lacks_are_left_out(tmp_path: Path) -> None:
    far = tile_file(tmp_path / "far.mbtiles", zooms=range(2))
    drawn = images(page_of(report_html(analysed(recorded_run(0.1)), tiles=tiles_of(str(far), is_embedded=True))))
    assert len(drawn) == 1
    assert float(drawn[0].attributes["width"] or "") > 1e5


def test_an_attribution_is_text(tmp_path: Path) -> None:
    path = tile_file(tmp_path / "x.mbtiles", attribution=HOSTILE)
    text = report_html(analysed(recorded_run(0.1)), tiles=tiles_of(str(path), is_embedded=True))
    assert "<img" not in text
    assert "onerror" not in text


@pytest.mark.parametrize("kind", ["missing", "text", "empty", "vector", "other"])
def test_what_holds_no_pictures_is_refused_on_one_line(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "map.mbtiles"
    if kind == "text":
        path.write_text("x" * 5000)
    elif kind == "empty":
        tile_file(path, zooms=range(0))
    elif kind == "vector":
        tile_file(path, format="pbf")
    elif kind == "other":
        sqlite3.connect(path).execute("CREATE TABLE a (b)").connection.close()
    with pytest.raises(TilesError):
        tiles_of(str(path))
    with Server() as server, hearth.Client(server.socket, app=WATCH) as client:
        client.save(recorded_run(0.1)[0])
        for arguments in (["report", "--last", "-o", "-"], ["serve", "--port", "0"]):
            assert main([*arguments, "--socket", server.socket, "--tiles", str(path)]) == 1
            assert capsys.readouterr().err.count("\n") == 1
    assert path.exists() == (kind != "missing")


@pytest.mark.parametrize(
    "address",
    [
        "https://tiles.example.org/{z}/{x}.png",
        "https://tiles.example.org/{z}/{x}/{y}/{y}.png",
        "https://{z}.example.org/{x}/{y}.png",
        "https://me:secret@tiles.example.org/{z}/{x}/{y}.png",
        "https://tiles.example.org;script-src/{z}/{x}/{y}.png",
        "https://a b/{z}/{x}/{y}.png",
        "ftp://tiles.example.org/{z}/{x}/{y}.png",
        "data://x/{z}/{x}/{y}",
        "://",
    ],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(TilesError):
        tiles_of(address)
    with pytest.raises(TilesError):
        tiles_of(URL, is_embedded=True)


def test_a_dashboard_serves_the_tiles_of_a_file_to_those_who_entered(tmp_path: Path) -> None:
    path = tile_file(tmp_path / "town.mbtiles", name="Town", zooms=range(13, 17))
    with Server() as server, hearth.Client(server.socket, app=WATCH) as client:
        run, *parts = recorded_run(0.1)
        client.save(run)
        client.add_to_workout(run.uuid(0), parts)
        with Dashboard(server, "--tiles", str(path)) as dashboard:
            assert dashboard.get("/tiles/13/0/0").status == 403
            dashboard.enter()
            page = page_of(dashboard.get(f"/workouts/{run.uuid(0)}").text)
            addresses = [image.attributes["href"] or "" for image in images(page)]
            assert addresses
            for address in addresses:
                assert re.fullmatch(r"/tiles/\d+/\d+/\d+", address)
                connection = dashboard.get(address, method="HEAD")
                assert (connection.status, connection.headers["Content-Type"]) == (200, "image/png")
            assert "Map: Town" in page.text
            assert "http" not in dashboard.get("/").headers["Content-Security-Policy"]
            for wrong in ("99999/0/0", "13/9999999/1", "13/1/99999999999999999999", "13/0/0", "x/0/0", "-1/0/0"):
                assert dashboard.get(f"/tiles/{wrong}").status == 404
        with Dashboard(server) as plain:
            plain.enter()
            assert plain.get(addresses[0]).status == 404
            assert not images(page_of(plain.get(f"/workouts/{run.uuid(0)}").text))


def test_pages_may_ask_the_server_of_tiles_for_pictures_and_nothing_else() -> None:
    with Server() as server, Dashboard(server, "--tiles", URL) as dashboard:
        headers = dashboard.enter().get("/").headers
        parts = headers["Content-Security-Policy"].split("; ")
        assert [part for part in parts if "example" in part] == ["img-src 'self' https://tiles.example.org"]
        assert headers["Referrer-Policy"] == "same-origin"
        assert dashboard.get("/tiles/1/0/0").status == 404
    assert RemoteTiles("https://tile.openstreetmap.org/{z}/{x}/{y}.png").attribution.startswith("© OpenStreetMap")


@pytest.mark.parametrize("value", ["NULL", "3000000000", "1.5", "'text'", "zeroblob(5000000)"])
def test_a_tile_that_is_no_picture_is_not_there(tmp_path: Path, value: str) -> None:
    path = tile_file(tmp_path / "odd.mbtiles", zooms=range(2))
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE tiles SET tile_data = {value}")
    file.close()
    for is_embedded in (False, True):
        found = tiles_of(str(path), is_embedded=is_embedded)
        assert isinstance(found, FileTiles)
        assert found.picture(0, 0, 0) is None


def test_a_file_of_tiles_that_never_ends_is_refused(tmp_path: Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT"
    path = tmp_path / "endless.mbtiles"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        columns = "i AS zoom_level, i AS tile_column, i AS tile_row, NULL AS tile_data"
        file.execute(f"CREATE VIEW tiles AS {endless} {columns} FROM n")
    file.close()
    with pytest.raises(TilesError):
        tiles_of(str(path))


def test_a_damaged_file_of_tiles_has_holes(tmp_path: Path) -> None:
    path = tile_file(tmp_path / "town.mbtiles", zooms=range(4))
    found = tiles_of(str(path))
    assert isinstance(found, FileTiles)
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE tiles")
    file.close()
    assert found.picture(0, 0, 0) is None


def test_a_file_of_large_scales_only_is_shown_in_the_least_of_them(tmp_path: Path) -> None:
    """A route for which a smaller one would do."""
    path = tile_file(tmp_path / "town.mbtiles", zooms=range(16, 17))
    metres = np.linspace(0, 1500, 50)
    track = make_track(START + np.arange(50) * SECOND, 52.455 + metres / 111_195, np.full(50, 13.26))
    assert 14 < np.log2(canvas_of(track).degree_x * 360 / 256) < 15.4
    assert images(page_of(f"<svg>{tile_images(FileTiles(path, is_embedded=True), canvas_of(track), WIDTH)}</svg>"))
