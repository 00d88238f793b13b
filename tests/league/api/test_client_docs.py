"""The pages about the client: its examples print what they say, at a site that listens."""

import doctest
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from league.models import Club
from league.services.accounts import people
from tests.league.api.conftest import ALL_SCOPES
from tests.league.experiments import two_versions
from tests.league.factories import EventFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.further]

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "client.md").read_text()
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
MOST_LINES = 200


def issue(account):
    now = timezone.now()
    return people.issue_token(account=account, name="docs", scopes=ALL_SCOPES, now=now)[1]


def run(name, **known):
    """Run the examples of a page; return how many there were."""
    page = (DOCS / name).read_text()
    examples = doctest.DocTestParser().get_doctest(page, known, name, name, 0)
    said = []
    found = doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=said.append)
    assert not found.failed, "".join(said)
    return found.attempted


def test_examples_of_the_page_print_what_they_say(live_server, alice, dora):
    assert run("client.md", SITE=live_server.url, TOKEN=issue(alice), DORA=issue(dora)) > 25


def test_player_registers_for_what_is_coming(live_server, season, bob):
    club = season.club
    Club.objects.filter(pk=club.pk).update(town="Bonn", country="DE")
    EventFactory(season=season, name="Friday", starts_at=timezone.now() + timedelta(days=2))
    assert run("players-guide.md", SITE=live_server.url, TOKEN=issue(bob)) == 3


def test_author_starts_an_experiment(live_server, carol):
    new, old = two_versions(carol)
    known = {"SITE": live_server.url, "TOKEN": issue(carol), "NEW": new.code, "OLD": old.code}
    assert run("authors-guide.md", **known) == 4


def test_links_of_the_page_lead_somewhere():
    links = re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", PAGE)
    assert links
    assert all((DOCS / link).exists() for link in links)


def test_the_page_is_short():
    assert len(PAGE.splitlines()) <= MOST_LINES
