"""What is compared: each lane is a driver, and the server that it talks to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from servers import GRPCServer, HearthOnPostgreSQLServer, HearthServer, PostgreSQLServer, RedisServer, Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True)
class Lane:
    key: str
    title: str
    driver: str  # the program's name among those that are built, or of a file in Python
    server: Callable[[Path], Server] | None
    is_hearth: bool = False
    beside: str = ""  # the competitor without which this lane of Hearth's says nothing
    stores: bool = True  # what is saved survives the server
    absences: dict[str, str] = field(default_factory=dict)  # by the key of the work that it cannot do: why


ONE_PROCESS = "in the process of its program, which is the only one that is told"
NOTHING_STORED = "stores nothing"
NOT_LIVE = "computes statistics when it is asked, and says nothing when they change"
STATISTICS = ("statistics", "bydays", "bymonths", "live")
ALL_STATISTICS = (*STATISTICS, "merged")

LANES = [
    Lane("hearth", "Hearth, C", "hearth", HearthServer, is_hearth=True),
    Lane(
        "swift",
        "Hearth, Swift",
        "hearth-comparison-driver",
        HearthServer,
        is_hearth=True,
        absences={
            "many": "the client in C drives 64 connections from one event loop; the server is the same",
            "crowd": "as with 64 clients",
            **dict.fromkeys(STATISTICS, "the server computes them, as for C"),
        },
    ),
    Lane(
        "sqlite",
        "SQLite",
        "sqlite",
        None,
        absences={"notice": ONE_PROCESS, "crowd": ONE_PROCESS, "live": NOT_LIVE, "memory": "has no server"},
    ),
    Lane(
        "duckdb",
        "DuckDB",
        "duckdb_lane.py",
        None,
        absences={
            "many": "programs that write one file wait for each other",
            "objects": "its client gives columns; an object for each row would measure Python",
            **dict.fromkeys(("notice", "crowd"), ONE_PROCESS),
            "live": NOT_LIVE,
            "memory": "has no server",
        },
    ),
    Lane(
        "hearth-postgresql",
        "Hearth on PostgreSQL",
        "hearth",
        HearthOnPostgreSQLServer,
        is_hearth=True,
        beside="postgresql",
    ),
    Lane("postgresql", "PostgreSQL", "postgresql", PostgreSQLServer, absences={"live": NOT_LIVE}),
    Lane("redis", "Redis", "redis", RedisServer, absences=dict.fromkeys(ALL_STATISTICS, "streams have no statistics")),
    Lane(
        "grpc",
        "gRPC",
        "grpc-batches",
        GRPCServer,
        stores=False,
        absences=dict.fromkeys(("disk", "start", *ALL_STATISTICS), NOTHING_STORED),
    ),
    Lane(
        "grpc-rows",
        "gRPC, a row a message",
        "grpc-rows",
        GRPCServer,
        stores=False,
        absences=dict.fromkeys(("disk", "start", *ALL_STATISTICS), NOTHING_STORED),
    ),
]

# Only when it is asked for: it takes twenty times as long as gRPC with many rows a message, and says no more.
OPTIONAL = {"grpc-rows"}
