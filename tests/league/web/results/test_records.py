"""The record viewer: open once the match is final, closed to everybody before."""

import pytest
from django.urls import reverse

from engine.records import document
from league.models import Record


def viewer(match, **query):
    return reverse("web:viewer", args=[match.code], query=query)


def download(match):
    return reverse("web:record", args=[match.code])


@pytest.mark.parametrize("address", [viewer, download])
@pytest.mark.parametrize("account", ["alice", "mallory", None])
def test_record_is_closed_until_the_match_is_final(request, client_of, played, address, account):
    client = client_of(account and request.getfixturevalue(account))
    assert client.get(address(played)).status_code == 404


@pytest.mark.parametrize("address", [viewer, download])
def test_record_is_open_to_everybody_afterwards(client, final, address):
    assert client.get(address(final)).status_code == 200


def test_match_without_record_has_no_viewer(client, entered):
    assert client.get(viewer(entered)).status_code == 404


@pytest.mark.parametrize("address", [viewer, download])
def test_record_that_is_no_longer_kept_says_so(client, final, address):
    Record.objects.all().delete()
    response = client.get(address(final))
    assert response.status_code == 410
    assert "We no longer keep the record of" in response.content.decode()


def test_match_says_that_its_record_is_no_longer_kept(client, final):
    Record.objects.all().delete()
    shown = client.get(reverse("web:match", args=[final.code])).content.decode()
    assert "We no longer keep the record of" in shown
    assert viewer(final) not in shown


def test_downloaded_record_is_valid(client, final):
    assert document.validate(client.get(download(final)).json()).ok


def test_viewer_starts_with_the_deal(client, final):
    shown = client.get(viewer(final)).context["replay"]
    assert (shown.round, shown.step) == (0, 0)


def test_viewer_shows_round_and_step_of_its_address(client, final):
    shown = client.get(viewer(final, round=2, step=17)).context["replay"]
    assert (shown.round, shown.step) == (1, 17)


@pytest.mark.parametrize(
    "query", [{"round": "x"}, {"step": "-1"}, {"round": "9" * 9, "step": 9999}]
)
def test_viewer_makes_the_best_of_a_wrong_address(client, final, query):
    assert client.get(viewer(final, **query)).status_code == 200


def test_viewer_shows_all_cards_after_the_deal(client, final):
    assert client.get(viewer(final)).content.decode().count('class="card suit-') == 56


def test_viewer_steps_by_plain_links(client, final):
    answer = client.get(viewer(final, round=1, step=3)).content.decode()
    assert 'href="?round=1&amp;step=4"' in answer


def test_viewer_marks_the_step_in_the_log(client, final):
    answer = client.get(viewer(final, round=1, step=3)).content.decode()
    assert 'step=3" aria-current="step"' in answer


def test_viewer_gives_a_fragment_to_its_script(client, final):
    answer = client.get(viewer(final), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in answer
    assert 'id="viewer"' in answer


def test_fragment_and_page_are_kept_apart_by_caches(client, final):
    assert "HX-Request" in client.get(viewer(final)).headers["Vary"]


def test_viewer_costs_the_same_at_every_step(client, final, django_assert_num_queries):
    client.get(viewer(final))
    with django_assert_num_queries(4):
        client.get(viewer(final, round=4, step=60))


def test_page_of_a_match_leads_to_its_record_being_played(client, final):
    page = client.get(f"/matches/{final.code}/").content.decode()
    assert f"{viewer(final)}?play=yes" in page


@pytest.mark.parametrize(("step", "is_told"), [(0, False), (9999, True)])
def test_viewer_tells_at_the_end_of_a_round_how_the_points_came_about(client, final, step, is_told):
    page = client.get(viewer(final, round=1, step=step)).content.decode()
    assert ("How the points came about" in page) == is_told
