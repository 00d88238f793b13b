"""What webhooks are told of, and who hears it."""

import pytest

from league.models import Delivery, Seat, Version
from league.services.bots import bots
from league.services.draws import draws
from league.services.results import results
from league.services.results.results import Scores
from league.services.webhooks.announcements import announce
from tests.league.factories import (
    AuthorsBotFactory,
    MatchFactory,
    ResultFactory,
    SeasonFactory,
    VersionFactory,
    WebhookFactory,
)
from tests.league.ladders import make_ladder

ROUNDS = [[12, 6, 0, 3]] * 4


@pytest.fixture
def webhook(club):
    return WebhookFactory(club=club)


def told():
    return sorted(Delivery.objects.values_list("event", flat=True))


def make_final(match, bob, dora, now):
    results.enter(
        match=match, submission=Scores(rounds=ROUNDS), by=bob, expected_version=0, now=now
    )
    results.confirm(match=match, by=dora, expected_version=1, now=now)


def test_a_final_result_is_told_with_its_standings(webhook, match, bob, dora, now):
    make_final(match, bob, dora, now)
    assert told() == ["result.final", "standings.changed"]


def test_an_entered_result_is_not_told(webhook, match, bob, now):
    results.enter(
        match=match, submission=Scores(rounds=ROUNDS), by=bob, expected_version=0, now=now
    )
    assert told() == []


def test_facts_of_a_result_are_codes_names_and_scores(webhook, match, bob, dora, now):
    make_final(match, bob, dora, now)
    facts = Delivery.objects.get(event="result.final").facts
    assert facts["match"] == match.code
    assert facts["totals"] == [48, 24, 0, 12]
    assert facts["seats"][0] == {"player": bob.player.code, "name": "Bob"}
    assert bytes(match.secret).hex() not in str(facts)


def test_a_published_draw_is_told_with_its_tables(webhook, draft, table_of_four, alice, now):
    match = MatchFactory(session=draft, status="draft", players=table_of_four, table_number=1)
    draws.publish(session=draft, by=alice, now=now)
    [delivery] = Delivery.objects.all()
    assert delivery.subject == f"session:{draft.code}"
    assert [table["match"] for table in delivery.facts["tables"]] == [match.code]


@pytest.mark.parametrize(("act", "status"), [(bots.accept, "accepted"), (bots.refuse, "refused")])
def test_an_author_is_told_of_own_versions(carol, now, act, status):
    WebhookFactory(owner=carol)
    version = VersionFactory(bot=AuthorsBotFactory(owner=carol), status=Version.Status.CHECKING)
    reason = {"reason": "too slow"} if status == "refused" else {}
    act(version=version, report={}, now=now, **reason)
    assert Delivery.objects.get().facts["status"] == status


def test_nobody_is_told_of_somebody_elses_version(carol, mallory, now):
    WebhookFactory(owner=mallory)
    version = VersionFactory(bot=AuthorsBotFactory(owner=carol))
    announce(event="version.checked", pks=[version.pk], now=now)
    assert told() == []


def test_another_club_hears_nothing(match, bob, dora, now):
    WebhookFactory(club=SeasonFactory().club)
    make_final(match, bob, dora, now)
    assert told() == []


def test_a_webhook_hears_only_what_it_asked_for(club, match, bob, dora, now):
    WebhookFactory(club=club, events=["standings.changed"])
    make_final(match, bob, dora, now)
    assert told() == ["standings.changed"]


def test_a_webhook_switched_off_hears_nothing(webhook, match, bob, dora, now):
    webhook.is_active = False
    webhook.save()
    make_final(match, bob, dora, now)
    assert told() == []


def test_changes_of_standings_are_gathered(webhook, season, now):
    for _change in range(3):
        announce(event="standings.changed", pks=[season.pk], now=now)
    delivery = Delivery.objects.get()
    assert delivery.due_at > now


def test_a_change_after_sending_is_told_anew(webhook, season, now):
    announce(event="standings.changed", pks=[season.pk], now=now)
    Delivery.objects.update(is_gathering=False)
    announce(event="standings.changed", pks=[season.pk], now=now)
    assert Delivery.objects.count() == 2


def test_ladders_are_not_told_of(webhook, club, now):
    announce(event="standings.changed", pks=[make_ladder(club).pk], now=now)
    assert told() == []


@pytest.mark.parametrize("count", [1, 5])
def test_queries_do_not_grow_with_the_results(  # noqa: PLR0917
    webhook, session, table_of_four, now, count, django_assert_num_queries
):
    matches = [MatchFactory(session=session, players=table_of_four) for _one in range(count)]
    pks = [ResultFactory(match=match).pk for match in matches]
    with django_assert_num_queries(4):
        announce(event="result.final", pks=pks, now=now)
    assert Delivery.objects.count() == count
    assert Seat.objects.count() == 4 * count
