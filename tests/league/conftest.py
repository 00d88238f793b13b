"""The cast: alice organises, bob plays, carol writes bots, mallory is outside."""

import pytest
from django.utils import translation

from league.models import Role, Session

from . import factories


@pytest.fixture(autouse=True)
def fast_passwords(settings):
    """Do not spend most of the time on hashing the cast's passwords."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def english():
    """Forget the language of the last request, which stays that of its thread."""
    yield
    translation.deactivate()


@pytest.fixture
def now():
    return factories.NOW


@pytest.fixture
def club(db):
    return factories.ClubFactory(slug="linde", name="Stammtisch zur Linde")


def _member(club, name, role):
    player = factories.PersonFactory(name=name)
    factories.MembershipFactory(club=club, player=player, role=role)
    return player.account


@pytest.fixture
def owner(club):
    return _member(club, "Olga", Role.OWNER)


@pytest.fixture
def alice(club):
    return _member(club, "Alice", Role.ORGANISER)


@pytest.fixture
def scorer(club):
    return _member(club, "Sven", Role.SCORER)


@pytest.fixture
def bob(club):
    return _member(club, "Bob", Role.MEMBER)


@pytest.fixture
def dora(club):
    return _member(club, "Dora", Role.MEMBER)


@pytest.fixture
def carol(club):
    return _member(club, "Carol", Role.MEMBER)


@pytest.fixture
def mallory(db):
    return factories.PersonFactory(name="Mallory").account


@pytest.fixture
def season(club):
    return factories.SeasonFactory(club=club, name="2026")


@pytest.fixture
def event(season):
    return factories.EventFactory(season=season, name="November")


@pytest.fixture
def session(event):
    """A published session."""
    return factories.SessionFactory(event=event, number=1)


@pytest.fixture
def draft(event):
    """A session whose draw is in draft."""
    return factories.SessionFactory(event=event, number=2, status=Session.Status.DRAFT)


@pytest.fixture
def table_of_four(bob, dora):
    """Four people; only Bob and Dora have accounts."""
    others = [factories.PlayerFactory(name=name) for name in ("Emil", "Frida")]
    return [bob.player, dora.player, *others]


@pytest.fixture
def match(session, table_of_four):
    """A match that waits for its result, with Bob and Dora at seats 0 and 1."""
    return factories.MatchFactory(session=session, table_number=1, players=table_of_four)
