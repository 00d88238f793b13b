"""The contact on the page of a person, and nowhere else."""

from league.models import Contact
from league.services.clubs import contacts


def test_an_organiser_saves_it_and_pages_for_everybody_do_not_show_it(as_alice, client, club, bob):
    address = f"/clubs/{club.slug}/members/{bob.player.code}/"
    response = as_alice.post(address, {"act": "contact", "text": "0151 99"}, follow=True)
    assert "The contact is saved." in response.content.decode()
    assert "0151 99" in as_alice.get(address).content.decode()
    for page in (f"/players/{bob.player.code}/", f"/clubs/{club.slug}/members/"):
        assert "0151 99" not in client.get(page).content.decode()


def test_the_person_changes_it_and_is_led_there(as_bob, club, bob, now):
    contacts.set_contact(club=club, player=bob.player, text="old", by=bob, now=now)
    address = f"/clubs/{club.slug}/members/{bob.player.code}/"
    assert address in as_bob.get("/me/").content.decode()
    as_bob.post(address, {"act": "contact", "text": ""})
    assert not Contact.objects.exists()


def test_a_text_that_is_too_long_stays_in_the_form(as_alice, club, bob):
    address = f"/clubs/{club.slug}/members/{bob.player.code}/"
    response = as_alice.post(address, {"act": "contact", "text": "x" * 301})
    assert response.status_code == 422
