"""Which rows an account may know of: everybody all but drafts, organisers also their drafts.

Every queryset of the API starts from one of these. `account` is None for anybody.
"""

from django.db.models import Q, QuerySet

from league.models import (
    Account,
    ApiToken,
    Club,
    Event,
    Job,
    Match,
    Player,
    Season,
    Session,
)
from league.services import rights


def clubs(account: Account | None) -> QuerySet[Club]:
    """Return all clubs."""
    return Club.objects.all()


def players(account: Account | None) -> QuerySet[Player]:
    """Return all players."""
    return Player.objects.all()


def seasons(account: Account | None) -> QuerySet[Season]:
    """Return the seasons that have started, and the drafts of the account's clubs."""
    started = ~Q(status=Season.Status.DRAFT)
    return Season.objects.filter(started | Q(club__in=rights.organised_clubs(account)))


def events(account: Account | None) -> QuerySet[Event]:
    """Return the events of the seasons the account may know of."""
    started = ~Q(season__status=Season.Status.DRAFT)
    return Event.objects.filter(started | Q(season__club__in=rights.organised_clubs(account)))


def sessions(account: Account | None) -> QuerySet[Session]:
    """Return the published sessions, and the drafts of the account's clubs."""
    return rights.readable_sessions(account)


def matches(account: Account | None) -> QuerySet[Match]:
    """Return the matches of published sessions, and the drafts of the account's clubs."""
    return rights.readable_matches(account)


def jobs(account: Account | None) -> QuerySet[Job]:
    """Return the jobs about matches of the clubs the account organises."""
    return Job.objects.filter(match__season__club__in=rights.organised_clubs(account))


def tokens(account: Account | None) -> QuerySet[ApiToken]:
    """Return the account's own tokens, revoked ones too."""
    return ApiToken.objects.filter(account=account) if account else ApiToken.objects.none()
