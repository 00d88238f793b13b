"""What happens in the database before the load and after it, run in a process of its own."""

import json
import sys

from tests.faults import scene as faults

ONLINE = ("skat", "mit-list-und-tuecke", "briscola", "cinch")
"""Games of online tables, which take turns."""
LADDERS = (("mit-list-und-tuecke", 4), ("skat", 3), ("cinch", 4))
LADDER_BOTS = ("random", "greedy", "learned", "easy")
"""None of them thinks for long: two cores have to do everything else, too."""
PEOPLE, BOTS = 10, 10
"""Tables of people and of bots in a session."""
HOOKS = 4
BOT = "kreuzbube-1"


def prepare(sessions, tables, port):
    """Make all that the load needs; print codes and tokens.

    `sessions` are drafts, `tables` people who play online, `port` is that of the receiver.
    """
    from django.utils import timezone

    from league.models import Account, Club

    made = faults.made(sessions, BOTS, PEOPLE)
    now = timezone.now()
    club, alice = Club.objects.get(slug="linde"), Account.objects.get(username="alice")
    carol = faults.account("carol", now)
    ladders = [_ladder(club, game, size, by=alice, now=now) for game, size in LADDERS]
    _hooks(club, port, by=alice, now=now)
    made["tokens"]["carol"] = faults.token(carol, now)
    print(  # noqa: T201
        json.dumps(
            made
            | {
                "ladders": ladders,
                "version": _uploaded(carol, now),
                "seats": _seats(club, tables, by=alice, now=now),
                "season": club.seasons.get(name="Faults").code,
            }
        )
    )


def close_ladders():
    """Let bots begin no more matches."""
    from django.utils import timezone

    from league.models import Account, Season
    from league.services.seasons import seasons

    alice = Account.objects.get(username="alice")
    for season in Season.objects.filter(kind=Season.Kind.LADDER):
        seasons.close_season(season=season, by=alice, now=timezone.now())


def verdict():
    """Print what is stored, and where it is not what it would be if computed afresh.

    Matches that ended at online tables while the programs were being stopped are rated before.
    """
    from league.models import Delivery, Duplicate, Player, Result, Season
    from league.services.ladders import ratings
    from league.services.seasons import game_ratings

    game_ratings.rate_waiting()
    games = {*ONLINE, faults.GAME}
    found = faults.found(games)
    ladders = Season.objects.filter(kind=Season.Kind.LADDER)
    found["wrong"]["ladders"] = sum(map(ratings.recount, ladders))
    found["duplicates"] = _counted(Duplicate)
    found["deliveries"] = _counted(Delivery)
    of_people = Result.objects.filter(match__seats__player__kind=Player.Kind.PERSON)
    found["results_of_people"] = of_people.distinct().count()
    print(json.dumps(found))  # noqa: T201


def _counted(model):
    from django.db.models import Count

    return dict(model.objects.values_list("status").annotate(Count("pk")).order_by())


def _ladder(club, game, size, *, by, now):
    from league.services.ladders import ladders
    from league.services.seasons import seasons

    wanted = {"name": f"Ladder {game}", "game": game, "table_size": size, "bots": LADDER_BOTS}
    season = ladders.create_ladder(club=club, **wanted, by=by, now=now)
    seasons.start_season(season=season, by=by, now=now)
    return season.code


def _hooks(club, port, *, by, now):
    from league.services.webhooks import webhooks

    for number in range(HOOKS):
        url = f"http://127.0.0.1:{port}/{number}"
        told = webhooks.events_of(has_club=True)
        webhooks.create(club=club, url=url, events=told, by=by, now=now)


def _uploaded(by, now):
    """Return the code of a version of a bot that a worker has still to check."""
    from league.management.demo import kreuzbube
    from league.services.bots import bots

    content = kreuzbube.archive_of(BOT)
    return bots.upload(content=content, by=by, now=now).version.code


def _seats(club, count, *, by, now):
    """Return for each who plays online the event, the size of its tables, and a token."""
    from league.services.registration import registrations

    online = [_online(club, game, by=by, now=now) for game in ONLINE]
    found = []
    for number in range(count):
        account, event = faults.account(f"person{number}", now), online[number % len(online)]
        registrations.register(event=event, player=account.player, by=account, now=now)
        found.append(
            {"event": event.code, "size": _size(event), "token": faults.token(account, now)}
        )
    return found


def _size(event):
    import games

    return games.get(event.season.game).players[0]


def _online(club, game, *, by, now):
    from league.models import Event
    from league.services.events import events
    from league.services.seasons import seasons

    season = seasons.create_season(club=club, name=f"Online {game}", game=game, by=by, now=now)
    season = seasons.start_season(season=season, by=by, now=now)
    return events.create_event(season=season, name="Online", draw=Event.Draw.ONLINE, by=by, now=now)


if __name__ == "__main__":
    import django

    django.setup()
    globals()[sys.argv[1]](*map(int, sys.argv[2:]))
