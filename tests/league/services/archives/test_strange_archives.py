"""An archive with one strange place is refused by line, or makes a season like any other.

Every field of every kind of line is changed: to other types, numbers out of range, codes of nobody
and of somebody else; lines come twice or are missing. By default some changes of each field are
tried, always the same; `ARCHIVE_CHANGES=60` tries so many of each, always others.
"""

import json
import os
import random
from decimal import Decimal

import pytest
from django.db import transaction
from django.test import Client

from league.models import Event, Match, Session
from league.services.archives import archives, season_imports
from league.services.base.refusals import ANY, Invalid
from league.services.books import fees, payments, prizes
from league.services.corrections import corrections
from league.services.draws import drawing, pairings
from league.services.events.handicaps import Wanted, set_handicaps
from league.services.seasons import penalties
from tests.league.factories import RegistrationFactory, SessionFactory, VenueFactory
from tests.league.services.archives.test_archives import elsewhere, full, played_table

__all__ = ["elsewhere", "full", "played_table"]

TRIES = int(os.environ.get("ARCHIVE_CHANGES", "0"))
STRANGE = [
    *(None, True, "", "x", 0, 1, -1, 5, 32_767, 10**9, 10**30, 0.5, [], [1], {}, {"a": 1}),
    *("9999-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00", "draft"),
    *("nothere222", "a\tb", "\u202e", "x" * 2000, [0, 0, 0, 0], [9000] * 4, [1, 1, 1, 1]),
]


@pytest.fixture
def lines(full, event, draft, match, table_of_four, alice, now):  # noqa: PLR0917
    """The lines of a season that has something of everything."""
    event.venue = VenueFactory(club=full.club)
    event.save()
    for player in table_of_four:
        RegistrationFactory(event=event, player=player)
    pairings.set_pairs(event=event, together=[table_of_four[:2]], apart=[], by=alice, now=now)
    drawing.draw(session=draft, by=alice, now=now)
    given_up = Match.objects.get(table_number=9)
    corrections.forfeit(
        match=given_up, seats=[1], reason="left", by=alice, expected_version=0, now=now
    )
    penalties.penalise(
        season=full, player=table_of_four[0], points=Decimal(1), reason="late", by=alice, now=now
    )
    wanted = [Wanted(player, Decimal(points)) for points, player in enumerate(table_of_four)]
    for reason in ("as agreed", "a typing error"):
        set_handicaps(event=event, handicaps=wanted, reason=reason, by=alice, now=now)
        wanted = [*wanted[:2], Wanted(table_of_four[2], Decimal(9))]
    SessionFactory(event=event, number=9)
    fees.set_season_fee(season=full, fee=500, currency="EUR", by=alice, now=now)
    prizes.set_pot(event=event, kept=100, shares=[60, 40], by=alice, now=now)
    for row in event.registrations.select_related("event__season__club", "player")[:2]:
        payments.note_paid(registration=row, way="cash", amount=None, by=alice, now=now)
    return [json.loads(line) for line in archives.export(season=full, by=alice, now=now)]


def strange_values(rows, field, chance):
    """Return values to put into a field: of other kinds, and those that other lines have there."""
    codes = [row["code"] for row in rows if "code" in row]
    found = [*STRANGE, *chance.sample(codes, min(len(codes), 6))]
    return chance.sample(found, min(TRIES or 3, len(found)))


def changes(rows, chance):
    """Yield archives with one place changed, and where."""
    kinds = {row["kind"]: number for number, row in enumerate(rows)}
    for kind, number in kinds.items():
        for field in rows[number]:
            for value in strange_values(rows, field, chance):
                yield f"{kind}.{field} = {value!r:.60}", replaced(rows, number, {field: value})
        if kind not in {"header", "end"}:
            yield f"{kind} twice", counted([*rows[:number], rows[number], *rows[number:]])
            yield f"{kind} missing", counted([*rows[:number], *rows[number + 1 :]])


def replaced(rows, number, fields):
    return [row | fields if at == number else row for at, row in enumerate(rows)]


def counted(rows):
    return [*rows[:-1], rows[-1] | {"lines": len(rows) - 1}]


def addresses(season):
    """Yield the pages and answers that show a season and all that is in it."""
    yield f"/seasons/{season.code}/"
    yield f"/api/v1/seasons/{season.code}/standings"
    yield f"/seasons/{season.code}/calendar.ics"
    for one in Event.objects.filter(season=season):
        yield from (f"/events/{one.code}/", f"/api/v1/events/{one.code}/registrations")
    for one in Session.objects.filter(event__season=season):
        yield from (f"/sessions/{one.code}/", f"/api/v1/sessions/{one.code}/draw")
    for one in Match.objects.filter(season=season):
        yield from (f"/matches/{one.code}/", f"/api/v1/matches/{one.code}")


def look(season, by):
    """Fail unless everything that shows a season answers."""
    client = Client()
    client.force_login(by)
    for address in addresses(season):
        answer = client.get(address)
        assert answer.status_code < 500, address
        assert answer.getvalue() is not None


@pytest.mark.slow
def test_an_archive_with_one_strange_place_is_refused_or_makes_a_sound_season(
    lines, elsewhere, mallory, now
):
    chance, taken = random.Random() if TRIES else random.Random(1), 0
    for where, rows in changes(lines, chance):
        with transaction.atomic():
            try:
                season = read(rows, elsewhere, mallory, now)
                if season is not None:
                    taken += 1
                    sound(season, mallory, now)
            except Exception as error:
                raise AssertionError(where) from error
            transaction.set_rollback(True)
    assert taken


def read(rows, club, by, now):
    """Return the season of an archive, None where it is refused by line."""
    content = [json.dumps(row).encode() for row in rows]
    try:
        with transaction.atomic():
            return season_imports.import_season(
                club=club, lines=content, players="guests", by=by, now=now
            ).season
    except Invalid as refused:
        [path] = refused.errors
        if not path.startswith("lines."):
            raise
        return None


def sound(season, by, now):
    """Fail unless a season answers everywhere, and can be carried on elsewhere as it is."""
    look(season, by)
    again = [line.encode() for line in archives.export(season=season, by=by, now=now)]
    copy = season_imports.import_season(
        club=season.club, lines=again, players="guests", name="Copy", by=by, now=now
    )
    assert copy.season.pk
    draft = Session.objects.filter(event__season=season, status="draft").first()
    if draft is not None:
        try:
            drawing.draw(session=draft, by=by, now=now)
        except ANY:
            return
