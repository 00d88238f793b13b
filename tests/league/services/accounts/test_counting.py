"""What counts for a person: what clubs import counts for nobody who has not agreed."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from league.models import (
    AuditEntry,
    GameRating,
    Match,
    Notice,
    Penalty,
    RatingReview,
    Season,
    Unrated,
)
from league.services.accounts import agreements, counting
from league.services.archives import archives, season_imports
from league.services.base.refusals import Conflict, Forbidden, Unagreed
from league.services.overviews import careers, feeds
from league.services.privacy import departures, erasures
from league.services.results import results
from league.services.results.results import Scores
from league.services.seasons import game_ratings, penalties, rankings
from tests.league.factories import (
    AccountFactory,
    AgreementFactory,
    ClubFactory,
    MatchFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    make_member,
)
from tests.league.services.seasons.test_game_ratings import finish

LATER = datetime(2100, 1, 1, tzinfo=UTC)
"""After the import, whose time is that of the database."""


@pytest.fixture
def stranger(db):
    """Somebody with an account who knows nothing of the clubs."""
    return PersonFactory(name="Carol Miller")


@pytest.fixture
def organiser(db):
    return make_member(ClubFactory(slug="anker", name="Anker"), "Mallory", "organiser")


@pytest.fixture
def elsewhere(organiser):
    return organiser.player.memberships.get().club


@pytest.fixture
def staff(db):
    return AccountFactory(is_staff=True, is_superuser=True)


@pytest.fixture
def made(session, stranger, alice, scorer, now):
    """A season with one final match, at which the stranger sits with three guests."""
    session.published_at = session.event.season.created_at
    session.event.starts_at = now
    session.event.save()
    session.save()
    players = [stranger, *PlayerFactory.create_batch(3)]
    match = MatchFactory(session=session, players=players, players__agreed=False)
    scores = Scores(rounds=[[30, 20, 10, 0]] * 4)
    results.enter(match=match, submission=scores, by=alice, expected_version=None, now=now)
    results.confirm(match=match, by=scorer, expected_version=1, now=now)
    return session.event.season


def archive_of(season, by, now):
    return [line.encode() for line in archives.export(season=season, by=by, now=now)]


def import_into(club, lines, by, now):
    return season_imports.import_season(club=club, lines=lines, players="known", by=by, now=now)


@pytest.fixture
def imported(made, elsewhere, alice, organiser, now):
    """The season as another club has imported it, with the stranger's seat."""
    lines = archive_of(made, alice, now)
    return import_into(elsewhere, lines, organiser, now).season


def is_rated(player):
    game_ratings.rate_waiting()
    return GameRating.objects.filter(player=player).exists()


def is_shown(player):
    return careers.results_of(player, None).exists()


def counts(player):
    """Return whether the match counts, which all that shows it must agree on."""
    told = {
        is_rated(player),
        is_shown(player),
        bool(careers.seasons_of(player, None)),
        bool(careers.opponents_of(player, None)),
        b"BEGIN:VEVENT" in feeds.of_player(player, site="", now=datetime.now(UTC)),
    }
    assert len(told) == 1
    return told.pop()


def answer(club, player, status, at=LATER):
    return AgreementFactory(club=club, player=player, status=status, answered_at=at)


def test_what_is_imported_counts_for_nobody_who_has_not_agreed(imported, stranger):
    assert not counts(stranger)


def test_a_match_that_does_not_count_for_one_is_rated_for_nobody(imported):
    game_ratings.rate_waiting()
    assert not GameRating.objects.exists()


def test_what_is_imported_stays_history_of_the_club(imported, made):
    def names(season):
        return [(row.rank, row.player.name) for row in rankings.table(season)]

    assert names(imported) == names(made)


def test_what_is_imported_counts_once_the_person_agrees(imported, elsewhere, stranger, now):
    is_rated(stranger)
    agreements.agree_unasked(club=elsewhere, by=stranger.account, now=now)
    assert counts(stranger)


def test_what_is_imported_counts_while_the_site_trusts_the_club(
    imported, elsewhere, stranger, staff, now
):
    is_rated(stranger)
    counting.trust(club=elsewhere, by=staff, now=now)
    assert counts(stranger)
    counting.distrust(club=elsewhere, by=staff, now=now)
    assert not counts(stranger)


@pytest.mark.parametrize("status", ["declined", "left"])
def test_trust_in_a_club_is_no_answer_of_a_person(  # noqa: PLR0917
    imported, elsewhere, stranger, staff, now, status
):
    answer(elsewhere, stranger, status, at=now)
    counting.trust(club=elsewhere, by=staff, now=now)
    assert not counts(stranger)


def test_who_declines_does_not_count_though_the_site_trusts_the_club(  # noqa: PLR0917
    imported, elsewhere, stranger, staff, organiser, now
):
    counting.trust(club=elsewhere, by=staff, now=now)
    assert counts(stranger)
    [row] = agreements.ask(club=elsewhere, players=[stranger], by=organiser, now=now)
    assert counts(stranger)
    agreements.decline(agreement=row, by=stranger.account, now=now)
    assert not counts(stranger)


