"""Amounts are written and read as people do, and kept as whole cents."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from league.services.base.refusals import Invalid
from league.web.base import money


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12", 1200), ("12.5", 1250), ("12,50", 1250), (" 0.05 ", 5), ("0", 0), ("", None)],
)
def test_amounts_are_read_with_point_or_comma(text, cents):
    assert money.read(text) == cents
    assert money.MoneyField(required=False).clean(text) == cents


@pytest.mark.parametrize("text", ["-1", "1.234", "1,000.00", "ten", "1e3", "٣", "9" * 12])
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(Invalid):
        money.given(text, field="amount")
    with pytest.raises(ValidationError):
        money.MoneyField(required=False).clean(text)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "12.50 €"), ("de", "12,50 €"), ("nl", "€ 12,50")]
)
def test_amounts_are_said_as_the_language_does(texts, language, said):
    with translation.override(language):
        assert money.said(1250, "EUR").replace("\u00a0", " ") == said
        assert money.said(1250, "CHF").replace("\u00a0", " ") == said.replace("€", "CHF")


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("cents", [0, 5, 100, 1250, 1_000_000])
def test_what_a_field_shows_it_reads_again(texts, language, cents):
    with translation.override(language):
        field = money.MoneyField()
        assert field.clean(field.prepare_value(cents)) == cents
