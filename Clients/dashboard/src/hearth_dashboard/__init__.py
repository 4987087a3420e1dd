"""What Hearth stores, in a browser, and reports of workouts. `hearth-dashboard` is the command."""

__version__ = "1.0.0"
