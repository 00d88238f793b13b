"""A world in which every address of the matrix names something, and the cast that asks for it."""

from datetime import timedelta

from django.utils import timezone

import games
from league.models import (
    Analysis,
    Club,
    Event,
    Handicap,
    Job,
    Match,
    OnlineTable,
    Penalty,
    Record,
    Result,
    Role,
    Season,
    Session,
    Team,
)
from league.services.accounts import people
from league.services.archives import past_results
from league.services.books import payments, prizes
from league.services.clubs import affiliations, clubs, people_lists
from league.services.leagues import league_days
from league.services.play import practice, remote_bots, table_answers, tables
from league.services.registration import registrations
from league.services.results import results
from league.services.seasons import standings
from tests.league.cups import make_cup, next_round
from tests.league.experiments import make_duplicates, make_experiment
from tests.league.factories import (
    NOW,
    AgreementFactory,
    AuthorsBotFactory,
    BotFactory,
    ClubFactory,
    DeliveryFactory,
    DivisionFactory,
    EntrantFactory,
    EventFactory,
    JobFactory,
    MatchFactory,
    MembershipFactory,
    NoticeFactory,
    OnlineTableFactory,
    PartFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    ResultFactory,
    RoundFactory,
    SeasonFactory,
    SessionFactory,
    VenueFactory,
    VersionFactory,
    WebhookFactory,
    make_member,
)
from tests.league.federations import AffiliationFactory
from tests.league.ladders import make_ladder, make_version, open_tables, rate_player
from tests.league.leagues import enter_teams, make_division, make_pairs, members
from tests.league.services import acts
from tests.league.services.play import remote_ladders

from .conftest import NOBODY


def make_cast():
    """Return the account of each member of the cast, by name."""
    club = ClubFactory(slug="linde", name="Stammtisch zur Linde")
    return {
        "owner": make_member(club, "Olga", Role.OWNER),
        "alice": make_member(club, "Alice", Role.ORGANISER),
        "scorer": make_member(club, "Sven", Role.SCORER),
        "bob": make_member(club, "Bob", Role.MEMBER),
        "carol": make_member(club, "Carol", Role.MEMBER),
        "mallory": PersonFactory(name="Mallory").account,
        "rival": PersonFactory(name="Ruth").account,
        "staff": make_staff("Stella"),
        NOBODY: None,
    }


def make_staff(name):
    """Return an account of the site's staff, who may open every page of the admin."""
    account = PersonFactory(name=name).account
    account.is_staff = account.is_superuser = True
    account.save()
    return account


def make_world(cast):
    """Return the codes of everything the addresses name, by the name they use."""
    alice, bob, carol = cast["alice"], cast["bob"], cast["carol"]
    club = Club.objects.get(slug="linde")
    season = SeasonFactory(club=club, name="2026")
    draft_season = SeasonFactory(club=club, status=Season.Status.DRAFT)
    token, _plain = people.issue_token(account=bob, name="phone", scopes=["read"], now=NOW)
    guests = PlayerFactory.create_batch(4)
    rows = {
        "season": season,
        "draft_season": draft_season,
        "venue": VenueFactory(club=club),
        "player": guests[0],
        "machine": BotFactory(),
        "alices": alice.player,
        "bobs_player": bob.player,
        "carols": carol.player,
        "token": token,
    }
    rows |= _evenings(season, draft_season, bob, guests)
    rows |= _results(rows["match"], alice, bob)
    rows |= _analyses(rows["session"], guests, bob)
    rows |= _registrations(rows["event"], rows["planned_event"], bob, carol)
    rows |= _books(season, alice, cast["scorer"])
    rows |= _penalties(season, draft_season, bob)
    _handicaps(rows["bobs"], rows["planned_registration"])
    rows |= _past(club, alice)
    rows |= _cups(club, alice, cast["scorer"])
    rows |= _agreements(club, bob)
    rows |= _federations(club, cast["rival"], alice, bob)
    rows |= _bots(carol, cast["rival"])
    rows |= _remote_bot(carol)
    rows |= _ladders(club, carol)
    rows |= _far_ladder(club, cast["rival"])
    rows |= _leagues(season, draft_season, alice, bob)
    rows |= _webhooks(club, alice, carol)
    rows |= _tables(season, draft_season, bob, carol)
    codes = {name: row.code for name, row in rows.items()}
    numbers = {
        "table_version": rows["table"].version,
        "practice_version": rows["practice"].version,
        "other_club": rows["request"].club.slug,
    }
    return codes | numbers | {"guests": [guest.code for guest in guests]}


