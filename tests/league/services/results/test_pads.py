"""Score pads: deals stored one by one, two writers at once, and what is handed in at the end."""

from datetime import timedelta

import pytest

import games
from engine.rules.pad import hold, recall
from league.models import AuditEntry, Match, Notice, Result, ScorePad
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.corrections import corrections, voids
from league.services.jobs import leftovers
from league.services.results import pads, waiting
from tests.games.written import random_match
from tests.league.factories import (
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.services import acts
from tests.league.sheets import SHEETS

SHEET = SHEETS["mit-list-und-tuecke"][0]
SCORES = SHEETS["mit-list-und-tuecke"][1]


def deal(dealer=0, **more):
    return {"dealer": dealer, "sheet": SHEET} | more


def write(match, by, now, *, number=0, version=0, given=None, key=""):
    return pads.write(
        match=match,
        number=number,
        deal=given or deal(number),
        by=by,
        expected_version=version,
        key=key,
        now=now,
    )


def write_all(match, by, now):
    for number in range(4):
        found = write(match, by, now, number=number, version=number)
    return found


def hand_in(match, by, now, version=4, match_version=None):
    return pads.hand_in(
        match=match, by=by, expected_version=version, match_version=match_version, now=now
    )


def test_a_deal_is_stored_and_scored(match, bob, now):
    write(match, bob, now)
    found = pads.written(match)
    assert (found.version, found.totals, found.counted) == (1, SCORES, 1)


def test_the_dealer_moves_on(match, bob, now):
    assert [write(match, bob, now).dealer(1), pads.written(match).dealer(0)] == [1, 0]


def test_the_second_of_two_writers_is_told(match, bob, dora, now):
    write(match, bob, now)
    with pytest.raises(Stale, match="just written on this pad"):
        write(match, dora, now, version=0)
    assert len(pads.written(match).rounds) == 1


def test_a_deal_sent_twice_is_written_once(match, bob, now):
    write(match, bob, now, key="one")
    again = write(match, bob, now, key="one")
    assert (again.version, len(again.rounds)) == (1, 1)


def test_a_deal_is_corrected(match, bob, now):
    write_all(match, bob, now)
    other = {"players": [*SHEET["players"][1:], SHEET["players"][0]]}
    found = write(match, bob, now, number=1, version=4, given=deal(1, sheet=other))
    assert [row.scores for row in found.played][1] == [*SCORES[1:], SCORES[0]]


def test_a_deal_is_taken_away(match, bob, now):
    write_all(match, bob, now)
    found = pads.take_away(match=match, number=3, by=bob, expected_version=4, now=now)
    assert (found.counted, found.is_over) == (3, False)


def test_a_deal_that_does_not_exist_is_refused(match, bob, now):
    with pytest.raises(Invalid):
        write(match, bob, now, number=2)
    with pytest.raises(Invalid):
        pads.take_away(match=match, number=0, by=bob, expected_version=0, now=now)


def test_an_impossible_deal_names_the_field(match, bob, now):
    with pytest.raises(Invalid) as caught:
        write(match, bob, now, given=deal(sheet={"players": [{"blue": 99}, {}, {}, {}]}))
    assert "deal.sheet.players.0.blue" in caught.value.errors
    assert not ScorePad.objects.exists()


def test_a_deal_needs_its_dealer(match, bob, now):
    with pytest.raises(Invalid) as caught:
        write(match, bob, now, given={"sheet": SHEET})
    assert list(caught.value.errors) == ["deal.dealer"]


def test_after_the_last_deal_none_is_taken(match, bob, now):
    assert write_all(match, bob, now).is_over
    with pytest.raises(Conflict, match="All deals are written"):
        write(match, bob, now, number=4, version=4)


def test_what_is_handed_in_is_the_result_and_the_pad_goes(match, bob, now):
    write_all(match, bob, now)
    result = hand_in(match, bob, now)
    assert (result.source, result.totals) == (Result.Source.SHEETS, [4 * one for one in SCORES])
    assert not ScorePad.objects.exists()


def test_too_few_deals_are_not_handed_in(match, bob, now):
    write(match, bob, now)
    with pytest.raises(Invalid):
        hand_in(match, bob, now, version=1)
    assert ScorePad.objects.count() == 1


def test_a_pad_that_somebody_changed_is_not_handed_in(match, bob, dora, now):
    write_all(match, bob, now)
    with pytest.raises(Stale):
        hand_in(match, dora, now, version=3)


def test_nothing_is_not_handed_in(match, bob, now):
    with pytest.raises(Conflict, match="Nothing is written"):
        hand_in(match, bob, now, version=0)


def test_strangers_write_nothing(match, mallory, carol, now):
    for stranger in (mallory, carol):
        with pytest.raises(Forbidden):
            write(match, stranger, now)
        with pytest.raises(Forbidden):
            hand_in(match, stranger, now)


def test_a_final_result_takes_no_pad(match, bob, alice, now):
    acts.enter(match, bob, now)
    acts.confirm(match, alice, now)
    with pytest.raises(Conflict, match="final"):
        write(acts.row(match), bob, now)


def test_a_result_entered_otherwise_takes_the_pad_with_it(match, bob, alice, now):
    write(match, bob, now)
    acts.enter(match, alice, now)
    assert not ScorePad.objects.exists()


def test_a_result_is_written_on_from_its_sheets(match, bob, dora, now):
    write_all(match, bob, now)
    hand_in(match, bob, now)
    found = pads.written(acts.row(match))
    assert (found.version, len(found.rounds), found.totals) == (0, 4, [4 * one for one in SCORES])
    write(acts.row(match), dora, now, number=1, version=0)
    assert len(pads.written(acts.row(match)).rounds) == 4


def test_the_log_says_who_wrote(match, bob, now):
    write(match, bob, now)
    entry = AuditEntry.objects.get(action="pad.write")
    assert (entry.account, entry.data) == (bob, {"deal": 0, "version": 1})


def test_old_pads_go_by_themselves(match, bob, now, settings):
    write(match, bob, now)
    leftovers.forget(now=now + timedelta(days=settings.PAD_DAYS - 1))
    assert ScorePad.objects.exists()
    leftovers.forget(now=now + timedelta(days=settings.PAD_DAYS + 1))
    assert not ScorePad.objects.exists()


def test_a_deal_costs_the_same_after_many(match, bob, now, django_assert_num_queries):
    write_all(match, bob, now)
    with django_assert_num_queries(2):
        assert pads.written(match).is_over


@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_random_matches_come_to_the_same_through_the_pad(club, bob, now, slug, policy):
    game = games.get(slug)
    players = game.players[0]
    rounds, scores = random_match(game, players, 7, policy=policy)
    seats = [bob.player, *(PlayerFactory() for _ in range(players - 1))]
    session = SessionFactory(event=EventFactory(season=SeasonFactory(club=club, game=slug)))
    match = MatchFactory(session=session, players=seats)
    for number, given in enumerate(rounds):
        found = pads.written(match)
        if "sheet" in given:
            known = found.deal(number, given["dealer"])
            told = recall(game.pad, known, given["sheet"])
            answers = {item.ask.path: item.texts for item in told.asked}
            sheet = hold(game.pad, known, answers).sheet
            tapped = {"dealer": given["dealer"], "sheet": sheet}
        else:
            tapped = given
        write(match, bob, now, number=number, version=number, given=tapped)
    assert [list(row.scores) for row in pads.written(match).played] == scores
    digest = pads.written(match).digest
    result = hand_in(match, bob, now, version=len(rounds))
    assert pads.written(acts.row(match)).digest == digest
    assert result.totals == [sum(own) for own in zip(*scores, strict=True)]


def test_the_others_of_the_table_are_told_that_a_result_waits(match, bob, dora, now):
    acts.enter(match, bob, now)
    notice = Notice.objects.get()
    assert (notice.account, notice.match_code) == (dora, match.code)
    assert "waits for you to confirm it" in notice.text


def test_a_result_waits_for_those_who_did_not_enter_it(match, bob, dora, now):
    acts.enter(match, bob, now)
    assert waiting.for_account(bob) == []
    assert waiting.for_account(dora) == [match]


def test_nothing_waits_once_it_is_confirmed(match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    assert waiting.for_account(dora) == []
    assert not Notice.objects.filter(read_at=None).exists()


@pytest.mark.parametrize("settle", [corrections.finish_alone, voids.void])
def test_nothing_waits_once_an_organiser_has_settled_it(match, bob, alice, now, settle):
    acts.enter(match, bob, now)
    settle(match=match, reason="all others have left", by=alice, expected_version=1, now=now)
    assert not Notice.objects.filter(read_at=None).exists()


def test_a_new_result_replaces_the_notice(match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.enter(match, dora, now)
    assert list(Notice.objects.filter(read_at=None).values_list("account", flat=True)) == [bob.pk]
    assert Match.objects.get().status == Match.Status.ENTERED
