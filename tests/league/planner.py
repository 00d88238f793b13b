"""The planner of PostgreSQL, asked about what a test has written, and about nothing else."""

from django.db import connection


def analyze(table):
    """Let the planner know the rows of a table, without what other tests have left in its indexes.

    What they rolled back stays there until it is cleaned up, and makes an index look dear.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"REINDEX TABLE {table}")
        cursor.execute(f"ANALYZE {table}")
