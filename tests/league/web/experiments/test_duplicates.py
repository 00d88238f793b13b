"""Pages of unrated duplicates: for their author, with a form that says what is wrong."""

import gzip

import pytest
from django.urls import reverse

from league.models import Experiment, PairBlock
from tests.league.experiments import make_duplicates, make_experiment, two_versions
from tests.league.ladders import make_version

FORM = "new-duplicates"


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def text(response):
    return response.content.decode()


@pytest.fixture
def wanted(carol):
    new, _old = two_versions(carol)
    return {"new": new.code, "table": "fipsen:4", "opponents": ["greedy"], "most": "20"}


@pytest.fixture
def played(carol):
    """Two duplicates of 50, with their records."""
    row = make_duplicates(carol, status="running", duplicates=2, total=2.0, squares=20.0)
    code = row.opponents.get().player.code
    PairBlock.objects.create(
        experiment=row,
        first=0,
        differences=[4.0, -2.0],
        faulty=[[], ["old"]],
        scores=[{"new": 9.0, code: 5.0}, {"new": 3.25, code: 5.25}],
        records=gzip.compress(b'{"duplicate": 1}\n'),
    )
    return row


def test_form_starts_duplicates(as_carol, wanted, mallory):
    owl = make_version(mallory, name="Owl")
    answer = as_carol.post(page(FORM), wanted | {"opponents": [owl.code, "greedy"]})
    found = Experiment.objects.get()
    assert answer.url == page("experiment", found.code)
    assert (found.kind, found.game, found.players, found.most) == ("duplicates", "fipsen", 4, 20)
    assert found.against == "Owl 1, Rule of thumb"


def test_version_pages_lead_to_the_form(as_carol, wanted, mallory):
    owl = make_version(mallory, name="Owl")
    for version, word in ((wanted["new"], "new"), (owl.code, "opponents")):
        shown = text(as_carol.get(page("version", version)))
        assert f"{page(FORM)}?{word}={version}" in shown


def test_form_has_chosen_the_opponent_it_was_opened_from(as_carol, wanted, mallory):
    owl = make_version(mallory, name="Owl")
    shown = text(as_carol.get(page(FORM), {"opponents": owl.code}))
    assert f'value="{owl.code}" aria-describedby="id_opponents_hint" ' in shown
    assert shown.count(" checked") == 1


def test_form_begins_with_a_game_that_the_opponent_plays(as_carol, wanted, mallory):
    owl = make_version(mallory, name="Owl", games=["skat"])
    shown = text(as_carol.get(page(FORM), {"opponents": owl.code}))
    assert 'value="skat:3" selected' in shown
    assert shown.count(" checked") == 1


def test_form_offers_whoever_plays_the_game(as_carol, wanted, mallory):
    make_version(mallory, name="Owl", games=["skat"])
    make_version(mallory, name="Wren", games=["fipsen"])
    make_version(mallory, name="Jay", status="checking")
    fragment = as_carol.get(
        page(FORM), {"new": wanted["new"], "table": "fipsen:4"}, headers={"HX-Request": "true"}
    )
    assert "Wren 1" in text(fragment)
    assert "<h1>" not in text(fragment)
    for name in ("Owl 1", "Jay 1", "Carols bot 2"):
        assert name not in text(fragment)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"most": "501"}, "less than or equal to 500"),
        ({"opponents": []}, "This field is required."),
        ({"opponents": ["nothing234"]}, "Select a valid choice"),
        ({"opponents": ["greedy", "random", "easy", "hard"]}, "from 1 to 3 opponents"),
        ({"table": "skat:9"}, "Select a valid choice"),
    ],
)
def test_form_comes_back_with_what_is_wrong(as_carol, wanted, change, said):
    answer = as_carol.post(page(FORM), wanted | change)
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Experiment.objects.exists()


def test_who_has_no_version_is_told(as_mallory):
    assert "Duplicates need an accepted version" in text(as_mallory.get(page(FORM)))


def test_page_shows_how_far_they_are_and_each_opponent(as_carol, played):
    shown = text(as_carol.get(page("experiment", played.code)))
    assert "2 of 50 duplicates played" in shown
    assert "is playing against Rule of thumb." in shown
    assert "+1.00 ± 5.88" in shown
    assert "5.12" in shown or "5.13" in shown
    assert page("stop-experiment", played.code) in shown
    assert "Log-likelihood" not in shown


def test_list_names_the_opponents(as_carol, played):
    assert "against Rule of thumb" in text(as_carol.get(page("experiments")))


def test_each_duplicate_is_shown(as_carol, played):
    shown = text(as_carol.get(page("duplicates-played", played.code)))
    assert [number in shown for number in ("9.00", "3.25", "+4.00", "-2.00")] == [True] * 4
    assert "an opponent" in shown


def test_records_are_one_file(as_carol, played):
    PairBlock.objects.create(
        experiment=played,
        first=2,
        differences=[0.0],
        faulty=[[]],
        scores=[],
        records=gzip.compress(b"x"),
    )
    answer = as_carol.get(page("duplicates-records", played.code))
    assert gzip.decompress(b"".join(answer.streaming_content)) == b'{"duplicate": 1}\nx'
    assert f"duplicates-{played.code}.jsonl.gz" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["experiment", "duplicates-played", "duplicates-records"])
def test_they_are_for_their_author(client_of, played, mallory, name):
    assert client_of(mallory).get(page(name, played.code)).status_code == 404


@pytest.mark.parametrize("name", ["duplicates-played", "duplicates-records"])
def test_a_test_of_two_versions_has_none(as_carol, carol, name):
    assert as_carol.get(page(name, make_experiment(carol).code)).status_code == 404
