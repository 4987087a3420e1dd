"""An export of Apple Health, of any size."""

from __future__ import annotations

import random
import zipfile
from typing import TYPE_CHECKING, Final

from imports.generated.clock import DAY, Clock
from imports.generated.contents import Contents
from imports.generated.records import RECORDS_A_DAY, Records
from imports.generated.workouts import Workouts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from imports.amounts import Export

_FOLDER: Final = "apple_health_export"
#: Texts that are written together.
_AT_ONCE: Final = 4_096
_HEAD: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
]>
<HealthData locale="de_DE">
"""


def write(path: Path, amounts: Export, seed: int) -> Contents:
    """Writes the archive, and says what it holds."""
    chance = random.Random(seed)
    contents = Contents()
    days = max(amounts.records // RECORDS_A_DAY, 1)
    clock = Clock(days)
    workouts = Workouts(chance, clock, days, contents)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(_entry("export.xml"), "w", force_zip64=True) as document:
            for texts in _batches(_document(chance, clock, days, contents, workouts, amounts)):
                contents.document_bytes += document.write("".join(texts).encode())
        for route in workouts.routes:
            text = workouts.route_text(route).encode()
            archive.writestr(_entry(f"workout-routes/{route.name}"), text)
            contents.route_bytes += len(text)
    return contents


def _entry(name: str) -> zipfile.ZipInfo:
    """Of a fixed date, so that the same seed makes the same archive."""
    entry = zipfile.ZipInfo(f"{_FOLDER}/{name}", (2026, 11, 1, 12, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _document(
    chance: random.Random, clock: Clock, days: int, contents: Contents, workouts: Workouts, amounts: Export
) -> Iterator[str]:
    yield _HEAD
    yield f' <ExportDate value="{clock.text(clock.start + days * DAY)}"/>\n'
    yield (
        ' <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-04-12" '
        'HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" '
        'HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" '
        'HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet" '
        'HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>\n'
    )
    yield from Records(chance, clock, days, contents).texts(amounts.records)
    yield from workouts.texts(amounts.workouts, amounts.routes, amounts.points)
    for day in range(days):
        date = clock.text(clock.start + day * DAY + DAY // 2)[:10]
        yield (
            f' <ActivitySummary dateComponents="{date}" activeEnergyBurned="{200 + chance.random() * 500:.3f}" '
            'activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" '
            f'appleExerciseTime="{int(chance.random() * 90)}" appleExerciseTimeGoal="30" '
            f'appleStandHours="{6 + int(chance.random() * 12)}" appleStandHoursGoal="12"/>\n'
        )
    contents.add_part("summaries", days)
    yield "</HealthData>\n"


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) >= _AT_ONCE:
            yield batch
            batch = []
    yield batch
