"""Public codes: what addresses show instead of primary keys."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
LENGTH = 10


def new_code() -> str:
    """Return a fresh code of ten characters (49 bits), without look-alikes such as 1 and l."""
    number, letters = secrets.randbelow(len(ALPHABET) ** LENGTH), []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
