"""What the documents promise of the server as a user service. usage: user_manager.py FOLDER, within Tests/UserManager/run"""

import json
import os
import selectors
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

SECONDS = 60
APP = str(Path(__file__).with_name("app.py"))
# Each of them is something to systemd, in the words of a command.
WORDS = ["$HOME", "${USER}", "a$$b", "$", "%h", "two words", "", "~", "x;y", "\\n"]


def output(*words: str) -> str:
    """What a program prints, which must succeed."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


def hearth(*words: str) -> str:
    """What the tool prints, which finds the server by itself."""
    return output(os.environ["HEARTH"], *words)


def systemctl(*words: str) -> str:
    """What systemd's own tool prints."""
    return output("systemctl", "--user", *words).strip()


def shown(unit: str, name: str) -> str:
    """A property of a unit."""
    return systemctl("show", "--value", "--property", name, unit)


def wait(what: str, is_so: Callable[[], bool]) -> None:
    """Waits for what nothing reports. Each look is a process, which keeps this from spinning."""
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, f"{what}: it did not happen in {SECONDS} seconds"


class Reports:
    """The lines that apps write into a named pipe."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path, 0o600)
        self.path = str(path)
        self.pipe = os.open(path, os.O_RDWR)
        self.pending = b""

    def next(self) -> dict[str, object]:
        """The next line; waits for it."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.pipe, selectors.EVENT_READ)
            while b"\n" not in self.pending:
                assert selector.select(SECONDS), "no app reports anything"
                self.pending += os.read(self.pipe, 65_536)
        line, self.pending = self.pending.split(b"\n", 1)
        report: dict[str, object] = json.loads(line)
        return report


def number(value: int) -> bytes:
    """A number as protobuf writes it."""
    head, value = bytes(), value
    while value > 0x7F:
        head, value = head + bytes([value & 0x7F | 0x80]), value >> 7
    return head + bytes([value])


def field(key: int, value: int | str | bytes) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return number(key << 3) + number(value)
    value = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(value)) + value


def register(app: str, *command: str, unit: str = "") -> None:
    """Registers an app for heart rates at once, and says how it is started."""
    heart_rates = field(1, field(1, "HKQuantityTypeIdentifierHeartRate") + field(2, 1))
    launch = b"".join(field(1, word) for word in command) + (field(3, unit) if unit else b"")
    ask("hearth/hearth.sock", app, (2, 15, heart_rates + field(4, launch)))


def ask(path: str, app: str, *requests: tuple[int, int, bytes]) -> None:
    """Says Hello at a socket as an app, and makes further calls, which must succeed."""
    # Neither an error nor a reply to another request: 2 is a Welcome, 13 a list of registrations.
    expected = [2] + [{15: 13}[key] for _, key, _ in requests]
    assert replies(path, app, *requests) == expected


def replies(path: str, app: str, *requests: tuple[int, int, bytes]) -> list[int]:
    """What kinds of replies come to Hello at a socket as an app and to further calls. 3 is an error."""
    hello = field(1, 1) + field(2, 7) + field(3, field(1, app))
    kinds = []
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"{os.environ['XDG_RUNTIME_DIR']}/{path}")
        for call, key, request in [(1, 2, hello), *requests]:
            body = field(1, call) + field(key, request)
            client.sendall(struct.pack("<I", len(body)) + body)
            (length,) = struct.unpack("<I", client.recv(4, socket.MSG_WAITALL))
            kinds.append(client.recv(length, socket.MSG_WAITALL)[2] >> 3)
            if kinds[-1] == 3:
                break
    return kinds


def the_server_starts_with_the_first_app() -> None:
    """Socket activation, in the sandbox, with everything that the owner does."""
    systemctl("enable", "--now", "hearth.socket")
    path = Path(os.environ["XDG_RUNTIME_DIR"]) / "hearth/hearth.sock"
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert shown("hearth.service", "ActiveState") == "inactive"
    hearth("save", "heartRate", "60")
    assert shown("hearth.service", "ActiveState") == "active"
    assert "60  count/min" in hearth("query", "heartRate")
    status = Path(f"/proc/{shown('hearth.service', 'MainPID')}/status").read_text("ascii")
    assert "NoNewPrivs:\t1\n" in status and "Seccomp:\t2\n" in status, status
    findings = [json.loads(line) for line in hearth("doctor", "--json").splitlines()]
    assert not [finding for finding in findings if finding["verdict"] == "problem"], findings
    assert {"verdict": "ok", "subject": "systemd", "text": "The unit hearth.socket is enabled."} in findings, findings
    copy = str(Path.home() / "copy.hearth")
    hearth("backup", copy)
    assert "intact. 1 sample " in hearth("check", copy)


