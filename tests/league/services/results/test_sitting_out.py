"""Tables of four at Skat: the dealer of each round sits out."""

from decimal import Decimal

import pytest

import games
from league.logic import sitting_out
from league.models import Match, Season, Standing
from league.services.base.refusals import Invalid
from league.services.draws import draws
from league.services.results import results
from league.services.results.results import Scores, Sheets, UploadedRecord
from league.services.results.submissions import read
from league.services.seasons import standings
from tests.league.factories import SeasonFactory

WON = {"declarer": 1, "contract": "clubs", "matadors": 1, "bid": 18, "won": True}
LOST = WON | {"won": False}


def season(**changes):
    return Season(**{"game": "skat", "cycles": 1, "points_rule": "seeger-fabian"} | changes)


def rounds(*sheets, declarers=(1, 0, 0, 0)):
    named = [sheet | {"declarer": seat} for sheet, seat in zip(sheets, declarers, strict=False)]
    return Sheets(rounds=[{"dealer": n, "sheet": sheet} for n, sheet in enumerate(named)])


def refusal(submission, **changes):
    with pytest.raises(Invalid) as refused:
        read(submission, season=season(**changes), players=4)
    return list(refused.value.errors)


def test_seats_of_the_sheet_are_those_of_the_table():
    sheets = rounds(WON, WON, LOST, WON, declarers=(1, 2, 3, 0))
    outcome = read(sheets, season=season(), players=4)
    assert [played.scores for played in outcome.rounds] == [
        [0, 24, 0, 0],
        [0, 0, 24, 0],
        [0, 0, 0, -48],
        [24, 0, 0, 0],
    ]
    assert [played.declarer for played in outcome.rounds] == [1, 2, 3, 0]
    assert [played.sheet["dealer"] for played in outcome.rounds] == [0, 1, 2, 3]


def test_the_dealer_cannot_be_the_declarer():
    with pytest.raises(Invalid) as refused:
        read(rounds(WON, WON, LOST, WON, declarers=(1, 1, 0, 0)), season=season(), players=4)
    said = "seat 1 deals this round and sits out"
    assert refused.value.errors == {"rounds.1.sheet.declarer": [said]}


def test_a_sheet_cannot_name_another_dealer():
    assert refusal(rounds(WON | {"dealer": 3}, WON, LOST, WON)) == ["rounds.0.sheet.dealer"]


def test_nobody_sits_out_at_a_table_of_three():
    sheets = Sheets(rounds=[{"dealer": 0, "sheet": WON | {"dealer": 0}}] * 3)
    with pytest.raises(Invalid) as refused:
        read(sheets, season=season(), players=3)
    assert "rounds.0.sheet.players" in refused.value.errors


OLD_RAMSCH = {"ramsch": {"points": [0, 60, 60], "without_trick": [0], "tie": None}}


@pytest.mark.parametrize("dealer", range(4))
def test_sheets_stored_long_ago_keep_their_meaning(dealer):
    """They counted the seats that play: seat 0 is the first that does."""
    first, skat = 1 if dealer == 0 else 0, games.get("skat")
    stored = (WON | {"declarer": 0}, OLD_RAMSCH)
    played = [sitting_out.at_table(old, skat, dealer, 4) for old in stored]
    game, ramsch = [skat.sheet.model_validate(sheet) for sheet in played]
    assert game.scores() == [24 if seat == first else 0 for seat in range(4)]
    assert ramsch.scores() == [20 if seat == first else 0 for seat in range(4)]
    assert sitting_out.at_table(played[0], skat, dealer, 4) == played[0]


def test_the_dealer_has_to_be_named():
    sheets = Sheets(rounds=[{"sheet": WON}] * 4)
    assert refusal(sheets) == [f"rounds.{number}.dealer" for number in range(4)]


def test_a_match_of_four_has_four_rounds():
    assert refusal(rounds(WON, WON, WON)) == ["rounds"]


def test_who_sits_out_scores_nothing():
    scores = [[0, 24, 0, 0], [24, 0, 0, 0], [24, 0, 0, 0], [0, 0, 0, 24]]
    assert refusal(Scores(rounds=scores), points_rule="sum") == ["rounds.3.3"]


def test_plain_scores_do_not_say_who_declared():
    assert refusal(Scores(rounds=[[0, 24, 0, 0]] * 4)) == ["source"]


def test_a_record_is_of_three():
    assert refusal(UploadedRecord(record={})) == ["record"]


def test_who_sits_out_has_a_share_in_lost_games(club, event, alice, bob, table_of_four, now):  # noqa: PLR0917
    skat = SeasonFactory(club=club, game="skat", points_rule="seeger-fabian")
    type(event).objects.update(season=skat)
    event.refresh_from_db()
    session = event.sessions.create(number=5)
    [match] = draws.seat_players(session=session, tables=[table_of_four], by=alice, now=now)
    draws.publish(session=session, by=alice, now=now)
    match = Match.objects.get()
    sheets = rounds(WON, WON, LOST, WON)
    results.enter(match=match, submission=sheets, by=bob, expected_version=None, now=now)
    results.confirm(match=match, by=alice, expected_version=1, now=now)
    points = {row.player.name: row.points for row in Standing.objects.select_related("player")}
    # Bob: 24 − 48 + 24 and 50 − 50 + 50; Dora: 24 and 50; everybody else 30 for the lost game.
    assert points == {
        "Bob": Decimal(50),
        "Dora": Decimal(104),
        "Emil": Decimal(30),
        "Frida": Decimal(30),
    }
    assert standings.recount(skat) == 0
