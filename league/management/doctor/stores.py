"""The database and the broker, as this host reaches them."""

import os
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper

from league.models.writings import without_trigger
from league.services.letters import transport
from league.services.monitoring import readiness

from .findings import Finding, fine, warning, wrong

SKEW: Final = timedelta(seconds=2)
"""How far the clocks of hosts may be apart: deadlines and leases are times."""
SLOW_MS: Final = 10
KEEPING: Final = "noeviction"
"""What Redis does when it is full so that no message is lost."""


def database() -> Iterator[Finding]:
    """Look at the database; the last finding is wrong if nothing else can be asked of it."""
    try:
        with closing(readiness.line()) as connection:
            connection.ensure_connection()
            yield _answers(connection)
            yield _migrations(connection)
            yield _writings(connection)
            if connection.vendor == "postgresql":
                yield _clocks(connection)
    except (Error, ImproperlyConfigured, OSError) as error:
        said = str(error).partition("\n")[0]
        mend = "Start it, bring it up to date, or correct DATABASE_URL."
        yield wrong("database", f"The database cannot be used: {said}", mend)


def broker() -> Iterator[Finding]:
    """Look at Redis, or at the folder that takes its place."""
    if not settings.REDIS_URL:
        yield _folder(Path(settings.BROKER_FOLDER))
        return
    try:
        readiness.ping()
        with closing(redis.Redis.from_url(settings.REDIS_URL)) as client:
            facts: dict[str, Any] = client.info("memory") | client.info("server")
    except (redis.RedisError, OSError) as error:
        yield wrong("redis", f"Redis does not answer: {error}", "Start it, or correct REDIS_URL.")
        return
    yield fine("redis", f"Redis {facts['redis_version']} answers.")
    policy = facts.get("maxmemory_policy", KEEPING)
    if facts.get("maxmemory") and policy != KEEPING:
        said = f"Redis drops keys when it is full ({policy}): messages to workers, too."
        yield warning("redis", said, f"Set `maxmemory-policy {KEEPING}` in redis.conf.")


def _answers(connection: BaseDatabaseWrapper) -> Finding:
    began = perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    took_ms = 1000 * (perf_counter() - began)
    version = ".".join(map(str, connection.get_database_version()))
    said = f"{connection.display_name} {version} answers in {took_ms:.1f} ms."
    if took_ms > SLOW_MS:
        return warning("database", said, "Move it nearer: each page asks some ten times.")
    return fine("database", said)


def _migrations(connection: BaseDatabaseWrapper) -> Finding:
    if names := readiness.unapplied(connection):
        said = f"{len(names)} migrations are not applied, the first is {names[0]}."
        return wrong("migrations", said, "Run `python manage.py migrate`.")
    return fine("migrations", "All migrations are applied.")


def _writings(connection: BaseDatabaseWrapper) -> Finding:
    """See whether each table notes that it is written, or else web servers keep no answers."""
    if names := without_trigger(connection):
        said = f"{len(names)} tables do not note that they are written, the first is {names[0]}."
        said += " So no answers are kept for visitors."
        return warning("writings", said, "Run `python manage.py migrate`.")
    return fine("writings", "All tables note that they are written.")


def _clocks(connection: BaseDatabaseWrapper) -> Finding:
    """Compare the clock of the database's host with the middle of asking for it."""
    began = datetime.now(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [told] = cursor.fetchone()
    skew = abs(told - (began + (datetime.now(UTC) - began) / 2))
    said = f"The clocks of this host and of the database are {skew.total_seconds():.1f} s apart."
    if skew > SKEW:
        return wrong("time", said, "Have both follow a time server (systemd-timesyncd, chrony).")
    return fine("time", said)


def mail_server() -> Iterator[Finding]:
    """Ask the mail server whether it would take mails, where there is one."""
    if not settings.EMAIL_HOST:
        return
    try:
        transport.hang_up(transport.open_line())
    except transport.NotSent as error:
        mend = "Start it, open the way there, or correct EMAIL_URL."
        yield wrong("mail server", f"The mail server takes no mail: {error}.", mend)
    else:
        yield fine("mail server", "The mail server answers.")


def _folder(folder: Path) -> Finding:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    if os.access(place, os.W_OK | os.X_OK):
        return fine("broker", f"Messages go through the folder {folder}.")
    said = f"The folder of messages, {folder}, cannot be written."
    return wrong("broker", said, "Give it to this user, or correct BROKER_FOLDER.")
