from decimal import Decimal
from itertools import combinations

import pytest

from league.logic.draws.model import Weights
from league.models import AuditEntry, Bye, Event, Match, PairRule, Player, Registration, Seat
from league.services.base.refusals import Conflict, Forbidden
from league.services.draws import draw_settings, drawing, draws
from tests.league.draws import register, tables
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SessionFactory,
)


def make(draft, by, **options):
    return drawing.draw(session=draft, by=by, now=NOW, **options)


def at_one_table(session, one, other):
    return any({one, other} <= set(table) for table in tables(session))


@pytest.fixture
def sixteen(event):
    return register(event, 16)


def test_everybody_who_is_there_gets_a_seat(draft, event, sixteen, alice):
    make(draft, alice)
    seated = [player for table in tables(draft) for player in table]
    assert sorted(player.pk for player in seated) == [player.pk for player in sixteen]
    assert [len(table) for table in tables(draft)] == [4] * 4


def test_the_same_seed_gives_the_same_draw(draft, sixteen, alice):
    make(draft, alice)
    first = tables(draft)
    make(draft, alice)
    assert tables(draft) == first
    make(draft, alice, seed=5)
    assert tables(draft) != first


def test_a_draw_keeps_its_seed(draft, event, sixteen, alice):
    make(draft, alice)
    draft.refresh_from_db()
    assert draft.seed == event.seed + draft.number


def test_who_sat_together_meets_others_next(session, draft, sixteen, alice):
    first = [sixteen[n : n + 4] for n in range(0, 16, 4)]
    for table in first:
        MatchFactory(session=session, players=table)
    make(draft, alice)
    assert all(len(set(old) & set(new)) == 1 for old in first for new in tables(draft))


def test_who_did_alike_sits_together(session, draft, event, alice):
    """Where all have met, scores decide."""
    Event.objects.filter(pk=event.pk).update(table_size=4)
    people = register(event, 8)
    for table in (people[:4], people[4:]):
        match = MatchFactory(session=session, players=table, status=Match.Status.FINAL, version=2)
        for number, seat in enumerate(match.seats.order_by("number")):
            points = 1000 if number % 2 else -1000
            Seat.objects.filter(pk=seat.pk).update(points=points, score=0, place=1)
    make(draft, alice)
    assert {frozenset(table) for table in tables(draft)} == {
        frozenset(people[::2]),
        frozenset(people[1::2]),
    }


def test_withdrawn_and_waiting_players_get_no_seat(draft, event, sixteen, alice):
    register(event, 1, status="withdrawn")
    register(event, 1, status="waiting")
    make(draft, alice)
    assert Seat.objects.filter(match__session=draft).count() == 16


def test_only_who_is_checked_in_gets_a_seat_where_that_is_asked(draft, event, sixteen, alice):
    register(event, 4, checked_in_at=NOW)
    make(draft, alice, checked_in_only=True)
    assert Seat.objects.filter(match__session=draft).count() == 4


def test_tables_of_other_sizes_take_who_is_left(draft, event, alice):
    register(event, 13)
    make(draft, alice)
    assert sorted(len(table) for table in tables(draft)) == [4, 4, 5]


def test_bots_take_the_places_left_where_the_event_says_so(draft, event, alice):
    Event.objects.filter(pk=event.pk).update(fill="bots")
    draft.event.refresh_from_db()
    register(event, 13)
    make(draft, alice)
    bots = Seat.objects.filter(match__session=draft, player__kind=Player.Kind.BOT)
    assert bots.count() == 3


def test_chosen_bots_take_the_places_left(draft, event, alice):
    bot = BotFactory(builtin="greedy")
    event.bots.add(bot)
    Event.objects.filter(pk=event.pk).update(fill="bots")
    draft.event.refresh_from_db()
    register(event, 7)
    make(draft, alice)
    assert Seat.objects.get(match__session=draft, player__kind=Player.Kind.BOT).player == bot


def test_who_is_left_has_a_bye_where_the_event_says_so(draft, event, alice):
    Event.objects.filter(pk=event.pk).update(fill="byes")
    draft.event.refresh_from_db()
    register(event, 9)
    make(draft, alice)
    assert Bye.objects.filter(session=draft).count() == 1


def test_nobody_has_two_byes_before_all_had_one(event, alice):
    Event.objects.filter(pk=event.pk).update(fill="byes")
    register(event, 5)
    for number in range(1, 6):
        session = SessionFactory(
            event=Event.objects.get(pk=event.pk), number=number, status="draft"
        )
        make(session, alice)
        draws.publish(session=session, by=alice, now=NOW)
    assert Bye.objects.values("player").distinct().count() == 5


def test_the_dealer_sits_out_at_a_table_of_four_at_skat(club, alice):
    event = EventFactory(season__club=club, season__game="skat", table_size=4)
    register(event, 11)
    draft = SessionFactory(event=event, number=1, status="draft")
    make(draft, alice)
    assert sorted(len(table) for table in tables(draft)) == [3, 4, 4]


def test_partners_sit_opposite_at_games_of_sides(club, alice):
    event = EventFactory(season__club=club, season__game="truco", fill="byes")
    register(event, 9)
    draft = SessionFactory(event=event, number=1, status="draft")
    make(draft, alice)
    assert [len(table) for table in tables(draft)] == [4, 4]


