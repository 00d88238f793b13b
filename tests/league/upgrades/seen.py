"""What is to be seen of a site, by the services of the program that runs this: then, and today."""

import hashlib
import importlib
import json

from django.utils import timezone

from league import models

from .rows import plain

ARCHIVED_BY = "alice"


def seen():
    """Return everything that an upgrade may not change, as JSON has it."""
    return {name: part(name) for name in PARTS}


def part(name):
    """Return one part of it."""
    return json.loads(json.dumps(dict(PARTS[name]()), default=plain))


def _module(*places):
    """Return the first module that there is: files have moved since the first dump."""
    for place in places:
        try:
            return importlib.import_module(place)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(f"None of {', '.join(places)} is there.")


def _service(subject, name):
    return _module(f"league.services.{subject}.{name}", f"league.services.{name}")


def _standings():
    rankings = _service("seasons", "rankings")
    for season in models.Season.objects.order_by("pk"):
        yield (
            season.code,
            [
                [row.rank, row.player.code, row.matches, row.wins, row.score, row.points]
                for row in rankings.table(season)
            ],
        )


def _divisions():
    places = _service("leagues", "division_standings")
    for division in models.Division.objects.order_by("pk"):
        yield (
            division.code,
            [
                [place.rank, place.entrant.pk, place.points, place.matches, place.wins]
                for place in places.table(division)
            ],
        )


def _ratings():
    ratings = _service("seasons", "game_ratings")
    for pool in models.RatingPool.objects.order_by("pk"):
        rows = list(ratings.ranking(pool.game))
        ranks = ratings.ranks_of(rows)
        yield (
            pool.game,
            [[ranks[row.pk], row.player.code, row.mu, row.sigma, row.matches] for row in rows],
        )


def _ladders():
    for season in models.Season.objects.filter(kind="ladder").order_by("pk"):
        rows = season.ratings.select_related("player").order_by("-ordinal", "pk")
        yield season.code, [[row.player.code, row.mu, row.sigma, row.duplicates] for row in rows]


def _records():
    """Yield a digest of the document that each record is read as."""
    document = _module("engine.records.document", "engine.record")
    for record in models.Record.objects.order_by("pk"):
        told = document.decode(bytes(record.blob)) if record.blob else None
        yield str(record.pk), _digest(json.dumps(told, sort_keys=True, default=plain).encode())


def _archives():
    archives = _service("archives", "archives")
    by = models.Account.objects.get(username=ARCHIVED_BY)
    for season in models.Season.objects.exclude(kind="ladder").order_by("pk"):
        written = archives.export(season=season, by=by, now=timezone.now())
        # The first line has the time of writing, the last the number of lines.
        yield season.code, [json.loads(line) for line in list(written)[1:-1]]


def _tokens():
    for row in models.ApiToken.objects.select_related("account").order_by("pk"):
        yield row.digest, [row.account.username, row.name, row.scopes, row.expires_at]


def _bots():
    bots = _service("bots", "bots")
    for version in models.Version.objects.select_related("bot", "archive").order_by("pk"):
        name, content = bots.file_of(version)
        # Releases before 0.2 give bytes, later ones pieces of them.
        whole = content if isinstance(content, bytes) else b"".join(content)
        yield version.code, [version.number, version.status, name, _digest(whole)]


def _digest(content):
    return hashlib.sha256(content).hexdigest()


PARTS = {
    "standings": _standings,
    "divisions": _divisions,
    "ratings": _ratings,
    "ladders": _ladders,
    "records": _records,
    "archives": _archives,
    "tokens": _tokens,
    "bots": _bots,
}
