"""Every page at the width of a phone and of a desk: it fits, it is light, and it is pictured."""

import pytest

from league.models import Match
from tests.league.factories import MatchFactory, ResultFactory, RoundFactory, SessionFactory

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def addresses(session, match, final):
    """Every kind of page, by name."""
    season = session.event.season
    draft = SessionFactory(event=session.event, number=2, status="draft")
    players = [seat.player for seat in match.seats.all()]
    MatchFactory(session=draft, table_number=1, players=players, status=Match.Status.DRAFT)
    entered = MatchFactory(session=session, table_number=3, players=players)
    result = ResultFactory(match=entered)
    for number in range(4):
        RoundFactory(result=result, number=number, dealer=number)
    return {
        "home": "/",
        "club": f"/clubs/{season.club.slug}/",
        "members": f"/clubs/{season.club.slug}/members/",
        "season": f"/seasons/{season.code}/",
        "event": f"/events/{session.event.code}/",
        "session": f"/sessions/{session.code}/",
        "draft": f"/sessions/{draft.code}/",
        "match-open": f"/matches/{match.code}/",
        "match-entered": f"/matches/{entered.code}/",
        "match-final": f"/matches/{final.code}/",
        "viewer": f"/matches/{final.code}/record/?round=2&step=20",
        "enter-sheets": f"/matches/{match.code}/result/",
        "enter-scores": f"/matches/{match.code}/result/?as=scores",
        "confirm": f"/matches/{entered.code}/confirm/",
        "fair-deals": "/fair-deals/",
    }


@pytest.fixture
def as_alice(open_page, log_in):
    """Return a page of Alice's, who may see everything."""
    return lambda **options: log_in(open_page(**options), "alice")


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (PHONE, "dark"), (DESK, "light")]
)
def test_every_page_fits_its_screen(as_alice, addresses, picture, viewport, scheme):
    page = as_alice(viewport=viewport, color_scheme=scheme)
    too_wide = []
    for name, address in addresses.items():
        assert page.goto(address).ok
        picture(page, f"{name}-{viewport['width']}-{scheme}")
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            too_wide.append(name)
    assert too_wide == []


def test_first_visit_of_the_viewer_loads_at_most_200_kilobytes(open_page, addresses):
    page = open_page()
    sizes = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(addresses["viewer"], wait_until="networkidle")
    assert len(sizes) > 5
    assert sum(sizes) <= 200 * 1024
