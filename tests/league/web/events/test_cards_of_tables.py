"""The code on a table's card leads a phone to what there is to do there."""

import pytest
from django.urls import reverse

from league.models import Event, Match
from league.services.results import card_guests
from league.web.events.paper import Paper


@pytest.fixture
def card(match):
    return reverse("web:from-card", args=[match.code])


@pytest.fixture
def told(card):
    """Return a function that follows the card and returns the page and what is told on it."""

    def follow(client):
        answer = client.get(card, follow=True)
        page = answer.redirect_chain[-1][0]
        return page, [str(message) for message in answer.context["messages"]]

    return follow


def page(name, match):
    return reverse(f"web:{name}", args=[match.code])


def test_open_table_leads_to_its_pad(as_bob, card, match):
    assert as_bob.get(card).url == page("pad", match)


def test_result_of_the_other_leads_to_its_confirmation(as_dora, card, entered):
    assert as_dora.get(card).url == page("confirm", entered)


def test_scorer_confirms_too(client_of, scorer, card, entered):
    assert client_of(scorer).get(card).url == page("confirm", entered)


def test_own_result_waits_for_somebody_else(told, as_bob, entered):
    assert told(as_bob) == (
        page("match", entered),
        ["You entered this result yourself. Another player of the table must confirm it."],
    )


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Match.Status.FINAL, "The result of this table is final."),
        (Match.Status.VOID, "This match is void and needs no result."),
        (
            Match.Status.DISPUTED,
            "The result of this table is disputed. An organiser will decide.",
        ),
    ],
)
def test_table_that_waits_for_nobody_says_so_without_login(client, told, entered, status, said):
    Match.objects.filter(pk=entered.pk).update(status=status)
    assert told(client) == (page("match", entered), [said])


def test_stranger_is_told_who_enters_results(told, as_mallory, match):
    said = "Only players at this table and scorers of its club can enter its result."
    assert told(as_mallory) == (page("match", match), [said])


def test_card_of_a_draft_is_unknown_to_players(as_bob, card, match):
    Match.objects.filter(pk=match.pk).update(status=Match.Status.DRAFT)
    assert as_bob.get(card).status_code == 404


def test_confirming_by_card_takes_two_taps(as_dora, card, entered):
    seen = as_dora.get(card, follow=True).context["match"]
    as_dora.post(page("confirm", entered), {"version": seen.version})
    entered.refresh_from_db()
    assert entered.status == Match.Status.FINAL


@pytest.mark.parametrize(
    ("takes", "who", "is_secret"),
    [
        (True, "scorer", True),
        (True, "alice", True),
        (True, "bob", False),
        (True, None, False),
        (False, "scorer", False),
    ],
)
def test_the_secret_of_a_table_is_printed_for_scorers_only(  # noqa: PLR0917 - fixtures
    request, client_of, match, monkeypatch, takes, who, is_secret
):
    printed = []
    monkeypatch.setattr(Paper, "code", lambda self, x, y, size, content: printed.append(content))
    Event.objects.update(guests_enter=takes)
    client = client_of(request.getfixturevalue(who) if who else None)
    client.get(reverse("web:table-cards", args=[match.session.code]))
    client.get(reverse("web:score-sheets", args=[match.session.code]))
    client.get(reverse("web:score-sheet", args=[match.code]))
    assert [card_guests.secret_of(match) in content for content in printed] == [is_secret] * 3
