"""Commits that do not wait for the disk, for what is found again or may be lost."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def without_waiting() -> Iterator[None]:
    """Run a transaction that is committed at once; PostgreSQL writes it to disk a moment later.

    Should its machine fail in that moment, the transaction is gone as if it had never been, and
    those before it are not. Within another transaction it is committed with that one, as always.
    """
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
        yield
