"""Whoever wants to be forgotten is: no table knows them, and results are what they were."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client

from league.models import (
    Account,
    AuditEntry,
    Login,
    Membership,
    Notice,
    Player,
    Registration,
    Role,
    Standing,
    StoredAnswer,
    Webhook,
)
from league.services.accounts import agreements, notices, people
from league.services.base import refusals
from league.services.bots import bots
from league.services.clubs import clubs, teams
from league.services.corrections import rebuilds
from league.services.events import events
from league.services.privacy import erasures
from league.services.registration import registrations
from league.services.webhooks import webhooks
from tests.league import ladders
from tests.league.factories import PASSWORD, ClubFactory, make_member
from tests.league.services import acts

pytestmark = pytest.mark.django_db

MARK = "Zacharias"


@pytest.fixture
def person(club, now):
    """Somebody whose every text has their name in it."""
    account = make_member(club, f"{MARK} Q", Role.ORGANISER)
    Account.objects.filter(pk=account.pk).update(
        username=MARK, email=f"{MARK}@example.org", first_name=MARK, last_name=MARK, last_login=now
    )
    account.refresh_from_db()
    return account


@pytest.fixture
def guest(event, alice, now):
    """Somebody without an account, registered by an organiser."""
    return registrations.register_guest(event=event, name=MARK, by=alice, now=now).player


@pytest.fixture
def life(person, club, season, event, alice, owner, now):  # noqa: PLR0917
    """All that somebody does at a site: the event they play in is made by services alone."""
    act = {"by": person, "now": now}
    Player.objects.filter(account=person).delete()
    player = people.register_person(name=f"{MARK} Q", account=person, **act)
    agreements.agree_unasked(club=club, **act)
    clubs.admit(club=club, player=player, role=Role.ORGANISER, by=owner, now=now)
    people.issue_token(account=person, name=MARK, scopes=["read"], now=now)
    webhooks.create(club=None, url=f"https://{MARK}.example.org/", events=BOTS, **act)
    webhooks.create(club=club, url="https://linde.example.org/", events=CLUBS, **act)
    registrations.register(event=event, player=player, by=alice, now=now)
    later = events.create_event(season=season, name="Later", by=alice, now=now)
    registrations.register(event=later, player=player, by=alice, now=now)
    teams.create_team(club=club, name="Foxes", members=[player], by=alice, now=now)
    version = ladders.make_version(person, name=f"{MARK}s bot")
    bots.withdraw(version=version, **act)
    notices.tell_account(account=person, text=MARK, now=now)
    StoredAnswer.objects.create(
        account=person, key="k", digest="", status=200, body={"name": MARK}, created_at=now
    )
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=alice, content_type=kind, object_id=player.pk, object_repr=MARK, action_flag=CHANGE
    )
    return player


BOTS, CLUBS = ["version.checked"], ["result.final"]


def erase(account, now):
    account.set_password(PASSWORD)
    account.save()
    erasures.erase_account(account=account, password=PASSWORD, by=account, now=now)


def everything():
    """Return each row of each table as text."""
    models = apps.get_models(include_auto_created=True)
    return [repr((model, row)) for model in models for row in model._base_manager.values_list()]


def test_no_table_knows_them_any_more(life, person, now):
    assert sum(MARK in row for row in everything()) > 12
    erase(person, now)
    assert [row for row in everything() if MARK in row] == []


def test_a_guest_is_forgotten_by_every_table(guest, alice, now):
    erasures.erase_guest(player=guest, name=MARK, by=alice, now=now)
    assert [row for row in everything() if MARK in row] == []


def test_results_and_the_log_are_what_they_were(match, event, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    before = rebuilds.stored(event)
    standings = list(Standing.objects.order_by("pk").values())
    erase(bob, now)
    assert rebuilds.stored(event) == before
    assert list(Standing.objects.order_by("pk").values()) == standings


def test_an_event_rebuilt_from_its_log_is_still_equal(life, person, event, now):
    erase(person, now)
    assert rebuilds.differences(event) == []


def test_they_cannot_log_in_any_more(person, alice, now, client):
    client.force_login(person)
    Client().force_login(alice)
    erase(person, now)
    assert not Account.objects.get(pk=person.pk).has_usable_password()
    assert "_auth_user_id" not in client.session
    assert Login.objects.get().account == alice


def test_places_in_what_is_to_come_are_free_again(life, person, now):
    erase(person, now)
    states = Registration.objects.filter(player=life).values_list("status", flat=True)
    assert set(states) == {"withdrawn"}


def test_places_in_what_is_over_stay(life, person, season, now):
    season.events.update(starts_at=now - timedelta(days=2))
    erase(person, now)
    states = Registration.objects.filter(player=life).values_list("status", "last_session")
    assert set(states) == {("registered", None)}


def test_a_webhook_of_the_club_goes_to_its_owner(life, person, owner, now):
    erase(person, now)
    assert [hook.owner for hook in Webhook.objects.all()] == [owner]


def test_it_is_noted_who_is_gone(life, person, now):
    erase(person, now)
    last = AuditEntry.objects.order_by("-pk").first()
    assert (last.action, last.subject) == ("person.erase", f"player:{life.code}")


def test_others_keep_what_is_theirs(life, person, bob, guest, now):
    people.issue_token(account=bob, name="mine", scopes=["read"], now=now)
    notices.tell_account(account=bob, text="yours", now=now)
    erase(person, now)
    assert bob.api_tokens.count() == 1
    assert Notice.objects.filter(account=bob).exists()
    entry = AuditEntry.objects.get(action="person.register", subject=f"player:{guest.code}")
    assert entry.data["name"] == MARK


def test_the_wrong_password_erases_nobody(person, now):
    with pytest.raises(refusals.Invalid):
        erasures.erase_account(account=person, password="guessed", by=person, now=now)
    assert Account.objects.filter(username=MARK).exists()


def test_nobody_erases_the_account_of_another(person, mallory, now):
    with pytest.raises(refusals.Forbidden):
        erasures.erase_account(account=person, password=PASSWORD, by=mallory, now=now)


def test_a_club_keeps_an_owner(owner, club, now):
    with pytest.raises(refusals.Conflict, match="Make somebody else its owner first"):
        erase(owner, now)
    assert Membership.objects.filter(club=club, role=Role.OWNER).exists()


@pytest.mark.parametrize("who", ["bob", "scorer", "mallory"])
def test_only_organisers_erase_a_guest(guest, who, request, now):
    by = request.getfixturevalue(who)
    with pytest.raises(refusals.Forbidden):
        erasures.erase_guest(player=guest, name=MARK, by=by, now=now)


def test_a_guest_of_two_clubs_is_erased_by_neither_alone(guest, alice, now):
    Membership.objects.create(club=ClubFactory(), player=guest)
    with pytest.raises(refusals.Forbidden):
        erasures.erase_guest(player=guest, name=MARK, by=alice, now=now)


def test_who_has_an_account_is_not_erased_by_organisers(bob, alice, now):
    with pytest.raises(refusals.Forbidden):
        erasures.erase_guest(player=bob.player, name="Bob", by=alice, now=now)


def test_the_name_has_to_be_typed(guest, alice, now):
    with pytest.raises(refusals.Invalid):
        erasures.erase_guest(player=guest, name="Zach", by=alice, now=now)


def test_the_command_erases_only_when_told_so(guest):
    with pytest.raises(CommandError, match="--yes"):
        call_command("erase_person", guest.code)
    call_command("erase_person", guest.code, "--yes")
    guest.refresh_from_db()
    assert guest.name == f"Former player {guest.code[:4]}"


def test_the_command_knows_whom_it_does_not_know(db):
    with pytest.raises(CommandError, match="neither a player"):
        call_command("erase_person", "nobody", "--yes")


@pytest.mark.parametrize(
    "data",
    [
        {"name": "Other", "has_account": False},
        {"name": "", "has_account": True},
        {"name": ""},
        {"name": "", "has_account": False, "more": 1},
        [],
    ],
)
def test_the_log_lets_go_of_names_alone(guest, data):
    entry = AuditEntry.objects.get(action="person.register", subject=f"player:{guest.code}")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        AuditEntry.objects.forget_names(entry, data)


def references():
    """Return each reference to an account or a person that a model has."""
    for model in apps.get_app_config("league").get_models():
        for field in [*model._meta.fields, *model._meta.many_to_many]:
            if field.related_model in {Account, Player} and not field.primary_key:
                yield f"{model.__name__}.{field.name}"


def test_it_is_said_of_each_reference_what_becomes_of_it():
    assert set(references()) == set(erasures.FATES)


@pytest.mark.parametrize("fate", ["deleted", "emptied"])
def test_what_is_said_to_go_is_gone(life, person, now, fate):
    erase(person, now)
    gone = {person.pk: Account, life.pk: Player}
    for name in [name for name, said in erasures.FATES.items() if said == fate]:
        model, field = name.split(".")
        rows = apps.get_model("league", model)._base_manager
        kind = rows.model._meta.get_field(field).related_model
        for pk, of in gone.items():
            assert of is not kind or not rows.filter(**{field: pk}).exists(), name
