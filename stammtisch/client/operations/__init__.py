"""All operations of the API; made by `manage.py client`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stammtisch.client.sending import Sender

    from .affiliations import Affiliations
    from .agreements import Agreements
    from .analyses import Analyses
    from .bots import Bots
    from .calendar import Calendar
    from .clubs import Clubs
    from .divisions import Divisions
    from .duplicates import Duplicates
    from .events import Events
    from .experiments import Experiments
    from .games import Games
    from .jobs import Jobs
    from .leagues import Leagues
    from .matches import Matches
    from .notices import Notices
    from .penalties import Penalties
    from .personal_data import PersonalData
    from .players import Players
    from .registrations import Registrations
    from .remote_bots import RemoteBots
    from .seasons import Seasons
    from .sessions import Sessions
    from .tables import Tables
    from .teams import Teams
    from .tokens import Tokens
    from .venues import Venues
    from .versions import Versions
    from .webhooks import Webhooks


class Operations:
    """All operations, by what they are about."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    @cached_property
    def affiliations(self) -> Affiliations:
        from .affiliations import Affiliations

        return Affiliations(self._sender)

    @cached_property
    def agreements(self) -> Agreements:
        from .agreements import Agreements

        return Agreements(self._sender)

    @cached_property
    def analyses(self) -> Analyses:
        from .analyses import Analyses

        return Analyses(self._sender)

    @cached_property
    def bots(self) -> Bots:
        from .bots import Bots

        return Bots(self._sender)

    @cached_property
    def calendar(self) -> Calendar:
        from .calendar import Calendar

        return Calendar(self._sender)

    @cached_property
    def clubs(self) -> Clubs:
        from .clubs import Clubs

        return Clubs(self._sender)

    @cached_property
    def divisions(self) -> Divisions:
        from .divisions import Divisions

        return Divisions(self._sender)

    @cached_property
    def duplicates(self) -> Duplicates:
        from .duplicates import Duplicates

        return Duplicates(self._sender)

    @cached_property
    def events(self) -> Events:
        from .events import Events

        return Events(self._sender)

    @cached_property
    def experiments(self) -> Experiments:
        from .experiments import Experiments

        return Experiments(self._sender)

    @cached_property
    def games(self) -> Games:
        from .games import Games

        return Games(self._sender)

    @cached_property
    def jobs(self) -> Jobs:
        from .jobs import Jobs

        return Jobs(self._sender)

    @cached_property
    def leagues(self) -> Leagues:
        from .leagues import Leagues

        return Leagues(self._sender)

    @cached_property
    def matches(self) -> Matches:
        from .matches import Matches

        return Matches(self._sender)

    @cached_property
    def notices(self) -> Notices:
        from .notices import Notices

        return Notices(self._sender)

    @cached_property
    def penalties(self) -> Penalties:
        from .penalties import Penalties

        return Penalties(self._sender)

    @cached_property
    def personal_data(self) -> PersonalData:
        from .personal_data import PersonalData

        return PersonalData(self._sender)

    @cached_property
    def players(self) -> Players:
        from .players import Players

        return Players(self._sender)

    @cached_property
    def registrations(self) -> Registrations:
        from .registrations import Registrations

        return Registrations(self._sender)

    @cached_property
    def remote_bots(self) -> RemoteBots:
        from .remote_bots import RemoteBots

        return RemoteBots(self._sender)

    @cached_property
    def seasons(self) -> Seasons:
        from .seasons import Seasons

        return Seasons(self._sender)

    @cached_property
    def sessions(self) -> Sessions:
        from .sessions import Sessions

        return Sessions(self._sender)

    @cached_property
    def tables(self) -> Tables:
        from .tables import Tables

        return Tables(self._sender)

    @cached_property
    def teams(self) -> Teams:
        from .teams import Teams

        return Teams(self._sender)

    @cached_property
    def tokens(self) -> Tokens:
        from .tokens import Tokens

        return Tokens(self._sender)

    @cached_property
    def venues(self) -> Venues:
        from .venues import Venues

        return Venues(self._sender)

    @cached_property
    def versions(self) -> Versions:
        from .versions import Versions

        return Versions(self._sender)

    @cached_property
    def webhooks(self) -> Webhooks:
        from .webhooks import Webhooks

        return Webhooks(self._sender)
