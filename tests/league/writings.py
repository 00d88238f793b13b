"""What is written in a test, which is one transaction: PostgreSQL notes a table once in each."""

from itertools import count

from django.db import connection

from league.models import Writing

_numbers = count()


def as_if_committed():
    """Let what is written from now on be noted, as in a new transaction."""
    if connection.vendor == "postgresql":
        Writing.objects.update(number=next(_numbers))
