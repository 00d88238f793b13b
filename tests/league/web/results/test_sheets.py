import pytest
from django.utils import translation
from pydantic import BaseModel

import games
from engine.rules.sheet import Dealer, Players, Seat, Side
from league.web.results.sheet_schema import Table
from league.web.results.sheets import SheetForm, label_of, parse_number

NAMES = ["Alice", "Bob", "Carol", "Dora"]
PATH = "rounds.0.sheet"
SCHEMA = games.get("mit-list-und-tuecke").sheet.model_json_schema()
FORM = SheetForm(SCHEMA, PATH, Table(NAMES, NAMES), "mit-list-und-tuecke")

ODD_SCHEMA = {
    "properties": {
        "tricks_bid": {"type": "integer"},
        "hand": {"type": "boolean"},
        "suit": {"enum": ["clubs", "hearts"]},
        "tricks": {"type": "array", "items": {"type": "integer"}},
    }
}
ODD_FORM = SheetForm(ODD_SCHEMA, PATH, Table(["Alice", "Bob"], ["Alice", "Bob"]))


class NumbersWithMeaning(BaseModel):
    """Fields of names that no game here has."""

    soloist: Seat | None = None
    sleepers: tuple[Seat, ...]
    kontra: Side
    silent: tuple[Side, ...]
    banker: Dealer
    heads: Players


MEANING_FORM = SheetForm(
    NumbersWithMeaning.model_json_schema(), PATH, Table(NAMES, ["Alice & Carol", "Bob & Dora"])
)


def fields(form, values=(), errors=()):
    groups = form.groups(dict(values), dict(errors))
    return {field.path: field for group in groups for field in group.fields}


def test_every_player_has_a_group():
    assert [group.title for group in FORM.groups({}, {})] == NAMES


def test_field_is_named_by_the_path_of_its_errors():
    assert f"{PATH}.players.2.discards" in fields(FORM)


def test_colours_kept_are_choices():
    assert fields(FORM)[f"{PATH}.players.0.kept"].kind == "choices"


def test_colour_of_a_stack_is_shown_with_its_suit():
    assert fields(FORM)[f"{PATH}.players.0.green"].suit.letter == "G"


@pytest.mark.parametrize(
    ("game", "field", "symbols"),
    [
        ("skat", "contract", ["french-C", "french-S", "french-H", "french-D"]),
        ("mulatschag", "trump", ["german-E", "german-L", "german-H", "german-S"]),
    ],
)
def test_suits_to_choose_are_those_of_the_game_s_pack(game, field, symbols):
    schema = games.get(game).sheet.model_json_schema()
    form = SheetForm(schema, PATH, Table(NAMES, NAMES), game)
    choices = fields(form)[f"{PATH}.{field}"].choices
    assert [choice.suit.symbol for choice in choices if choice.suit] == symbols


def test_holder_of_a_contract_is_chosen_by_name():
    schema = games.get("mulatschag").sheet.model_json_schema()
    form = SheetForm(schema, PATH, Table(NAMES, NAMES), "mulatschag")
    assert [choice.label for choice in fields(form)[f"{PATH}.holder"].choices] == NAMES


def test_empty_form_reads_as_nothing_won():
    sheet, errors = FORM.read({})
    assert (sheet["players"][0]["blue"], sheet["players"][0]["kept"], errors) == (0, None, {})


def test_form_reads_what_was_typed():
    sheet, _errors = FORM.read({f"{PATH}.players.1.red": [" 7 "]})
    assert sheet["players"][1]["red"] == 7


def test_form_reads_the_colours_kept():
    sheet, _errors = FORM.read({f"{PATH}.players.1.kept": ["blue", "red"]})
    assert sheet["players"][1]["kept"] == ["blue", "red"]


def test_form_names_the_field_that_is_no_number():
    _sheet, errors = FORM.read({f"{PATH}.players.3.red": ["seven"]})
    assert list(errors) == [f"{PATH}.players.3.red"]


def test_error_stands_at_its_field():
    path = f"{PATH}.players.3.red"
    assert fields(FORM, errors={path: ["too many"]})[path].errors == ["too many"]


def test_stored_sheet_fills_the_form_again():
    sheet, _errors = FORM.read({f"{PATH}.players.1.kept": ["blue", "red"]})
    assert FORM.read(FORM.values_of(sheet))[0] == sheet


def test_sheet_without_seats_is_one_group():
    groups = ODD_FORM.groups({}, {})
    assert groups[0].title == ""


@pytest.mark.parametrize(
    ("name", "kind"), [("tricks_bid", "number"), ("hand", "flag"), ("suit", "choice")]
)
def test_kinds_of_fields_follow_the_schema(name, kind):
    assert fields(ODD_FORM)[f"{PATH}.{name}"].kind == kind


def test_numbers_by_seat_are_a_field_for_each_seat():
    assert {f"{PATH}.tricks.0", f"{PATH}.tricks.1"} <= set(fields(ODD_FORM))


def test_odd_schema_is_read():
    values = {f"{PATH}.hand": ["on"], f"{PATH}.suit": ["clubs"], f"{PATH}.tricks.1": ["3"]}
    assert ODD_FORM.read(values)[0] == {
        "tricks_bid": 0,
        "hand": True,
        "suit": "clubs",
        "tricks": [0, 3],
    }


@pytest.mark.parametrize(
    ("name", "kind", "choices"),
    [
        ("soloist", "choice", NAMES),
        ("sleepers", "choices", NAMES),
        ("kontra", "choice", ["Alice & Carol", "Bob & Dora"]),
        ("silent", "choices", ["Alice & Carol", "Bob & Dora"]),
    ],
)
def test_number_that_means_a_seat_or_side_is_chosen(name, kind, choices):
    field = fields(MEANING_FORM)[f"{PATH}.{name}"]
    assert (field.kind, [choice.label for choice in field.choices]) == (kind, choices)


def test_number_that_is_known_is_not_asked_for():
    sheet, _errors = MEANING_FORM.read({f"{PATH}.sleepers": ["1", "3"]}, dealer=2)
    assert sheet["sleepers"] == [1, 3]
    assert (sheet["banker"], sheet["heads"]) == (2, 4)
    assert not {f"{PATH}.banker", f"{PATH}.heads"} & set(fields(MEANING_FORM))


@pytest.mark.parametrize(("typed", "number"), [("", None), ("12", 12), ("−3", -3), (" 0 ", 0)])
def test_number_is_read_as_typed(typed, number):
    assert parse_number([typed]) == number


def test_one_colour_kept_of_two_is_refused():
    _sheet, errors = FORM.read({f"{PATH}.players.1.kept": ["blue"]})
    assert errors == {f"{PATH}.players.1.kept": ["Choose 2 of them."]}


@pytest.mark.parametrize("typed", ["x", "1.5", "1" * 13, "1_0", "٣"])
def test_number_that_is_none_is_refused(typed):
    with pytest.raises(ValueError, match="whole number"):
        parse_number([typed])


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Queen of spades"), ("de", "Pik-Dame"), ("nl", "Schoppenvrouw")]
)
def test_card_to_choose_has_the_name_that_players_use(language, said):
    with translation.override(language):
        assert label_of("gong-zhu", "SQ") == said
