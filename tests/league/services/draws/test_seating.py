import pytest

from league.models import AuditEntry, Bye, Event, Registration, Session
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.draws import drawing, draws, seating
from league.services.draws.seating import MovePlayer, SwapPlayers
from league.services.events import sessions
from tests.league.draws import register, tables
from tests.league.factories import NOW, PlayerFactory


@pytest.fixture
def sixteen(event):
    return register(event, 16)


@pytest.fixture
def drawn(draft, sixteen, alice):
    drawing.draw(session=draft, by=alice, now=NOW)
    return draft


def change(session, wish, by):
    return seating.change(session=session, wish=wish, by=by, now=NOW)


def test_a_swap_changes_two_places_and_no_other(drawn, alice):
    before = tables(drawn)
    one, other = before[0][1], before[2][3]
    change(drawn, SwapPlayers(one, other), alice)
    before[0][1], before[2][3] = other, one
    assert tables(drawn) == before


def test_a_price_changes_nothing(drawn, alice):
    before = tables(drawn)
    seating.price(session=drawn, wish=SwapPlayers(before[0][0], before[1][0]), by=alice)
    assert tables(drawn) == before


def test_what_a_change_costs_is_what_was_said(drawn, alice):
    wish = SwapPlayers(tables(drawn)[0][0], tables(drawn)[1][0])
    said = seating.price(session=drawn, wish=wish, by=alice)
    assert change(drawn, wish, alice) == said


def price_of_a_group_together(draft, event, alice):
    """Return two of a group who sit apart, and the price of a swap that seats them together."""
    for number in range(4):
        register(event, 4, group=f"Club {number}")
    drawing.draw(session=draft, by=alice, now=NOW)
    groups = dict(event.registrations.values_list("player", "group"))
    one, *_rest = tables(draft)[0]
    [mate] = [player for player in tables(draft)[1] if groups[player.pk] == groups[one.pk]]
    other = next(player for player in tables(draft)[0] if player != one)
    price = seating.price(session=draft, wish=SwapPlayers(other, mate), by=alice)
    return one, mate, price


def test_to_seat_a_group_together_has_its_price(draft, event, alice):
    _one, _mate, price = price_of_a_group_together(draft, event, alice)
    assert price["severity"] == "costs"
    assert [part["name"] for part in price["parts"]] == ["groups"]


def test_a_broken_rule_is_said_and_done_all_the_same(drawn, event, alice):
    one, other = tables(drawn)[0][0], tables(drawn)[1][0]
    Registration.objects.filter(event=event, player=one).update(fixed_table=1)
    cost = change(drawn, SwapPlayers(one, other), alice)
    assert cost["severity"] == "breach"
    assert cost["breaches"] == [{"code": "fixed_table", "players": [one.code], "table": 2}]


def test_a_player_may_be_moved_to_another_table(drawn, alice):
    player = tables(drawn)[0][0]
    Event.objects.filter(pk=drawn.event_id).update(table_size=4)
    with pytest.raises(Invalid) as refused:
        change(drawn, MovePlayer(player, 2), alice)
    assert list(refused.value.errors) == ["tables.0"]


def test_a_table_may_be_made_larger_by_another(draft, event, alice):
    register(event, 9)
    drawing.draw(session=draft, by=alice, now=NOW)
    [larger] = [table for table in tables(draft) if len(table) == 5]
    number = 3 - (tables(draft).index(larger) + 1)
    change(draft, MovePlayer(larger[0], number), alice)
    assert larger[0] in tables(draft)[number - 1]
    assert [len(table) for table in tables(draft)].count(5) == 1


def test_a_player_may_be_given_a_bye(draft, event, alice):
    register(event, 9)
    drawing.draw(session=draft, by=alice, now=NOW)
    [larger] = [table for table in tables(draft) if len(table) == 5]
    change(draft, MovePlayer(larger[2], None), alice)
    assert Bye.objects.get(session=draft).player == larger[2]


def test_a_table_that_is_none_is_named(drawn, alice):
    with pytest.raises(Invalid) as refused:
        change(drawn, MovePlayer(tables(drawn)[0][0], 9), alice)
    assert refused.value.errors == {"table": ["The tables are numbered from 1; 5 opens a new one."]}


def test_who_has_no_place_cannot_be_moved(drawn, alice):
    with pytest.raises(Conflict, match="has no place in this draw"):
        change(drawn, MovePlayer(PlayerFactory(), 1), alice)


def test_who_went_since_the_draw_is_a_stranger(drawn, event, alice):
    gone, other = tables(drawn)[0][0], tables(drawn)[1][0]
    Registration.objects.filter(event=event, player=gone).update(status="withdrawn")
    change(drawn, SwapPlayers(gone, other), alice)
    drawn.refresh_from_db()
    found = [(one["code"], one["players"]) for one in drawn.explanation["breaches"]]
    assert ("stranger", [gone.code]) in found


