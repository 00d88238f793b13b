"""Federations as tests need them: which clubs belong to one, and who plays for which of them."""

import factory
from factory.django import DjangoModelFactory

from league.models import Affiliation, Allegiance, Club
from tests.league.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory


class AffiliationFactory(DjangoModelFactory):
    """A club that belongs to a federation; `status` says what else became of the request."""

    class Meta:
        model = Affiliation

    federation = factory.SubFactory(ClubFactory, kind=Club.Kind.FEDERATION)
    club = factory.SubFactory(ClubFactory)
    status = Affiliation.Status.MEMBER
    asked_at = NOW
    answered_at = factory.LazyAttribute(lambda o: None if o.status == "asked" else NOW)
    ended_at = factory.LazyAttribute(lambda o: NOW if o.status == "left" else None)


class AllegianceFactory(DjangoModelFactory):
    """Somebody who plays for a club in the season of a federation."""

    class Meta:
        model = Allegiance

    season = factory.SubFactory(SeasonFactory)
    player = factory.SubFactory(PlayerFactory)
    club = factory.SubFactory(ClubFactory)
    since = NOW
