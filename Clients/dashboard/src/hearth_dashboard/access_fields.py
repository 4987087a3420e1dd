"""As which app the dashboard and the reports read, and what the forms of the page *Access* are made of."""

from __future__ import annotations

#: One for both, so that what the owner decides holds for both.
DASHBOARD = "org.hearth.dashboard"
#: The owner's own `hearth`. What is decided of its name limits other programs that use it.
OWN_TOOL = "org.hearth.cli"
NOT_LIMITED = f"{OWN_TOOL} is your own hearth, which this does not limit. It limits other programs that use this name."
#: The fields of a form: its app, the types that it asks about, whether it asks through its own socket, and a limit.
APP, ASKED, VERIFIED, LIMITED = "app", "asked", "verified", "limited"
#: The field of the button of a form.
ANSWER, DECISION, MODE = "answer", "decision", "mode"
#: The type of a form that limits an app.
TYPE = "type"
#: What can be decided, and what people call it.
VERBS = {"share": "save", "read": "read"}
