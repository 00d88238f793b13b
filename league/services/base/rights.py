"""Who may do what. Rights come from the role of the account's player in the club.

Everybody may read clubs, players, seasons that have started with their events, and what is
published in them; drafts are for organisers. Deals, hands and secrets are for everybody once the
match is final and its deals are played nowhere else, and for nobody before. Accepted versions of
bots are for everybody; what was found in them, their logs, faults and archives are for their author
and the site's staff. All pages and answers start from a `readable_` queryset.
"""

from collections.abc import Collection
from typing import Final, TypeAlias, TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Affiliation,
    Agreement,
    Analysis,
    ApiToken,
    Bot,
    Club,
    Division,
    Duplicate,
    Event,
    Experiment,
    Fixture,
    Job,
    League,
    Match,
    Membership,
    Merge,
    Notice,
    OnlineTable,
    Player,
    Registration,
    RemoteBot,
    Result,
    Role,
    Season,
    SeasonImport,
    Session,
    Team,
    Venue,
    Version,
    Webhook,
)

from .refusals import Forbidden

Asking: TypeAlias = Account | AnonymousUser | None
NOTHING: Final = Q(pk__in=())
"""The condition that nothing meets; the database is not asked about it."""


def role_in(club: Club, account: Asking) -> Role | None:
    """Return the role of `account` in `club`, None for strangers; one query."""
    if not _is_known(account):
        return None
    found = Membership.objects.filter(club=club, player__account=account)
    role = found.values_list("role", flat=True).first()
    return Role(role) if role else None


def roles_in(clubs: Collection[int], account: Asking) -> dict[int, Role]:
    """Return the roles of `account` by the keys of those clubs where it has one; one query."""
    if not _is_known(account):
        return {}
    found = Membership.objects.filter(club__in=clubs, player__account=account)
    return {club: Role(role) for club, role in found.values_list("club", "role")}


def has_role(club: Club, account: Asking, role: Role) -> bool:
    """Return whether `account` has `role` or a higher one in `club`; one query."""
    return role_in(club, account) in Role.at_least(role)


def require_role(*, club: Club, account: Asking, role: Role) -> None:
    """Raise Forbidden unless `account` has `role` or a higher one in `club`."""
    if not has_role(club, account, role):
        raise Forbidden(
            _("You need the role “%(role)s” or higher in %(club)s to do this.")
            % {"club": club.name, "role": role.label}
        )


def may_enter(match: Match, account: Asking, *, sits: bool | None = None) -> bool:
    """Return whether `account` sits in `match` or keeps scores in its club.

    `sits` says whether it sits there, for who knows.
    """
    if not _is_known(account):
        return False
    if sits is None:
        sits = match.seats.filter(player__account=account).exists()
    return sits or has_role(match.season.club, account, Role.SCORER)


def may_confirm(
    match: Match, result: Result | None, account: Asking, *, sits: bool | None = None
) -> bool:
    """Return whether `account` may enter results here and did not enter this one, if any.

    Nor has a guest at its seat, who may have opened the account since.
    """
    if result is not None and account is not None and result.entered_by_id == account.pk:
        return False
    if not may_enter(match, account, sits=sits):
        return False
    if result is None or result.entered_seat is None or not _is_known(account):
        return True
    return not match.seats.filter(number=result.entered_seat, player__account=account).exists()


def may_lead(team: Team, account: Asking) -> bool:
    """Return whether `account` is the captain of `team` or organises its club."""
    if not _is_known(account):
        return False
    if team.captain is not None and team.captain.account_id == account.pk:
        return True
    return has_role(team.club, account, Role.ORGANISER)


def may_read_deals(match: Match) -> bool:
    """Return whether the record and the secret of `match` are open to everybody by now.

    All matches of a duplicate have the same deals, so they open together. Costs a query where the
    duplicate is not loaded.
    """
    if match.status != Match.Status.FINAL:
        return False
    return match.duplicate is None or match.duplicate.status != Duplicate.Status.OPEN


def organised_clubs(account: Asking) -> QuerySet[Club]:
    """Return the clubs in which `account` is organiser or owner."""
    if not _is_known(account):
        return Club.objects.none()
    return Club.objects.filter(
        memberships__player__account=account, memberships__role__in=Role.at_least(Role.ORGANISER)
    )


def readable_clubs(account: Asking) -> QuerySet[Club]:
    """Return all clubs."""
    return Club.objects.all()


def readable_affiliations(account: Asking) -> QuerySet[Affiliation]:
    """Return which clubs belong to which federation; to organisers of either what else there was.

    Requests that are open, declined or over are for the two sides alone.
    """
    is_member = Q(status=Affiliation.Status.MEMBER)
    own = _organised_by(account, "federation") | _organised_by(account, "club")
    return Affiliation.objects.filter(is_member | own)


