"""How long a server takes to its first answer, and what memory it has then, with an empty store. It needs the client."""

import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import hearth

ROUNDS = 9
SECONDS = 30
starts: list[float] = []
resident: list[int] = []
own: list[int] = []
for _ in range(ROUNDS):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/hearth.sock"
        command = ["hearth", "serve", "--store", f"{folder}/store.hearth", "--socket", path, "--quiet"]
        began = time.monotonic()
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            while not os.path.exists(path):
                assert server.poll() is None and time.monotonic() < began + SECONDS, "the server has no socket"
            with hearth.Client(path) as client:
                client.read("heartRate")
                starts.append(time.monotonic() - began)
            memory = dict(re.findall(r"^(\w+):\s+(\d+) kB$", Path(f"/proc/{server.pid}/status").read_text(), re.MULTILINE))
            resident.append(int(memory["VmRSS"]))
            own.append(int(memory["RssAnon"]))
        finally:
            server.terminate()
            server.wait(SECONDS)
print(f"start-up, to the first answer: {statistics.median(starts) * 1000:.0f} ms, median of {ROUNDS}")
print(
    f"memory at rest, with an empty store: {statistics.median(resident) / 1024:.1f} MiB resident, "
    f"{statistics.median(own) / 1024:.1f} MiB of it not shared with files"
)
