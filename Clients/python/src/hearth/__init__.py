"""Hearth: save, query and follow the health data of all apps on a machine.

`Client` is synchronous, `hearth.aio.Client` has the same names for asyncio. Samples are columns, numpy arrays:
`quantities()`, `categories()`, `workouts()` and similar functions make `Samples` to be saved, and a query returns
`Samples`. `hearth.types` has the types of samples, `hearth.predicates` conditions, `hearth.enums` HealthKit's enums and
`hearth.messages` the protocol's own messages.

>>> import hearth
>>> rates = hearth.quantities(hearth.types.heartRate, ["2026-11-21T08:00Z"], [62], "count/min")
>>> with hearth.Client() as client:
...     client.save(rates).added
...     client.read("heartRate", unit="count/min").values
1
array([62.])
"""

from __future__ import annotations

from . import enums, messages, predicates, types
from .analysis import WorkoutAnalysis, analyse_workout
from .client import Client, connect
from .enums import Permission, UpdateFrequency
from .errors import (
    ClosedError,
    ConnectionLostError,
    ErrorCode,
    HearthError,
    NoServerError,
    QueryInterruptedError,
    ReplyError,
    RequestError,
)
from .replies import (
    Acknowledged,
    Authorization,
    ChangeBatch,
    Characteristics,
    Committed,
    Deletions,
    Notice,
    Pong,
    SampleBatch,
    Welcome,
)
from .requests import Clause, Launch
from .samples.blood_pressures import blood_pressures
from .samples.build import categories, correlations, make_samples, quantities, series_points
from .samples.build_records import records
from .samples.build_workouts import heartbeats, routes, workouts
from .samples.categories import Categories, Correlations
from .samples.identifiers import new_uuids
from .samples.metadata import Metadata, Quantity
from .samples.payload import Payload
from .samples.provenance import Device, Provenance, Source
from .samples.quantities import Quantities, SeriesPoints
from .samples.records import Records
from .samples.sample import Sample
from .samples.samples import Samples, joined
from .samples.workouts import Heartbeats, Routes, Workouts
from .session.reconnection import Reconnection
from .statistics import Statistics, StatisticsUpdate
from .version import __version__

__all__ = [
    "Acknowledged",
    "Authorization",
    "Categories",
    "ChangeBatch",
    "Characteristics",
    "Clause",
    "Client",
    "ClosedError",
    "Committed",
    "ConnectionLostError",
    "Correlations",
    "Deletions",
    "Device",
    "ErrorCode",
    "Heartbeats",
    "HearthError",
    "Launch",
    "Metadata",
    "NoServerError",
    "Notice",
    "Payload",
    "Permission",
    "Pong",
    "Provenance",
    "Quantities",
    "Quantity",
    "QueryInterruptedError",
    "Reconnection",
    "Records",
    "ReplyError",
    "RequestError",
    "Routes",
    "Sample",
    "SampleBatch",
    "Samples",
    "SeriesPoints",
    "Source",
    "Statistics",
    "StatisticsUpdate",
    "UpdateFrequency",
    "Welcome",
    "WorkoutAnalysis",
    "Workouts",
    "__version__",
    "analyse_workout",
    "blood_pressures",
    "categories",
    "connect",
    "correlations",
    "enums",
    "heartbeats",
    "joined",
    "make_samples",
    "messages",
    "new_uuids",
    "predicates",
    "quantities",
    "records",
    "routes",
    "series_points",
    "types",
    "workouts",
]
