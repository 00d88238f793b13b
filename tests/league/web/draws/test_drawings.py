"""The drawing of a bracket, on the page, as a file and on one page of paper."""

import itertools
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.models import Registration, Result, Seat
from league.services.draws import bracket_looks
from league.services.draws.brackets import Wanted
from league.web.draws.drawings import drawing_of
from tests.league.cups import make_cup, next_round, win
from tests.league.factories import NOW, PlayerFactory

MODES = [(3, 2), (13, 2), (32, 2), (64, 2), (13, 3), (32, 4), (13, 4)]


@pytest.fixture
def cup_of(club, alice):
    """Return what makes a cup and draws its first round."""

    def make(count, size=2, **wanted):
        game = "gong-zhu" if size == 4 else "briscola"
        cup, players = make_cup(club, count, game=game, table_size=size)
        return cup, players, next_round(cup, alice, wanted=Wanted(**wanted))

    return make


def drawn(cup, **options):
    return drawing_of(bracket_looks.look(cup, by=None), **options)


def texts(drawing):
    return [line.text for box in drawing.boxes for line in box.lines]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("has_wings", [False, True])
@pytest.mark.parametrize(("count", "size"), MODES)
def test_no_two_tables_overlap_and_all_are_inside(cup_of, count, size, has_wings):
    drawing = drawn(cup_of(count, size)[0], has_wings=has_wings)
    boxes = sorted(drawing.boxes, key=lambda box: (box.x, box.y))
    for one, other in itertools.pairwise(boxes):
        assert one.x != other.x or one.y + one.height < other.y
    assert all(box.x >= 0 and box.x + drawing.box_width <= drawing.width for box in boxes)
    assert all(box.y >= 0 and box.y + box.height <= drawing.height for box in boxes)


def test_lines_join_each_table_with_those_its_players_come_from(cup_of):
    drawing = drawn(cup_of(8)[0])
    assert len(drawing.links) == 6
    ends = {(box.x, box.middle) for box in drawing.boxes}
    assert all(link.points[-1] in ends for link in drawing.links)


def test_wings_are_half_as_high(cup_of):
    cup, *_others = cup_of(32)
    assert drawn(cup, has_wings=True).height < 0.6 * drawn(cup).height


def test_an_open_seat_says_who_may_come(cup_of):
    assert "winner of table 1" in texts(drawn(cup_of(4)[0]))


def test_places_and_the_table_for_the_third_are_below_the_final(club, alice):
    cup, players = make_cup(club, 4, table_size=2)
    win(next_round(cup, alice, wanted=Wanted(third_place=True)), players)
    win(next_round(cup, alice), players)
    drawing = drawn(cup)
    assert "Third place" in [box.name for box in drawing.boxes]
    labels = [label.text for label in drawing.labels]
    assert [f"{n}. {player.name}" for n, player in enumerate(players, start=1)] == labels[-4:]


def test_a_substitute_plays_for_somebody_and_a_forfeit_is_said(cup_of, session):
    cup, _players, first = cup_of(4)
    match = first.matches.first()
    seat = match.seats.first()
    stranger = PlayerFactory(name="Stefan")
    Seat.objects.filter(pk=seat.pk).update(player=stranger, counts_for=seat.player)
    cup.registrations.create(
        player=stranger,
        replaces=Registration.objects.get(event=cup, player=seat.player),
        registered_at=NOW,
    )
    Result.objects.create(
        match=match,
        version=1,
        source="forfeit",
        totals=[0, 0],
        places=[2, 1],
        forfeits=[seat.number],
        entered_at=NOW,
    )
    type(match).objects.filter(pk=match.pk).update(result_version=1)
    lines = [line for box in drawn(cup).boxes for line in box.lines]
    (own,) = [line for line in lines if line.text.startswith("Stefan for")]
    assert own.score == "forfeit"


def test_long_names_are_cut(cup_of):
    cup, players, _first = cup_of(2)
    type(players[0]).objects.filter(pk=players[0].pk).update(name="Maximiliane " * 5)
    assert any(text.endswith("…") and len(text) < 26 for text in texts(drawn(cup)))


def test_own_path_is_marked(cup_of, alice):
    cup, players, first = cup_of(4)
    win(first, players)
    drawing = drawn(cup, own=players[0])
    assert [link.is_own for link in drawing.links].count(True) == 1
    assert [box.is_own for box in drawing.boxes].count(True) == 2
    assert not any(box.is_own for box in drawn(cup).boxes)


def test_the_page_has_the_drawing_with_its_title_and_the_list_beside_it(client, cup_of):
    cup, *_others = cup_of(4)
    page = client.get(f"/events/{cup.code}/").content.decode()
    assert 'role="img" aria-labelledby="drawn-title"' in page
    assert "bracket__round" in page
    assert f"/events/{cup.code}/bracket.svg" in page
    assert f"/events/{cup.code}/bracket.pdf" in page


def test_the_file_is_svg_in_which_names_are_text(client, cup_of):
    cup, players, _first = cup_of(4)
    type(players[0]).objects.filter(pk=players[0].pk).update(name="<b>&")
    response = client.get(f"/events/{cup.code}/bracket.svg")
    assert response.headers["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(response.content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<b>&" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("count", "size"), MODES)
def test_paper_has_one_wide_page_with_everybody(client, cup_of, count, size):
    cup, players, _first = cup_of(count, size)
    response = client.get(f"/events/{cup.code}/bracket.pdf")
    (page,) = PdfReader(BytesIO(response.content)).pages
    assert page.mediabox.width > page.mediabox.height
    said = page.extract_text()
    assert all(player.name in said for player in players)


@pytest.mark.parametrize("name", ["svg", "pdf"])
def test_nothing_is_drawn_of_other_events_or_before_the_draw(client, event, club, name):
    cup, _players = make_cup(club, 4, table_size=2)
    for code in (event.code, cup.code):
        assert client.get(f"/events/{code}/bracket.{name}").status_code == 404


def test_the_hall_screen_of_a_cup_shows_the_bracket_in_its_turn(client, cup_of):
    *_others, first = cup_of(4)
    page = client.get(f"/sessions/{first.code}/screen/?step=1").content.decode()
    assert 'class="drawn"' in page


@pytest.mark.further
def test_a_page_of_sixty_four_asks_as_much_as_one_of_two(client, cup_of):
    counts = []
    for count in (2, 64):
        cup, *_others = cup_of(count)
        client.get(f"/events/{cup.code}/")
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/events/{cup.code}/bracket.svg")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 10
