"""An evening that costs ten euros, to which Anna and Bob come."""

import pytest

from league.services.books import fees
from tests.league.factories import PlayerFactory, RegistrationFactory


@pytest.fixture
def evening(event, alice, now):
    return fees.set_fee(event=event, fee=1000, by=alice, now=now)


@pytest.fixture
def anna(evening):
    return RegistrationFactory(event=evening, player=PlayerFactory(name="Anna"))


@pytest.fixture
def bobs(evening, bob):
    return RegistrationFactory(event=evening, player=bob.player)


@pytest.fixture
def as_scorer(client_of, scorer):
    return client_of(scorer)
