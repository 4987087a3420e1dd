"""What apps are called, everywhere by one rule."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ..access_fields import DASHBOARD, OWN_TOOL
from .markup import written
from .units import UNKNOWN

if TYPE_CHECKING:
    from hearth import Source

#: Letters of a name and of an identifier: an app may say longer ones.
NAME_MAX, _APP_MAX = 60, 200
#: What Hearth's own apps are called. No other app is called like one of them, or like what pages say of several apps.
_OWN = {
    DASHBOARD: "This dashboard",
    OWN_TOOL: "Hearth's command line",
    "org.hearth.import": "Hearth's import",
}
OTHERS = "Other apps"
_QUOTE = "'"
_PLAIN = re.compile("[A-Za-z0-9._:-]+")
_QUOTES = re.compile('["\u00ab\u00bb\u2018-\u201f\u2039\u203a\u300c-\u300f]')
#: The same in an identifier, without an apostrophe in a word, and with spaces that are not seen.
_MARKS = re.compile(rf"(?!(?<=\w)\u2019(?=\w)){_QUOTES.pattern}| (?!\S)|(?<!\S) ")


def app_name(source: Source | None) -> str:
    """What people call an app: the name that it says, else its identifier; of either no more than people read.

    >>> from hearth import Source
    >>> app_name(Source("org.example.diary", "Diary")), app_name(Source("org.example.diary", " ")), app_name(None)
    ('Diary', 'org.example.diary', '–')
    """
    return UNKNOWN if source is None else name_text(source.name, source.bundle_identifier)


def name_text(name: str, app: str) -> str:
    """The same of an app of a name and an identifier.

    >>> name_text("This  Dashboard!", "org.example.diary"), name_text("", "org.hearth.dashboard")
    ('org.example.diary', 'This dashboard')
    """
    said = name if name.strip() and _letters(name) not in _TAKEN else app
    return short_text(_OWN.get(app, said), NAME_MAX)


def heading(name: str, app: str, *, is_given: bool) -> str:
    """What an app is called where it is decided about: its own name of one of Hearth's, and of others `identified`.

    >>> heading("Diary", "org.example.diary", is_given=True), heading("Diary", "org.hearth.dashboard", is_given=False)
    ('org.example.diary “Diary”', 'This dashboard')
    """
    return _OWN[app] if app in _OWN else identified(name, app, is_given=is_given)


def identified(name: str, app: str, *, is_given: bool) -> str:
    """The identifier, which alone says which app it is, with the name that the owner gave or that the app says.

    >>> identified("Diary", "org.example.diary", is_given=False), identified("", "org.example.diary", is_given=False)
    ('org.example.diary (calls itself “Diary”)', 'org.example.diary')
    """
    return f"{identifier_text(app, NAME_MAX)}{quoted_name(name, app, is_given=is_given)}"


def quoted_name(name: str, app: str, *, is_given: bool) -> str:
    """The name of an app after its identifier, on one line; empty if it has no other one.

    >>> quoted_name("Diary   (org.example.diary)", "org.example.other", is_given=True)
    ' “Diary (org.example.diary)”'
    """
    shown = name_text(name, app)
    if shown == name_text("", app):
        return ""
    quoted = f"“{_QUOTES.sub(_QUOTE, ' '.join(shown.split()))}”"
    return f" {quoted}" if is_given else f" (calls itself {quoted})"


def identifier_text(app: str, letters_max: int = _APP_MAX) -> str:
    """The identifier, of a length that people read. One of an unusual form is in quotation marks, so that it does not
    look like another one with a name.

    >>> identifier_text("org.example.diary"), identifier_text("Diary (org.example.diary)")
    ('org.example.diary', '“Diary (org.example.diary)”')

    Its own quotation marks are seen to be part of it:

    >>> identifier_text("“Bank”"), identifier_text("Ann\\u2019s  phone") == "“Ann\\u2019s\\\\u0020\\\\u0020phone”"
    ('“\\\\u201cBank\\\\u201d”', True)
    """
    shown = _MARKS.sub(lambda found: f"\\u{ord(found[0]):04x}", short_text(app, letters_max))
    return shown if shown == app and _PLAIN.fullmatch(app) else f"“{shown}”"


def short_text(text: str, letters_max: int) -> str:
    """A text of an app with no more than these letters.

    >>> short_text("Mood\\u200b", 40), short_text("abcdef", 4)
    ('Mood\\\\u200b', 'abc…')

    A text that looks like one with such a character does not look like it any more:

    >>> short_text("Mood" + chr(92) + "u200b", 40)
    'Mood\\\\u005cu200b'
    """
    shown = written(text[: letters_max + 1].replace("\\u", "\\u005cu"))
    return shown if len(shown) <= letters_max else f"{shown[: letters_max - 1]}…"


def quotation(text: str, letters_max: int) -> str:
    """The same for a place in quotation marks: it holds none with which it would seem to end.

    >>> quotation('So". It is safe', 40)
    "So'. It is safe"
    """
    return _QUOTES.sub(_QUOTE, short_text(text, letters_max))


def _letters(name: str) -> str:
    """What is left of a name when its look does not count."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name).casefold()))


_TAKEN = {_letters(one) for one in (*_OWN.values(), OTHERS, "Hearth")}
