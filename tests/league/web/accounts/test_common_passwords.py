"""Common passwords that are long enough go out as digests."""

import pytest

from league.web.accounts.common_passwords import common_passwords, digest


@pytest.mark.parametrize(
    ("text", "wanted"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)]
)
def test_digest_is_that_of_its_authors(text, wanted):
    assert digest(text) == wanted


def test_only_those_go_out_that_are_not_too_short(client, db):
    assert digest("qwertyuiop12") in common_passwords()
    assert digest("qwerty") not in common_passwords()
    assert 100 < len(common_passwords()) < 300


def test_page_holds_none_of_the_words(client, db):
    page = client.get("/join/").content.decode()
    assert str(digest("qwertyuiop12")) in page
    assert "qwertyuiop12" not in page