def _analyses(session, guests, bob):
    """A final match with a record, of which one seat was analysed for Bob."""
    match = MatchFactory(session=session, table_number=40, players=guests)
    result = ResultFactory(
        match=match, source=Result.Source.RECORD, confirmed_by=bob, confirmed_at=NOW
    )
    record = Record.objects.create(result=result, blob=b"", status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=NOW)
    match.refresh_from_db()
    analysis = Analysis.objects.create(
        record=record, seat=0, bot="expert", asked_by=bob, asked_at=NOW, finished_at=NOW
    )
    return {"recorded": match, "analysis": analysis}


def _past(club, alice):
    """A season whose results have come from a list, and people who have."""
    season = SeasonFactory(club=club, name="2024", game="skat")
    lines = "".join(f"2024-03-15;1;Past {name};{name}\n" for name in (1, 2, 3))
    imported = past_results.import_results(season=season, content=lines.encode(), by=alice, now=NOW)
    people = people_lists.import_people(club=club, content=b"Listed", by=alice, now=NOW)
    return {"past_season": season, "list": imported, "people": people}


def _evenings(season, draft_season, bob, guests):
    """One event has begun, its second session is a draft; one is planned; one takes anybody."""
    event = EventFactory(season=season, name="November")
    session = SessionFactory(event=event, number=1)
    draft = SessionFactory(event=event, number=2, status=Session.Status.DRAFT)
    planned = SessionFactory(event=EventFactory(season=draft_season))
    dora = make_member(season.club, "Dora", Role.MEMBER)
    table = [bob.player, dora.player, *PlayerFactory.create_batch(2)]
    match = MatchFactory(session=session, table_number=1, players=table)
    return {
        "event": event,
        "session": session,
        "match": match,
        "job": JobFactory(match=match, version=1, status=Job.Status.FAILED),
        "draft": draft,
        "draft_match": MatchFactory(session=draft, players=guests, status=Match.Status.DRAFT),
        "planned_event": planned.event,
        "planned_session": planned,
        "planned_match": MatchFactory(session=planned, players=table),
        "free_event": EventFactory(season=season, starts_at=timezone.now() + timedelta(hours=1)),
    }


def _results(match, alice, bob):
    """Matches of the same table whose results are in other states."""
    players = [seat.player for seat in match.seats.order_by("number")]
    entered, disputed, corrected, voided = MatchFactory.create_batch(
        4, session=match.session, players=players
    )
    RoundFactory(result=ResultFactory(match=entered, entered_by=bob), number=0)
    acts.enter(disputed, alice, NOW)
    acts.dispute(disputed, bob, NOW)
    acts.enter(corrected, bob, NOW)
    acts.confirm(corrected, alice, NOW)
    acts.propose(corrected, bob, NOW)
    acts.void(voided, alice, NOW)
    return {"entered": entered, "disputed": disputed, "corrected": corrected, "voided": voided}


def _registrations(event, planned_event, bob, carol):
    return {
        "bobs": RegistrationFactory(event=event, player=bob.player),
        "withdrawn": RegistrationFactory(event=event, player=carol.player, status="withdrawn"),
        "planned_registration": RegistrationFactory(event=planned_event),
    }


def _books(season, alice, scorer):
    """An event with prizes that is over: four have paid, and the first has got the prize."""
    event = EventFactory(season=season, name="Prizes")
    people = PlayerFactory.create_batch(4)
    rows = [RegistrationFactory(event=event, player=player) for player in people]
    for row in rows:
        payments.note_paid(registration=row, way="cash", amount=1000, by=alice, now=NOW)
    prizes.set_pot(event=event, kept=0, shares=[60, 40], by=alice, now=NOW)
    match = MatchFactory(session=SessionFactory(event=event), table_number=1, players=people)
    acts.enter(match, alice, NOW)
    acts.confirm(match, scorer, NOW)
    first, second = (winner.player for winner in prizes.look(event).winners)
    prizes.hand_out(event=event, player=first, way="cash", by=alice, now=NOW)
    return {"prized": event, "paid": rows[0], "first": first, "second": second}


