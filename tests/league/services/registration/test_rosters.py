import codecs
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Player, Registration
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import lists
from league.services.registration import rosters
from league.services.registration.registrations import present
from tests.league.factories import (
    BotFactory,
    EventFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
)


@pytest.fixture
def bring(event, alice, now):
    """Return a function that imports a roster."""

    def act(text, **options):
        content = text if isinstance(text, bytes) else text.encode()
        return rosters.import_roster(
            event=event, content=content, by=alice, now=now, **options
        ).lines

    return act


def errors_of(bring, text):
    with pytest.raises(Invalid) as refused:
        bring(text)
    assert not Registration.objects.exists()
    return refused.value.errors


def test_a_roster_is_registered_in_its_order(bring, event, bob):
    bring(f"Gerd\nBob;{bob.player.code};Linde;3\n")
    rows = [(row.player.name, row.group, row.fixed_table) for row in present(event, 1)]
    assert rows == [("Gerd", "", None), ("Bob", "Linde", 3)]


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_a_byte_order_mark_is_no_part_of_a_name(bring, mark):
    [line] = bring(mark + "Jörg".encode())
    assert line.player.name == "Jörg"


def test_the_encodings_of_spreadsheets_are_read(bring):
    names = [bring(f"Jörg {code}".encode(code))[0].player.name for code in ("cp1252", "utf-16")]
    assert names == ["Jörg cp1252", "Jörg utf-16"]


def test_a_name_alone_finds_a_member(bring, bob):
    [line] = bring("Bob")
    assert (line.player, line.is_new) == (bob.player, False)


def test_a_name_alone_finds_who_came_before(bring, season):
    guest = RegistrationFactory(event=EventFactory(season=season), player__name="Gerd").player
    assert bring("Gerd")[0].player == guest


def test_a_name_alone_finds_no_stranger(bring, mallory):
    [line] = bring("Mallory")
    assert (line.player == mallory.player, line.is_new) == (False, True)


def test_a_new_guest_is_in_the_trail(bring):
    [line] = bring("Gerd")
    entry = AuditEntry.objects.get(subject=f"player:{line.player.code}")
    assert entry.action == "person.register"


def test_all_that_is_wrong_is_named_by_line_and_column(bring, club, bob):
    for _ in range(2):
        MembershipFactory(club=club, player=PlayerFactory(name="Twin"))
    named = f"name;code;group;fixed table\nGerd;nobody2345\nDora;{bob.player.code}\nTwin\n"
    text = named + "Emil;;;first\nEmil\nEmil;;;501\n;;Linde"
    assert set(errors_of(bring, text)) == {
        "lines.2.code",
        "lines.3.code",
        "lines.4.code",
        "lines.5.fixed_table",
        "lines.6.name",
        "lines.7.name",
        "lines.7.fixed_table",
        "lines.8.name",
    }


def test_nobody_is_there_twice(bring, bob):
    assert "Line 1 already" in errors_of(bring, f"Bob\n;{bob.player.code}")["lines.2.name"][0]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "csv"),
        ("\n;;\n", "csv"),
        ("code;name\n", "csv"),
        ("x" * 1001, "lines.1.line"),
        (b"\xd0\xcf\x11\xe0", "csv"),
        (b"PK\x03\x04", "csv"),
        ('"Bob', "lines.1.line"),
    ],
)
def test_what_cannot_be_read_is_named(bring, text, path):
    assert list(errors_of(bring, text)) == [path]


def test_a_roster_has_a_largest_size(bring, monkeypatch):
    monkeypatch.setattr(lists, "MOST_LINES", 2)
    assert list(errors_of(bring, "a\nb\nc")) == ["lines.3.line"]


def test_bots_are_not_on_a_roster(bring):
    assert list(errors_of(bring, f";{BotFactory().code}")) == ["lines.1.code"]


def test_a_preview_says_what_would_be_and_stores_nothing(bring, event, bob):
    type(event).objects.update(capacity=1)
    lines = bring("Bob\nGerd", preview=True)
    assert [line.registration.status for line in lines] == ["registered", "waiting"]
    assert not Registration.objects.exists()
    assert not Player.objects.filter(name="Gerd").exists()
    assert not AuditEntry.objects.exists()


def test_who_is_there_already_stays_as_they_are(bring, event, bob):
    RegistrationFactory(event=event, player=bob.player, group="Eiche")
    lines = bring("Bob;;Linde\nGerd")
    assert [line.is_already for line in lines] == [True, False]
    assert lines[0].registration.group == "Eiche"


def test_who_withdrew_comes_back(bring, event, bob):
    RegistrationFactory(event=event, player=bob.player, status="withdrawn")
    bring("Bob;;Linde")
    row = Registration.objects.get()
    assert (row.status, row.group) == ("registered", "Linde")


def test_who_is_elsewhere_is_named_unless_forced(bring, event, bob, now):
    type(event).objects.update(starts_at=now)
    other = EventFactory(season=event.season, starts_at=now + timedelta(hours=1))
    RegistrationFactory(event=other, player=bob.player)
    with pytest.raises(Invalid) as refused:
        bring("Gerd\nBob")
    assert other.name in refused.value.errors["lines.2.name"][0]
    assert len(bring("Gerd\nBob", force=True)) == 2


def test_a_cancelled_event_takes_no_roster(bring, event, now):
    type(event).objects.update(cancelled_at=now)
    with pytest.raises(Conflict, match="cancelled"):
        bring("Bob")


def test_members_bring_no_roster(event, bob, now):
    with pytest.raises(Forbidden):
        rosters.import_roster(event=event, content=b"Bob", by=bob, now=now)


def test_queries_do_not_grow_with_the_lines(bring):
    def queries(text):
        with CaptureQueriesContext(connection) as found:
            bring(text)
        return len(found)

    few = queries("A\nB")
    assert queries("\n".join(f"Guest {n}" for n in range(40))) == few
