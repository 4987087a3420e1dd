"""The secrets of a dashboard, and how one that runs shows that it knows them without telling them.

Who may connect to a port of this machine may also listen at one, as soon as the dashboard has ended. What an open page
sends then must open nothing. So each start has a host name, a token and a cookie of its own, all made from a new salt
and from the key, which no request ever has. The host name is a new origin: nothing that another program may have left
in a browser under an address of this machine (a cookie, a script that answers in the place of the server) is in its
way. Browsers take every name below `localhost` for this machine, without asking anybody.

The key is in the door, which only the owner can read, and in the pages, which only those who have entered can read. The
next start takes it over. Whoever knows it can ask whether it is the dashboard that answers, and then knows its address.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

#: The name of the token in an address.
TOKEN = "token"
#: Where a dashboard shows that it is one.
AGAIN = "/again"
_NONCE = re.compile(r"[0-9a-f]{32}")


def new_key() -> str:
    """A key that nobody knows."""
    return secrets.token_hex(32)


def new_nonce() -> str:
    """What a dashboard has not been asked with before."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Those of one run of a dashboard."""

    key: str = field(default_factory=new_key)
    port: int
    salt: str = field(default_factory=new_nonce)

    @property
    def host(self) -> str:
        """The name of this run with its port. Other programs do not know it."""
        # `live.js` makes the same of the key.
        return f"hearth-{self._derived('name')[:32]}.localhost:{self.port}"

    @property
    def origin(self) -> str:
        """That of the pages."""
        return f"http://{self.host}"

    @property
    def token(self) -> str:
        """It makes a browser that has it enter."""
        return self._derived("token")

    @property
    def address(self) -> str:
        """The way in."""
        return f"{self.origin}/?{TOKEN}={self.token}"

    @property
    def session(self) -> str:
        """The cookie. Not the token: what a browser keeps opens no other browser."""
        return self._derived("session")

    @property
    def form(self) -> str:
        """What the forms of the pages hold."""
        return self._derived("form")

    def proof(self, nonce: str) -> str | None:
        """That the dashboard at this port knows the key. None: it was not asked with a nonce."""
        return self._derived(f"proof {nonce} {self.port}") if _NONCE.fullmatch(nonce) else None

    def answer(self, nonce: str) -> dict[str, str] | None:
        """The proof with the salt that it was made with. None: it was not asked with a nonce."""
        proof = self.proof(nonce)
        return None if proof is None else {"salt": self.salt, "proof": proof}

    def _derived(self, purpose: str) -> str:
        """A secret for a purpose, from which neither the key nor another secret can be told."""
        return hmac.new(self.key.encode(), f"{self.salt} {purpose}".encode(), hashlib.sha256).hexdigest()
