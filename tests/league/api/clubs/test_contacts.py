"""The contact of a person for programs."""


def test_an_organiser_notes_it_and_the_person_reads_it(as_alice, as_bob, club, bob):
    address = f"clubs/{club.slug}/people/{bob.player.code}/contact"
    assert as_alice.put(address, {"text": "0151 99"}).json() == {"text": "0151 99"}
    assert as_bob.get(address).json() == {"text": "0151 99"}


def test_others_are_refused(as_dora, anonymous, club, bob):
    address = f"clubs/{club.slug}/people/{bob.player.code}/contact"
    assert as_dora.get(address).status_code == 403
    assert as_dora.put(address, {"text": "x"}).status_code == 403
    assert anonymous.get(address).status_code == 401


def test_a_stranger_to_the_club_is_not_found(as_alice, club):
    assert as_alice.get(f"clubs/{club.slug}/people/2222222222/contact").status_code == 404
