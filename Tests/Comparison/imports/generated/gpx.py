"""A tour of some days as a watch records it: a track a day, with a position and a heart rate each second."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Final

from imports.generated.clock import DAY, END, utc
from imports.generated.contents import Contents

if TYPE_CHECKING:
    from pathlib import Path

_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<gpx creator="Forerunner 255" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" '
    'xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/11.xsd">\n'
)
_TRACK: Final = "  <trk>\n    <name>Day {}</name>\n    <type>cycling</type>\n    <trkseg>\n"
_TRACK_END: Final = "    </trkseg>\n  </trk>\n"
#: A route has at most 131,072 positions.
_POINTS_A_DAY: Final = 43_200
_START: Final = END - 30 * DAY


def write(path: Path, size: int, seed: int) -> Contents:
    """Writes a file of as many bytes, or a point more."""
    chance = random.Random(seed)
    contents = Contents()
    with path.open("wb", buffering=1 << 20) as file:
        written = file.write(f"{_HEAD}  <metadata>\n    <time>{utc(_START)}</time>\n  </metadata>\n".encode())
        points = 0
        latitude, longitude, course = 52.45, 13.35, 0.0
        while written < size:
            day, second = divmod(points, _POINTS_A_DAY)
            if second == 0:
                written += file.write((_TRACK_END if day else "").encode() + _TRACK.format(day + 1).encode())
            noise = chance.random()
            course = (course + 8 * noise - 3.5) % 360
            latitude += 7 * math.cos(math.radians(course)) / 111_250
            longitude += 7 * math.sin(math.radians(course)) / 68_000
            line = (
                f'      <trkpt lat="{latitude:.13f}" lon="{longitude:.13f}">\n'
                f"        <ele>{34 + 20 * math.sin(points / 900) + noise:.9f}</ele>\n"
                f"        <time>{utc(_START + day * DAY + second)}</time>\n        <extensions>\n"
                f"          <ns3:TrackPointExtension>\n            <ns3:hr>{120 + int(40 * noise)}</ns3:hr>\n"
                f"            <ns3:cad>{80 + int(12 * noise)}</ns3:cad>\n          </ns3:TrackPointExtension>\n"
                "        </extensions>\n      </trkpt>\n"
            )
            points += 1
            written += file.write(line.encode())
        file.write(f"{_TRACK_END}</gpx>\n".encode())
    contents.add_part("positions", points)
    contents.add_part("tracks", -(-points // _POINTS_A_DAY))
    return contents
