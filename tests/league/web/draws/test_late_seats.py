"""The page on which a latecomer gets a seat at a published table."""

from django.urls import reverse

from tests.league.draws import tables


def address(session):
    return reverse("web:late", args=[session.code])


def test_the_page_of_a_session_leads_to_its_latecomers(as_alice, as_bob, drawn, late):
    page = reverse("web:session", args=[drawn.code])
    assert f'href="{address(drawn)}"' in as_alice.get(page).content.decode()
    assert address(drawn) not in as_bob.get(page).content.decode()


def test_without_latecomers_there_is_no_way_to_seat_any(as_alice, drawn):
    page = reverse("web:session", args=[drawn.code])
    assert address(drawn) not in as_alice.get(page).content.decode()
    assert "Add latecomers to the event first" in as_alice.get(address(drawn)).content.decode()


def test_the_page_says_who_sits_where_and_what_it_costs(as_alice, drawn, late):
    shown = as_alice.get(address(drawn)).content.decode()
    assert f"<strong>{late.name}</strong>" in shown
    assert all(player.name in shown for table in tables(drawn) for player in table)
    assert f"Seat {late.name} at Table 1" in shown
    assert "No drawback." in shown or "penalty point" in shown


def test_one_press_seats_the_latecomer(as_alice, drawn, late):
    match = drawn.matches.get(table_number=2)
    sent = {"player": late.code, "match": match.code}
    answer = as_alice.post(address(drawn), sent, follow=True)
    assert late in tables(drawn)[1]
    assert f"{late.name} now sits at Table 2." in answer.content.decode()


def test_a_table_of_another_session_is_not_found(as_alice, drawn, late, session, match):
    sent = {"player": late.code, "match": match.code}
    assert as_alice.post(address(drawn), sent).status_code == 404
    assert late not in [player for table in tables(session) for player in table]
