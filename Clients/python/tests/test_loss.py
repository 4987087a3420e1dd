"""The server is killed in the middle of saving and following; nothing is lost and nothing comes twice."""

from __future__ import annotations

import asyncio
import os
import random
import threading
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np
import pytest

import hearth
from conftest import APP, connect
from hearth import aio

if TYPE_CHECKING:
    from server import Server

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
SEED = int(os.environ.get("HEARTH_SEED", "20261121"))
#: More samples than a batch of changes holds, so that some writes come in several.
LARGEST = 9_000


def save_for(chance: random.Random, number: int) -> hearth.Samples:
    count = LARGEST if chance.random() < 0.1 else chance.randint(1, 20)
    starts = np.datetime64("2026-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")
    return hearth.quantities(HEART_RATE, starts, np.full(count, float(number + 1)), "count/min")


class Follower:
    """Applies changes to a copy, as the protocol says, and counts how often each sample came."""

    def __init__(self) -> None:
        self.copy: dict[bytes, float] = {}
        self.times: dict[bytes, int] = {}
        self.anchor = b""

    def apply(self, batch: hearth.ChangeBatch) -> None:
        for uuid in batch.deleted.uuids.tolist():
            self.copy.pop(uuid, None)
        for samples in batch.added:
            for uuid, value in zip(samples.uuids.tolist(), samples.values.tolist(), strict=True):
                self.copy[uuid] = value
                self.times[uuid] = self.times.get(uuid, 0) + 1
        self.anchor = batch.anchor


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_every_change_once_over_kills(own_server: Server, kind: str) -> None:
    """Saves go on in one client and changes in another while the server is killed again and again."""
    chance = random.Random(SEED)
    saved: dict[bytes, float] = {}
    small: set[bytes] = set()
    end = uuid4()
    finished = threading.Event()
    # Each kill waits until so many writes are done, and comes at some moment after that.
    progress = threading.Semaphore(0)

    def kill_now_and_then() -> None:
        for _ in range(4):
            for _ in range(12):
                progress.acquire()
            if finished.is_set():
                return
            own_server.kill()
            own_server.start()

    killer = threading.Thread(target=kill_now_and_then)

    def save_all() -> None:
        with connect(kind, own_server) as saver:
            for number in range(60):
                samples = save_for(chance, number)
                committed = saver.save(samples)
                # When the acknowledgement was lost, what was stored counts as unchanged.
                assert committed.added + committed.unchanged == len(samples)
                saved.update(zip(samples.uuids.tolist(), samples.values.tolist(), strict=True))
                if len(samples) < LARGEST:
                    small.update(samples.uuids.tolist())
                progress.release()
            last = hearth.quantities(HEART_RATE, [np.datetime64("2026-11-21", "ns")], [60.0], uuids=[end])
            saver.save(last)
            saved[end.bytes] = 60.0

    follower = Follower()
    with connect(kind, own_server) as following, following.changes(HEART_RATE, follow=True) as changes:
        follower.apply(next(changes))
        saving = threading.Thread(target=save_all)
        killer.start()
        saving.start()
        for batch in changes:
            follower.apply(batch)
            if end.bytes in follower.copy:
                break
        saving.join()
    finished.set()
    for _ in range(64):
        progress.release()
    killer.join()
    assert follower.copy == saved, f"seed {SEED}"
    # Only of a write that was cut in two may a part come again.
    assert all(follower.times[uuid] == 1 for uuid in small), f"seed {SEED}"


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_large_save_is_sent_again(own_server: Server, kind: str) -> None:
    """The server dies while a save of many frames is under way: it is kept once."""
    count = 200_000
    starts = np.datetime64("2000-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")
    samples = hearth.quantities(HEART_RATE, starts, np.full(count, 60.0), "count/min")
    with connect(kind, own_server) as saver:
        saver.ping()
        outcome: list[hearth.Committed] = []
        saving = threading.Thread(target=lambda: outcome.append(saver.save(samples)))
        saving.start()
        own_server.kill()
        own_server.start()
        saving.join()
        (committed,) = outcome
        assert committed.added + committed.unchanged == count
        assert len(saver.read(HEART_RATE)) == count


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_an_interrupted_query_says_so(own_server: Server, kind: str) -> None:
    count = 200_000
    starts = np.datetime64("2000-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")
    with connect(kind, own_server) as client:
        client.save(hearth.quantities(HEART_RATE, starts, np.full(count, 60.0), "count/min"))
        batches = iter(client.query(HEART_RATE))
        next(batches)
        own_server.kill()
        own_server.start()
        with pytest.raises(hearth.QueryInterruptedError, match="not all of it"):
            list(batches)
        assert sum(map(len, client.query(HEART_RATE))) == count


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_save_without_a_server_raises_after_the_patience(own_server: Server, kind: str) -> None:
    samples = hearth.quantities(HEART_RATE, [np.datetime64("2026-11-21", "ns")], [60.0])
    with connect(kind, own_server, patience=0.5) as client:
        client.ping()
        own_server.kill()
        with pytest.raises(hearth.NoServerError, match="hearth serve"):
            client.save(samples)
        # Whoever asks later makes a new attempt, and is answered at once.
        with pytest.raises(hearth.NoServerError):
            client.ping()
        own_server.start()
        assert client.save(samples).added == 1


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_server_that_stops_in_order_is_waited_for(own_server: Server, kind: str) -> None:
    with connect(kind, own_server) as client, client.observe(HEART_RATE) as notices:
        assert next(notices).types == ()
        own_server.stop()
        own_server.start()
        assert next(notices).types == ()
        assert client.ping(b"again").payload == b"again"


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_a_repeated_deletion_is_a_success(own_server: Server, kind: str) -> None:
    """What was deleted before the acknowledgement was lost is not found again; that is how it was done."""
    samples = hearth.quantities(HEART_RATE, [np.datetime64("2026-11-21", "ns")] * 3, [60.0, 61.0, 62.0])
    with connect(kind, own_server) as client, connect("sync", own_server) as watcher:
        client.save(samples)
        with watcher.changes(anchor=watcher.ping().anchor, follow=True) as changes:
            next(changes)
            outcome: list[hearth.Committed] = []
            deleting = threading.Thread(target=lambda: outcome.append(client.delete(samples.uuids)))
            deleting.start()
            own_server.kill()
            own_server.start()
            deleting.join()
            assert outcome[0].deleted == 3
            assert sum(len(batch.deleted) for batch in [next(changes)]) in {0, 3}
        assert len(client.read(HEART_RATE)) == 0


