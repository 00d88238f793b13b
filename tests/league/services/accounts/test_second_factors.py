"""Codes of an app and recovery codes: right once, soon, and for one account."""

from datetime import UTC, datetime, timedelta

import pyotp
import pytest

from league.models import AuditEntry, Notice, RecoveryCode, SecondFactor
from league.services.accounts import second_factors
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.base.sayings import is_known
from tests.league.factories import PASSWORD
from tests.league.phones import code_of, give_app

pytestmark = pytest.mark.django_db

RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
"""That of RFC 6238, appendix B, in base 32."""


@pytest.fixture
def app(bob, now):
    """The secret and the recovery codes of Bob's app, which has shown the code of this moment."""
    return give_app(bob, now=now)


def take(account, code, now):
    return second_factors.take_code(account=account, code=code, now=now)


def told(account):
    """Return the notices of an account, the first first; all can be said in its language."""
    texts = Notice.objects.filter(account=account).order_by("pk").values_list("text", flat=True)
    assert all(is_known(text) for text in texts)
    return list(texts)


def later(now, steps):
    return now + timedelta(seconds=30 * steps)


@pytest.mark.parametrize(
    ("time", "code"), [(1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")]
)
def test_codes_are_those_of_the_standard(bob, time, code):
    SecondFactor.objects.create(
        account=bob, secret=RFC_SECRET, last_step=0, since=datetime(1970, 1, 1, tzinfo=UTC)
    )
    assert take(bob, code, datetime.fromtimestamp(time, UTC))


@pytest.mark.parametrize(
    ("early", "is_right"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_clock_may_be_a_step_early_or_late(app, bob, now, early, is_right):
    at = later(now, 10)
    assert take(bob, code_of(app[0], at, steps=early), at) is is_right


def test_code_is_good_once_and_sent_again_it_is_logged(app, bob, now, caplog):
    at = later(now, 3)
    code = code_of(app[0], at)
    assert [take(bob, code, at) for _ in range(2)] == [True, False]
    assert "sent a second time" in caplog.text
    assert code not in caplog.text


def test_code_that_turned_it_on_opens_nothing(app, bob, now):
    assert not take(bob, code_of(app[0], now), now)


def test_no_code_is_good_after_a_later_one(app, bob, now):
    at = later(now, 5)
    assert take(bob, code_of(app[0], at, steps=1), at)
    assert not take(bob, code_of(app[0], at), at)


def test_spaces_in_a_code_do_not_matter(app, bob, now):
    code = code_of(app[0], later(now, 3))
    assert take(bob, f" {code[:3]} {code[3:]} ", later(now, 3))


@pytest.mark.parametrize("code", ["", "000", "٠١٢٣٤٥", "\ud800", "x" * 999, "1234567"])
def test_other_text_is_no_code(app, bob, now, code):
    assert not take(bob, code, now)


def test_account_without_one_has_no_right_code(alice, now):
    assert not take(alice, "000000", now)


def test_code_of_another_is_wrong(app, alice, now):
    give_app(alice, now=now)
    assert not take(alice, code_of(app[0], later(now, 2)), later(now, 2))
    assert not take(alice, app[1][0], now)


def test_ten_recovery_codes_open_once_each(app, bob, now):
    codes = app[1]
    assert len(set(codes)) == 10
    assert [take(bob, code, now) for code in codes] == [True] * 10
    assert not any(take(bob, code, now) for code in codes)
    assert second_factors.codes_left(bob.second_factor) == 0


def test_recovery_code_is_read_as_people_type_it(app, bob, now):
    assert take(bob, f" {app[1][0].upper().replace('-', ' ')} ", now)


def test_no_recovery_code_is_stored(app):
    stored = str(list(RecoveryCode.objects.values())) + str(list(SecondFactor.objects.values()))
    assert not any(code in stored or code.replace("-", "") in stored for code in app[1])


def test_new_recovery_codes_take_the_place_of_old_ones(app, bob, now):
    new = second_factors.renew_codes(account=bob, password=PASSWORD, by=bob, now=now)
    assert not take(bob, app[1][0], now)
    assert take(bob, new[0], now)


def test_whoever_has_none_gets_no_recovery_codes(bob, now):
    bob.set_password(PASSWORD)
    act = {"account": bob, "password": PASSWORD, "by": bob, "now": now}
    assert second_factors.renew_codes(**act) == []


def test_it_is_turned_on_by_the_code_of_this_secret(bob, now):
    bob.set_password(PASSWORD)
    act = {"account": bob, "password": PASSWORD, "by": bob, "now": now}
    code = code_of(second_factors.new_secret(), now)
    with pytest.raises(Invalid) as refusal:
        second_factors.turn_on(secret=second_factors.new_secret(), code=code, **act)
    assert list(refusal.value.errors) == ["code"]
    assert not SecondFactor.objects.exists()


def test_it_is_not_turned_on_twice(app, bob, now):
    with pytest.raises(Conflict):
        give_app(bob, now=now)
    assert SecondFactor.objects.get().secret == app[0]


def test_nobody_changes_that_of_another(app, bob, mallory, now):
    act = {"account": bob, "password": PASSWORD, "by": mallory, "now": now}
    for change in (second_factors.turn_off, second_factors.renew_codes):
        with pytest.raises(Forbidden):
            change(**act)


def test_what_is_done_to_it_leaves_a_trace(app, bob, now):
    act = {"account": bob, "password": PASSWORD, "by": bob, "now": now}
    take(bob, app[1][0], now)
    second_factors.renew_codes(**act)
    second_factors.turn_off(**act)
    actions = AuditEntry.objects.filter(account=bob).order_by("pk").values_list("action", flat=True)
    assert list(actions) == [f"second_factor.{act}" for act in ("on", "recovery", "codes", "off")]


def test_its_owner_is_told_of_what_is_done_to_it(app, bob, now):
    act = {"account": bob, "password": PASSWORD, "by": bob, "now": now}
    take(bob, app[1][0], now)
    second_factors.renew_codes(**act)
    second_factors.turn_off(**act)
    on, recovery, codes, off = told(bob)
    assert "turned on" in on
    assert "unused are 9" in recovery
    assert "new recovery codes" in codes
    assert "turned off" in off


def test_owner_is_told_of_a_code_that_was_sent_again_and_of_no_wrong_one(app, bob, now):
    at = later(now, 3)
    code = code_of(app[0], at)
    before = told(bob)
    take(bob, code, at)
    take(bob, "wrong", at)
    assert told(bob) == before
    take(bob, code, at)
    assert "sent a second time" in told(bob)[-1]


def test_owner_is_told_that_the_operator_took_it_away(app, bob, now):
    second_factors.take_away(account=bob, now=now)
    assert "operator" in told(bob)[-1]


def test_whoever_has_none_is_told_of_nothing(bob, now):
    second_factors.take_away(account=bob, now=now)
    assert told(bob) == []


def test_apps_are_told_whose_secret_it_is(bob):
    address = second_factors.address_of(bob, RFC_SECRET, site="Stammtisch example.org")
    read = pyotp.parse_uri(address)
    assert (read.secret, read.name, read.issuer) == (RFC_SECRET, "bob", "Stammtisch example.org")
