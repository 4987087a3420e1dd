"""The records of an export of Apple Health, type after type, as a phone writes them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from imports.generated.clock import DAY, HOUR, Clock, is_summer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from imports.generated.contents import Contents

Random = random.Random
#: Records of a day, over all types.
RECORDS_A_DAY: Final = 1_314

WATCH: Final = "Anna’s Apple\u00a0Watch"
PHONE: Final = "Anna &amp; Co. iPhone"
SCALE: Final = "Body Scale"
METER: Final = "Glucose Diary"

_QUANTITY: Final = "HKQuantityTypeIdentifier"
_CATEGORY: Final = "HKCategoryTypeIdentifier"
#: Records after which the address in the text of a device is another one.
_POINTER_RECORDS: Final = 200


class Origins:
    """The attributes that say where a record comes from: the versions rise, and a device has an address in memory."""

    _VERSIONS = ("8.7.1", "9.6.3", "10.2", "10.6.1", "11.1")
    _PHONES = ("15.7", "16.3.1", "17.0.3", "17.6", "18.1")

    def __init__(self, chance: Random, clock: Clock, days: int) -> None:
        self._chance = chance
        self._start = clock.start
        self._period = days * DAY
        self._texts: dict[str, list[str]] = {}
        self.renew()

    def renew(self) -> None:
        pointer = f"0x28{int(self._chance.random() * 0x7FFFFF0):07x}"
        self._texts = {source: [self._text(source, age, pointer) for age in range(5)] for source in _SHARES_OF_SOURCES}

    def _text(self, source: str, age: int, pointer: str) -> str:
        if source == WATCH:
            version, about = self._VERSIONS[age], "name:Apple Watch, manufacturer:Apple Inc., model:Watch"
            about += f", hardware:Watch6,{1 + age // 3}, software:{version}"
        elif source == PHONE:
            version, about = self._PHONES[age], "name:iPhone, manufacturer:Apple Inc., model:iPhone"
            about += f", hardware:iPhone{13 + age // 2},2, software:{version}"
        else:
            return f'sourceName="{source}" sourceVersion="{3 + age}"'
        device = f"&lt;&lt;HKDevice: {pointer}&gt;, {about}&gt;"
        return f'sourceName="{source}" sourceVersion="{version}" device="{device}"'

    def of(self, source: str, seconds: int) -> str:
        return self._texts[source][min((seconds - self._start) * 5 // self._period, 4)]


_SHARES_OF_SOURCES: Final = (WATCH, PHONE, SCALE, METER)


@dataclass(frozen=True)
class Kind:
    name: str
    #: Of all records.
    share: float
    #: Empty for categories.
    unit: str
    value: Callable[[Random], str]
    sources: tuple[str, ...] = (WATCH,)
    #: Whether a record lasts until the next one begins, a minute at most.
    lasts: bool = False
    #: The elements in a record.
    content: Callable[[Random, int, Contents], str] | None = None


def _whole(least: int, most: int) -> Callable[[Random], str]:
    return lambda chance: str(least + int(chance.random() * (most - least + 1)))


def _decimal(least: float, most: float, digits: int) -> Callable[[Random], str]:
    return lambda chance: f"{least + chance.random() * (most - least):.{digits}f}"


def _shares(least: int, most: int) -> Callable[[Random], str]:
    """Percentages, which exports write as shares."""
    return lambda chance: f"{(least + int(chance.random() * (most - least + 1))) / 100:g}"


def _one_of(prefix: str, *names: str) -> Callable[[Random], str]:
    return lambda chance: prefix + names[int(chance.random() * len(names))]


def entry(key: str, value: str) -> str:
    return f'  <MetadataEntry key="{key}" value="{value}"/>\n'


def _entries(*pairs: tuple[str, str]) -> Callable[[Random, int, Contents], str]:
    text = "".join(entry(key, value) for key, value in pairs)

    def content(chance: Random, seconds: int, contents: Contents) -> str:
        contents.add_part("metadata", len(pairs))
        return text

    return content


_MOTION: Final = [entry("HKMetadataKeyHeartRateMotionContext", str(context)) for context in range(3)]


def _motion(chance: Random, seconds: int, contents: Contents) -> str:
    contents.add_part("metadata")
    return _MOTION[int(chance.random() * 3)]


def _beats(chance: Random, seconds: int, contents: Contents) -> str:
    """The beats of a minute, with the time of day as a German phone writes it."""
    lines = ["  <HeartRateVariabilityMetadataList>\n"]
    hundredths = (seconds + (2 if is_summer(seconds) else 1) * HOUR) % DAY * 100
    for _ in range(25):
        rate = 50 + int(chance.random() * 40)
        hundredths = (hundredths + 6_000 // rate) % (DAY * 100)
        second, fraction = divmod(hundredths, 100)
        time = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02},{fraction:02}"
        lines.append(f'   <InstantaneousBeatsPerMinute bpm="{rate}" time="{time}"/>\n')
    lines.append("  </HeartRateVariabilityMetadataList>\n")
    contents.add("HKDataTypeIdentifierHeartbeatSeries")
    contents.add_part("beats", 25)
    return "".join(lines)


_BOTH: Final = (WATCH, PHONE)
_SLEEP: Final = "HKCategoryValueSleepAnalysis"
_ZONE: Final = ("HKTimeZone", "Europe/Berlin")

#: In the order of the document. What the shares leave is heart rates.
KINDS: Final = (
    Kind("BodyMass", 0.0006, "kg", _decimal(60, 75, 1), (SCALE,), content=_entries(("HKWasUserEntered", "0"), _ZONE)),
    Kind("BodyFatPercentage", 0.0006, "%", _shares(18, 26), (SCALE,)),
    Kind("HeartRate", 0.0, "count/min", _whole(45, 185), content=_motion),
    Kind(
        "OxygenSaturation",
        0.006,
        "%",
        _shares(92, 100),
        content=_entries(("HKMetadataKeyBarometricPressure", "101.2 kPa")),
    ),
    Kind("RespiratoryRate", 0.012, "count/min", _decimal(11, 19, 1)),
    Kind("StepCount", 0.11, "count", _whole(3, 140), _BOTH, lasts=True),
    Kind("DistanceWalkingRunning", 0.12, "km", _decimal(0.002, 0.2, 5), _BOTH, lasts=True),
    Kind("BasalEnergyBurned", 0.10, "kcal", _decimal(0.5, 25, 3), lasts=True),
    Kind("ActiveEnergyBurned", 0.22, "kcal", _decimal(0.01, 12, 3), lasts=True),
    Kind("FlightsClimbed", 0.012, "count", _whole(1, 4), (PHONE,), lasts=True),
    Kind(
        "BloodGlucose",
        0.003,
        "mmol&lt;180.1558800000541&gt;/L",
        _decimal(4, 9, 1),
        (METER,),
        content=_entries(("HKBloodGlucoseMealTime", "1")),
    ),
    Kind("AppleExerciseTime", 0.02, "min", _whole(1, 1), lasts=True),
    Kind("RestingHeartRate", 0.0007, "count/min", _whole(48, 60)),
    Kind("VO2Max", 0.0003, "mL/min·kg", _decimal(35, 48, 2), content=_entries(("HKVO2MaxTestType", "2"))),
    Kind("EnvironmentalAudioExposure", 0.015, "dBASPL", _decimal(35, 92, 4), lasts=True),
    Kind("WalkingSpeed", 0.008, "km/hr", _decimal(3, 6, 3), (PHONE,), lasts=True),
    Kind("WalkingStepLength", 0.008, "cm", _decimal(60, 85, 0), (PHONE,), lasts=True),
    Kind("AppleStandTime", 0.02, "min", _whole(1, 5), lasts=True),
    Kind("HeartRateVariabilitySDNN", 0.005, "ms", _decimal(20, 120, 4), lasts=True, content=_beats),
    Kind(
        "SleepAnalysis",
        0.012,
        "",
        _one_of(_SLEEP, "AsleepCore", "AsleepDeep", "AsleepREM", "Awake", "InBed"),
        lasts=True,
        content=_entries(_ZONE),
    ),
    Kind("AppleStandHour", 0.012, "", _one_of("HKCategoryValueAppleStandHour", "Stood", "Idle"), lasts=True),
)

#: Blood pressures, of all records: each has two.
_PRESSURES: Final = 0.0002


class Records:
    def __init__(self, chance: Random, clock: Clock, days: int, contents: Contents) -> None:
        self.chance = chance
        self.clock = clock
        self.days = days
        self.contents = contents
        self.origins = Origins(chance, clock, days)

    def texts(self, count: int) -> Iterator[str]:
        """As many records in all."""
        counts = {kind: max(int(count * kind.share), 1) for kind in KINDS if kind.share}
        pressures = max(int(count * _PRESSURES), 1)
        for kind in KINDS:
            yield from self._of_kind(kind, counts.get(kind, count - 2 * pressures - sum(counts.values())))
        yield from self._blood_pressures(pressures)

    def _of_kind(self, kind: Kind, count: int) -> Iterator[str]:
        chance, text, origin = self.chance.random, self.clock.text, self.origins.of
        prefix, unit = (_QUANTITY, f' unit="{kind.unit}"') if kind.unit else (_CATEGORY, "")
        begin = f' <Record type="{prefix}{kind.name}" '
        step = self.days * DAY / count
        lasting = int(min(step, 60.0)) if kind.lasts else 0
        for number in range(count):
            if number % _POINTER_RECORDS == 0:
                self.origins.renew()
            # Records keep a distance of a second from the next, so that no two have one start.
            start = self.clock.start + int(number * step + chance() * max(step - 1, 0))
            source = kind.sources[0] if len(kind.sources) == 1 or chance() < 0.5 else kind.sources[1]
            stamp = text(start)
            end = text(start + lasting) if lasting else stamp
            created = text(start + lasting + 3 + number % 60)
            head = (
                f'{begin}{origin(source, start)}{unit} creationDate="{created}" startDate="{stamp}" '
                f'endDate="{end}" value="{kind.value(self.chance)}"'
            )
            if kind.content is None:
                yield f"{head}/>\n"
            else:
                yield f"{head}>\n{kind.content(self.chance, start, self.contents)} </Record>\n"
        self.contents.add(prefix + kind.name, count)

    def _blood_pressures(self, count: int) -> Iterator[str]:
        """Correlations, whose members are nowhere else in the document."""
        step = self.days * DAY / count
        for number in range(count):
            start = self.clock.start + int(number * step) + 8 * HOUR
            stamp = self.clock.text(start)
            origin = self.origins.of(METER, start)
            unit = ' unit="mmHg"'
            times = f'{origin}%s creationDate="{self.clock.text(start + 9)}" startDate="{stamp}" endDate="{stamp}"'
            yield f' <Correlation type="HKCorrelationTypeIdentifierBloodPressure" {times % ""}>\n'
            for name, least, most in (("Systolic", 105, 139), ("Diastolic", 60, 89)):
                value = _whole(least, most)(self.chance)
                kind = f"{_QUANTITY}BloodPressure{name}"
                yield f'  <Record type="{kind}" {times % unit} value="{value}"/>\n'
                self.contents.add(kind)
            yield " </Correlation>\n"
            self.contents.add("HKCorrelationTypeIdentifierBloodPressure")
