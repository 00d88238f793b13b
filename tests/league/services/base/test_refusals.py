import pytest
from django.utils import translation

from league.models import Season
from league.services.base import refusals
from league.services.base.refusals import ANY, Conflict, Forbidden, Invalid, NotFound, Stale


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (Invalid({"name": ["Enter a name."]}), "invalid"),
        (Forbidden("Not you."), "forbidden"),
        (NotFound("No such club."), "not_found"),
        (Conflict(Season(), "Somebody was first."), "conflict"),
        (Stale(Season(), "Look again."), "stale"),
    ],
)
def test_every_refusal_has_a_code_and_a_sentence(refusal, code):
    assert isinstance(refusal, ANY)
    assert refusal.code == code
    assert refusal.message.endswith(".")


def test_invalid_names_its_fields():
    assert str(Invalid({"a.0": ["Wrong.", "Long."], "b": ["No."]})) == "a.0: Wrong. Long.; b: No."


def test_a_refusal_speaks_the_language_of_the_request():
    with translation.override("de"):
        german = Invalid({}).message
    assert german != Invalid({}).message


def test_a_status_that_changed_meanwhile_is_a_conflict_with_what_is_stored(season):
    Season.objects.update(status="closed")
    with pytest.raises(Conflict, match="No longer") as refused:
        refusals.change_status(season, "closed", refusal="No longer running.")
    assert refused.value.current.status == "closed"
