"""What is measured of a site every few seconds, a line of JSON each: broken runs tell, too."""

import json
import os
import threading
import time

from league.config.settings import QUEUES

from . import processes

DEAD = """
    SELECT relname, n_dead_tup, n_live_tup, n_tup_upd + n_tup_del FROM pg_stat_user_tables
    WHERE relname LIKE 'league_%'
"""
JOBS = "SELECT status, count(*) FROM league_job WHERE status IN ('waiting', 'running') GROUP BY 1"
DUE = "SELECT count(*) FROM league_delivery WHERE status = 'waiting' AND due_at <= now()"
OVERDUE = """
    SELECT COALESCE(extract(epoch FROM now() - min(due_at)), 0)::float FROM league_delivery
    WHERE status = 'waiting' AND due_at <= now()
"""
UNRATED = "SELECT count(*) FROM league_unrated"
SIZE = "SELECT pg_database_size(current_database())"
OLDEST = """
    SELECT COALESCE(max(extract(epoch FROM now() - xact_start)), 0)::float FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


class Sampler(threading.Thread):
    """Takes a sample every `every_s` seconds until it is over, and writes each to a file."""

    def __init__(self, site, path, *, every_s, streams):
        super().__init__(name="sampler")
        self._site, self._path, self._every_s = site, path, every_s
        self._streams = streams
        self._over = threading.Event()
        self.failure = None

    def __enter__(self):
        programs = self._site.supervisor.programs
        self._programs = processes.pids_of(os.getpid(), programs)
        if missing := {one.name for one in programs} - set(self._programs):
            raise RuntimeError(f"not found among the processes: {', '.join(sorted(missing))}")
        self._began = time.monotonic()
        self.start()
        return self

    def __exit__(self, *error):
        self._over.set()
        self.join()

    def run(self):
        try:
            with self._path.open("a") as file, self._site.postgres.connect() as connection:
                while not self._over.wait(self._until_next()):
                    file.write(json.dumps(self._sample(connection)) + "\n")
                    file.flush()
        except Exception as error:
            self.failure = repr(error)

    def _until_next(self):
        return self._every_s - (time.monotonic() - self._began) % self._every_s

    def _sample(self, connection):
        at = time.monotonic() - self._began
        postgres, redis = self._site.postgres.process.pid, self._site.redis.process.pid
        return {
            "at": round(at, 1),
            "processes": processes.read(self._programs, postgres, redis),
            "queues": self._queues(connection),
            "dead": {name: row for name, *row in connection.execute(DEAD)},
            "size": _number(connection, SIZE),
            "overdue_s": _number(connection, OVERDUE),
            "oldest_transaction_s": _number(connection, OLDEST),
            "streams": self._streams(),
        }

    def _queues(self, connection):
        """Return how much waits where: messages by queue, and rows that somebody is to deal with.

        Deliveries to an address that fails are put off together and become due together, so it is
        not their number that tells whether workers keep up, but for how long they have been due.
        """
        with self._site.redis.client() as client:
            found = {f"messages, {name}": client.llen(name) for name in QUEUES}
            found["messages, taken"] = client.hlen("unacked")
        jobs = dict(connection.execute(JOBS).fetchall())
        found |= {f"jobs, {status}": jobs.get(status, 0) for status in ("waiting", "running")}
        return found | {"matches not rated": _number(connection, UNRATED)}


def _number(connection, question):
    [[number]] = connection.execute(question).fetchall()
    return number
