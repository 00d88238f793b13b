"""What organisers do with a draw on the page of its session."""

import re
from itertools import chain, combinations, permutations, product

import pytest

from league.models import Bye, Event, Session
from tests.league.cups import make_cup, next_round, win
from tests.league.draws import register, tables
from tests.league.factories import NOW, BotFactory, PlayerFactory, SessionFactory


@pytest.fixture
def organiser(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def sixteen(event):
    return register(event, 16)


def send(client, session, what, **form):
    return client.post(f"/sessions/{session.code}/{what}/", form, follow=True)


def said(response):
    return [str(message) for message in response.context["messages"]]


def test_a_session_is_drawn_and_shows_why(organiser, draft, sixteen):
    page = send(organiser, draft, "draw")
    assert "The draw is made" in said(page)[0]
    assert page.content.decode().count("panel") >= 4


def test_drawn_again_the_lots_are_others(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    before = tables(draft)
    send(organiser, draft, "draw")
    assert tables(draft) != before


def test_only_who_is_checked_in_is_drawn_where_ticked(organiser, draft, sixteen):
    page = send(organiser, draft, "draw", checked_in_only="on")
    assert "check them in first" in said(page)[0]


@pytest.mark.further
def test_a_swap_is_priced_before_it_is_made(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    (one, *_), (other, *_), *_rest = before = tables(draft)
    page = send(organiser, draft, "swap", one=one.code, other=other.code, price="yes")
    assert said(page) == [f"If you swap {one.name} and {other.name}: No drawback."]
    assert tables(draft) == before
    send(organiser, draft, "swap", one=one.code, other=other.code)
    assert tables(draft)[0][0] == other


def test_a_preview_keeps_both_players_chosen(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    (one, *_), (other, *_), *_rest = tables(draft)
    shown = send(organiser, draft, "swap", one=one.code, other=other.code, price="yes")
    for player in (one, other):
        assert f'<option value="{player.code}" selected>' in shown.content.decode()


def test_a_swap_with_oneself_is_refused(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    code = sixteen[0].code
    page = send(organiser, draft, "swap", one=code, other=code)
    assert said(page) == [
        f"A swap needs two players, and you chose {sixteen[0].name} twice. Choose another."
    ]


def test_only_players_who_have_checked_in_stays_ticked(organiser, event, draft):
    register(event, 8, checked_in_at=NOW)
    assert "checked_in_only" in send(organiser, draft, "draw").content.decode()
    shown = send(organiser, draft, "draw", checked_in_only="on").content.decode()
    assert '<input type="checkbox" name="checked_in_only" checked>' in shown


def test_the_first_draw_of_a_cup_asks_what_it_settles(organiser, club):
    cup, _players = make_cup(club, 4, table_size=2)
    session = SessionFactory(event=cup, number=1, status="draft")
    send(organiser, session, "draw", seeding="lot", third_place="on")
    session.refresh_from_db()
    assert (session.explanation["seeded_by"], session.explanation["third_place"]) == ("lot", True)
    shown = organiser.get(f"/sessions/{session.code}/").content.decode()
    assert '<option value="lot" selected>' in shown
    assert '<input type="checkbox" name="third_place" checked>' in shown


def test_later_draws_of_a_cup_do_not_ask_and_name_who_came_late(organiser, club, alice):
    cup, players = make_cup(club, 4, table_size=2)
    win(next_round(cup, alice), players)
    [late] = register(cup, 1, first_session=2)
    session = next_round(cup, alice, is_published=False)
    shown = organiser.get(f"/sessions/{session.code}/").content.decode()
    assert f"There is no place in the bracket for {late.name}" in shown
    assert "third_place" not in shown


def test_a_swap_in_a_cup_says_that_it_leaves_the_bracket(organiser, club, alice):
    cup, _players = make_cup(club, 4, table_size=2)
    session = next_round(cup, alice, is_published=False)
    (one, _one), (other, _other) = tables(session)
    page = send(organiser, session, "swap", one=one.code, other=other.code, price="yes")
    assert said(page) == [
        f"If you swap {one.name} and {other.name}:\nBreaks a rule: tables must be as the bracket "
        "says, or the next round is seated by hand"
    ]


def test_a_time_to_publish_is_shown(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    page = send(organiser, draft, "schedule", publish_at="2036-11-27T19:30")
    assert 'value="2036-11-27T19:30"' in page.content.decode()
    send(organiser, draft, "schedule", publish_at="")
    assert Session.objects.get(pk=draft.pk).publish_at is None


@pytest.mark.parametrize("time", ["soon", "2036-13-01T00:00", "9" * 50])
def test_a_time_that_is_none_is_refused(organiser, draft, sixteen, time):
    page = send(organiser, draft, "schedule", publish_at=time)
    assert said(page) == ["Enter a date and a time."]


def test_a_published_draw_is_taken_back(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    send(organiser, draft, "publish")
    assert said(send(organiser, draft, "undo")) == ["The draw is a draft again."]


def test_a_session_is_closed_and_opened_on_its_page(organiser, session):
    send(organiser, session, "close")
    assert Session.objects.get(pk=session.pk).status == "closed"
    send(organiser, session, "reopen")
    assert Session.objects.get(pk=session.pk).status == "published"


def test_everybody_sees_why_tables_are_as_they_are(client, organiser, event, draft):
    for group in "ab":
        register(event, 8, group=group)
    send(organiser, draft, "draw")
    send(organiser, draft, "publish")
    client.logout()
    page = client.get(f"/sessions/{draft.code}/").content.decode()
    assert "same group" in page
    assert "Preview the swap" not in page


def test_a_price_names_the_pairs_and_how_often_they_met(organiser, event, draft):
    register(event, 12)
    first = SessionFactory(event=event, number=draft.number - 1, status="draft")
    send(organiser, first, "draw")
    send(organiser, draft, "draw")
    met = {
        frozenset(pair)
        for match in first.matches.all()
        for pair in combinations([seat.player.name for seat in match.seats.all()], 2)
    }
    [table, *others] = tables(draft)
    told = set()
    for one, other in product(table, chain.from_iterable(others)):
        page = send(organiser, draft, "swap", one=one.code, other=other.code, price="yes")
        dearer = [line for line in said(page)[0].splitlines() if line.startswith("Met before: ")]
        for line in dearer:
            told |= {
                pair
                for pair in met
                if any(f"{a} and {b}, who have met once" in line for a, b in permutations(pair))
            }
            assert "who have met once" in line
        if told:
            break
    assert told, "no swap lets anybody meet again who met in the first session"


def test_byes_and_odd_tables_say_why(organiser, event, draft):
    event.fill = Event.Fill.BYES
    event.save(update_fields=["fill"])
    register(event, 9)
    page = send(organiser, draft, "draw").content.decode()
    assert "Why these byes" in page
    bye = Bye.objects.get(session=draft).player
    assert f"{bye.name} ties with others" in page


@pytest.mark.parametrize(
    "what", ["draw", "swap", "swap/undo", "schedule", "undo", "close", "reopen"]
)
def test_members_do_nothing_to_sessions(client, bob, session, sixteen, what):
    client.force_login(bob)
    form = {"one": sixteen[0].code, "other": sixteen[1].code}
    before = Session.objects.values().get(pk=session.pk)
    page = send(client, session, what, **form)
    assert page.status_code == 403
    assert "You need the role" in page.content.decode()
    assert Session.objects.values().get(pk=session.pk) == before


# The same in place, without leaving the page.


def swap(client, session, one, other, **form):
    form |= {"one": getattr(one, "code", one), "other": other.code}
    return client.post(f"/sessions/{session.code}/swap/", form, headers={"HX-Request": "true"})


def undo(client, session):
    return client.post(f"/sessions/{session.code}/swap/undo/", headers={"HX-Request": "true"})


def shown(client, session):
    return client.get(f"/sessions/{session.code}/").content.decode()


@pytest.fixture
def drawn(organiser, draft, sixteen):
    send(organiser, draft, "draw")
    return draft


def test_the_price_comes_with_the_button_that_pays_it(organiser, drawn):
    (one, *_), (other, *_), *_rest = before = tables(drawn)
    page = swap(organiser, drawn, one, other, price="yes").content.decode()
    assert "No drawback." in page
    assert "Swap players" in page
    assert tables(drawn) == before


def test_a_swap_in_place_brings_the_tables_and_an_undo(organiser, drawn):
    (one, *_), (other, *_), *_rest = before = tables(drawn)
    page = swap(organiser, drawn, one, other).content.decode()
    assert 'id="tables"' in page
    assert "Undo the swap" in page
    undone = undo(organiser, drawn).content.decode()
    assert tables(drawn) == before
    assert "Undo the swap" not in undone


def test_a_swap_can_be_undone_after_the_page_was_loaded_again(organiser, drawn):
    (one, *_), (other, *_), *_rest = before = tables(drawn)
    assert "Undo the swap" not in shown(organiser, drawn)
    swap(organiser, drawn, one, other)
    page = shown(organiser, drawn)
    assert f"You swapped {one.name} and {other.name}." in page
    assert "Undo the swap" in page
    send(organiser, drawn, "swap/undo")
    assert tables(drawn) == before
    assert "Undo the swap" not in shown(organiser, drawn)


def test_a_swap_cannot_be_undone_once_the_draft_was_drawn_again(organiser, drawn):
    (one, *_), (other, *_), *_rest = tables(drawn)
    swap(organiser, drawn, one, other)
    send(organiser, drawn, "draw")
    before = tables(drawn)
    assert "Undo the swap" not in shown(organiser, drawn)
    assert undo(organiser, drawn).status_code == 422
    assert tables(drawn) == before


def test_a_swap_that_is_refused_says_why(organiser, drawn, session):
    (one, *_), *_rest = tables(drawn)
    answer = swap(organiser, drawn, one, PlayerFactory(name="Zoe"))
    assert answer.status_code == 422
    assert "Zoe has no place in this draw" in answer.content.decode()


def test_others_do_not_find_the_draft_they_would_change(as_bob, drawn):
    (one, *_), (other, *_), *_rest = before = tables(drawn)
    assert swap(as_bob, drawn, one, other).status_code == 404
    assert tables(drawn) == before


@pytest.fixture
def bot(drawn):
    """A bot that has the first seats of two tables of the draft."""
    bot = BotFactory()
    for match in drawn.matches.filter(table_number__lte=2):
        match.seats.filter(number=0).update(player=bot)
    return bot


def test_a_bot_with_several_seats_is_moved_from_the_one_that_is_meant(organiser, drawn, bot):
    page = shown(organiser, drawn)
    assert f'data-player="{bot.code}.1.0"' in page
    assert f'data-player="{bot.code}.2.0"' in page
    before = tables(drawn)
    other = before[2][1]
    swap(organiser, drawn, f"{bot.code}.2.0", other)
    after = tables(drawn)
    assert (after[0][0], after[1][0], after[2][1]) == (bot, other, bot)
    undo(organiser, drawn)
    assert tables(drawn) == before


def test_a_bot_that_does_not_sit_there_any_more_is_not_moved(organiser, drawn, bot):
    before = tables(drawn)
    answer = swap(organiser, drawn, f"{bot.code}.3.1", before[2][1])
    assert answer.status_code == 422
    assert "no longer sits there" in answer.content.decode()
    assert tables(drawn) == before


@pytest.mark.parametrize("place", ["", ".", ".1.0", "{}.1", "{}.1.0.0", "{}.x.0", "{}.-1.0"])
def test_a_place_that_is_none_is_not_found(organiser, drawn, bot, place):
    answer = swap(organiser, drawn, place.format(bot.code), tables(drawn)[2][1])
    assert answer.status_code == 404


def test_nobody_is_moved_once_the_draw_is_published(organiser, drawn):
    send(organiser, drawn, "publish")
    page = organiser.get(f"/sessions/{drawn.code}/").content.decode()
    assert "data-player" not in page
    assert "draft.js" not in page


def test_the_price_is_a_list_with_a_line_for_each_reason(organiser, event, draft):
    for group in "abcd":
        register(event, 4, group=group)
    send(organiser, draft, "draw")
    group_of = dict(event.registrations.values_list("player", "group"))
    here, there, *_rest = tables(draft)
    one = here[0]
    other = next(player for player in there if group_of[player.pk] != group_of[one.pk])
    page = swap(organiser, draft, one, other, price="yes").content.decode()
    [listed] = re.findall(r'<ul class="price">(.*?)</ul>', page)
    lines = re.findall("<li>(.*?)</li>", listed)
    assert lines[0].startswith("Same group: 40000 penalty points more (")
