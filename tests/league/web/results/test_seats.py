"""The code on a table's card: who has no account writes, confirms, and gets no further."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from league.config import kept
from league.models import Event, Match, Result, ScorePad, Session
from league.services.base import limits
from league.services.results import card_guests
from league.web.results import seats, writers
from tests.league.factories import MatchFactory, PersonFactory, PlayerFactory
from tests.league.services.results.test_pads import write_all
from tests.league.sheets import SHEETS
from tests.league.web.results.test_results import scores_form

EMIL, FRIDA = 2, 3


@pytest.fixture(autouse=True)
def _guests_enter(event):
    Event.objects.filter(pk=event.pk).update(guests_enter=True)


def address(match, name="seat"):
    return reverse(f"web:{name}", args=[match.code])


def sit(client, match, seat, card=None):
    secret = card_guests.secret_of(match) if card is None else card
    return client.post(address(match), {"invitation": secret, "seat": seat})


@pytest.fixture
def guest(match):
    """Return a function that gives a browser in which somebody sits at a seat of the table."""

    def make(seat):
        client = Client()
        assert sit(client, match, seat).status_code == 302
        return client

    return make


@pytest.fixture
def emil(guest):
    return guest(EMIL)


@pytest.fixture
def frida(guest):
    return guest(FRIDA)


def text(answer):
    return " ".join(answer.content.decode().split())


KEY = {"Idempotency-Key": "a1"}


def enter(client, match, **options):
    return client.post(f"{address(match, 'enter')}?as=scores", scores_form(), **options)


def confirm(client, match):
    version = Match.objects.get(pk=match.pk).version
    return client.post(address(match, "confirm"), {"version": version}, follow=True)


def test_those_without_an_account_are_asked_who_they_are(client, match):
    page = text(client.get(address(match)))
    assert "I am Emil" in page
    assert "I am Bob" not in page
    assert card_guests.secret_of(match) not in page


def test_the_secret_opens_the_pad(client, match):
    answer = sit(client, match, EMIL)
    assert answer.url == address(match, "from-card")
    assert client.get(answer.url).url == address(match, "pad")
    assert "seat 3, Emil" in text(client.get(address(match, "pad")))


def test_the_word_lies_on_the_pages_of_this_match_only(client, match):
    cookie = sit(client, match, EMIL).cookies[settings.SEAT_COOKIE_NAME]
    assert (cookie["path"], cookie["httponly"]) == (address(match, "match"), True)
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_another_secret_opens_nothing(client, match):
    answer = sit(client, match, EMIL, card="stc_0")
    assert answer.status_code == 403
    assert "not of this table" in text(answer)
    assert settings.SEAT_COOKIE_NAME not in client.cookies


@pytest.mark.parametrize("seat", ["0", "9", "", "x", "²"])
def test_another_seat_is_refused(client, match, seat):
    assert sit(client, match, seat).status_code == 409


def test_whoever_is_logged_in_comes_to_the_pad_by_the_card(as_bob, match):
    assert as_bob.get(address(match)).url == address(match, "from-card")


def test_one_guest_enters_and_another_confirms(match, emil, frida):
    assert enter(emil, match).url == address(match, "match")
    assert frida.get(address(match, "from-card")).url == address(match, "confirm")
    page = text(frida.get(address(match, "confirm")))
    assert "entered by seat 3, Emil" in page
    page = text(confirm(frida, match))
    assert "confirmed by seat 4, Frida" in page
    assert Match.objects.get(pk=match.pk).status == Match.Status.FINAL


def test_a_script_is_told_where_it_leads_and_the_message_is_there(match, emil):
    answer = enter(emil, match, headers=KEY)
    assert (answer.status_code, answer.headers["Location"]) == (201, address(match, "match"))
    assert "The result is entered." in text(emil.get(answer.headers["Location"]))


def test_a_script_is_told_what_is_refused(match, emil, frida):
    enter(emil, match)
    assert enter(frida, match, headers=KEY).status_code == 409


def test_nobody_confirms_what_the_own_seat_entered(match, emil, guest):
    enter(emil, match)
    for own in (emil, guest(EMIL)):
        assert own.get(address(match, "confirm")).status_code == 403
        assert confirm(own, match).status_code == 403
    assert not Result.objects.filter(confirmed_at__isnull=False).exists()


def test_who_entered_cannot_become_somebody_else(match, emil):
    enter(emil, match)
    answer = sit(emil, match, FRIDA)
    assert answer.status_code == 409
    assert "Somebody else has to confirm it" in text(answer)


def test_confirming_twice_is_told(match, emil, frida):
    enter(emil, match)
    confirm(frida, match)
    assert "This result is final" in text(confirm(frida, match))


def test_of_two_who_enter_the_second_is_told(match, emil, frida):
    enter(emil, match)
    assert enter(frida, match).status_code == 409
    assert Result.objects.get().entered_seat == EMIL


def test_a_guest_disputes(match, emil, frida):
    enter(emil, match)
    page = text(frida.get(address(match, "match")))
    assert "Dispute the result" in page
    frida.post(address(match, "dispute"), {"reason": "Wrong.", "version": 1})
    assert Match.objects.get(pk=match.pk).status == Match.Status.DISPUTED


def test_a_guest_keeps_the_pad(match, emil):
    sheet = SHEETS["mit-list-und-tuecke"][0]
    found = {
        f"players.{seat}.{name}": value
        for seat, row in enumerate(sheet["players"])
        for name, value in row.items()
    }
    form = found | {"number": 0, "pad": 0, "act": "write", "dealer": 0}
    assert emil.post(address(match, "pad"), form).status_code == 302
    assert ScorePad.objects.get(match=match).written_by is None


def test_a_guest_hands_in_again_what_has_arrived(match, emil, now):
    by = card_guests.guest_of(emil.cookies[settings.SEAT_COOKIE_NAME].value)
    form = {"pad": 4, "version": 0, "digest": write_all(match, by, now).digest}
    assert f'name="digest" value="{form["digest"]}"' in text(emil.get(address(match, "pad")))
    sent = [form, form, form | {"digest": "other"}]
    answers = [emil.post(address(match, "pad-hand-in"), one, headers=KEY) for one in sent]
    assert [answer.status_code for answer in answers] == [201, 201, 409]


def test_the_pad_says_that_a_result_waits(match, emil, frida):
    enter(emil, match)
    assert "has handed in the result" in text(frida.get(f"{address(match, 'pad')}?known=0"))
    assert "has handed in the result" not in text(emil.get(f"{address(match, 'pad')}?known=0"))


def test_nothing_else_opens(match, emil, session, event):
    other = MatchFactory(session=session, table_number=2, players=PlayerFactory.create_batch(4))
    for name in ("pad", "enter", "confirm"):
        assert "/login/" in emil.get(address(other, name)).url
    for page in ("/me/", f"/clubs/{event.season.club.slug}/desk/", "/notices/"):
        assert "/login/" in emil.get(page).url
    for name in ("correct", "void", "forfeit", "finish-alone"):
        assert "/login/" in emil.post(address(match, name)).url


def test_a_word_sent_to_another_match_opens_nothing(match, emil, session):
    other = MatchFactory(session=session, table_number=2, players=PlayerFactory.create_batch(4))
    stranger = Client()
    stranger.cookies[settings.SEAT_COOKIE_NAME] = emil.cookies[settings.SEAT_COOKIE_NAME].value
    assert "/login/" in stranger.get(address(other, "pad")).url


def test_the_end_of_the_session_ends_it(match, emil, session):
    Session.objects.filter(pk=session.pk).update(status=Session.Status.CLOSED)
    assert emil.get(address(match, "pad")).status_code == 403
    assert enter(emil, match).status_code == 403
    assert "nobody writes at this table now" in text(emil.get(address(match)))


def test_who_is_replaced_is_out(match, emil):
    match.seats.filter(number=EMIL).update(player=PlayerFactory(name="Gerd"))
    assert emil.get(address(match, "pad")).status_code == 403
    assert "You write here for" not in text(emil.get(address(match, "match")))


def test_where_guests_do_not_enter_the_page_says_so(client, match, event):
    Event.objects.filter(pk=event.pk).update(guests_enter=False)
    page = text(client.get(address(match)))
    assert "nobody writes at this table now" in page
    assert "I am Emil" not in page


def test_a_table_of_accounts_asks_for_the_login(client, session):
    match = MatchFactory(session=session, players=[PersonFactory() for _ in range(4)])
    assert "Everybody at this table has an account" in text(client.get(address(match)))


def test_a_final_table_leads_on(client, match):
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=1)
    assert client.get(address(match)).url == address(match, "from-card")


def test_pages_of_guests_are_kept_by_nobody(match, emil, rf):
    for name in ("match", "pad", "seat"):
        assert "no-store" in emil.get(address(match, name)).headers["Cache-Control"]
    request = rf.get(address(match, "match"))
    request.COOKIES[settings.SEAT_COOKIE_NAME] = "x"
    assert not kept.is_visitor(request)
    assert "web:seat" not in kept.FOR_EVERYBODY


def test_forms_of_guests_need_the_token_of_the_page(match):
    client = Client(enforce_csrf_checks=True)
    assert sit(client, match, EMIL).status_code == 403
    assert settings.SEAT_COOKIE_NAME not in client.cookies


def test_too_many_guests_from_one_address_are_put_off(client, match, monkeypatch):
    monkeypatch.setattr(seats, "MOST_AN_HOUR", 1)
    assert [sit(client, match, EMIL).status_code for _ in range(2)] == [302, 429]


def test_too_much_from_one_seat_is_put_off(match, emil, monkeypatch):
    limits.forget(f"rate:seat:{match.code}:{EMIL}")
    monkeypatch.setattr(writers, "MOST_AN_HOUR", 1)
    answers = [emil.post(address(match, "pad"), {"number": 0}).status_code for _ in range(2)]
    assert answers == [200, 429]
