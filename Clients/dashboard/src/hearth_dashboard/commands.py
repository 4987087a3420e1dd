"""The command `hearth-dashboard`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import hearth
from hearth.predicates import end
from hearth.statistics.edges import zone_of

from .access_fields import DASHBOARD
from .faults import note
from .pdf import PDFError, pdf_of
from .private_file import write_private
from .report import KILOMETRES, MILES, report_html, report_values
from .report.details import local
from .report.details import zone_of as zone_of_workout
from .report.tiles import TilesError, tiles_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from zoneinfo import ZoneInfo

    from hearth.analysis import WorkoutAnalysis


_PORT_MAX = (1 << 16) - 1
#: No number with more is a port.
_DIGITS_MAX = 9
#: Said where nothing is found and something may be hidden.
_HOW_TO_ALLOW = f"Or this program may not read it: 'hearth allow {DASHBOARD} all --read' allows that."


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (hearth.HearthError, PDFError, TilesError, OSError) as error:
        print(f"hearth-dashboard: {_text_of(error)}", file=sys.stderr)
        return 1
    except Exception as error:  # what an app saved is in no text of it
        note(error)
        return 1
    return 0


def _text_of(error: Exception) -> str:
    """What has failed, without the number that the system has for it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.strerror}: {str(error.filename)!r}"
    return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hearth-dashboard", description="Shows what Hearth stores.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    report = commands.add_parser(
        "report",
        help="write the report of a workout as one HTML file",
        description="Writes the report of a workout as one HTML file that needs no network and only you can read.",
    )
    which = report.add_mutually_exclusive_group(required=True)
    which.add_argument("workout", nargs="?", metavar="WORKOUT", help="the UUID of the workout")
    which.add_argument("--last", action="store_true", help="the workout that ended last")
    report.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="default: ACTIVITY-DAY-TIME.html, .json or .pdf; -: standard output",
    )
    form = report.add_mutually_exclusive_group()
    form.add_argument(
        "--json", dest="form", action="store_const", const="json", help="write the numbers to a JSON file instead"
    )
    form.add_argument(
        "--pdf", dest="form", action="store_const", const="pdf", help="write PDF instead, which needs Chromium"
    )
    report.set_defaults(form="html")
    report.add_argument("--miles", action="store_true", help="use miles and feet; JSON is in metres")
    report.set_defaults(run=_report)
    dashboard = commands.add_parser(
        "serve",
        help="show the store in a browser, and keep the page up to date",
        description="Serves the dashboard at a port that only this machine reaches, and prints its address.",
    )
    dashboard.add_argument("--port", type=_port, help="default: a free one, or the dashboard that runs already")
    dashboard.add_argument("--open", action="store_true", help="open the address in the browser")
    dashboard.add_argument(
        "--quiet", action="store_true", help="do not print the address, which holds a token that opens the pages"
    )
    dashboard.add_argument(
        "--program",
        metavar="FILE",
        help="the server's program, which decides what apps may do and makes backups; default: hearth in PATH",
    )
    dashboard.add_argument(
        "--backups",
        type=_folder,
        metavar="FOLDER",
        help="the folder of the backups; default: backups next to the store",
    )
    dashboard.set_defaults(run=_serve)
    for command in (report, dashboard):
        command.add_argument(
            "--zone",
            type=_zone,
            help="a time zone such as Europe/Berlin, for workouts that name none; default: that of the machine"
            if command is report
            else "a time zone such as Europe/Berlin; default: that of the machine",
        )
        command.add_argument(
            "--tiles",
            metavar="FILE" if command is report else "FILE|URL",
            help="a map below routes: a file of tiles (MBTiles)"
            if command is report
            else "a map below routes: a file of tiles (MBTiles), or the address of a server of tiles with {z}, {x} and"
            " {y}, which then learns where the routes are",
        )
        command.add_argument("--socket", metavar="PATH", help="the server's socket; default: where one listens")
    dashboard.add_argument("--miles", action="store_true", help="use miles and feet")
    return parser


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not (len(text) <= _DIGITS_MAX and int(text) <= _PORT_MAX):
        raise argparse.ArgumentTypeError(f"a port is a number from 0, for a free one, to {_PORT_MAX}, not {text!r}")
    return int(text)


