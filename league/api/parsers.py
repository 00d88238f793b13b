"""Reading request bodies: JSON in UTF-8, bounded in size, depth and numbers."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, MultiPartParser

from bots.submission.archive import MAX_ARCHIVE_BYTES

from .errors import TooLarge

MAX_BODY_BYTES = 1_000_000
MAX_FORM_BYTES = MAX_ARCHIVE_BYTES + 64 * 1024
"""An archive of a bot, and what a form writes around it."""
MAX_OTHER_FORM_BYTES = 5 * 2**20 + 64 * 1024
"""The archive of a season or a list, and what a form writes around it."""
MAX_DEPTH = 20
# What a double holds exactly, and so what any JSON client can send and read back.
MAX_NUMBER = 2**53


class BoundedJSONParser(BaseParser):
    """Parse a JSON body, refusing what no honest client sends and a database could choke on."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body: bytes = stream.read(MAX_BODY_BYTES + 1)
        if len(body) > MAX_BODY_BYTES:
            raise TooLarge(MAX_BODY_BYTES)
        return parse_json(body)


class BoundedMultiPartParser(MultiPartParser):
    """Parse a form with a file, unless it says that it is larger than any archive may be."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        said = (parser_context or {})["request"].META.get("CONTENT_LENGTH") or "0"
        if not said.isdecimal() or int(said) > MAX_FORM_BYTES:
            raise TooLarge(MAX_FORM_BYTES)
        return super().parse(stream, media_type, parser_context)


def parse_json(body: bytes) -> Any:
    """Return the value of a JSON text; raises ParseError with what is wrong and where."""
    try:
        data = json.loads(
            body.decode("utf-8"),
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError as error:
        raise ParseError(_("The body is not UTF-8.")) from error
    except RecursionError as error:
        raise ParseError(_("The body is nested too deeply.")) from error
    except json.JSONDecodeError as error:
        message = _("The body is not JSON: %(reason)s.") % {"reason": error}
        raise ParseError(message) from error
    _check(data)
    return data


def _parse_int(text: str) -> int:
    if len(text) > len(str(-MAX_NUMBER)) or abs(int(text)) > MAX_NUMBER:
        raise ParseError(_("The body contains a number that is too large."))
    return int(text)


def _parse_float(text: str) -> float:
    if abs(number := float(text)) > MAX_NUMBER:
        raise ParseError(_("The body contains a number that is too large."))
    return number


def _refuse_constant(text: str) -> NoReturn:
    raise ParseError(
        _("The body contains %(constant)s, which is not valid JSON.") % {"constant": text}
    )


def _check(data: Any) -> None:
    """Refuse deep nesting, and texts that PostgreSQL cannot store."""
    level, depth = [data], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise ParseError(_("The body is nested too deeply."))
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                _check_text(value)
            elif isinstance(value, list):
                inner.extend(value)
            elif isinstance(value, dict):
                inner.extend(value)
                inner.extend(value.values())
        level = inner


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ParseError(_("The body contains a character that is not allowed in texts."))
