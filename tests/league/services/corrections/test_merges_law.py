"""Whatever a season was: after a merge it is as its results say, and parted it is as it was."""

import random
from decimal import Decimal
from types import SimpleNamespace

import pytest

from league.models import (
    AuditEntry,
    Bye,
    Encounter,
    GameRating,
    GameRatingChange,
    Handicap,
    Membership,
    PairRule,
    Penalty,
    Registration,
    Role,
    Seat,
    Session,
    Standing,
    Team,
    TeamMember,
)
from league.services.base.refusals import Conflict
from league.services.clubs import teams
from league.services.corrections import merges, moves, rebuilds
from league.services.draws import draws
from league.services.events import attendance, events, handicaps
from league.services.registration import registrations
from league.services.seasons import game_ratings, penalties, standings
from tests.league.factories import NOW, PlayerFactory, SeasonFactory, make_member
from tests.league.services import acts

pytestmark = pytest.mark.django_db

STORED = (
    *(Registration, Membership, TeamMember, Team, PairRule, Penalty, Handicap),
    *(Bye, Seat, Session),
)


def make_life(seed):
    """Make a season of some evenings in which two of the guests are never at once."""
    chance, now = random.Random(seed), NOW
    season = SeasonFactory(
        drop_worst=chance.choice([0, 1]), tie_breaks=chance.choice([["direct"], ["wins", "score"]])
    )
    club = season.club
    owner, alice = (
        make_member(club, *who) for who in (("Olga", Role.OWNER), ("Alice", Role.ORGANISER))
    )
    act = {"by": alice, "now": now}
    gone, stays = make_two(club, chance)
    others = PlayerFactory.create_batch(8)
    life = SimpleNamespace(season=season, gone=gone, stays=stays, alice=alice, events=[], now=now)
    for number in range(3):
        event = events.create_event(
            season=season, name=f"Evening {number}", capacity=chance.choice([None, 8]), **act
        )
        life.events.append(event)
        come(event, [gone, stays, *others], chance, act)
        give(event, life, chance, act)
        for _session in range(2):
            play(event, life, others, chance, owner)
        go(event, chance, act)
        if chance.random() < 0.5:
            penalise(event, chance.choice([gone, stays]), act)
    teams.create_team(club=club, name="Linde", members=[*chance.sample(others, 2), gone], **act)
    if chance.random() < 0.5:
        teams.create_team(club=club, name="Eiche", members=[stays, gone, others[0]], **act)
    game_ratings.rate_waiting()
    return life


def give(event, life, chance, act):
    """Let some have points from the start, one of the two at most, and change some of them."""
    one = chance.choice([life.gone, life.stays])
    other = life.stays if one == life.gone else life.gone
    players = [player for player in handicaps.eligible(event) if player != other]
    for _again in range(2):
        wanted = [
            handicaps.Wanted(player, Decimal(chance.choice([0, 2, 5])))
            for player in players
            if chance.random() < 0.6
        ]
        handicaps.set_handicaps(event=event, handicaps=wanted, reason="as agreed", **act)


def make_two(club, chance):
    gone = PlayerFactory(name="Dirk Ebert")
    stays = make_member(club, "Dirk E.", Role.MEMBER).player if chance.random() < 0.5 else None
    if chance.random() < 0.5:
        Membership.objects.create(club=club, player=gone)
    return gone, stays or PlayerFactory(name="Dirk E.")


def come(event, players, chance, act):
    """Register some, in any order; some check in, and one has a rule about a partner."""
    coming = chance.sample(players, chance.randint(5, len(players)))
    for player in coming:
        row = registrations.register(event=event, player=player, **act)
        if row.status == "registered" and chance.random() < 0.4:
            attendance.check_in(registration=row, **act)
    partner = players[-1]
    for player in players[:2]:
        if chance.random() < 0.4:
            one, other = sorted([player, partner], key=lambda one: one.pk)
            PairRule.objects.create(event=event, one=one, other=other, kind="apart")


def go(event, chance, act):
    """Let some leave, before they have played or after."""
    for row in event.registrations.exclude(status="withdrawn").order_by("pk"):
        if chance.random() < 0.2:
            attendance.withdraw(registration=row, **act)


def play(event, life, others, chance, owner):
    act = {"by": life.alice, "now": life.now}
    session = events.create_session(event=event, **act)
    seated, absent = chance.sample([life.gone, life.stays], 2)
    here = [seated, *others[:7]]
    chance.shuffle(here)
    draws.seat_players(session=session, tables=[here[:4], here[4:]], **act)
    if chance.random() < 0.5:
        kept = {"players": [life.gone.code, others[0].code]}
        Session.objects.filter(pk=session.pk).update(explanation=kept)
        Bye.objects.create(session=session, player=absent)
    draws.publish(session=session, **act)
    for match in session.matches.order_by("table_number"):
        acts.enter(match, owner, life.now, rounds=[chance.sample([12, 6, 0, 3], 4)] * 4)
        if chance.random() < 0.9:
            acts.confirm(match, life.alice, life.now)


def penalise(event, player, act):
    penalties.penalise(
        season=event.season, event=event, player=player, points=Decimal(2), reason="late", **act
    )


def stored():
    """Return everything that a merge may touch, byte by byte; what is counted, by what it says."""
    rows = {
        (model.__name__, row.pk): moves.fields_of(row)
        for model in STORED
        for row in model.objects.all()
    }
    for row in Standing.objects.exclude(matches=0, penalty=0, handicap=0):
        rows["standing", row.player_id] = moves.fields_of(row) | {"id": None}
    for row in Encounter.objects.exclude(meetings=0):
        rows["encounter", row.one_id, row.other_id] = moves.fields_of(row) | {"id": None}
    for row in GameRating.objects.all():
        rows["rating", row.player_id] = moves.fields_of(row) | {"id": None}
    for row in GameRatingChange.objects.select_related("rating"):
        rows["change", row.rating.player_id, row.match_id] = (row.at, row.place, row.mu, row.sigma)
    return rows


def promotions():
    return AuditEntry.objects.filter(action="registration.promote").count()


def is_sound(life):
    """Tell whether nothing would be counted, rated or rebuilt otherwise than it is stored."""
    game_ratings.rate_waiting()
    assert standings.recount(life.season) == 0
    assert game_ratings.recount(game=life.season.game) == 0
    return all(rebuilds.differences(event) == [] for event in life.events)


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.parametrize("seed", range(20))
def test_a_merge_is_what_the_results_say_and_parted_all_is_as_before(seed):
    life = make_life(seed)
    before, promoted = stored(), promotions()
    merge = merges.merge(gone=life.gone, stays=life.stays, by=life.alice, now=life.now)
    assert is_sound(life)
    assert set(map(tuple, moves.seen(life.gone).values())) == {(0, 0)}
    rows = Standing.objects.filter(player=life.gone)
    assert not rows.exclude(matches=0, penalty=0, handicap=0).exists()
    assert not GameRating.objects.filter(player=life.gone).exists()
    if promotions() > promoted:  # somebody who waited has the place that was freed
        with pytest.raises(Conflict):
            merges.part(merge=merge, by=life.alice, now=life.now)
        return
    merges.part(merge=merge, by=life.alice, now=life.now)
    assert is_sound(life)
    assert stored() == before
