"""The workouts of an export of Apple Health, and the files of their routes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from imports.generated.clock import DAY, HOUR, Clock, utc
from imports.generated.records import WATCH, Origins, Random, entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from imports.generated.contents import Contents


@dataclass(frozen=True)
class Sport:
    name: str
    #: Metres a second.
    speed: float
    #: The type of its distance; empty if it has none.
    distance: str


SPORTS: Final = (
    Sport("Running", 2.9, "DistanceWalkingRunning"),
    Sport("Cycling", 7.0, "DistanceCycling"),
    Sport("Walking", 1.5, "DistanceWalkingRunning"),
    Sport("Yoga", 0.0, ""),
)
_GPX_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 '
    'http://www.topografix.com/GPX/1/1/gpx.xsd">\n'
)


@dataclass(frozen=True)
class Route:
    name: str
    start: int
    points: int
    speed: float


class Workouts:
    """Spread evenly over the period. The first ones outdoors have routes."""

    def __init__(self, chance: Random, clock: Clock, days: int, contents: Contents) -> None:
        self.chance = chance
        self.clock = clock
        self.days = days
        self.contents = contents
        self.origins = Origins(chance, clock, days)
        self.routes: list[Route] = []

    def texts(self, count: int, routes: int, points: int) -> Iterator[str]:
        step = self.days * DAY // max(count, 1)
        for number in range(count):
            sport = SPORTS[number % len(SPORTS)]
            start = self.clock.start + number * step + int(self.chance.random() * max(step - 2 * HOUR, 1))
            route = None
            if sport.speed and len(self.routes) < routes:
                route = Route(f"route_{utc(start)[:10]}_{number}.gpx", start, points, sport.speed)
                self.routes.append(route)
            yield self._text(sport, start, max(points, 600), route)
        self.contents.add("HKWorkoutTypeIdentifier", count)

    def _text(self, sport: Sport, start: int, seconds: int, route: Route | None) -> str:
        end = start + seconds
        metres = sport.speed * (seconds - 30)
        begin, finish = self.clock.text(start), self.clock.text(end)
        times = f'startDate="{begin}" endDate="{finish}"'
        origin = f'{self.origins.of(WATCH, start)} creationDate="{self.clock.text(end + 4)}"'
        metadata = (
            ("HKIndoorWorkout", "0" if sport.speed else "1"),
            ("HKWeatherTemperature", f"{40 + int(self.chance.random() * 45)} degF"),
            ("HKWeatherHumidity", f"{30 + int(self.chance.random() * 65)}00 %"),
            ("HKAverageMETs", f"{3 + self.chance.random() * 9:.4f} kcal/hr·kg"),
            ("HKTimeZone", "Europe/Berlin"),
        )
        parts = [
            f' <Workout workoutActivityType="HKWorkoutActivityType{sport.name}" duration="{(seconds - 30) / 60:g}" '
            f'durationUnit="min" {origin} {times}>\n',
            *(entry(key, value) for key, value in metadata),
            *self._events(sport, start, metres),
            f'  <WorkoutActivity uuid="{self._uuid()}" {times} duration="{seconds - 30}" durationUnit="s"/>\n',
            *self._statistics(sport, times, metres, seconds),
        ]
        self.contents.add_part("metadata", len(metadata))
        if route:
            parts += [
                f"  <WorkoutRoute {origin} {times}>\n",
                entry("HKMetadataKeySyncVersion", "2"),
                entry("HKMetadataKeySyncIdentifier", self._uuid()),
                f'   <FileReference path="/workout-routes/{route.name}"/>\n  </WorkoutRoute>\n',
            ]
            self.contents.add("HKWorkoutRouteTypeIdentifier")
            self.contents.add_part("metadata", 2)
            self.contents.add_part("positions", route.points)
        return "".join([*parts, " </Workout>\n"])

    def _uuid(self) -> str:
        digits = f"{self.chance.getrandbits(128):032X}"
        return "-".join((digits[:8], digits[8:12], "4" + digits[13:16], "8" + digits[17:20], digits[20:]))

    def _events(self, sport: Sport, start: int, metres: float) -> Iterator[str]:
        """A pause of half a minute, and the splits by kilometre and mile, which overlap."""
        pause = start + 300
        for name, moment in (("Pause", pause), ("Resume", pause + 30)):
            yield f'  <WorkoutEvent type="HKWorkoutEventType{name}" date="{self.clock.text(moment)}"/>\n'
        for split in (1_000, 1_609.344) if sport.speed else ():
            lasts = split / sport.speed
            for number in range(int(metres / split)):
                date = self.clock.text(start + int(number * lasts))
                yield (
                    f'  <WorkoutEvent type="HKWorkoutEventTypeSegment" date="{date}" duration="{lasts / 60:.6f}" '
                    'durationUnit="min"/>\n'
                )

    def _statistics(self, sport: Sport, times: str, metres: float, seconds: int) -> Iterator[str]:
        energy = seconds / 60 * (4 + self.chance.random() * 8)
        rate = 100 + self.chance.random() * 50
        begin = '  <WorkoutStatistics type="HKQuantityTypeIdentifier'
        if sport.distance:
            yield f'{begin}{sport.distance}" {times} sum="{metres / 1000:.5f}" unit="km"/>\n'
        yield f'{begin}ActiveEnergyBurned" {times} sum="{energy:.3f}" unit="kcal"/>\n'
        yield (
            f'{begin}HeartRate" {times} average="{rate:.3f}" minimum="{int(rate) - 30}" maximum="{int(rate) + 35}" '
            'unit="count/min"/>\n'
        )

    def route_text(self, route: Route) -> str:
        """A position each second, on a way that winds."""
        lines = [
            _GPX_HEAD,
            f"  <metadata>\n    <time>{utc(route.start)}</time>\n  </metadata>\n",
            f"  <trk>\n    <name>Route {utc(route.start)[:16]}</name>\n    <trkseg>\n",
        ]
        latitude, longitude, course = 52.4 + self.chance.random() / 10, 13.3 + self.chance.random() / 10, 0.0
        for second in range(route.points):
            noise = self.chance.random()
            course = (course + 8 * noise - 3.5) % 360
            latitude += route.speed * math.cos(math.radians(course)) / 111_250
            longitude += route.speed * math.sin(math.radians(course)) / 68_000
            lines.append(
                f'      <trkpt lon="{longitude:.6f}" lat="{latitude:.6f}"><ele>{34 + 9 * noise:.6f}</ele>'
                f"<time>{utc(route.start + second)}</time><extensions><speed>{route.speed + noise:.6f}</speed>"
                f"<course>{course:.6f}</course><hAcc>{2 + 3 * noise:.6f}</hAcc><vAcc>{1.5 + noise:.6f}</vAcc>"
                "</extensions></trkpt>\n"
            )
        return "".join([*lines, "    </trkseg>\n  </trk>\n</gpx>\n"])
