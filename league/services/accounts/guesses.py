"""Passwords and codes that are guessed: how often one may be wrong before one waits for a while.

An attempt is counted before its password is looked at, so that many at once are no way around it,
and whether there is such an account plays no part: what is locked is a name at an address, and the
address itself once it has tried many names.
"""

import hashlib
import logging
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Final

from league.logic.addresses import household_of
from league.services.base import limits

LOCK_S: Final = 15 * 60
"""How long nobody is listened to, from the attempt that was one too many."""
MOST_OF_A_NAME: Final = 5
MOST_OF_AN_ADDRESS: Final = 50
"""All members of a club may sit in one network."""
MOST_CODES: Final = 20
"""Of a second factor, from all addresses together: who tries them has the password."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempt:
    """Somebody at an address says to be an account."""

    username: str
    address: str

    @property
    def of_name(self) -> str:
        """Under what the name is counted at this address."""
        return f"{self._of_name}:{household_of(self.address)}"

    @property
    def of_codes(self) -> str:
        """Under what the codes for the name are counted at all addresses."""
        return f"{self._of_name}:codes"

    @property
    def _of_name(self) -> str:
        name = _name(self.username)
        return f"login:{name}:{limits.recall(_pardon(name))}"

    @property
    def of_address(self) -> str:
        """Under what all names from this address are counted."""
        return f"login:all:{household_of(self.address)}"


def is_locked(attempt: Attempt) -> bool:
    """Count an attempt; tell whether its password is not to be looked at, right or wrong."""
    is_name_spent = _is_spent(attempt.of_name, MOST_OF_A_NAME)
    is_address_spent = _is_spent(attempt.of_address, MOST_OF_AN_ADDRESS)
    return is_name_spent or is_address_spent


def is_code_locked(attempt: Attempt) -> bool:
    """Count an attempt whose password was right; tell whether its code is not to be looked at."""
    is_code_spent = _is_spent(attempt.of_codes, MOST_CODES)
    return is_locked(attempt) or is_code_spent


def succeeded(attempt: Attempt) -> None:
    """Forget the failures of a name, and that this attempt came from its address."""
    limits.forget(attempt.of_name)
    limits.take_back(attempt.of_address)


def half_succeeded(attempt: Attempt) -> None:
    """Forget that an attempt came from its address; its code is still to come.

    The failures of the name stay: else a right password would make one forget wrong codes.
    """
    limits.take_back(attempt.of_address)


def code_succeeded(attempt: Attempt) -> None:
    """Forget the failures of a name, wrong codes among them."""
    succeeded(attempt)
    limits.forget(attempt.of_codes)


def unlock(username: str) -> None:
    """Listen to a name again, from wherever."""
    limits.remember(_pardon(_name(username)), secrets.token_hex(4), within_s=2 * LOCK_S)


def unlock_address(address: str) -> None:
    """Listen to an address again."""
    limits.forget(Attempt("", address).of_address)


def _is_spent(what: str, most: int) -> bool:
    tries = limits.count(what, within_s=LOCK_S)
    if tries == most + 1:
        limits.prolong(what, within_s=LOCK_S)
        logger.warning("log-in is locked for %d s after %d failures: %s", LOCK_S, most, what)
    return tries > most


def _name(username: str) -> str:
    """Return what stands for a name in the cache and in the log, which keep no names."""
    folded = unicodedata.normalize("NFKC", username).strip().casefold()
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _pardon(name: str) -> str:
    return f"login:pardon:{name}"