def an_app_runs_in_a_unit_of_its_own(reports: Reports) -> None:
    """Outside of the sandbox, with the words and in the folder that it gave; then it is asked to end when the server ends."""
    server = shown("hearth.service", "MainPID")
    register("org.example.surroundings", sys.executable, "-B", APP, reports.path, *WORDS)
    hearth("save", "heartRate", "61")
    report = reports.next()
    unit = f"hearth-app-{server}-1.service"
    assert report == {
        "app": "org.example.surroundings",
        "background": "1",
        "socket": os.environ["XDG_RUNTIME_DIR"] + "/hearth/hearth.sock",
        "words": WORDS,
        "folder": "/",
        "group": f"0::/app.slice/{unit}",
        "network": True,
        "executable_memory": True,
    }, report
    systemctl("stop", unit)
    assert reports.next() == {"app": "org.example.surroundings", "ends": True}
    hearth("background", "remove", "org.example.surroundings")


def an_app_ends_with_the_server(reports: Reports) -> None:
    """However the server ends, systemd asks its apps to end. A unit of the user's is asked when the server stops in order."""
    units = Path.home() / ".config/systemd/user"
    (units / "surroundings.service").write_text(
        f"[Service]\nExecStart={sys.executable} -B {APP} {reports.path}\n"
        "Environment=HEARTH_BACKGROUND=1 HEARTH_APP_ID=org.example.unit HEARTH_SOCKET=none\n"
    )
    systemctl("daemon-reload")
    ends = {
        "stop": ["stop", "hearth.service"],
        "restart": ["restart", "hearth.service"],
        "term": ["kill", "--kill-who=main", "--signal=TERM", "hearth.service"],
        "kill": ["kill", "--kill-who=main", "--signal=KILL", "hearth.service"],
    }
    for name, words in ends.items():
        apps = [f"org.example.{name}"]
        register(apps[0], sys.executable, "-B", APP, reports.path)
        if name != "kill":
            apps.append("org.example.unit")
            register(apps[1], unit="surroundings.service")
        hearth("save", "heartRate", "62")
        assert {reports.next()["app"] for _ in apps} == set(apps)
        server = shown("hearth.service", "MainPID")
        systemctl(*words)
        ended = [reports.next() for _ in apps]
        assert {report["app"] for report in ended if report.get("ends")} == set(apps), ended
        wait(
            f"after {name} no unit of an app is left",
            lambda: not systemctl("list-units", "--plain", "hearth-app-*", "-q"),
        )
        # The next server is there, or comes with the next client.
        wait(f"after {name} the server has ended", partial(is_another_server_than, server))
        for app in apps:
            hearth("background", "remove", app)


def an_app_has_a_socket_of_systemd() -> None:
    """A unit of its own makes it, and the server serves it without another one."""
    app, path = "org.example.mood", Path(os.environ["XDG_RUNTIME_DIR"]) / "hearth-mood/sock"
    systemctl("stop", "hearth.service")
    (Path.home() / ".config/systemd/user/hearth-mood.socket").write_text(
        "[Socket]\nListenStream=%t/hearth-mood/sock\nSocketMode=0600\n"
        f"FileDescriptorName=app/{app}\nService=hearth.service\n"
    )
    systemctl("daemon-reload")
    systemctl("start", "hearth-mood.socket")
    assert shown("hearth.service", "ActiveState") == "inactive"
    hearth("app", "add", app)
    (listed,) = [json.loads(line) for line in hearth("app", "list", "--json").splitlines()]
    assert (listed["socket"], listed["served"]) == (str(path), True), listed
    # Whatever a client says, it is the app. On the socket of all apps nobody else is.
    heart_rates = field(1, field(1, "HKQuantityTypeIdentifierHeartRate") + field(2, 1))
    ask("hearth-mood/sock", "org.example.other", (2, 15, heart_rates))
    registered = [json.loads(line)["identifier"] for line in hearth("background", "--json").splitlines()]
    assert registered == [app], registered
    hearth("background", "remove", app)
    assert replies("hearth/hearth.sock", app) == [3]
    assert replies("hearth/hearth.sock", "org.example.other") == [2]
    assert not Path(os.environ["XDG_RUNTIME_DIR"], "hearth/apps", app, "sock").exists()
    # The server also starts with a client of this socket.
    systemctl("stop", "hearth.service")
    ask("hearth-mood/sock", app)
    assert shown("hearth.service", "ActiveState") == "active"
    hearth("app", "remove", app)
    systemctl("stop", "hearth.service", "hearth-mood.socket")


def is_another_server_than(server: str) -> bool:
    """Whether the process has ended that was the server."""
    return shown("hearth.service", "MainPID") != server


def nothing_runs_without_its_socket() -> None:
    """The server ends with its socket."""
    systemctl("stop", "hearth.socket", "hearth.service")
    assert shown("hearth.service", "ActiveState") == "inactive"
    assert shown("hearth.service", "Result") == "success"


def main() -> None:
    """Runs it all, in this order."""
    folder = Path(sys.argv[1])
    wait(
        "the manager runs",
        lambda: (
            subprocess.run(
                ["systemctl", "--user", "is-system-running", "-q"], check=False, stderr=subprocess.DEVNULL
            ).returncode
            == 0
        ),
    )
    reports = Reports(folder / "reports")
    the_server_starts_with_the_first_app()
    an_app_runs_in_a_unit_of_its_own(reports)
    an_app_ends_with_the_server(reports)
    an_app_has_a_socket_of_systemd()
    nothing_runs_without_its_socket()
    print("Tests/UserManager/run: the server and its apps run as units of systemd")


main()
