"""Two at once: acts that start together in threads of their own, and what came of each."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from league.services.base.refusals import ANY


def at_once(*acts):
    """Run every act in a thread of its own, all starting together; return what each gave."""
    gate = threading.Barrier(len(acts))

    def run(act):
        connection.ensure_connection()
        gate.wait(timeout=10)
        try:
            return act()
        except ANY as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def winners(outcomes):
    return [outcome for outcome in outcomes if not isinstance(outcome, ANY)]


def losers(outcomes):
    return [outcome for outcome in outcomes if isinstance(outcome, ANY)]


def paused(monkeypatch, module, name, started, go_on):
    """Have a function say that it has started and then give others half a second."""
    function = getattr(module, name)

    def slowly(*args, **options):
        found = function(*args, **options)
        started.set()
        go_on.wait(timeout=0.5)
        return found

    monkeypatch.setattr(module, name, slowly)
