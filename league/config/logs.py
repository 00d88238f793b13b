"""Lines of the log: as text, or as JSON for programs; never with a secret or a hidden card.

A line carries the names of what was being done (`services/monitoring/traces.py`). Values of local
variables are never logged. What an exception says is, but not what a database quotes of a row, and
nothing that comes from the rules or from a bot, which may name cards. Whatever looks like a
password, a token or a cookie is blanked, and so are the secrets of this installation.
"""

import json
import logging
import re
import traceback
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from league.services.monitoring import traces

BLANK = "…"
ACCESS = "league.access"
"""The logger with a line for each request."""
FACTS = "facts"
"""The attribute of a record that has more to say, as members of its own."""
ID_HEADER = "HTTP_X_REQUEST_ID"
"""Where a request has its id, in the names of WSGI."""

_KEYS: Final = "password|passwd|secret|token|sessionid|csrf\\w*|authorization|(?:set-)?cookie"
_VALUE: Final = r"""(?:b?'[^']*'|b?"[^"]*"|[^\s,;&)}]+)"""
_BLANKED: Final = (
    (re.compile(r"\bst[cijmtw]_[\w:.-]+"), BLANK),
    (re.compile(r"(://[^\s:/@]*:)[^\s/]+@"), rf"\1{BLANK}@"),
    (
        re.compile(rf"(?i)(\w*(?:{_KEYS})[\"']?\s*[:=]\s*)(?:bearer\s+|token\s+)?{_VALUE}"),
        rf"\1{BLANK}",
    ),
    # What PostgreSQL quotes of rows: it may go over lines.
    (re.compile(r"(?s)(DETAIL|CONTEXT):.*"), rf"\1: {BLANK}"),
)
_RULES: Final = ("engine", "games", "bots")
"""Packages that handle cards."""


def logging_settings(*, lines: str, has_requests: bool) -> dict[str, Any]:
    """Return Django's LOGGING; `lines` is json or text, `has_requests` asks for one each."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"()": "league.config.logs.Text"},
            "json": {"()": "league.config.logs.Json"},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": lines}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # The line of each request says what Django would warn of.
            "django.request": {"level": "ERROR" if has_requests else "WARNING"},
            "league": {"level": "INFO"},
            ACCESS: {"level": "INFO" if has_requests else "WARNING"},
            "celery": {"level": "WARNING"},
            # These come with handlers of their own; whole addresses are nothing for a log.
            "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
            "uvicorn.error": {"level": "WARNING"},
            "uvicorn.access": {"handlers": [], "level": "WARNING", "propagate": True},
        },
    }


class Text(logging.Formatter):
    """A line of text, and below it what went wrong."""

    def format(self, record: logging.LogRecord) -> str:
        names = " ".join(f"{name}={value}" for name, value in _names(record).items())
        head = f"{self.formatTime(record)} {record.levelname} {record.name}: {_message(record)}"
        return "\n".join(filter(None, [head + f" [{names}]" * bool(names), _trouble(record)]))


class Json(logging.Formatter):
    """A line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **_names(record),
            **getattr(record, FACTS, {}),
        }
        if trouble := _trouble(record):
            line["traceback"] = trouble
        return json.dumps(line, ensure_ascii=False, default=str)


def clean(text: str) -> str:
    """Return a text without what nobody is to read in a log."""
    for secret in _secrets():
        text = text.replace(secret, BLANK)
    for pattern, instead in _BLANKED:
        text = pattern.sub(instead, text)
    return text


def _secrets() -> Iterator[str]:
    """Yield the secrets of this installation."""
    kept = [settings.SECRET_KEY, settings.METRICS_TOKEN, settings.EMAIL_HOST_PASSWORD]
    kept += [str(database.get("PASSWORD") or "") for database in settings.DATABASES.values()]
    yield from filter(None, kept)


def _names(record: logging.LogRecord) -> Mapping[str, str]:
    """Return the names of what a line is about; Django logs some after the request is over."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and ID_HEADER in request.META:
        return {traces.REQUEST: request.META[ID_HEADER], **traces.names()}
    return traces.names()


def _message(record: logging.LogRecord) -> str:
    """Return what a line says, without what the rules say."""
    said = record.getMessage()
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and _is_of_rules(error):
        for words in filter(None, (repr(error), str(error))):
            said = said.replace(words, type(error).__name__)
    return clean(said)


def _trouble(record: logging.LogRecord) -> str:
    """Return the exceptions behind a line, the first one first; frames without their variables."""
    error = record.exc_info[1] if record.exc_info else None
    stack = [record.stack_info] if record.stack_info else []
    if error is None and not stack:
        return ""
    return clean("\n".join([*_told(error, frozenset()), *stack]))


def _told(error: BaseException | None, seen: frozenset[int]) -> list[str]:
    """Return the texts of an exception and, before it, of those that led to it."""
    if error is None or id(error) in seen:
        return []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames = "".join(traceback.format_tb(error.__traceback__))
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    words = BLANK if _is_of_rules(error) else clean(str(error))
    return [
        *_told(before, seen | {id(error)}),
        f"Traceback (most recent call last):\n{frames}{name}: {words}",
    ]


def _is_of_rules(error: BaseException) -> bool:
    """Whether an exception was raised where cards are handled; the sandbox has none to name."""
    from bots.sandbox import SandboxError  # noqa: PLC0415 (settings are read before all else)

    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    module = last.tb_frame.f_globals.get("__name__", "") if last else ""
    own = type(error).__module__.partition(".")[0]
    is_of_rules = own in _RULES or str(module).partition(".")[0] in _RULES
    return is_of_rules and not isinstance(error, SandboxError)