def test_a_draw_is_explained_table_by_table(drawn):
    drawn.refresh_from_db()
    assert [table["table"] for table in drawn.explanation["tables"]] == [1, 2, 3, 4]
    assert drawn.explanation["total"] == sum(t["total"] for t in drawn.explanation["tables"])


def test_a_published_draw_no_longer_changes(drawn, alice):
    draws.publish(session=drawn, by=alice, now=NOW)
    one, other = tables(drawn)[0][0], tables(drawn)[1][0]
    with pytest.raises(Conflict):
        change(Session.objects.get(pk=drawn.pk), SwapPlayers(one, other), alice)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_change_draws(drawn, who, request):
    by = request.getfixturevalue(who)
    wish = SwapPlayers(tables(drawn)[0][0], tables(drawn)[1][0])
    with pytest.raises(Forbidden):
        change(drawn, wish, by)
    with pytest.raises(Forbidden):
        seating.price(session=drawn, wish=wish, by=by)


def take_back(session, by):
    return seating.take_back(session=session, by=by, now=NOW)


def test_the_last_swap_is_taken_back_once(drawn, alice):
    before = tables(drawn)
    change(drawn, SwapPlayers(before[0][0], before[1][0]), alice)
    change(drawn, SwapPlayers(before[0][1], before[1][1]), alice)
    take_back(drawn, alice)
    assert tables(drawn)[0][:2] == [before[1][0], before[0][1]]
    with pytest.raises(Conflict, match="You can no longer undo this swap"):
        take_back(drawn, alice)


def test_a_swap_with_a_bye_is_taken_back(draft, event, alice):
    Event.objects.filter(pk=event.pk).update(table_size=4, fill="byes")
    register(event, 9)
    drawing.draw(session=Session.objects.get(pk=draft.pk), by=alice, now=NOW)
    resting, before = Bye.objects.get().player, tables(draft)
    change(Session.objects.get(pk=draft.pk), SwapPlayers(before[0][2], resting), alice)
    take_back(Session.objects.get(pk=draft.pk), alice)
    assert (Bye.objects.get().player, tables(draft)) == (resting, before)


def test_a_move_is_no_swap_to_undo(draft, event, alice):
    register(event, 9)
    drawing.draw(session=draft, by=alice, now=NOW)
    [larger] = [table for table in tables(draft) if len(table) == 5]
    change(draft, MovePlayer(larger[2], None), alice)
    with pytest.raises(Conflict):
        take_back(draft, alice)


def test_a_swap_that_was_published_and_taken_back_can_be_undone(drawn, alice):
    before = tables(drawn)
    change(drawn, SwapPlayers(before[0][0], before[1][0]), alice)
    draws.publish(session=drawn, by=alice, now=NOW)
    with pytest.raises(Conflict, match="published"):
        take_back(drawn, alice)
    sessions.undo(session=drawn, by=alice, now=NOW)
    take_back(drawn, alice)
    assert tables(drawn) == before


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_take_swaps_back(drawn, alice, who, request):
    before = tables(drawn)
    change(drawn, SwapPlayers(before[0][0], before[1][0]), alice)
    with pytest.raises(Forbidden):
        take_back(drawn, request.getfixturevalue(who))


def test_a_change_is_in_the_log_with_its_price(drawn, event, alice):
    wish = SwapPlayers(tables(drawn)[0][0], tables(drawn)[1][0])
    cost = change(drawn, wish, alice)
    entry = AuditEntry.objects.get(event=event, action="draw.change")
    assert entry.data["price"] == cost["total"]
    assert [table["seats"] for table in entry.data["tables"]] == [
        [player.code for player in table] for table in tables(drawn)
    ]


def test_a_price_names_the_pairs_that_cause_it(draft, event, alice):
    one, mate, price = price_of_a_group_together(draft, event, alice)
    [part] = price["parts"]
    assert {one.code, mate.code} in [set(cause["players"]) for cause in part["causes"]]
    assert sum(cause["cost"] for cause in part["causes"]) == part["cost"] == price["total"]


def test_a_bye_has_its_reason(draft, event, alice):
    event.fill = Event.Fill.BYES
    event.save(update_fields=["fill"])
    register(event, 7)
    drawing.draw(session=Session.objects.get(pk=draft.pk), by=alice, now=NOW)
    draft.refresh_from_db()
    byes = [one["players"] for one in draft.explanation["reasons"] if one["table"] is None]
    assert byes == [[bye.player.code] for bye in Bye.objects.filter(session=draft).order_by("pk")]
    assert {one["why"] for one in draft.explanation["reasons"]} == {"lot"}