def _penalties(season, draft_season, bob):
    def give(season):
        penalty = Penalty.objects.create(
            season=season, player=bob.player, points=1, reason="late", given_at=NOW
        )
        standings.penalise(penalty=penalty)
        return penalty

    return {"penalty": give(season), "planned_penalty": give(draft_season)}


def _handicaps(*registrations):
    for row in registrations:
        handicap = Handicap.objects.create(event=row.event, player=row.player, points=2, set_at=NOW)
        standings.change_handicaps(season=row.event.season, added=[handicap])


def _cups(club, alice, scorer):
    """A cup of five with its first round played, so that it has byes, winners and open tables."""
    cup, _players = make_cup(club, 5, name="Cup", table_size=2)
    for match in next_round(cup, alice).matches.all():
        acts.enter(match, alice, NOW, rounds=[[70, 50], [60, 60]])
        acts.confirm(match, scorer, NOW)
    return {"cup": cup}


def _bots(carol, rival):
    """Carol's bots, of which one is known to nobody else, and her experiments; a rival's bot."""
    VersionFactory(bot=AuthorsBotFactory(owner=rival, name="Rival"))
    accepted = VersionFactory(bot=AuthorsBotFactory(owner=carol, name="Carol's"))
    PartFactory(version=accepted, fault="crash")
    checking = VersionFactory(bot=AuthorsBotFactory(owner=carol), status="checking")
    experiment, stopped = make_experiment(carol), make_experiment(carol, status="stopped")
    stopped.jobs.update(status="failed")
    return {
        "foxes": accepted.bot,
        "accepted": accepted,
        "older": VersionFactory(bot=accepted.bot),
        "hidden_bot": checking.bot,
        "checking": checking,
        "check": Job.objects.create(
            kind=Job.Kind.CHECK_VERSION, checked=checking, status=Job.Status.FAILED, created_at=NOW
        ),
        "notice": NoticeFactory(account=carol),
        "experiment": experiment,
        "experiment_job": experiment.jobs.get(),
        "stopped": stopped,
        "unrated": make_duplicates(carol, status="played", records=True),
    }


def _ladders(club, carol):
    """A ladder and a planned one, with a bot of Carol's in both."""
    ladder, planned_ladder = make_ladder(club), make_ladder(club)
    duplicate, planned_duplicate = open_tables(ladder)[0], open_tables(planned_ladder)[0]
    Season.objects.filter(pk=planned_ladder.pk).update(status=Season.Status.DRAFT)
    version = make_version(carol)
    for one in (ladder, planned_ladder):
        rate_player(one, version.player)
    return {
        "ladder": ladder,
        "planned_ladder": planned_ladder,
        "duplicate": duplicate,
        "planned_duplicate": planned_duplicate,
        "ladder_match": duplicate.matches.first(),
        "version": version,
        "entrant": version.player,
    }


def _leagues(season, draft_season, alice, bob):
    """Leagues in a running, a planned and a closed season; one of teams, whose captain is Bob."""
    division = make_pairs(season.club)
    leaver, _other = division.entrants.order_by("pk")
    planned = DivisionFactory(season=draft_season)
    ended = DivisionFactory(season=SeasonFactory(club=season.club, status=Season.Status.CLOSED))
    EntrantFactory(division=ended)
    teams = make_division(season)
    first, *_others = enter_teams(teams, 5, 4, 4, 4)
    Team.objects.filter(pk=first.team_id).update(captain=bob.player)
    day = league_days.hold(division=teams, name="Day", sessions=1, by=alice, now=NOW)
    return {
        "league": division.league,
        "division": division,
        "leaver": leaver.player,
        "planned_league": planned.league,
        "planned_division": planned,
        "ended_league": ended.league,
        "team_division": teams,
        "team": first.team,
        "day": day,
        "fielded": members(first)[0],
        "substitute": members(first)[4],
    }