def readable_players(account: Asking) -> QuerySet[Player]:
    """Return all players but those who turned out to be another one."""
    gone = Merge.objects.filter(gone=OuterRef("pk"), status=Merge.Status.MERGED)
    return Player.objects.filter(~Exists(gone))


def readable_seasons(account: Asking) -> QuerySet[Season]:
    """Return the seasons that have started, and the drafts of the account's clubs."""
    started = ~Q(status=Season.Status.DRAFT)
    return Season.objects.filter(started | _organised_by(account, "club"))


def readable_leagues(account: Asking) -> QuerySet[League]:
    """Return all leagues; what is planned in them, their divisions tell to organisers only."""
    return League.objects.all()


def readable_divisions(account: Asking) -> QuerySet[Division]:
    """Return the divisions of the seasons `account` may know of."""
    started = ~Q(season__status=Season.Status.DRAFT)
    return Division.objects.filter(started | _organised_by(account, "season__club"))


def readable_fixtures(account: Asking) -> QuerySet[Fixture]:
    """Return the fixtures of the divisions `account` may know of."""
    return Fixture.objects.filter(division__in=readable_divisions(account))


def readable_teams(account: Asking) -> QuerySet[Team]:
    """Return all teams."""
    return Team.objects.all()


def readable_events(account: Asking) -> QuerySet[Event]:
    """Return the events of the seasons `account` may know of."""
    started = ~Q(season__status=Season.Status.DRAFT)
    return Event.objects.filter(started | _organised_by(account, "season__club"))


def readable_sessions(account: Asking) -> QuerySet[Session]:
    """Return the published sessions of started seasons, and all of the account's clubs."""
    started = ~Q(event__season__status=Season.Status.DRAFT)
    published = ~Q(status=Session.Status.DRAFT)
    organised = _organised_by(account, "event__season__club")
    return Session.objects.filter(started & published | organised)


def readable_venues(account: Asking) -> QuerySet[Venue]:
    """Return all venues."""
    return Venue.objects.all()


def readable_registrations(account: Asking) -> QuerySet[Registration]:
    """Return those of started seasons, and all of the account's clubs.

    Who has withdrawn is for organisers and for the player.
    """
    started = ~Q(event__season__status=Season.Status.DRAFT)
    comes = ~Q(status=Registration.Status.WITHDRAWN) | _owned_by(account, "player__account")
    organised = _organised_by(account, "event__season__club")
    return Registration.objects.filter(started & comes | organised)


def readable_matches(account: Asking) -> QuerySet[Match]:
    """Return the published matches of started seasons, and all of the account's clubs."""
    return Match.objects.filter(match_is_readable(account))


def readable_analyses(account: Asking) -> QuerySet[Analysis]:
    """Return the analyses of the records that `account` may read."""
    match = "record__result__match__"
    return Analysis.objects.filter(match_is_readable(account, match), deals_are_open(match))


def deals_are_open(match: str = "") -> Q:
    """Return when everybody may read the deals of a match, as `may_read_deals` says of one."""
    is_final = Q(**{f"{match}status": Match.Status.FINAL})
    is_alone = Q(**{f"{match}duplicate": None})
    return is_final & (is_alone | ~Q(**{f"{match}duplicate__status": Duplicate.Status.OPEN}))


def match_is_readable(account: Asking, match: str = "") -> Q:
    """Return when `account` may know of a match; `match` leads to it, as in `match__` of a seat."""
    started = ~Q(**{f"{match}season__status": Season.Status.DRAFT})
    published = ~Q(**{f"{match}status": Match.Status.DRAFT})
    organised = _organised_by(account, f"{match}season__club")
    return started & published | organised


def readable_tables(account: Asking) -> QuerySet[OnlineTable]:
    """Return the online tables of the events `account` may know of, and those it practises at.

    Those of ladders are for everybody: none is opened before the ladder has started. What of a
    table's cards somebody may read, `table_looks.look` says.
    """
    started = Q(event__isnull=False) & ~Q(event__season__status=Season.Status.DRAFT)
    organised = _organised_by(account, "event__season__club")
    of_ladder = Q(event=None, match__isnull=False)
    own = Q(event=None, match=None) & _owned_by(account, "opened_by__account")
    return OnlineTable.objects.filter(started | organised | of_ladder | own)


def readable_duplicates(account: Asking) -> QuerySet[Duplicate]:
    """Return the duplicates of started ladders, and all of the account's clubs."""
    started = ~Q(season__status=Season.Status.DRAFT)
    organised = _organised_by(account, "season__club")
    return Duplicate.objects.filter(started | organised)


def own_versions(account: Asking) -> QuerySet[Version]:
    """Return the versions of the account's own bots."""
    if not _is_known(account):
        return Version.objects.none()
    return Version.objects.filter(bot__owner=account)


