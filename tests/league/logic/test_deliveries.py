"""How deliveries are signed, and when they are tried again."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

from league.logic.deliveries import WAITS, signature, wait_after

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def test_signature_is_an_hmac_over_time_and_body():
    proof = hmac.new(b"stw_x", b"1795204800.{}", hashlib.sha256).hexdigest()
    assert signature("stw_x", body=b"{}", at=AT) == f"t=1795204800,v1={proof}"


def test_signature_changes_with_the_time():
    later = AT + timedelta(seconds=1)
    assert signature("x", body=b"{}", at=AT)[-64:] != signature("x", body=b"{}", at=later)[-64:]


def test_waits_grow_from_a_minute_to_a_day():
    assert [wait_after(n) for n in (1, len(WAITS))] == [timedelta(minutes=1), timedelta(days=1)]
    assert list(WAITS) == sorted(WAITS)


def test_after_the_last_wait_it_is_given_up():
    assert wait_after(len(WAITS) + 1) is None