def test_what_was_agreed_to_stays_when_somebody_leaves(imported, elsewhere, stranger, now):
    row = agreements.agree_unasked(club=elsewhere, by=stranger.account, now=now)
    departures.leave(agreement=row, by=stranger.account, now=LATER)
    agreements.review(club=elsewhere)
    assert counts(stranger)


def test_what_is_imported_after_somebody_left_does_not_count(imported, elsewhere, stranger, now):
    answer(elsewhere, stranger, "left", at=now - timedelta(days=1))
    assert not counts(stranger)


def test_what_ends_after_somebody_left_does_not_count(session, stranger, now):
    club = session.event.season.club
    match = MatchFactory(session=session, players=[stranger, *PlayerFactory.create_batch(3)])
    club.agreements.update(status="left", answered_at=now)
    finish(match)
    Match.objects.filter(pk=match.pk).update(finished_at=now + timedelta(seconds=1))
    assert not is_rated(stranger)
    assert not is_shown(stranger)
    Match.objects.filter(pk=match.pk).update(finished_at=now)
    Season.objects.update(created_at=now)
    agreements.review(club=club)
    assert is_rated(stranger)
    assert is_shown(stranger)


def test_a_table_to_come_is_not_shown_to_who_has_not_agreed(session, stranger):
    MatchFactory(session=session, players=[stranger], players__agreed=False)
    assert not careers.to_come(stranger, None).exists()


def test_recounting_gives_the_same(imported, elsewhere, stranger, now):
    agreements.agree_unasked(club=elsewhere, by=stranger.account, now=now)
    game_ratings.rate_waiting()
    assert game_ratings.recount(game="mit-list-und-tuecke") == 0


def test_who_is_erased_counts_as_a_guest_does(imported, stranger, now):
    assert not is_rated(stranger)
    erasures.erase(player=stranger, account=stranger.account, by=stranger.account, now=now)
    assert is_rated(stranger)


def test_only_staff_trusts_a_club(elsewhere, organiser, now):
    for act in (counting.trust, counting.distrust):
        with pytest.raises(Forbidden):
            act(club=elsewhere, by=organiser, now=now)
    elsewhere.refresh_from_db()
    assert not elsewhere.is_trusted


def test_a_club_is_trusted_once(elsewhere, staff, now):
    counting.trust(club=elsewhere, by=staff, now=now)
    with pytest.raises(Conflict, match="This club is already trusted"):
        counting.trust(club=elsewhere, by=staff, now=now)
    assert AuditEntry.objects.filter(club=elsewhere, action="club.trust").count() == 1


def test_an_answer_looks_at_no_match_at_once(imported, elsewhere, stranger, now):
    game_ratings.rate_waiting()
    agreements.agree_unasked(club=elsewhere, by=stranger.account, now=now)
    assert not Unrated.objects.exists()
    assert RatingReview.objects.count() == 1


def test_matches_are_looked_at_again_in_slices(session, stranger):
    club = session.event.season.club
    players = [stranger, *PlayerFactory.create_batch(3)]
    for match in MatchFactory.create_batch(3, session=session, players=players):
        finish(match)
    Unrated.objects.all().delete()
    agreements.review(club=club, player=stranger)
    assert [game_ratings.review_slice(most=2) for _ in "abc"] == [True, True, False]
    assert Unrated.objects.count() == 3


def test_a_review_is_of_one_player(session, stranger):
    finish(MatchFactory(session=session, players=PlayerFactory.create_batch(4)))
    Unrated.objects.all().delete()
    agreements.review(club=session.event.season.club, player=stranger)
    game_ratings.review_slice()
    assert not Unrated.objects.exists()


@pytest.fixture
def penalised(made, stranger, club, alice, now):
    """The season with a penalty of the stranger, who has agreed to play in its club."""
    agreements.agree_unasked(club=club, by=stranger.account, now=now)
    penalties.penalise(
        season=made, player=stranger, points=Decimal(5), reason="late", by=alice, now=now
    )
    return made


def test_nobody_is_penalised_by_an_import(penalised, elsewhere, stranger, alice, organiser, now):  # noqa: PLR0917
    lines = archive_of(penalised, alice, now)
    with pytest.raises(Unagreed, match="Carol Miller"):
        import_into(elsewhere, lines, organiser, now)
    assert Penalty.objects.count() == 1
    assert not elsewhere.seasons.exists()
    assert Notice.objects.get(account=stranger.account, match_code="").asks


def test_nobody_gets_a_place_in_what_is_to_come_by_an_import(  # noqa: PLR0917
    made, event, elsewhere, stranger, alice, organiser, now
):
    RegistrationFactory(event=event, player=stranger)
    with pytest.raises(Unagreed, match="Carol Miller"):
        import_into(elsewhere, archive_of(made, alice, now), organiser, now)
    Season.objects.update(status=Season.Status.CLOSED)
    lines = archive_of(made, alice, now)
    assert import_into(elsewhere, lines, organiser, now).season.status == "closed"
