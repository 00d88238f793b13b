"""What a place costs, and how a pot is shared out, is set by a form each."""

from league.models import Club, Event, Pot, Season


def test_a_season_gets_a_fee_and_its_club_a_currency(as_alice, season):
    sent = {"fee": "7.50", "currency": "CHF"}
    assert as_alice.post(f"/seasons/{season.code}/fee/", sent).status_code == 302
    assert Season.objects.get().entry_fee == 750
    assert Club.objects.get().currency == "CHF"


def test_an_event_says_what_its_season_has(as_alice, event):
    Season.objects.update(entry_fee=750)
    page = as_alice.get(f"/events/{event.code}/books/terms/").content.decode()
    assert "that of the season, 7.50\u00a0€" in page


def test_an_event_gets_a_fee_and_shares(as_alice, event):
    sent = {"fee": "12", "kept": "20", "shares": "50 %, 30 %, 20 %"}
    assert as_alice.post(f"/events/{event.code}/books/terms/", sent).status_code == 302
    assert Event.objects.get().entry_fee == 1200
    pot = Pot.objects.get()
    assert (pot.kept, pot.shares) == (2000, [50, 30, 20])


def test_what_was_set_is_shown_again(as_alice, event):
    sent = {"fee": "12.50", "kept": "20", "shares": "60, 40"}
    as_alice.post(f"/events/{event.code}/books/terms/", sent)
    page = as_alice.get(f"/events/{event.code}/books/terms/").content.decode()
    assert all(f'value="{shown}"' in page for shown in ("12.50", "20.00", "60, 40"))


def test_shares_that_are_no_whole_leave_all_as_it_was(as_alice, event):
    sent = {"fee": "12", "kept": "20", "shares": "50, 30"}
    response = as_alice.post(f"/events/{event.code}/books/terms/", sent)
    assert response.status_code == 422
    assert "make 100 together" in response.content.decode()
    assert Event.objects.get().entry_fee is None
    assert not Pot.objects.exists()


def test_a_fee_that_is_too_much_leaves_all_as_it_was(as_alice, event):
    sent = {"fee": "10001", "kept": "", "shares": "100"}
    response = as_alice.post(f"/events/{event.code}/books/terms/", sent)
    assert response.status_code == 422
    assert not Pot.objects.exists()


def test_words_are_no_shares(as_alice, event):
    sent = {"fee": "", "kept": "", "shares": "half"}
    response = as_alice.post(f"/events/{event.code}/books/terms/", sent)
    assert "Give percents such as 50, 30, 20." in response.content.decode()


def test_a_ladder_has_no_fee(as_alice, season):
    Season.objects.update(kind="ladder", table_size=4)
    assert as_alice.get(f"/seasons/{season.code}/fee/").status_code == 404


def test_a_season_leads_organisers_there(client, as_alice, season):
    page = f"/seasons/{season.code}/"
    assert f"{page}fee/" in as_alice.get(page).content.decode()
    assert f"{page}fee/" not in client.get(page).content.decode()
