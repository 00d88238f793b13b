"""The page of a score pad: what is asked, stored, shown to the table, and handed in."""

import pytest
from django.urls import reverse

from league.models import Result, ScorePad
from tests.league.factories import (
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.services import acts

CLUBS = {"declarer": "0", "contract": "clubs", "matadors": "1", "bid": "", "won": "yes"}


@pytest.fixture
def skat(club, bob, dora):
    """A table of Skat with a fourth, who sits out when dealing."""
    season = SeasonFactory(club=club, game="skat")
    session = SessionFactory(event=EventFactory(season=season), number=1)
    seats = [bob.player, dora.player, PlayerFactory(name="Emil"), PlayerFactory(name="Frida")]
    return MatchFactory(session=session, players=seats)


def address(match, name="pad"):
    return reverse(f"web:{name}", args=[match.code])


def write(client, match, number=0, version=0, act="write", **typed):
    answers = CLUBS | {"declarer": "2"} | typed
    hidden = {"number": number, "pad": version, "act": act, "dealer": number % 4}
    return client.post(address(match), answers | hidden)


def text(answer):
    return " ".join(answer.content.decode().split())


def test_nobody_sits_out_who_is_asked_about(as_bob, skat):
    page = text(as_bob.get(address(skat)))
    assert 'id="declarer-0"' not in page
    assert "Bob deals and sits out" in page


def test_fields_of_another_game_are_not_shown(as_bob, skat):
    assert "ramsch.points" not in text(as_bob.get(address(skat)))
    typed = {"declarer": "ramsch", "number": 0, "pad": 0}
    page = text(as_bob.post(address(skat), typed, headers={"HX-Request": "true"}))
    assert "ramsch.points.1" in page
    assert "matadors" not in page


def test_the_value_is_worked_out_while_one_types(as_bob, skat):
    typed = CLUBS | {"declarer": "2", "number": 0, "pad": 0, "dealer": 0}
    page = text(as_bob.post(address(skat), typed, headers={"HX-Request": "true"}))
    assert "Emil <strong>24</strong>" in page
    assert not ScorePad.objects.exists()


def test_a_deal_is_stored_and_the_dealer_moves_on(as_bob, skat):
    assert write(as_bob, skat).status_code == 302
    page = text(as_bob.get(address(skat)))
    assert "Deal 2 of 4" in page
    assert "Dora deals and sits out" in page
    assert "Declarer Emil · Contract clubs · Matadors with 1 · Bid 18 · Won yes" in page


def test_what_is_missing_is_named(as_bob, skat):
    answer = write(as_bob, skat, contract="")
    assert answer.status_code == 422
    assert "Something is still missing: Contract." in text(answer)


def test_an_empty_deal_is_not_stored(as_bob, match):
    answer = as_bob.post(address(match), {"number": 0, "pad": 0, "act": "write"})
    assert answer.status_code == 422
    assert not ScorePad.objects.exists()


def test_the_second_writer_sees_what_is_stored_and_what_was_typed(as_bob, as_dora, skat):
    write(as_bob, skat)
    answer = write(as_dora, skat, contract="grand")
    assert answer.status_code == 409
    page = text(answer)
    assert "Somebody else has just written on this pad" in page
    assert "Contract clubs" in page
    assert 'value="grand" checked' in page


def test_the_table_sees_the_sheet_grow(as_bob, as_dora, skat):
    known = as_dora.get(address(skat)).context["known"]
    asks = {"known": known}
    assert as_dora.get(address(skat), asks, headers={"HX-Request": "true"}).status_code == 204
    write(as_bob, skat)
    grown = as_dora.get(address(skat), asks, headers={"HX-Request": "true"})
    assert "Contract clubs" in text(grown)
    assert "<h1" not in text(grown)


def test_a_deal_is_corrected(as_bob, skat):
    write(as_bob, skat)
    page = text(as_bob.get(address(skat), {"deal": 0}))
    assert 'id="contract-clubs" name="contract" value="clubs" checked' in page
    write(as_bob, skat, version=1, contract="spades")
    assert ScorePad.objects.get().rounds[0]["sheet"]["contract"] == "spades"


def test_a_deal_is_taken_away(as_bob, skat):
    write(as_bob, skat)
    as_bob.post(address(skat, "pad-take-away"), {"number": 0, "pad": 1})
    assert ScorePad.objects.get().rounds == []


def test_all_is_looked_at_and_handed_in(as_bob, skat):
    for number in range(4):
        write(as_bob, skat, number=number, version=number, declarer=str((number + 1) % 4))
    assert "Hand in" in text(as_bob.get(address(skat)))
    as_bob.post(address(skat, "pad-hand-in"), {"pad": 4, "version": 0})
    assert Result.objects.get().totals == [24, 24, 24, 24]


def test_who_confirms_sees_the_sheet_as_it_was_written(as_bob, as_dora, skat):
    test_all_is_looked_at_and_handed_in(as_bob, skat)
    page = text(as_dora.get(address(skat, "confirm")))
    assert "Declarer Dora · Contract clubs · Matadors with 1 · Bid 18 · Won yes" in page


def test_a_result_that_waits_is_at_the_top_of_pages(as_bob, as_dora, match, bob, now):
    acts.enter(match, bob, now)
    said = "A result of your table waits for you to confirm it."
    assert said in text(as_dora.get(reverse("web:games")))
    assert said not in text(as_bob.get(reverse("web:games")))
    assert said not in text(as_dora.get(reverse("web:screen", args=[match.session.code])))
    assert "Results that wait for you" in text(as_dora.get(reverse("web:me")))


@pytest.mark.parametrize("name", ["pad-take-away", "pad-hand-in"])
def test_strangers_change_nothing(as_mallory, skat, name):
    assert as_mallory.post(address(skat, name), {"number": 0, "pad": 0}).status_code == 403
    assert as_mallory.get(address(skat)).status_code == 403


def test_deal_sent_by_script_under_a_key_is_told_where_it_leads(as_bob, skat):
    form = CLUBS | {"declarer": "2", "number": 0, "pad": 0, "act": "write", "dealer": 0}
    key = {"Idempotency-Key": "a1"}
    answers = [as_bob.post(address(skat), form, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert {answer.headers["Location"] for answer in answers} == {address(skat)}
    assert len(ScorePad.objects.get().rounds) == 1


@pytest.fixture
def written(as_bob, skat):
    for number in range(4):
        write(as_bob, skat, number=number, version=number, declarer=str((number + 1) % 4))
    return skat


KEY = {"Idempotency-Key": "a2"}


def test_pad_handed_in_twice_under_a_key_is_entered_once(as_bob, written):
    form = {"pad": 4, "version": 0}
    answers = [as_bob.post(address(written, "pad-hand-in"), form, headers=KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert {answer.headers["Location"] for answer in answers} == {address(written, "match")}
    assert Result.objects.count() == 1


@pytest.mark.parametrize("name", ["pad-take-away", "pad-hand-in"])
def test_who_has_seen_an_older_pad_changes_nothing_and_sees_it(as_dora, written, name):
    form = {"pad": 3, "version": 0, "number": 3}
    answer = as_dora.post(address(written, name), form, headers=KEY)
    assert answer.status_code == 409
    page = text(answer)
    assert "Somebody else has just written on this pad" in page
    assert "All deals are written" in page
    assert len(ScorePad.objects.get().rounds) == 4
    assert not Result.objects.exists()


@pytest.fixture
def begun_anew(as_bob, written):
    """The pad after another one was handed in, of the same version again."""
    as_bob.post(address(written, "pad-hand-in"), {"pad": 4, "version": 0})
    for version in range(4):
        write(as_bob, written, number=version, version=version, declarer=str((version + 1) % 4))
    return written


@pytest.mark.parametrize(
    ("name", "act"),
    [("pad-take-away", {}), ("pad", CLUBS | {"act": "write", "dealer": "3", "declarer": "1"})],
)
def test_form_of_an_earlier_pad_changes_nothing_on_the_next(as_dora, begun_anew, name, act):
    form = {"pad": 4, "version": 0, "number": 3}
    assert as_dora.post(address(begun_anew, name), act | form, headers=KEY).status_code == 409
    found = ScorePad.objects.get()
    assert (found.version, len(found.rounds)) == (4, 4)
    assert as_dora.post(address(begun_anew, name), act | form | {"version": 1}).status_code == 302


@pytest.mark.parametrize("number", [0, None])
def test_forms_of_a_pad_name_the_version_of_the_match(as_bob, begun_anew, number):
    page = text(as_bob.get(address(begun_anew), {} if number is None else {"deal": number}))
    assert page.count('name="version" value="1"') == page.count('name="pad"') == 5


def test_deal_taken_away_twice_under_a_key_is_taken_away_once(as_bob, written):
    form = {"pad": 4, "number": 3}
    for _ in range(2):
        assert as_bob.post(address(written, "pad-take-away"), form, headers=KEY).status_code == 201
    assert len(ScorePad.objects.get().rounds) == 3


def test_pad_of_a_match_that_is_final_leads_to_the_match(as_bob, as_dora, written):
    as_bob.post(address(written, "pad-hand-in"), {"pad": 4, "version": 0})
    as_dora.post(address(written, "confirm"), {"version": 1})
    answer = as_bob.post(address(written, "pad-hand-in"), {"pad": 4, "version": 0}, headers=KEY)
    assert answer.status_code == 409
    assert "web/results/match.html" in [template.name for template in answer.templates]
