"""Public codes: what addresses show instead of primary keys."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
LENGTH = 10


def new_code() -> str:
    """Return a fresh code of ten characters (49 bits), without look-alikes such as 1 and l."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
