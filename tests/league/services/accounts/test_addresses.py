"""Where mails go: to an address whose reader has opened a link, and nowhere before."""

import pytest

from league.models import Mail, Notice
from league.services.accounts import addresses
from league.services.base.refusals import Forbidden, Invalid, NotFound
from league.services.mail import links
from tests.league.factories import PASSWORD
from tests.league.mails import give_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def wants(bob, now):
    bob.set_password(PASSWORD)
    bob.save()

    def change(address, **fields):
        given = {"account": bob, "password": PASSWORD, "by": bob, "now": now} | fields
        return addresses.change(address=address, **given)

    return change


def test_a_link_is_sent_to_the_address_that_is_wanted(wants, bob):
    wants(" Bob@Example.org ")
    mail = Mail.objects.get()
    assert (mail.account, mail.address, mail.kind) == (bob, "bob@example.org", "address")
    bob.refresh_from_db()
    assert (bob.email, bob.email_wanted) == ("", "bob@example.org")


def test_the_link_confirms_it(wants, bob, now):
    addresses.confirm(secret=links.confirming(wants("bob@example.org")), now=now)
    bob.refresh_from_db()
    assert (bob.email, bob.email_wanted, bob.email_confirmed_at) == ("bob@example.org", "", now)


def test_it_confirms_once(wants, now):
    secret = links.confirming(wants("bob@example.org"))
    addresses.confirm(secret=secret, now=now)
    with pytest.raises(NotFound):
        addresses.confirm(secret=secret, now=now)


def test_it_confirms_no_other_address(wants, now):
    secret = links.confirming(wants("bob@example.org"))
    wants("robert@example.org")
    with pytest.raises(NotFound):
        addresses.confirm(secret=secret, now=now)


def test_it_confirms_for_three_days(wants, now, settings):
    secret = links.confirming(wants("bob@example.org"))
    settings.ADDRESS_TIMEOUT = -1
    with pytest.raises(NotFound):
        addresses.confirm(secret=secret, now=now)


def test_the_address_so_far_stays_until_then_and_its_owner_is_told(wants, bob, now):
    give_address(bob, now)
    changed = wants("robert@example.org")
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"
    addresses.confirm(secret=links.confirming(changed), now=now)
    assert "go to another address" in Notice.objects.get().text


def test_no_address_is_no_mail(wants, bob, now):
    give_address(bob, now)
    wants("")
    bob.refresh_from_db()
    assert (bob.email, bob.email_confirmed_at) == ("", None)


def test_only_the_account_itself_changes_it(wants, alice):
    with pytest.raises(Forbidden):
        wants("bob@example.org", by=alice)


def test_it_is_changed_with_the_password_only(wants):
    with pytest.raises(Invalid) as refusal:
        wants("bob@example.org", password="wrong")
    assert list(refusal.value.errors) == ["password"]


@pytest.mark.parametrize(
    "address",
    ["bob", "bob@", "böb@example.org", "bob@exаmple.org", "b\nBcc: x@example.org", "b" * 260],
)
def test_what_is_no_plain_address_is_refused(wants, address):
    with pytest.raises(Invalid) as refusal:
        wants(address)
    assert list(refusal.value.errors) == ["address"]
    assert not Mail.objects.exists()


def test_nobody_floods_an_address(wants):
    for _ in range(addresses.MOST_A_DAY):
        wants("bob@example.org")
    with pytest.raises(Invalid, match="Too many links"):
        wants("bob@example.org")
    assert Mail.objects.count() == addresses.MOST_A_DAY
