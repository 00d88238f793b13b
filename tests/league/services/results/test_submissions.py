import pytest

import games
from engine.play.table import Table
from engine.records import packed
from engine.records.document import record_of
from league.models import Season
from league.services.base.refusals import Invalid
from league.services.results.submissions import Scores, Sheets, Totals, UploadedRecord, read

GAME = games.get("mit-list-und-tuecke")
SHEET = {
    "players": [
        {"blue": 10, "green": 4},
        {"green": 10, "red": 4},
        {"red": 10, "yellow": 4},
        {"yellow": 10, "blue": 4},
    ]
}


def season(**changes):
    return Season(**{"game": GAME.slug, "cycles": 1, "native": False, "options": {}} | changes)


def refusal(submission, players=4, **changes):
    with pytest.raises(Invalid) as refused:
        read(submission, season=season(**changes), players=players)
    return refused.value.errors


def play(players=4, secret=bytes(32), rounds=None, **form):
    """Play the first legal action until the match, or a number of rounds, is over."""
    table = Table(GAME, players, secret=secret, **form)
    while not table.over and (rounds is None or len(table.rounds) < rounds):
        table.deal()
        while not table.round_over:
            table.play(table.legal()[0])
    return table


def scores(*last):
    return Scores(rounds=[[30, 20, 10, 0]] * 3 + [list(last)])


def test_scores_are_added_and_placed():
    outcome = read(scores(5, 15, 0, 0), season=season(), players=4)
    assert (outcome.source, outcome.totals) == ("scores", [95, 75, 30, 0])
    assert outcome.places == [1, 2, 3, 4]


def test_everyone_deals_once():
    outcome = read(scores(5, 15, 0, 0), season=season(), players=4)
    assert [played.dealer for played in outcome.rounds] == [0, 1, 2, 3]


def test_totals_without_rounds_only_come_from_lists():
    totals = Totals(totals=[95, 75, 30, 0])
    assert list(refusal(totals)) == ["totals"]
    assert read(totals, season=season(), players=4, is_from_list=True).source == "list"


@pytest.mark.parametrize("rounds", [0, 1, 3, 5])
def test_another_number_of_rounds_is_refused(rounds):
    assert list(refusal(Scores(rounds=[[0] * 4] * rounds))) == ["rounds"]


def test_the_season_says_how_often_everyone_deals():
    outcome = read(Scores(rounds=[[0] * 4] * 8), season=season(cycles=2), players=4)
    assert len(outcome.rounds) == 8
    assert list(refusal(Scores(rounds=[[0] * 4] * 4), cycles=2)) == ["rounds"]


def test_a_native_match_has_the_rounds_of_the_game():
    assert read(Scores(rounds=[[0] * 4] * 4), season=season(native=True, cycles=3), players=4)
    assert list(refusal(Scores(rounds=[]), native=True)) == ["rounds"]


@pytest.mark.parametrize("wrong", [[0, 0, 0], [0] * 5, [], 7, "0000", None])
def test_a_round_has_a_score_for_each_seat(wrong):
    assert list(refusal(Scores(rounds=[[0] * 4] * 3 + [wrong]))) == ["rounds.3"]


@pytest.mark.parametrize("wrong", ["12", 1.5, None, True, 100_001, 10**30])
def test_a_score_is_a_whole_number(wrong):
    assert list(refusal(scores(0, wrong, 0, 0))) == ["rounds.3.1"]


@pytest.mark.parametrize("wrong", [-1, 50_000])
def test_the_game_says_which_scores_are_possible(wrong):
    assert list(refusal(scores(0, wrong, 0, 0))) == ["rounds.3"]


@pytest.mark.parametrize("wrong", [None, 7, "rounds", {"0": []}])
def test_rounds_are_a_list(wrong):
    assert list(refusal(Scores(rounds=wrong))) == ["rounds"]


def sheets(*changes):
    return Sheets(rounds=[{"sheet": SHEET}] * (4 - len(changes)) + list(changes))


def test_sheets_are_scored_by_the_game():
    outcome = read(sheets(), season=season(), players=4)
    assert outcome.source == "sheets"
    assert outcome.rounds[0].scores == [40, 40, 40, 40]
    assert outcome.totals == [160] * 4


