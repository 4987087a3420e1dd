"""What is wrong in requests for statistics, in the order of sources, and in the replies."""

from __future__ import annotations

from math import inf
from typing import Sequence

from cases.case import Case, Fields, client, refuse, server
from cases.samples import HEART_RATE, SLEEP
from columns import float64s, int64s, uint32s

STEPS = "HKQuantityTypeIdentifierStepCount"


def query(*clauses: Fields, **fields: object) -> Fields:
    return client({"query_statistics": {"clauses": clauses, **fields}})


def ranks(type_name: str, *identifiers: str) -> Fields:
    return client({"source_ranks": {"type": type_name, "set": {"bundle_identifiers": identifiers}}})


def merged(**columns: object) -> Fields:
    rows = {"buckets": uint32s(0, 1), "counts": int64s(1, 1), "starts": int64s(0, 0), "ends": int64s(0, 0)}
    return server({"statistics": {"merged": {**rows, **columns}}})


def refuse_query(name: str, error: str, field: str, why: str, content: Fields) -> Case:
    return refuse(f"statistics-{name}", error, field and f"query_statistics.{field}", why, content)


def refuse_batch(name: str, error: str, field: str, why: str, content: Fields) -> Case:
    return refuse(f"reply-statistics-{name}", error, f"statistics.{field}", why, content, direction="server")


CASES: Sequence[Case] = (
    refuse_query("clauses-missing", "INVALID_ARGUMENT", "clauses", "no clause", query(sum=True)),
    refuse_query(
        "type-of-category",
        "INVALID_ARGUMENT",
        "clauses[0].type",
        "a type without quantities",
        query({"type": SLEEP}, duration=True),
    ),
    refuse_query(
        "types-several",
        "INVALID_ARGUMENT",
        "clauses[1].type",
        "two types",
        query({"type": STEPS}, {"type": HEART_RATE}, duration=True),
    ),
    refuse_query(
        "units-several",
        "INVALID_ARGUMENT",
        "clauses[1].unit",
        "two units",
        query({"type": HEART_RATE, "unit": "count/s"}, {"type": HEART_RATE}, average=True),
    ),
    refuse_query(
        "sum-of-discrete", "INVALID_ARGUMENT", "sum", "the sum of a discrete type", query({"type": HEART_RATE}, sum=True)
    ),
    refuse_query(
        "average-of-cumulative",
        "INVALID_ARGUMENT",
        "average",
        "the average of a cumulative type",
        query({"type": STEPS}, sum=True, average=True),
    ),
    refuse_query(
        "minimum-of-cumulative",
        "INVALID_ARGUMENT",
        "minimum",
        "the least of a cumulative type",
        query({"type": STEPS}, minimum=True),
    ),
    refuse_query(
        "maximum-of-cumulative",
        "INVALID_ARGUMENT",
        "maximum",
        "the greatest of a cumulative type",
        query({"type": STEPS}, maximum=True),
    ),
    refuse_query(
        "edges-width", "MALFORMED_COLUMN", "edges", "12 bytes of edges", query({"type": STEPS}, sum=True, edges=bytes(12))
    ),
    refuse_query(
        "edges-one", "INVALID_ARGUMENT", "edges", "one edge", query({"type": STEPS}, sum=True, edges=int64s(5))
    ),
    refuse_query(
        "edges-equal",
        "VALUE_OUT_OF_RANGE",
        "edges[1]",
        "two equal edges",
        query({"type": STEPS}, sum=True, edges=int64s(4, 5, 5)),
    ),
    refuse(
        "ranks-type-of-category",
        "INVALID_ARGUMENT",
        "source_ranks.type",
        "a type without quantities",
        ranks(SLEEP, "org.example.run"),
    ),
    refuse(
        "ranks-type-unknown", "UNKNOWN_TYPE", "source_ranks.type", "no such type", ranks("HKNonsense", "org.example.run")
    ),
    refuse(
        "ranks-source-empty",
        "MALFORMED_TEXT",
        "source_ranks.set.bundle_identifiers[1]",
        "a source without an identifier",
        ranks(STEPS, "org.example.run", ""),
    ),
    refuse(
        "ranks-source-twice",
        "INVALID_ARGUMENT",
        "source_ranks.set.bundle_identifiers[1]",
        "a source twice",
        ranks(STEPS, "org.example.run", "org.example.run"),
    ),
    refuse(
        "ranks-too-many",
        "LIMIT_EXCEEDED",
        "source_ranks.set.bundle_identifiers",
        "257 sources",
        ranks(STEPS, *(f"app{number}" for number in range(257))),
    ),
    refuse_batch(
        "buckets-equal", "VALUE_OUT_OF_RANGE", "merged.buckets[0]", "a bucket twice", merged(buckets=uint32s(1, 1))
    ),
    refuse_batch(
        "counts-short", "MALFORMED_COLUMN", "merged.counts", "one count for two buckets", merged(counts=int64s(1))
    ),
    refuse_batch(
        "count-negative", "VALUE_OUT_OF_RANGE", "merged.counts[1]", "a negative count", merged(counts=int64s(1, -1))
    ),
    refuse_batch(
        "sum-infinite", "VALUE_OUT_OF_RANGE", "merged.sums[0]", "an infinite sum", merged(sums=float64s(inf, 1.0))
    ),
    refuse_batch(
        "most-recent-starts-missing",
        "MALFORMED_COLUMN",
        "merged.most_recent_starts",
        "latest quantities without their times",
        merged(most_recents=float64s(1.0, 2.0)),
    ),
    refuse(
        "reply-statistics-source-missing",
        "INVALID_ARGUMENT",
        "statistics.sources[0].source",
        "statistics of no source",
        server({"statistics": {"sources": [{"columns": {}}]}}),
        direction="server",
    ),
)