def _agreements(club, bob):
    """Bob plays in the club, and another one asks him."""
    return {
        "agreement": club.agreements.get(player=bob.player),
        "request": AgreementFactory(player=bob.player, status="asked"),
    }


def _federations(club, rival, alice, bob):
    """The rival's federations: the club belongs to one, another asks it.

    Bob belongs to two of the clubs, and plays for this one.
    """
    north, south = [
        clubs.found_club(slug=slug, name=name, kind=Club.Kind.FEDERATION, by=rival, now=NOW)
        for slug, name in (("nord", "Federation North"), ("sued", "Federation South"))
    ]
    affiliation, asked = [
        affiliations.ask(federation=one, club=club, by=rival, now=NOW) for one in (north, south)
    ]
    affiliations.accept(affiliation=affiliation, by=alice, now=NOW)
    hares = AffiliationFactory(federation=north, club__slug="hasen").club
    MembershipFactory(club=hares, player=bob.player)
    season = SeasonFactory(club=north, name="Cup of the clubs")
    event = EventFactory(season=season, name="Joint evening")
    row = registrations.register_oneself(event=event, club=club, by=bob, now=NOW)
    return {
        "affiliation": affiliation,
        "asked": asked,
        "joint": season,
        "joint_event": event,
        "joint_registration": row,
    }


def _webhooks(club, alice, carol):
    """A webhook of the club with a delivery, and one of an author."""
    webhook = WebhookFactory(club=club, owner=alice)
    return {
        "webhook": webhook,
        "authors_webhook": WebhookFactory(owner=carol),
        "delivery": DeliveryFactory(webhook=webhook, status="given_up", finished_at=NOW),
    }


def _practice(bob):
    """A practice table at which Bob is to act."""
    game = games.get("briscola")
    while True:
        table = practice.practise(game=game, by=bob, seats=2, bots=["greedy"], now=NOW)
        if table.turn == 0:
            return table


def _remote_bot(carol):
    """A bot that runs at Carol's and listens all the time, with a token of its own."""
    bot = remote_bots.create(name="Fern", by=carol, now=NOW)
    type(bot).objects.filter(pk=bot.pk).update(seen_at=NOW.replace(year=2199))
    token, _plain = remote_bots.issue_token(bot=bot, name="at home", by=carol, now=timezone.now())
    return {"remote_bot": bot.player, "bots_token": token}


def _far_ladder(club, rival):
    """A ladder of remote bots, at a table of which the rival's bot plays against a built-in one."""
    ladder = remote_ladders.make(club, anchors=["expert"])
    remote_ladders.enter(ladder, rival, NOW, "Owl")
    return {"far_ladder": ladder, "ladder_table": remote_ladders.fill(ladder, NOW)[0]}


def _tables(season, draft_season, bob, carol):
    """Bob's online tables: one that gathers, one at which he is to act, one of a planned season.

    Play now has Skat for everybody.
    """
    event, other, planned = [
        EventFactory(season=one, draw=Event.Draw.ONLINE, takes_remote_bots=True)
        for one in (season, SeasonFactory(club=season.club), draft_season)
    ]
    EventFactory(
        season=SeasonFactory(club=season.club, game="skat"), draw=Event.Draw.ONLINE, play_now=True
    )
    type(season.club).objects.filter(pk=season.club_id).update(is_trusted=True)
    for account in (bob, carol):
        RegistrationFactory(event=event, player=account.player)
    RegistrationFactory(event=other, player=bob.player)
    playing = tables.open_table(event=other, by=bob, bots=["greedy"] * 3, now=NOW)
    table_answers.answer_tables(ids=[playing.pk], clock=lambda: NOW)
    return {
        "online_event": event,
        "practice": _practice(bob),
        "gathering": tables.open_table(event=event, by=bob, now=NOW),
        "table": OnlineTable.objects.get(pk=playing.pk),
        "planned_table": OnlineTableFactory(event=planned, opened_by=bob.player),
    }