def test_sheets_are_kept_as_written():
    outcome = read(sheets(), season=season(), players=4)
    assert outcome.rounds[2].sheet["players"][0]["blue"] == 10


def test_a_dealer_goes_on_from_the_one_named():
    rounds = [{"sheet": SHEET, "dealer": 2}, *[{"sheet": SHEET}] * 3]
    outcome = read(Sheets(rounds=rounds), season=season(), players=4)
    assert [played.dealer for played in outcome.rounds] == [2, 3, 0, 1]


@pytest.mark.parametrize("dealer", [-1, 4, "1", None, True])
def test_a_dealer_is_a_seat(dealer):
    assert list(refusal(sheets({"sheet": SHEET, "dealer": dealer}))) == ["rounds.3.dealer"]


@pytest.mark.parametrize("wrong", [{}, {"sheet": None}, None, [SHEET]])
def test_a_round_has_a_sheet(wrong):
    assert list(refusal(sheets(wrong))) == ["rounds.3.sheet"]


def test_a_wrong_sheet_names_the_field():
    wrong = {"players": [*SHEET["players"][:3], {"yellow": 10, "blue": 4, "discards": 2}]}
    errors = refusal(sheets({"sheet": wrong}))
    assert "rounds.3.sheet.players.3.discards" in errors


def test_every_wrong_sheet_is_named():
    errors = refusal(sheets({"sheet": {"players": []}}, {"sheet": {"jokers": 1}}))
    assert {path.split(".")[1] for path in errors} == {"2", "3"}


def test_a_sheet_is_of_as_many_players_as_the_table():
    assert list(refusal(Sheets(rounds=[{"sheet": SHEET}] * 5), players=5)) == [
        f"rounds.{number}.sheet.players" for number in range(5)
    ]


def test_a_record_gives_what_was_played():
    table = play()
    outcome = read(UploadedRecord(record=record_of(table)), season=season(), players=4)
    assert outcome.source == "record"
    assert (outcome.totals, outcome.places) == (table.totals, table.ranking())
    assert [played.scores for played in outcome.rounds] == [r.scores for r in table.rounds]
    assert outcome.blob == packed.pack(table)


@pytest.mark.parametrize(
    ("field", "value"), [("game", "skat"), ("players", 5), ("game", None), ("players", "4")]
)
def test_a_record_of_another_match_is_refused(field, value):
    record = record_of(play()) | {field: value}
    assert list(refusal(UploadedRecord(record=record))) == [f"record.{field}"]


def test_a_record_of_another_length_is_refused():
    record = record_of(play(cycles=2))
    assert list(refusal(UploadedRecord(record=record))) == ["record.format"]


def test_a_native_record_is_refused_where_rounds_are_fixed():
    record = record_of(play(native=True))
    assert list(refusal(UploadedRecord(record=record))) == ["record.format"]


def test_cycles_do_not_matter_to_a_native_record():
    record = record_of(play(native=True))
    assert read(UploadedRecord(record=record), season=season(native=True, cycles=3), players=4)


def test_an_unfinished_record_is_refused():
    record = record_of(play(rounds=2))
    assert list(refusal(UploadedRecord(record=record))) == ["record.rounds"]


def test_an_illegal_action_is_named():
    record = record_of(play())
    record["rounds"][1]["actions"][3] = "R99"
    assert list(refusal(UploadedRecord(record=record))) == ["record.rounds.1.actions.3"]


def test_wrong_scores_name_the_round():
    record = record_of(play())
    record["rounds"][2]["scores"][0] += 1
    assert list(refusal(UploadedRecord(record=record))) == ["record.rounds.2"]


@pytest.mark.parametrize("field", ["totals", "ranking", "rounds", "record", "commitment"])
def test_a_record_with_a_wrong_field_is_refused(field):
    record = record_of(play()) | {field: [9, 9, 9, 9]}
    assert refusal(UploadedRecord(record=record))


@pytest.mark.parametrize("record", [None, [], "record", {}, {"rounds": []}])
def test_what_is_no_record_is_refused(record):
    assert refusal(UploadedRecord(record=record))
