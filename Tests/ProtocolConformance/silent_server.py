"""A server that is ready at once, and ends each connection without a word: no case may hold for it."""

from __future__ import annotations

import os
import socket


def main() -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.environ["HEARTH_SOCKET"])
        listener.listen()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notice:
            notice.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
        while True:
            listener.accept()[0].close()


if __name__ == "__main__":
    main()
