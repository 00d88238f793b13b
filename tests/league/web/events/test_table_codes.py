"""The codes of tables on a screen: those of the cards, for scorers, as long as the cards open."""

import pytest
from django.urls import reverse

from league.models import Event, Match, OnlineTable, Session
from league.services.base.refusals import Forbidden
from league.services.results import card_guests
from league.web.events import table_codes
from tests.league.factories import BotFactory, MatchFactory, OnlineTableFactory, PlayerFactory

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _guests_enter(match):
    Event.objects.update(guests_enter=True)


@pytest.fixture
def drawn(monkeypatch):
    """What the codes on the page say."""
    contents = []
    monkeypatch.setattr(table_codes, "qr", lambda content: contents.append(content) or "")
    return contents


@pytest.fixture
def as_scorer(client_of, scorer):
    return client_of(scorer)


def codes(session):
    return reverse("web:session-codes", args=[session.code])


def code(match):
    return reverse("web:match-code", args=[match.code])


def address(match):
    return f"http://testserver/matches/{match.code}/seat/#{card_guests.secret_of(match)}"


@pytest.mark.parametrize("who", ["as_scorer", "as_alice"])
def test_scorers_see_the_codes_of_all_tables(request, who, match, drawn):
    other = MatchFactory(session=match.session, players=PlayerFactory.create_batch(4))
    page = request.getfixturevalue(who).get(codes(match.session))
    assert drawn == [address(match), address(other)]
    names = [" · ".join(found.names) for found in page.context["codes"]]
    assert all(name in page.content.decode() for name in names)


def test_a_scorer_sees_the_code_of_one_table(as_scorer, match, drawn):
    MatchFactory(session=match.session, players=PlayerFactory.create_batch(4))
    assert as_scorer.get(code(match)).status_code == 200
    assert drawn == [address(match)]


@pytest.mark.parametrize("who", ["as_bob", "as_mallory", "client"])
def test_nobody_else_sees_a_code(request, who, match, drawn):
    client = request.getfixturevalue(who)
    refused = {client.get(page(match)).status_code for page in (code, of_its_session)}
    assert refused == ({302} if who == "client" else {403})
    assert drawn == []


def of_its_session(match):
    return codes(match.session)


def test_the_page_says_the_secret_in_no_text(as_scorer, match):
    page = as_scorer.get(codes(match.session)).content.decode()
    assert card_guests.secret_of(match) not in page
    assert "<svg" in page


def test_no_cache_keeps_the_codes(as_scorer, match):
    assert "no-store" in as_scorer.get(codes(match.session)).headers["Cache-Control"]


def test_codes_ask_for_a_login_where_guests_do_not_write(as_scorer, match, drawn):
    Event.objects.update(guests_enter=False)
    page = as_scorer.get(codes(match.session)).content.decode()
    assert drawn == [f"http://testserver/matches/{match.code}/card/"]
    assert "and log in" in page


@pytest.mark.parametrize("status", [Session.Status.DRAFT, Session.Status.CLOSED])
@pytest.mark.parametrize("page", [code, of_its_session])
def test_there_is_no_code_outside_the_session(as_alice, match, drawn, status, page):
    Session.objects.update(status=status)
    assert "from its publication" in as_alice.get(page(match)).content.decode()
    assert drawn == []


@pytest.mark.parametrize("status", [Match.Status.FINAL, Match.Status.VOID])
@pytest.mark.parametrize("page", [code, of_its_session])
def test_a_table_that_waits_for_nothing_has_no_code(as_alice, entered, drawn, status, page):
    Match.objects.update(status=status)
    assert "waits for" in as_alice.get(page(entered)).content.decode()
    assert drawn == []


@pytest.mark.parametrize("page", [code, of_its_session])
def test_a_table_that_is_played_online_has_no_code(as_alice, match, drawn, page):
    opener = match.seats.first().player
    playing = {"status": OnlineTable.Status.PLAYING, "awaits": OnlineTable.Awaits.PERSON}
    OnlineTableFactory(event=match.session.event, match=match, opened_by=opener, **playing)
    assert as_alice.get(page(match)).context["codes"] == []
    assert code(match) not in as_alice.get(f"/matches/{match.code}/").content.decode()
    with pytest.raises(Forbidden, match="opens nothing now"):
        card_guests.take_seat(match=match, card=card_guests.secret_of(match), number=2)


def test_tables_of_bots_have_no_code(as_alice, match, drawn):
    MatchFactory(session=match.session, players=[BotFactory(), BotFactory()])
    page = as_alice.get(codes(match.session)).context["page"]
    assert (drawn, page.paginator.count) == ([address(match)], 1)


def test_a_new_draw_of_the_same_tables_shows_new_codes(as_scorer, match):
    asks = {"known": as_scorer.get(codes(match.session)).context["known"]}
    Match.objects.filter(pk=match.pk).update(code="redrawn")
    assert as_scorer.get(codes(match.session), asks, headers=FRAGMENT).status_code == 200


def test_the_page_renews_itself_as_tables_end(as_scorer, match):
    known = as_scorer.get(codes(match.session)).context["known"]
    asks = {"known": known}
    assert as_scorer.get(codes(match.session), asks, headers=FRAGMENT).status_code == 204
    Match.objects.update(status=Match.Status.VOID)
    part = as_scorer.get(codes(match.session), asks, headers=FRAGMENT).content.decode()
    assert "No table of this session" in part
    assert "<h1" in part
    assert "<html" not in part


@pytest.mark.parametrize(
    ("who", "is_led"),
    [("as_scorer", True), ("as_alice", True), ("as_bob", False), ("client", False)],
)
def test_only_scorers_are_led_there(request, who, is_led, match):
    client = request.getfixturevalue(who)
    session = client.get(reverse("web:session", args=[match.session.code])).content.decode()
    assert (codes(match.session) in session) == is_led
    page = client.get(reverse("web:match", args=[match.code])).content.decode()
    assert (code(match) in page) == is_led


def test_a_scorer_is_led_there_from_the_pad(as_scorer, as_bob, match):
    pad = reverse("web:pad", args=[match.code])
    assert code(match) in as_scorer.get(pad).content.decode()
    assert code(match) not in as_bob.get(pad).content.decode()


@pytest.mark.parametrize("count", [1, 12])
def test_codes_cost_the_same_for_one_and_for_many(
    as_scorer, match, count, django_assert_max_num_queries
):
    for _ in range(count):
        MatchFactory(session=match.session, players=PlayerFactory.create_batch(4))
    with django_assert_max_num_queries(13):
        as_scorer.get(codes(match.session))