def test_pairs_sit_together_or_apart_as_the_event_says(draft, event, sixteen, alice):
    for other, kind in ((1, "apart"), (2, "together")):
        PairRule.objects.create(event=event, one=sixteen[0], other=sixteen[other], kind=kind)
    for seed in range(5):
        make(draft, alice, seed=seed)
        assert not at_one_table(draft, sixteen[0], sixteen[1])
        assert at_one_table(draft, sixteen[0], sixteen[2])


def test_a_contradiction_is_told_with_names(draft, event, sixteen, alice):
    one, other = sixteen[:2]
    PairRule.objects.create(event=event, one=one, other=other, kind="together")
    row = event.registrations.get(player=one)
    Registration.objects.filter(pk=row.pk).update(fixed_table=1)
    Registration.objects.filter(event=event, player=other).update(fixed_table=2)
    with pytest.raises(Conflict) as refused:
        make(draft, alice)
    assert one.name in refused.value.message
    assert other.name in refused.value.message


def test_players_of_a_group_are_kept_apart(draft, event, alice):
    for group in "abcd":
        register(event, 4, group=group)
    make(draft, alice)
    groups = dict(event.registrations.values_list("player", "group"))
    for table in tables(draft):
        assert len({groups[player.pk] for player in table}) == 4


def test_a_fixed_table_is_kept(draft, event, sixteen, alice):
    Registration.objects.filter(event=event, player=sixteen[3]).update(fixed_table=4)
    make(draft, alice)
    assert sixteen[3] in tables(draft)[3]


def test_a_substitute_plays_for_the_points_of_another(draft, event, sixteen, alice):
    row = event.registrations.get(player=sixteen[0])
    Registration.objects.filter(pk=row.pk).update(last_session=draft.number - 1)
    [substitute] = register(event, 1, replaces=row, first_session=draft.number)
    make(draft, alice)
    seat = Seat.objects.get(match__session=draft, player=substitute)
    assert seat.counts_for == sixteen[0]


def test_a_substitute_has_the_score_of_the_one_replaced(session, event, table_of_four):
    match = MatchFactory(
        session=session, players=table_of_four, status=Match.Status.FINAL, version=2
    )
    seat = match.seats.first()
    other = PlayerFactory()
    Seat.objects.filter(pk=seat.pk).update(points=7, counts_for=other)
    assert draw_settings.scores_of(event)[other.pk] == Decimal(7)


def test_an_empty_hall_is_not_drawn(draft, alice):
    with pytest.raises(Conflict, match="Register players"):
        make(draft, alice)


def test_too_few_players_are_told_so(draft, event, alice):
    register(event, 3)
    with pytest.raises(Conflict, match="A table needs 4 players"):
        make(draft, alice)


def test_a_published_draw_is_not_drawn_again(session, event, sixteen, alice):
    with pytest.raises(Conflict):
        make(session, alice)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_have_a_session_drawn(draft, sixteen, who, request):
    with pytest.raises(Forbidden):
        make(draft, request.getfixturevalue(who))


def test_tables_that_still_play_are_noted(match, draft, sixteen, event, alice):
    make(draft, alice)
    entry = AuditEntry.objects.get(event=event, action="draw.make")
    assert entry.data["open"] == [match.code]


def test_a_draw_costs_the_same_queries_for_any_number_of_players(
    draft, event, sixteen, alice, django_assert_max_num_queries
):
    register(event, 40)
    with django_assert_max_num_queries(26):
        make(draft, alice)


def paired(session):
    """Return the pairs that share a table."""
    return {frozenset(pair) for table in tables(session) for pair in combinations(table, 2)}


def test_a_weight_of_an_event_decides_who_meets(session, draft, event, sixteen, alice):
    """Scores alone count, so that those at the first table meet again."""
    for table, points in enumerate([300, 200, 100, 0]):
        match = MatchFactory(session=session, players=sixteen[4 * table : 4 * table + 4])
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=1)
        Seat.objects.filter(match=match).update(points=points)
    make(draft, alice)
    usual = paired(draft)
    Event.objects.update(weights={"repeat": 0, "recent": 0})
    draft = type(draft).objects.select_related("event__season__club").get(pk=draft.pk)
    make(draft, alice)
    assert not usual & paired(session)
    assert paired(draft) == paired(session)


def test_a_draft_keeps_the_weights_it_was_drawn_with(draft, event, sixteen, alice):
    Event.objects.update(weights={"gap": 7})
    make(draft.__class__.objects.get(pk=draft.pk), alice)
    Event.objects.update(weights={})
    draft = type(draft).objects.get(pk=draft.pk)
    assert draft.explanation["weights"]["gap"] == 7
    assert draw_settings.drawn_with(draft).gap == 7
    assert draw_settings.weights_of(draft.event) == Weights()


def test_a_draft_is_drawn_again_with_its_weights(session, draft, sixteen, alice):
    Event.objects.update(weights={"repeat": 0, "recent": 0})
    for table in range(4):
        MatchFactory(session=session, players=sixteen[4 * table : 4 * table + 4])
    make(type(draft).objects.get(pk=draft.pk), alice)
    before = tables(draft)
    Event.objects.update(weights={})
    again = drawing.from_standings(type(draft).objects.get(pk=draft.pk))
    players = draw_settings.setting_of(draft).players
    assert [[players[key] for key in table] for table in again.tables] == before


@pytest.mark.parametrize("kept", [{"gap": -1}, {"gap": "1"}, {"luck": 1}, [1], "x"])
def test_weights_from_elsewhere_are_not_believed(draft, kept):
    draft.explanation = {"weights": kept}
    assert draw_settings.drawn_with(draft) == Weights()
