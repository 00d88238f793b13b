"""What happens in the database around the story, run in a process of its own.

`prepare` makes a club whose sessions are drafts; `verdict` holds what is stored at the end against
what people were told and against what computing it afresh gives.
"""

import json
import sys
from collections import Counter

SEATS = 4
GAME = "mit-list-und-tuecke"
BOTS = ("random", "greedy")


def prepare(sessions, bots, people):
    """Make drafts with so many tables of bots and of people each; print codes and tokens."""
    print(json.dumps(made(sessions, bots, people)))  # noqa: T201


def verdict():
    """Print what is stored, and where it is not what it would be if computed afresh."""
    print(json.dumps(found()))  # noqa: T201


def made(sessions, bots, people):
    """Make the club `linde` and drafts; return their codes, and tokens of two people."""
    from django.utils import timezone

    from league.models import Role
    from league.services.accounts import agreements
    from league.services.clubs import clubs
    from league.services.events import events
    from league.services.seasons import seasons

    now = timezone.now()
    alice, sven = account("alice", now), account("sven", now)
    club = clubs.found_club(slug="linde", name="Linde", by=alice, now=now)
    agreements.agree_unasked(club=club, by=sven, now=now)
    clubs.admit(club=club, player=sven.player, role=Role.SCORER, by=alice, now=now)
    season = seasons.create_season(club=club, name="Faults", game=GAME, by=alice, now=now)
    seasons.start_season(season=season, by=alice, now=now)
    event = events.create_event(season=season, name="Evening", by=alice, now=now)
    tables = _tables(bots, people, by=alice, now=now)
    return {
        "tokens": {user.username: token(user, now) for user in (alice, sven)},
        "sessions": [_draft(event, tables, by=alice, now=now) for _ in range(sessions)],
    }


def found(games=(GAME,)):
    """Return what is stored, and where it is not what it would be if computed afresh."""
    from league.models import Event, Job, Match, Result, Season, StoredAnswer
    from league.services.corrections import rebuilds
    from league.services.seasons import game_ratings, standings

    results = Counter(Result.objects.values_list("match", flat=True))
    told = Result.objects.exclude(entered_by=None).select_related("match").order_by("pk")
    return {
        "matches": Counter(Match.objects.values_list("status", flat=True)),
        "results_of_a_match": Counter(results.values()),
        "jobs": Counter(Job.objects.values_list("status", flat=True)),
        "attempts": Counter(Job.objects.values_list("attempt", flat=True)),
        "entered": {result.match.code: result.totals for result in told},
        "half_answered": StoredAnswer.objects.filter(status=0).count(),
        "wrong": {
            "standings": sum(map(standings.recount, Season.objects.all())),
            "ratings": sum(game_ratings.recount(game=game) for game in games),
            "rows": sum(len(rebuilds.differences(row)) for row in Event.objects.all()),
        },
    }


def account(name, now):
    """Return a new account with a player."""
    from league.models import Account
    from league.services.accounts import people

    new = Account.objects.create_user(name)
    people.register_person(name=name.title(), account=new, by=new, now=now)
    return new


def token(account, now):
    """Return a token of an account that may do all that a token may."""
    from league.models import ApiToken
    from league.services.accounts import people

    scopes = [scope for scope in ApiToken.Scope.values if scope != "play-as-bot"]
    return people.issue_token(account=account, name="faults", scopes=scopes, now=now, days=9)[1]


def _tables(bots, people, *, by, now):
    """Return tables of bots and of guests, who come to every session."""
    from league.services.accounts import people as persons

    guests = [
        persons.register_person(name=f"Guest {number}", by=by, now=now)
        for number in range(SEATS * people)
    ]
    seats = [persons.builtin_bot(name=BOTS[seat % len(BOTS)]) for seat in range(SEATS)]
    return [seats] * bots + [guests[first::people] for first in range(people)]


def _draft(event, tables, *, by, now):
    from league.models import Player
    from league.services.draws import draws
    from league.services.events import events

    session = events.create_session(event=event, starts_at=now, by=by, now=now)
    draws.seat_players(session=session, tables=tables, by=by, now=now)
    of_people = session.matches.filter(seats__player__kind=Player.Kind.PERSON).distinct()
    return {"code": session.code, "people": list(of_people.values_list("code", flat=True))}


if __name__ == "__main__":
    import django

    django.setup()
    globals()[sys.argv[1]](*map(int, sys.argv[2:]))