def _folder(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return path


def _zone(text: str) -> ZoneInfo:
    try:
        return zone_of(text)
    except hearth.RequestError as error:
        raise argparse.ArgumentTypeError(error.text) from None


def _zone_of(options: argparse.Namespace) -> ZoneInfo:
    return options.zone or zone_of(None)


def _serve(options: argparse.Namespace) -> None:
    # A report needs neither, and is written sooner without them.
    from .owner import Owner
    from .web.serve import serve

    units = MILES if options.miles else KILOMETRES
    serve(
        Owner(socket=options.socket, program=options.program, backups=options.backups),
        port=options.port,
        zone=_zone_of(options),
        units=units,
        tiles=None if options.tiles is None else tiles_of(options.tiles),
        opens=options.open,
        is_quiet=options.quiet,
        given=[f"--{name}" for name in ("backups", "miles", "tiles", "zone") if getattr(options, name)],
    )


def _report(options: argparse.Namespace) -> None:
    with hearth.Client(options.socket, app=DASHBOARD) as client:
        try:
            analysis = hearth.analyse_workout(client, _workout(client, options))
        except hearth.RequestError as error:
            if error.code is hearth.ErrorCode.WORKOUT_NOT_FOUND and _is_limited(client):
                raise hearth.RequestError(error.code, f"{error.text} {_HOW_TO_ALLOW}") from None
            raise
    _write(analysis, options)


def _is_limited(client: hearth.Client) -> bool:
    """Whether the owner has to allow what is read, so that there may be more than is found."""
    try:
        client.status()
    except hearth.RequestError as error:
        return error.code is hearth.ErrorCode.AUTHORIZATION_DENIED
    return False


def _workout(client: hearth.Client, options: argparse.Namespace) -> str:
    if not options.last:
        return str(options.workout)
    found = client.read("workout", order=end.descending, limit=1)
    if not len(found):
        text = "No workout is stored."
        raise hearth.RequestError(hearth.ErrorCode.WORKOUT_NOT_FOUND, text, "workout")
    return str(found.uuid(0))


def _write(analysis: WorkoutAnalysis, options: argparse.Namespace) -> None:
    content = _content(analysis, options)
    if options.output == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    path = Path(options.output) if options.output else _path(analysis, options)
    write_private(path, content)
    print(f"The report is in {path}.")


def _content(analysis: WorkoutAnalysis, options: argparse.Namespace) -> bytes:
    if options.form == "json":
        return (json.dumps(report_values(analysis), indent=2, allow_nan=False, ensure_ascii=False) + "\n").encode()
    tiles = None if options.tiles is None else tiles_of(options.tiles, is_embedded=True)
    page = report_html(analysis, units=MILES if options.miles else KILOMETRES, zone=_zone_of(options), tiles=tiles)
    if options.form != "pdf":
        return page.encode()
    # Its texts are compressed: by this comment it is known as a report of this workout.
    return pdf_of(page) + f"% {_uuid(analysis)}\n".encode()


def _path(analysis: WorkoutAnalysis, options: argparse.Namespace) -> Path:
    """A name of the activity, the day and the time; and of the UUID, where another workout's report may have that one.
    An activity is a name of the enum or a number."""
    activity = analysis.record.activity_type
    name = activity.name if hasattr(activity, "name") else f"activity{activity}"
    zone = zone_of_workout(analysis.record.workout.metadata_of(0), _zone_of(options))
    stem = f"{name}-{local(analysis.record.start, zone):%Y-%m-%d-%H%M}"
    path = Path(f"{stem}.{options.form}")
    uuid = _uuid(analysis)
    # Its report is replaced by a newer one.
    if not path.exists() or (path.is_file() and uuid.encode() in path.read_bytes()):
        return path
    return Path(f"{stem}-{uuid.lower()}.{options.form}")


def _uuid(analysis: WorkoutAnalysis) -> str:
    """That of the workout, as reports have it."""
    return str(analysis.record.workout.uuid(0)).upper()


if __name__ == "__main__":
    sys.exit(main())
