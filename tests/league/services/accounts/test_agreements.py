"""The gate: who has an account and has not agreed is asked, and counts nowhere until they agree."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Agreement, AuditEntry, Notice, RatingReview, Role
from league.services.accounts import agreements
from league.services.base.refusals import Conflict, Forbidden, Unagreed
from league.services.clubs import clubs
from league.services.play import tables
from league.services.registration import registrations
from league.services.results import results
from league.services.results.results import Scores
from tests.league.factories import (
    AccountFactory,
    AgreementFactory,
    BotFactory,
    ClubFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    TeamFactory,
    agree,
)

ASKED, AGREED = Agreement.Status.ASKED, Agreement.Status.AGREED
DECLINED, LEFT = Agreement.Status.DECLINED, Agreement.Status.LEFT


@pytest.fixture
def stranger(db):
    """Somebody with an account who knows nothing of the club."""
    return PersonFactory(name="Carol Miller")


@pytest.fixture
def request_(club, alice, stranger, now):
    """A request of the club to the stranger, not answered yet."""
    [row] = agreements.ask(club=club, players=[stranger], by=alice, now=now)
    return row


def require(club, players, by, now, **options):
    agreements.require(club=club, players=players, by=by, now=now, **options)


def admit(club, player, by, now):
    clubs.admit(club=club, player=player, role=Role.MEMBER, by=by, now=now)


def status_of(club, player):
    return Agreement.objects.get(club=club, player=player).status


def test_bots_and_guests_need_no_agreement(club, alice, now, django_assert_num_queries):
    players = [BotFactory(), PlayerFactory()]
    with django_assert_num_queries(0):
        require(club, players, alice, now)


def test_who_has_agreed_may_be_put_into_the_club(club, alice, stranger, now):
    agree(club, stranger)
    require(club, [stranger], alice, now)


@pytest.mark.parametrize("status", [ASKED, DECLINED, LEFT])
def test_whoever_has_not_agreed_is_missing(club, stranger, status):
    AgreementFactory(club=club, player=stranger, status=status)
    assert agreements.missing(club, [stranger, stranger]) == [stranger]


def test_an_agreement_is_with_one_club(club, alice, stranger, now):
    AgreementFactory(player=stranger)
    with pytest.raises(Unagreed):
        require(club, [stranger], alice, now)


def test_a_refusal_says_what_happened_why_and_what_to_do(club, alice, stranger, now):
    with pytest.raises(Unagreed) as refused:
        admit(club, stranger, alice, now)
    assert refused.value.message == (
        "Carol Miller has an account and has not agreed to play in this club. We have asked "
        "them. Try again once they have agreed, or send them to the club's page, where they can "
        "agree at once."
    )


def test_all_who_miss_are_named_at_once(club, alice, stranger, now):
    other = PersonFactory(name="Dan Yu")
    with pytest.raises(Unagreed, match="Carol Miller, Dan Yu have accounts"):
        require(club, [stranger, PlayerFactory(), other], alice, now)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (ASKED, "was asked to play in this club and has not answered yet"),
        (DECLINED, "does not want to play in this club"),
        (LEFT, "does not want to play in this club"),
    ],
)
def test_a_refusal_tells_who_has_answered_how(club, alice, stranger, now, status, said):  # noqa: PLR0917
    AgreementFactory(club=club, player=stranger, status=status)
    with pytest.raises(Unagreed, match=f"Carol Miller {said}") as refused:
        require(club, [stranger], alice, now)
    assert refused.value.unasked == ()


@pytest.mark.django_db(transaction=True)
def test_who_is_missing_is_asked_though_the_act_is_rolled_back(club, alice, stranger, now):
    with pytest.raises(Unagreed):
        admit(club, stranger, alice, now)
    row = Agreement.objects.get(club=club, player=stranger)
    assert (row.status, row.asked_by, row.asked_at) == (ASKED, alice, now)
    assert not stranger.memberships.exists()


def test_who_is_asked_gets_one_notice_that_leads_to_the_answer(club, alice, stranger, now):
    for _ in "ab":
        with pytest.raises(Unagreed):
            admit(club, stranger, alice, now)
    notice = Notice.objects.get(account=stranger.account)
    said = "Alice asks whether you want to play in Stammtisch zur Linde."
    assert (notice.text, notice.asks) == (said, True)


@pytest.mark.parametrize("status", [ASKED, DECLINED, LEFT])
def test_nobody_is_asked_again(club, alice, stranger, now, status):
    AgreementFactory(club=club, player=stranger, status=status)
    assert agreements.ask(club=club, players=[stranger], by=alice, now=now) == []
    assert not Notice.objects.exists()


def test_a_preview_asks_nobody(club, alice, stranger, now):
    with pytest.raises(Unagreed) as refused:
        require(club, [stranger], alice, now, asks=False)
    agreements.follow(refused.value)
    assert not club.agreements.filter(player=stranger).exists()
    assert "We have asked" not in refused.value.message


def test_a_club_has_so_many_open_requests(club, alice, owner, stranger, now, monkeypatch):  # noqa: PLR0917
    monkeypatch.setattr(agreements, "MOST_OPEN", 1)
    others = [stranger, PersonFactory(name="Dan Yu")]
    with pytest.raises(Unagreed, match=r"Dan Yu has .*too many requests") as refused:
        require(club, others, alice, now)
    agreements.follow(refused.value)
    assert agreements.ask(club=club, players=others, by=owner, now=now) == []
    assert [row.player for row in agreements.unanswered(club)] == [stranger]


def test_so_many_are_200(club, stranger, alice, now):
    people = PersonFactory.create_batch(20)
    Agreement.objects.bulk_create(
        AgreementFactory.build(club=ClubFactory(), player=player, status=ASKED, asked_by=alice)
        for player in people
        for _ in range(10)
    )
    assert agreements.ask(club=club, players=[stranger], by=alice, now=now) == []
    Agreement.objects.filter(asked_by=alice).first().delete()
    assert len(agreements.ask(club=club, players=[stranger], by=alice, now=now)) == 1


def test_an_account_has_so_many_open_requests_in_all_clubs(club, alice, stranger, now, monkeypatch):
    monkeypatch.setattr(agreements, "MOST_OPEN", 1)
    AgreementFactory(status=ASKED, asked_by=alice)
    assert agreements.ask(club=club, players=[stranger], by=alice, now=now) == []


def test_a_person_is_asked_so_often_at_most(club, alice, stranger, now, monkeypatch):
    monkeypatch.setattr(agreements, "MOST_WAITING", 1)
    AgreementFactory(player=stranger, status=ASKED)
    assert agreements.ask(club=club, players=[stranger], by=alice, now=now) == []


def test_asking_many_costs_as_much_as_asking_one(club, alice, now):
    counts = []
    for size in (1, 20):
        people = PersonFactory.create_batch(size)
        with CaptureQueriesContext(connection) as asked:
            agreements.ask(club=club, players=people, by=alice, now=now)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_who_agrees_may_be_admitted(club, alice, stranger, request_, now):
    agreements.agree(agreement=request_, by=stranger.account, now=now)
    admit(club, stranger, alice, now)
    assert stranger.memberships.get().club == club


@pytest.mark.parametrize("answer", [agreements.agree, agreements.decline])
@pytest.mark.parametrize("who", ["alice", "owner", "mallory"])
def test_the_person_alone_answers(request_, now, answer, who, request):
    with pytest.raises(Forbidden):
        answer(agreement=request_, by=request.getfixturevalue(who), now=now)
    request_.refresh_from_db()
    assert request_.status == ASKED


@pytest.mark.parametrize("status", [AGREED, DECLINED, LEFT])
def test_a_request_is_declined_once(stranger, now, status):
    row = AgreementFactory(player=stranger, status=status)
    with pytest.raises(Conflict, match="You have already answered this request"):
        agreements.decline(agreement=row, by=stranger.account, now=now)


@pytest.mark.parametrize("status", [ASKED, DECLINED, LEFT])
def test_agreeing_undoes_all_else(club, stranger, now, status):
    row = AgreementFactory(club=club, player=stranger, status=status)
    agreements.agree(agreement=row, by=stranger.account, now=now)
    assert status_of(club, stranger) == AGREED


def test_who_has_agreed_is_told_so(stranger, now):
    row = AgreementFactory(player=stranger)
    with pytest.raises(Conflict, match="You have already agreed to play in"):
        agreements.agree(agreement=row, by=stranger.account, now=now)


def test_every_answer_is_noted(club, stranger, request_, now):
    agreements.decline(agreement=request_, by=stranger.account, now=now)
    agreements.agree(agreement=request_, by=stranger.account, now=now)
    told = AuditEntry.objects.filter(club=club, subject=f"player:{stranger.code}").order_by("pk")
    actions = [entry.action for entry in told]
    assert actions == ["agreement.ask", "agreement.decline", "agreement.agree"]


def test_an_answer_has_matches_looked_at_again(club, stranger, request_, now):
    agreements.agree(agreement=request_, by=stranger.account, now=now)
    review = RatingReview.objects.get()
    assert (review.club, review.player) == (club, stranger)


def test_one_agrees_unasked(club, stranger, now):
    row = agreements.agree_unasked(club=club, by=stranger.account, now=now)
    assert (row.status, row.asked_at) == (AGREED, None)


def test_an_account_that_is_nobody_gives_a_name_first(club, now):
    with pytest.raises(Conflict, match="Register for an event and enter it"):
        agreements.agree_unasked(club=club, by=AccountFactory(), now=now)


def test_whoever_founds_a_club_plays_in_it(mallory, now):
    club = clubs.found_club(slug="anker", name="Anker", by=mallory, now=now)
    assert status_of(club, mallory.player) == AGREED


def test_whoever_registers_agrees_by_it(event, club, mallory, now):
    registrations.register(event=event, player=mallory.player, by=mallory, now=now)
    assert status_of(club, mallory.player) == AGREED


def test_a_registration_that_is_refused_agrees_to_nothing(event, club, mallory, now):
    event.closes_at = now
    event.save()
    with pytest.raises(Conflict):
        registrations.register_oneself(event=event, by=mallory, now=now)
    assert not club.agreements.filter(player=mallory.player).exists()


@pytest.mark.parametrize("joins", [False, True])
def test_whoever_sits_down_at_an_online_table_agrees_by_it(season, mallory, bob, now, joins):
    event = EventFactory(season=season, draw="online")
    RegistrationFactory(event=event, player=mallory.player, agreed=False)
    if joins:
        RegistrationFactory(event=event, player=bob.player)
        table = tables.open_table(event=event, by=bob, now=now)
        tables.join(table=table, by=mallory, now=now)
    else:
        tables.open_table(event=event, by=mallory, now=now)
    assert status_of(season.club, mallory.player) == AGREED


@pytest.fixture
def imported_match(session, mallory):
    """A match with a seat of somebody who has not agreed to play in the club."""
    players = [mallory.player, *PlayerFactory.create_batch(3)]
    return MatchFactory(session=session, players=players, players__agreed=False)


def enter(match, by, now):
    scores = Scores(rounds=[[30, 20, 10, 0]] * 4)
    results.enter(match=match, submission=scores, by=by, expected_version=None, now=now)


def test_whoever_enters_a_result_of_their_own_agrees_by_it(club, imported_match, mallory, now):
    enter(imported_match, mallory, now)
    assert status_of(club, mallory.player) == AGREED


def test_whoever_confirms_a_result_of_their_own_agrees_by_it(
    club, imported_match, mallory, scorer, now
):
    enter(imported_match, scorer, now)
    assert not club.agreements.filter(player=mallory.player).exists()
    results.confirm(match=imported_match, by=mallory, expected_version=1, now=now)
    assert status_of(club, mallory.player) == AGREED


def test_nobody_agrees_for_another(club, stranger, alice, now):
    with pytest.raises(Forbidden):
        agreements.consent(club=club, player=stranger, by=alice, now=now)


@pytest.fixture
def newly_named(db):
    """A guest who counts in four clubs and has just got an account."""
    player = PlayerFactory()
    made = [
        MembershipFactory(player=player).club,
        RegistrationFactory(player=player).event.season.club,
        MatchFactory(players=[player]).season.club,
        TeamFactory(players=[player]).club,
    ]
    player.account = AccountFactory()
    player.save()
    return player, made


def test_an_account_that_takes_over_a_player_plays_on_where_that_one_counts(newly_named, now):
    player, made = newly_named
    agreements.take_over(player=player, now=now)
    assert {row.club for row in player.agreements.filter(status=AGREED)} == set(made)


def test_a_player_without_an_account_agrees_to_nothing(db, now):
    player = MembershipFactory(player=PlayerFactory()).player
    assert agreements.take_over(player=player, now=now) == []