def readable_jobs(account: Asking) -> QuerySet[Job]:
    """Return the jobs of the clubs that `account` organises, and those about its own bots."""
    if not _is_known(account):
        return Job.objects.none()
    return Job.objects.filter(
        Q(club__in=organised_clubs(account))
        | Q(checked__bot__owner=account)
        | Q(experiment__new__bot__owner=account)
    )


def parts_of_jobs(account: Asking) -> list[Q]:
    """Return which jobs `account` may know of, part by part, for lists in their order; one query.

    Together they are the readable ones, none of them twice; each part comes from an index.
    """
    if not _is_known(account):
        return []
    clubs = organised_clubs(account).order_by("pk").values_list("pk", flat=True)
    of_clubs = [Q(club=club, kind=kind) for club in clubs for kind in Job.OF_CLUBS]
    checks, experiments = Job.Kind.CHECK_VERSION, Job.Kind.RUN_EXPERIMENT
    return [
        *of_clubs,
        Q(kind=checks, checked__in=own_versions(account)),
        Q(kind=experiments, experiment__in=readable_experiments(account)),
    ]


def readable_imports(account: Asking) -> QuerySet[SeasonImport]:
    """Return the imports of the clubs that `account` organises."""
    if not _is_known(account):
        return SeasonImport.objects.none()
    return SeasonImport.objects.filter(club__in=organised_clubs(account))


def readable_bots(account: Asking) -> QuerySet[Bot]:
    """Return the bots with an accepted version, and the account's own; all for the staff."""
    if _is_staff(account):
        return Bot.objects.all()
    accepted = Version.objects.filter(bot=OuterRef("pk"), status=Version.Status.ACCEPTED)
    return Bot.objects.filter(Exists(accepted) | _owned_by(account, "owner"))


def readable_remote_bots(account: Asking) -> QuerySet[RemoteBot]:
    """Return the remote bots that are not retired, and all of the account's own."""
    return RemoteBot.objects.filter(Q(retired_at=None) | _owned_by(account, "owner"))


def own_remote_bots(account: Asking) -> QuerySet[RemoteBot]:
    """Return the account's own remote bots, retired ones too, with their players."""
    return RemoteBot.objects.filter(_owned_by(account, "owner")).select_related("player")


def readable_versions(account: Asking) -> QuerySet[Version]:
    """Return the accepted versions, and all of the account's own bots; all for the staff."""
    if _is_staff(account):
        return Version.objects.all()
    accepted = Q(status=Version.Status.ACCEPTED)
    return Version.objects.filter(accepted | _owned_by(account, "bot__owner"))


def inspectable_versions(account: Asking) -> QuerySet[Version]:
    """Return the versions whose logs, faults, findings and archive `account` may read."""
    if _is_staff(account):
        return Version.objects.all()
    return Version.objects.filter(_owned_by(account, "bot__owner"))


def readable_experiments(account: Asking) -> QuerySet[Experiment]:
    """Return the experiments that the account's own versions are tested in."""
    return Experiment.objects.filter(_owned_by(account, "new__bot__owner"))


def may_inspect(version: Version, account: Asking) -> bool:
    """Return whether `version` is among the inspectable ones; no query if its bot is loaded."""
    is_own = _is_known(account) and version.bot.owner_id == account.pk
    return is_own or _is_staff(account)


def readable_notices(account: Asking) -> QuerySet[Notice]:
    """Return the account's own notices."""
    if not _is_known(account):
        return Notice.objects.none()
    return Notice.objects.filter(account=account)


def readable_agreements(account: Asking) -> QuerySet[Agreement]:
    """Return what the account itself has agreed to, or is asked."""
    if not _is_known(account):
        return Agreement.objects.none()
    return Agreement.objects.filter(player__account=account)


def readable_webhooks(account: Asking) -> QuerySet[Webhook]:
    """Return the webhooks of the clubs that `account` organises, and of its own bots."""
    own = Q(club=None) & _owned_by(account, "owner")
    return Webhook.objects.filter(own | _organised_by(account, "club"))


def readable_tokens(account: Asking) -> QuerySet[ApiToken]:
    """Return the account's own tokens, revoked ones too."""
    if not _is_known(account):
        return ApiToken.objects.none()
    return ApiToken.objects.filter(account=account)


def _owned_by(account: Asking, field: str) -> Q:
    """Return the condition that `field` is the account; nothing is anybody's."""
    return Q(**{field: account.pk}) if _is_known(account) else NOTHING


def _organised_by(account: Asking, club: str) -> Q:
    """Return the condition that `account` organises the club that `club` leads to."""
    return Q(**{f"{club}__in": organised_clubs(account)}) if _is_known(account) else NOTHING


def _is_staff(account: Asking) -> bool:
    return _is_known(account) and account.is_staff


def _is_known(account: Asking) -> TypeGuard[Account]:
    return account is not None and account.is_authenticated and account.is_active
