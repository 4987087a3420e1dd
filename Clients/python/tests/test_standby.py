"""A store in PostgreSQL whose primary is lost: the synchronous standby has everything that was acknowledged."""

from __future__ import annotations

import numpy as np

import hearth
from database import Database
from server import Server

START = np.datetime64("2026-11-21T08:00", "ns")


def save(client: hearth.Client, first: int, count: int) -> None:
    """One by one, each acknowledged before the next."""
    for number in range(first, first + count):
        times = [START + np.timedelta64(number, "s")]
        client.save(hearth.quantities("heartRate", times, [60 + number], unit="count/min"))


def test_a_promoted_standby_continues_the_store() -> None:
    with Database() as primary, Database(primary) as standby:
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        primary.execute("SELECT pg_reload_conf()")
        primary.execute("CREATE DATABASE hearth")
        address = (
            f"postgres://{Database.user}@/hearth?host={primary.folder},{standby.folder}&port=5432,5432&store=alice"
        )
        with (
            Server(address) as server,
            hearth.Client(server.socket) as client,
            client.changes("heartRate", follow=True) as changes,
        ):
            save(client, 0, 20)
            assert primary.execute("SELECT sync_state FROM pg_stat_replication") == "sync"
            assert primary.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hearth'") == "4"
            primary.lose()
            standby.promote()
            save(client, 20, 5)
            assert len(client.read("heartRate")) == 25
            seen: list[float] = []
            for batch in changes:
                for samples in batch.added:
                    seen += samples.values.tolist()
                if len(seen) >= 25:
                    break
            assert seen == [60.0 + number for number in range(25)]