def test_tasks_that_are_cancelled_end_their_calls(own_server: Server) -> None:
    async def run() -> None:
        async with aio.Client(own_server.socket, app=APP) as client:
            reached = asyncio.Event()

            async def follow() -> None:
                async with client.changes(follow=True) as changes:
                    async for _ in changes:
                        reached.set()

            task = asyncio.create_task(follow())
            await reached.wait()
            assert (await client.status()).connections[0].subscriptions
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not (await client.status()).connections[0].subscriptions
            # Many calls at once, of one connection.
            pongs = await asyncio.gather(*(client.ping(str(number).encode()) for number in range(2000)))
            assert [int(pong.payload) for pong in pongs] == list(range(2000))
            assert (await client.status()).counters.connections == 1

    asyncio.run(run())


def test_a_reading_task_leaves_others_their_turn(own_server: Server) -> None:
    """Also when the server is faster than the reader, so that there is always a batch."""
    count = 60_000
    starts = np.datetime64("2000-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")

    async def run() -> None:
        async with aio.Client(own_server.socket, app=APP) as client:
            await client.save(hearth.quantities(HEART_RATE, starts, np.full(count, 60.0), "count/min"))
            turns = 0

            async def count_turns() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            counting = asyncio.create_task(count_turns())
            batches = 0
            async for _ in client.query(HEART_RATE):
                batches += 1
            assert turns >= batches > 10
            counting.cancel()

    asyncio.run(run())


def test_threads_share_a_client(own_server: Server) -> None:
    failures: list[BaseException] = []
    with connect("sync", own_server) as client:

        def work(number: int) -> None:
            try:
                for index in range(50):
                    payload = f"{number}.{index}".encode()
                    assert client.ping(payload).payload == payload
                    client.save(hearth.quantities(HEART_RATE, [np.datetime64("2026-11-21", "ns")], [60.0]))
            except BaseException as failure:  # told below
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures
        assert len(client.read(HEART_RATE)) == 200
        # Closing ends the calls of other threads.
        ended: list[type[BaseException]] = []
        begun = threading.Event()

        def follow() -> None:
            try:
                for _ in client.changes(follow=True):
                    begun.set()
            except hearth.ClosedError as closed:
                ended.append(type(closed))

        follower = threading.Thread(target=follow)
        follower.start()
        begun.wait(60)
        client.close()
        follower.join()
        assert ended == [hearth.ClosedError]
        with pytest.raises(hearth.ClosedError):
            client.ping()
