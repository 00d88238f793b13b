"""What the site knows of a person goes out as a whole, and nothing secret or of others with it."""

import json

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from league.models import Account, Bye, Player
from league.services.accounts import people, second_factors
from league.services.privacy import personal_data
from league.services.registration import registrations
from tests.league.factories import NOW, MatchFactory
from tests.league.phones import give_app
from tests.league.services import acts

pytestmark = pytest.mark.django_db


def told(account=None, player=None):
    player = player or Player.objects.filter(account=account).first()
    return json.loads("".join(personal_data.lines(player=player, account=account, now=NOW)))


def test_a_document_has_account_and_player(bob):
    document = told(bob)
    assert document["format"] == "stammtisch-person/1"
    assert document["account"]["username"] == "bob"
    assert document["player"]["code"] == bob.player.code


def test_what_somebody_did_and_what_was_noted_of_them_is_told(match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    document = told(bob)
    assert [row["match_code"] for row in document["results_entered"]] == [match.code]
    assert [row["match_code"] for row in document["seats"]] == [match.code]
    assert [row["points"] for row in document["standings"]]
    assert document["results_confirmed"] == []
    assert [row["action"] for row in document["acts"]] == ["result.enter"]


def test_no_secret_of_a_second_factor_is_told(bob, now):
    secret, codes = give_app(bob, now=now)
    document = told(bob)
    assert document["second_factor"] == [{"since": now.isoformat().replace("+00:00", "Z")}]
    text = json.dumps(document)
    factor = bob.second_factor
    assert not any(word in text for word in (secret, factor.salt, *codes))


def test_what_the_operator_did_to_an_account_is_told(bob, now):
    give_app(bob, now=now)
    second_factors.take_away(account=bob, now=now)
    assert [row["action"] for row in told(bob)["noted"]] == ["second_factor.reset"]


def test_no_secret_is_told(bob, now):
    _token, plain = people.issue_token(account=bob, name="phone", scopes=["read"], now=now)
    text = json.dumps(told(bob))
    assert "phone" in text
    assert plain not in text
    assert bob.password not in text


def test_a_guest_has_no_account(event, table_of_four):
    document = told(player=table_of_four[2])
    assert document["account"] is None
    assert document["tokens"] == []


def test_nothing_of_others_is_told(match, bob, dora, now):
    acts.enter(match, dora, now)
    assert told(bob)["results_entered"] == []


def test_no_name_of_others_is_told(event, alice, now):
    registrations.register_guest(event=event, name="Zacharias", by=alice, now=now)
    document = told(alice)
    assert "registration.enter" in {row["action"] for row in document["acts"]}
    assert "Zacharias" not in json.dumps(document)


def test_a_document_costs_the_same_for_one_row_and_many(bob, now, django_assert_num_queries):
    with django_assert_num_queries(len(personal_data.SECTIONS) + 2):
        told(bob)
    for number in range(3):
        people.issue_token(account=bob, name=f"{number}", scopes=["read"], now=now)
    with django_assert_num_queries(len(personal_data.SECTIONS) + 2):
        assert len(told(bob)["tokens"]) == 3


def references():
    """Return each reference to an account or a person that a model has."""
    for model in apps.get_app_config("league").get_models():
        for field in [*model._meta.fields, *model._meta.many_to_many]:
            if field.related_model in {Account, Player}:
                yield f"{model.__name__}.{field.name}"


def test_each_reference_is_told_or_left_out_for_a_reason():
    sections = personal_data.SECTIONS.values()
    fields = {f"{section.model.__name__}.{section.field}" for section in sections}
    covered = {field for field in fields if "__" not in field}  # others lead through such a one
    assert covered | set(personal_data.LEFT_OUT) == set(references())
    assert not covered & set(personal_data.LEFT_OUT)


@pytest.mark.parametrize("named", ["bob", "code"])
def test_the_command_writes_a_new_file(bob, tmp_path, named):
    word = bob.player.code if named == "code" else "bob"
    call_command("export_person", word, str(tmp_path / "bob.json"))
    assert json.loads((tmp_path / "bob.json").read_text())["account"]["username"] == "bob"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_person", word, str(tmp_path / "bob.json"))


def test_one_may_read_ones_own_page_of_it(bob, client):
    client.force_login(bob)
    answer = client.get("/me/data.json")
    assert json.loads(answer.getvalue())["account"]["username"] == "bob"
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_draw_that_is_not_published_is_not_told(bob, dora, draft):
    match = MatchFactory(session=draft, players=[bob.player, dora.player], status="draft")
    Bye.objects.create(session=draft, player=bob.player)
    told = "".join(personal_data.lines(player=bob.player, account=bob, now=NOW))
    assert match.code not in told
    assert draft.code not in told


def test_a_visitor_has_no_data(client, db):
    assert client.get("/me/data.json").status_code == 302
