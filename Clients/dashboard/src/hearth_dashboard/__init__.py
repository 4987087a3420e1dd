"""Reports of workouts that Hearth stores. `hearth_dashboard.report` builds them; `hearth-dashboard` is the command."""

__version__ = "1.0.0"
