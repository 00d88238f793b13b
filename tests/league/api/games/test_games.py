import jsonschema
import pytest

import games
from engine.play.table import Table
from tests.league.api.conftest import SHEET
from tests.league.sheets import SHEETS

GAME = "games/mit-list-und-tuecke"


def test_a_game_says_how_many_play(anonymous):
    [game] = [
        found
        for found in anonymous.get("games").json()["results"]
        if found["slug"] == "mit-list-und-tuecke"
    ]
    assert game["players"] == [4, 5, 6]
    assert game["higher_wins"] is True


def test_every_game_is_listed(anonymous):
    found = {game["slug"]: game for game in anonymous.get("games").json()["results"]}
    for game in games.all():
        listed = found[game.slug]
        assert (listed["name"], listed["players"]) == (game.name, list(game.players))
        assert (listed["higher_wins"], listed["native_end"]) == (game.higher_wins, game.native_end)
        assert listed["redeals"] == game.redeals


@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
def test_every_game_is_described(anonymous, slug):
    found = anonymous.get(f"games/{slug}").json()
    jsonschema.Draft202012Validator.check_schema(found["options"])
    jsonschema.validate(SHEETS[slug][0], found["sheet"])
    table = Table(games.get(slug), found["players"][0], secret=bytes(32))
    table.deal()
    jsonschema.validate(table.view(0)["facts"], found["facts"])
    assert found["facts"]["required"] == list(table.view(0)["facts"])
    assert {form["phase"] for form in found["notation"]} <= set(found["phases"])
    assert all(len(sides) == int(players) for players, sides in found["sides"].items())


@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
def test_sheet_of_every_game_is_computed(anonymous, slug):
    sheet, scores = SHEETS[slug]
    answer = anonymous.post(f"games/{slug}/score-sheet", {"sheet": sheet})
    assert answer.json() == {"scores": scores}


def test_a_game_explains_its_notation(anonymous):
    forms = [form["phase"] for form in anonymous.get(GAME).json()["notation"]]
    assert {"play", "take", "keep"} <= set(forms)


@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
def test_help_of_a_game_tells_all_phases_and_actions(anonymous, slug):
    found = anonymous.get(f"games/{slug}").json()
    help_, verbs = found["help"], {form["form"].split()[0] for form in found["notation"]}
    assert len(help_["goal"]) == 3
    assert {*help_["phases"], "over"} == set(found["phases"])
    named = {verb for verb in verbs if verb.islower()}
    told = {key.split()[0] for key in help_["actions"]}
    assert named | {"play"} <= told


def test_help_of_a_game_tells_what_cards_count(anonymous):
    counts = anonymous.get("games/briscola").json()["help"]["counts"]
    assert counts[:2] == [{"text": "11", "cards": "A"}, {"text": "10", "cards": "3"}]


def test_a_game_tells_sides_for_each_number_of_players(anonymous):
    assert anonymous.get(GAME).json()["sides"]["5"] == [0, 1, 2, 3, 4]


def test_the_schema_of_the_sheet_accepts_a_sheet(anonymous):
    schema = anonymous.get(GAME).json()["sheet"]
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(SHEET, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"players": 4}, schema)


def test_an_unknown_game_is_not_found(anonymous):
    assert anonymous.get("games/poker").status_code == 404


def test_a_sheet_is_computed(anonymous):
    response = anonymous.post(f"{GAME}/score-sheet", {"sheet": SHEET})
    assert response.json() == {"scores": [24, 24, 8, 0]}


@pytest.mark.parametrize(
    ("sheet", "path"),
    [
        ({}, "sheet.players"),
        ({"players": "four"}, "sheet.players"),
        ({"players": [{}] * 100}, "sheet.players"),
        ({"players": [{"blue": -1}, {}, {}, {}]}, "sheet.players.0.blue"),
        ({"players": [{"blue": 1, "pink": 1}, {}, {}, {}]}, "sheet.players.0.pink"),
        ({"players": [{"discards": 2}, {}, {}, {}]}, "sheet.players.0.discards"),
        ({"players": [{"kept": ["red", "red"]}, {}, {}, {}]}, "sheet.players.0.kept"),
    ],
)
def test_a_wrong_sheet_names_the_field(anonymous, sheet, path):
    response = anonymous.post(f"{GAME}/score-sheet", {"sheet": sheet})
    assert response.status_code == 422
    assert path in response.json()["errors"]


@pytest.mark.parametrize("body", [{}, {"sheet": 1}, {"sheet": None}, {"sheet": []}])
def test_no_sheet_is_named(anonymous, body):
    assert list(anonymous.post(f"{GAME}/score-sheet", body).json()["errors"]) == ["sheet"]
