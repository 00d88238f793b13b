"""Write a dump with the program of then: run in its tree as `python writing.py FILE`.

Nothing of the tree that this file is in is imported, but what stands beside it.
"""

import json
import sys
import tempfile
from pathlib import Path

import django
from django.db import connection
from django.utils import timezone

LOGS_IN, AUTHOR = "alice", "carol"
TOKEN_DAYS = 365


def main():
    """Add what the demo has not, and write everything to the file that is named."""
    django.setup()
    sys.path.append(str(Path(__file__).parent.parent))
    from upgrades import dumps, rows, seen

    now = timezone.now()
    token = _token(now)
    _upload(now)
    content = {
        "format": dumps.FORMAT,
        "made_at": timezone.now().isoformat(),
        "migrations": _applied(),
        "token": token,
        "login": _login(),
        "seen": seen.seen(),
        "tables": rows.taken(django.apps.apps),
    }
    Path(sys.argv[1]).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")))


def _login():
    """Return name and password of somebody who logs in."""
    try:
        from league.management.demo.members import password_of
    except ModuleNotFoundError:
        from league.management.demo.club import password_of

    return [LOGS_IN, password_of(LOGS_IN)]


def _token(now):
    """Return the text of a token, which only who made it can know."""
    from league.models import Account, ApiToken

    try:
        from league.services.accounts.people import issue_token
    except ModuleNotFoundError:
        from league.services.people import issue_token

    account = Account.objects.get(username=LOGS_IN)
    scopes = [scope for scope in ApiToken.Scope.values if scope != "play-as-bot"]
    _row, text = issue_token(account=account, name="then", scopes=scopes, now=now, days=TOKEN_DAYS)
    return text


def _upload(now):
    """Upload a bot and accept it, unless the demo has done so."""
    from bots import sdk
    from bots.commands.pack import packed
    from league.models import Account, Job, Version

    if Version.objects.exists():
        return
    from league.services import bots, jobs

    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "kreuzbube"
        sdk.create(folder, name="kreuzbube", language="python")
        content = packed(folder)
    by = Account.objects.get(username=AUTHOR)
    version = bots.upload(content=content, by=by, now=now).version
    ids = list(Job.objects.filter(checked=version).values_list("pk", flat=True))
    jobs.finish(claim=jobs.claim(kind=Job.Kind.CHECK_VERSION, ids=ids, now=now), ids=ids, now=now)
    bots.accept(version=version, report={}, now=now)


def _applied():
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
        return [list(row) for row in cursor.fetchall()]


if __name__ == "__main__":
    main()
