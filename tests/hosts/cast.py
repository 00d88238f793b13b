"""The cast of the story, made by the program of the release that serves first; and the verdict.

Run in the tree of a release as `python cast.py prepare …`. Nothing of the tree that this file is
in is imported, but what stands beside it and in `tests/faults`.
"""

import json
import sys
from pathlib import Path

import django

PASSWORD = "at the table by the window"
ONLINE = {"briscola": 2, "skat": 3, "mit-list-und-tuecke": 4}
"""Games of online tables, and the seats at one."""


def prepare(sessions, bots, people, players, readers):
    """Make drafts, events of online tables and accounts; print codes, tokens and passwords."""
    from django.utils import timezone

    from league.models import Account, Event

    now = timezone.now()
    made = faults().made(sessions, bots, people)
    alice = Account.objects.get(username="alice")
    [evening] = Event.objects.select_related("season__club")
    club = evening.season.club
    online = {game: _online(club, game, by=alice, now=now) for game in ONLINE}
    print(  # noqa: T201
        json.dumps(
            made
            | {
                "club": club.slug,
                "evening": evening.code,
                "season": evening.season.code,
                "online": {game: event.code for game, event in online.items()},
                "players": [
                    _player(f"player{number}", club, online.values(), now=now)
                    for number in range(players)
                ],
                "readers": [_reader(f"reader{number}", now) for number in range(readers)],
                "password": PASSWORD,
            }
        )
    )


def verdict():
    """Print what is stored at the end, of tables too."""
    from league.models import OnlineTable
    from league.services.seasons import game_ratings

    found = faults().found()
    rows = OnlineTable.objects.select_related("match")
    found["tables"] = {
        row.code: {
            "status": row.status,
            "version": row.version,
            "match": row.match and row.match.status,
        }
        for row in rows
    }
    found["wrong"]["ratings"] += sum(game_ratings.recount(game=game) for game in ONLINE)
    print(json.dumps(found))  # noqa: T201


def faults():
    """Return what `tests/faults` makes and finds, whose program this runs with."""
    sys.path.append(str(Path(__file__).parents[1] / "faults"))
    import scene

    return scene


def _online(club, game, *, by, now):
    """Return an event of online tables."""
    from league.models import Event
    from league.services.events import events
    from league.services.seasons import seasons

    season = seasons.create_season(club=club, name=f"Online {game}", game=game, by=by, now=now)
    season = seasons.start_season(season=season, by=by, now=now)
    return events.create_event(season=season, name="Online", draw=Event.Draw.ONLINE, by=by, now=now)


def _player(name, club, online, *, now):
    """Return the token of somebody who may sit down at the tables of these events."""
    from league.services.accounts import agreements
    from league.services.registration import registrations

    account = faults().account(name, now)
    agreements.agree_unasked(club=club, by=account, now=now)
    for event in online:
        registrations.register(event=event, player=account.player, by=account, now=now)
    return faults().token(account, now)


def _reader(name, now):
    """Return the name of somebody who logs in and looks at pages."""
    account = faults().account(name, now)
    account.set_password(PASSWORD)
    account.save()
    return name


if __name__ == "__main__":
    django.setup()
    globals()[sys.argv[1]](*map(int, sys.argv[2:]))
