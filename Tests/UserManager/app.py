"""An app as the server starts it: reports what surrounds it, then that it is asked to end, as lines of a named pipe."""

import json
import mmap
import os
import signal
import socket
import sys


def has_network() -> bool:
    """Whether a socket of the network can be made, which the server's sandbox refuses."""
    try:
        socket.socket(socket.AF_INET).close()
    except OSError:
        return False
    return True


def has_executable_memory() -> bool:
    """Whether memory can be written and executed, which the server's sandbox refuses."""
    try:
        mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    except OSError:
        return False
    return True


def report(**values: object) -> None:
    """Writes a line, whole."""
    with open(sys.argv[1], "wb", buffering=0) as pipe:
        pipe.write(json.dumps(values).encode() + b"\n")


def main() -> None:
    """Blocks the signal before it reports, so that a request to end that follows is not missed."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    with open("/proc/self/cgroup", encoding="ascii") as groups:
        group = next(line for line in groups if line.startswith("0::")).strip()
    report(
        app=os.environ["HEARTH_APP_ID"],
        background=os.environ["HEARTH_BACKGROUND"],
        socket=os.environ["HEARTH_SOCKET"],
        words=sys.argv[2:],
        folder=os.getcwd(),
        group=group,
        network=has_network(),
        executable_memory=has_executable_memory(),
    )
    signal.sigwait([signal.SIGTERM])
    report(app=os.environ["HEARTH_APP_ID"], ends=True)


main()
