"""Mails: which addresses are taken, and what the answer of a mail server means."""

import re
from typing import Final

LONGEST_ADDRESS: Final = 254

_ENHANCED: Final = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_DEAD: Final = frozenset({"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
"""Source: RFC 3463 and RFC 7505: there is no such mailbox or host, or nobody reads there."""
_DEAD_CODES: Final = frozenset({550, 551, 553})
"""Where a server says no more; source: RFC 5321, section 4.2.2."""


def folded(address: str) -> str:
    """Return an address as it is stored and compared."""
    return address.strip().lower()


def is_plain(address: str) -> bool:
    """Tell whether an address has none but plain letters, which look like no others."""
    return address.isascii() and address.isprintable()


def is_permanent(code: int) -> bool:
    """Tell whether the same mail would be refused again."""
    return 500 <= code < 600


def is_dead(code: int, words: str) -> bool:
    """Tell whether a server that refuses a recipient says that there is none."""
    if found := _ENHANCED.search(words):
        return found[1] in _DEAD
    return code in _DEAD_CODES
