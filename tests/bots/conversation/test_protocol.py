"""The page for authors, the models and the schema say the same."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

import games
from bots.conversation import changes, facts, protocol, schema
from bots.sandbox import Clock, Reason
from engine.play.table import Table

PAGE = (Path(__file__).parents[3] / "docs/bot-protocol.md").read_text()
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
FROM_HOST = TypeAdapter(protocol.FromHost)
FROM_BOT = TypeAdapter(protocol.FromBot)
VALIDATOR = Draft202012Validator(schema.schema())


def test_schema_is_up_to_date():
    assert schema.PATH.read_text() == schema.text(), (
        "write it anew: python -m bots.conversation.schema"
    )


def test_page_of_facts_is_up_to_date():
    assert facts.PATH.read_text() == facts.text(), (
        "write it anew: python -m bots.conversation.facts"
    )


def test_schema_knows_the_facts_of_a_game():
    [act] = [one for one in EXAMPLES if "view" in one]
    view = act["view"]
    wrong = view | {"facts": view["facts"] | {"bid": 18}}
    assert not VALIDATOR.is_valid(act | {"view": wrong})
    assert VALIDATOR.is_valid(act | {"view": wrong | {"game": "a-game-from-elsewhere"}})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.get("type", "answer"))
def test_example_is_a_message(example):
    (FROM_HOST if "type" in example else FROM_BOT).validate_python(example)
    VALIDATOR.validate(example)


def test_every_message_has_an_example_but_one():
    """A `round` is an `act` without its clock."""
    shown = {
        type((FROM_HOST if "type" in one else FROM_BOT).validate_python(one)) for one in EXAMPLES
    }
    assert {*schema.FROM_HOST, *schema.FROM_BOT} - shown == {protocol.RoundBegins}


def test_example_view_is_what_the_engine_shows():
    table = Table(games.get("briscola"), 2, secret=bytes(32))
    table.deal()
    table.play("C2")
    shown = table.view(1)
    table.play("DA")
    table.play("SJ")
    assert next(one["view"] for one in EXAMPLES if "view" in one) == shown
    [example] = [one for one in EXAMPLES if "kept" in one]
    assert example | changes.told(shown, table.view(1)) == example


def test_page_names_every_reason_of_a_fault():
    rows = re.findall(r"^\| `([a-z-]+)` \| ", PAGE.split("### Faults")[1], re.MULTILINE)
    assert sorted(rows) == sorted(Reason)


def test_page_names_the_time_there_is():
    clock = Clock()
    told = f"{clock.bank_s:.0f} s, an answer {clock.per_move_s:.0f} s"
    assert told in PAGE
    assert f"{clock.first_answer_s:.0f} s that are not taken from the bank" in PAGE


@pytest.mark.parametrize(
    "answer",
    [
        {"seq": 1, "action": 5},
        {"seq": 1, "action": "R14", "because": "it is high"},
        {"seq": True, "action": "R14"},
        {"seq": 0, "protocol": 3},
        {"seq": 0, "protocol": 2, "changes": 1},
        {"seq": 0, "protocol": 2, "tables": 0},
        {"seq": 0, "protocol": True},
        {"seq": 0, "protocol": 1, "events": 1},
        {"seq": 0, "protocol": 1, "name": ""},
        {"seq": 0, "protocol": 1, "games": ["Skat"]},
    ],
)
def test_answer_that_is_no_message_is_refused(answer):
    with pytest.raises(ValidationError):
        FROM_BOT.validate_python(answer)
    assert not VALIDATOR.is_valid(answer)
