"""One message a line: what may be written to a bot, and what is accepted from it. No I/O.

A line is one JSON object in UTF-8, from a bot at most `MAX_LINE_BYTES` with its line feed.
Python's own parser takes more than JSON allows, and dies on what is nested deeply, so lines are
looked at before and after it.
"""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from .faults import HINT, BotFault, Reason

_to_json: Callable[[Any], bytes]
try:
    from pydantic_core import to_json as _to_json  # a quarter of the time, as views are large
except ImportError:  # a sandbox needs no packages

    def _to_json(value: Any) -> bytes:
        return json.dumps(value, separators=(",", ":")).encode()


MAX_LINE_BYTES = 16 * 1024
MAX_MESSAGE_BYTES = 256 * 1024
"""How long a line to a bot may be: a view holds all actions of its round, up to 3,000."""
MAX_DEPTH = 16
"""How many objects and arrays may lie in one another."""
MAX_INTEGER = 2**53 - 1
"""The largest number, and negated the smallest, that every language reads exactly."""
BOM = b"\xef\xbb\xbf"


class _Bad(ValueError):
    """A line breaks a rule, said in words."""


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as a line; raises ValueError if it is longer than a message may be."""
    line = _to_json(message) + b"\n"
    if len(line) > MAX_MESSAGE_BYTES:
        raise ValueError(f"a message of {len(line)} bytes is longer than {MAX_MESSAGE_BYTES}")
    return line


def decode(line: bytes) -> dict[str, Any]:
    """Return the object on a line, with or without its line feed; raises BotFault.

    The fault is `too-long` or `bad-line`, its evidence the start of the line.
    """
    if len(line.removesuffix(b"\n")) >= MAX_LINE_BYTES:
        raise BotFault(Reason.TOO_LONG, f"a line has at most {MAX_LINE_BYTES} bytes", line)
    try:
        return _parse(line)
    except _Bad as bad:
        raise BotFault(Reason.BAD_LINE, str(bad), line) from None


def answer_to(seq: int, line: bytes) -> dict[str, Any]:
    """Return the answer on a line to the request `seq`; raises BotFault."""
    answer = decode(line)
    echoed = answer.get("seq")
    if type(echoed) is not int:
        raise BotFault(Reason.BAD_SEQ, f'the answer lacks an integer "seq", here {seq}', line)
    if echoed != seq:
        raise BotFault(Reason.BAD_SEQ, f'the answer has "seq" {echoed} instead of {seq}', line)
    return answer


def _parse(line: bytes) -> dict[str, Any]:
    if line.startswith(BOM):
        raise _Bad("the line begins with a byte order mark")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Bad(f"the line is not UTF-8: byte {error.start} is wrong") from None
    _check_depth(text)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = f"{error.msg} at character {error.pos}"
        raise _Bad(f"the line is not JSON: {where}; {HINT}") from None
    if not isinstance(value, dict):
        raise _Bad("the line is JSON, but not an object")
    if "\\u" in text:
        _check_texts(value)
    return value


def _check_depth(text: str) -> None:
    """Refuse what is nested deeply before a recursive parser sees it."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth, in_string, escaped = 0, False, False
    for sign in text:
        if in_string:
            in_string = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            in_string = True
        elif sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _Bad(f"objects and arrays are nested more than {MAX_DEPTH} deep")
        elif sign in "]}":
            depth -= 1


def _check_texts(value: Any) -> None:
    """Refuse texts that escapes can write but other programs cannot read."""
    for text in _texts(value):
        if "\0" in text:
            raise _Bad("a text holds the character NUL")
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            raise _Bad("a text holds half of a surrogate pair")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Bad("an object has the same name twice")
    return members


def _integer(digits: str) -> int:
    if len(digits) > len(str(-MAX_INTEGER)) or abs(int(digits)) > MAX_INTEGER:
        raise _Bad(f"an integer is beyond {MAX_INTEGER}")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Bad("a number is too large")
    return number


def _constant(name: str) -> NoReturn:
    raise _Bad(f"{name} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_float,
    parse_constant=_constant,
)
