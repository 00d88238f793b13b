"""Rows as tests need them, made directly; the services are what is tested."""

from datetime import UTC, datetime, timedelta

import factory
from django.contrib.auth.hashers import make_password
from django.db.models import Max
from factory.django import DjangoModelFactory

from league.models import (
    Account,
    Agreement,
    Archive,
    Bot,
    Club,
    Delivery,
    Division,
    Entrant,
    Event,
    Job,
    League,
    Match,
    Membership,
    Notice,
    OnlineTable,
    Part,
    Player,
    Registration,
    Result,
    Role,
    Round,
    Season,
    Seat,
    Session,
    Team,
    TeamMember,
    Venue,
    Version,
    Webhook,
)
from league.services.webhooks import webhooks

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PASSWORD = "tricky cards"
# Hashing is slow on purpose; once is enough.
HASHED = make_password(PASSWORD)
LETTERS = str.maketrans("0123456789", "bcdfghjklm")


def named(word):
    """Return names in their order that hold no number which a test might look for on a page."""
    return factory.Sequence(lambda n: f"{word} {n:05}".translate(LETTERS))


class AccountFactory(DjangoModelFactory):
    class Meta:
        model = Account

    username = factory.Sequence(lambda n: f"account{n}")
    password = HASHED


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    name = named("Player")


class PersonFactory(PlayerFactory):
    """A person who can log in."""

    account = factory.SubFactory(
        AccountFactory, username=factory.LazyAttribute(lambda o: o.factory_parent.name.lower())
    )


class AgreementFactory(DjangoModelFactory):
    """A person who has agreed to play in a club; `status` says what else they have done."""

    class Meta:
        model = Agreement

    club = factory.SubFactory("tests.league.factories.ClubFactory")
    player = factory.SubFactory(PersonFactory)
    status = Agreement.Status.AGREED
    asked_at = NOW
    answered_at = factory.LazyAttribute(lambda o: None if o.status == "asked" else NOW)


def agree(club, *players):
    """Let those of the players who have an account agree to play in a club."""
    for player in players:
        if player.account_id is not None and not club.agreements.filter(player=player).exists():
            AgreementFactory(club=club, player=player)


class BotFactory(PlayerFactory):
    kind = Player.Kind.BOT
    builtin = factory.Sequence(lambda n: f"bot{n}")
    name = factory.SelfAttribute("builtin")


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = Club

    slug = factory.Sequence(lambda n: f"club-{n}")
    name = named("Club")


class MembershipFactory(DjangoModelFactory):
    """A member, who has agreed to be one unless `agreed` is False."""

    class Meta:
        model = Membership
        skip_postgeneration_save = True

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(PersonFactory)
    role = Role.MEMBER

    @factory.post_generation
    def agreed(self, create, agreed, **kwargs):
        if agreed is not False:
            agree(self.club, self.player)


def make_member(club, name, role):
    """Return the account of a person who is a member of a club."""
    player = PersonFactory(name=name)
    MembershipFactory(club=club, player=player, role=role)
    return player.account


class SeasonFactory(DjangoModelFactory):
    class Meta:
        model = Season

    club = factory.SubFactory(ClubFactory)
    name = named("Season")
    game = "mit-list-und-tuecke"
    status = Season.Status.RUNNING


class EventFactory(DjangoModelFactory):
    class Meta:
        model = Event

    season = factory.SubFactory(SeasonFactory)
    name = named("Evening")


class OnlineTableFactory(DjangoModelFactory):
    """An online table that waits for players, at which nobody sits yet."""

    class Meta:
        model = OnlineTable

    event = factory.SubFactory(EventFactory)
    opened_by = factory.SubFactory(PersonFactory)
    size = 4
    created_at = NOW


class VenueFactory(DjangoModelFactory):
    class Meta:
        model = Venue

    club = factory.SubFactory(ClubFactory)
    name = named("Inn")


class RegistrationFactory(DjangoModelFactory):
    """A place of a player, who has agreed to play in the club unless `agreed` is False."""

    class Meta:
        model = Registration
        skip_postgeneration_save = True

    event = factory.SubFactory(EventFactory)
    player = factory.SubFactory(PlayerFactory)
    registered_at = NOW

    @factory.post_generation
    def agreed(self, create, agreed, **kwargs):
        if agreed is not False:
            agree(self.event.season.club, self.player)


def next_number(event):
    """Return the number of the next session of an event."""
    return (event.sessions.aggregate(most=Max("number"))["most"] or 0) + 1


class SessionFactory(DjangoModelFactory):
    class Meta:
        model = Session

    event = factory.SubFactory(EventFactory)
    number = factory.LazyAttribute(lambda session: next_number(session.event))
    status = Session.Status.PUBLISHED


class MatchFactory(DjangoModelFactory):
    """A match waiting for its result; `players` take its seats in their order.

    They have agreed to play in the club unless `players__agreed` is False, as after an import.
    """

    class Meta:
        model = Match
        skip_postgeneration_save = True

    session = factory.SubFactory(SessionFactory)
    season = factory.LazyAttribute(lambda o: o.session.event.season)
    table_number = factory.Sequence(lambda n: n + 100)  # beyond those that tests name
    status = Match.Status.OPEN

    @factory.post_generation
    def players(self, create, players, **kwargs):
        for number, player in enumerate(players or ()):
            Seat.objects.create(match=self, number=number, player=player)
        if kwargs.get("agreed", True):
            agree(self.season.club, *(players or ()))


class JobFactory(DjangoModelFactory):
    """A job that waits, of the club its match or its import is of."""

    class Meta:
        model = Job

    kind = Job.Kind.PLAY_MATCH
    match = None
    imported = None
    created_at = NOW

    @factory.lazy_attribute
    def club(self):
        if self.imported is not None:
            return self.imported.club
        return self.match.season.club if self.match is not None else None


class ResultFactory(DjangoModelFactory):
    """A result as entered, with the match set to wait for its confirmation."""

    class Meta:
        model = Result

    match = factory.SubFactory(MatchFactory)
    version = 1
    source = Result.Source.SCORES
    totals = [30, 20, 10, 0]
    places = [1, 2, 3, 4]
    entered_at = NOW

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        result = super()._create(model_class, *args, **kwargs)
        match = result.match
        match.status, match.version = Match.Status.ENTERED, result.version
        match.result_version = result.version
        match.save()
        return result


class RoundFactory(DjangoModelFactory):
    class Meta:
        model = Round

    result = factory.SubFactory(ResultFactory)
    number = factory.Sequence(lambda n: n)
    dealer = 0
    scores = [30, 20, 10, 0]


class ArchiveFactory(DjangoModelFactory):
    class Meta:
        model = Archive

    digest = factory.Sequence(lambda n: f"{n:064x}")
    content = b"archive"
    size_bytes = 7
    created_at = NOW


class AuthorsBotFactory(DjangoModelFactory):
    """A bot that somebody uploads; `BotFactory` makes the player of a built-in one."""

    class Meta:
        model = Bot

    owner = factory.SubFactory(AccountFactory)
    name = factory.Sequence(lambda n: f"Fox {n}")
    created_at = NOW


class VersionFactory(DjangoModelFactory):
    """A version that was accepted, with its player; name another status for one without."""

    class Meta:
        model = Version

    bot = factory.SubFactory(AuthorsBotFactory)
    number = factory.Sequence(lambda n: n + 1)
    archive = factory.SubFactory(ArchiveFactory)
    manifest = factory.LazyAttribute(
        lambda o: {"name": o.bot.name, "games": ["skat"], "start": ["python3", "bot.py"]}
    )
    status = Version.Status.ACCEPTED
    player = factory.Maybe(
        factory.LazyAttribute(lambda o: o.status in {"accepted", "quarantined"}),
        factory.SubFactory(
            PlayerFactory,
            kind=Player.Kind.BOT,
            name=factory.LazyAttribute(
                lambda o: f"{o.factory_parent.bot.name} {o.factory_parent.number}"
            ),
        ),
    )
    created_at = NOW
    checked_at = NOW


class PartFactory(DjangoModelFactory):
    """The part of a version in a match of its own; with a fault, in round 0 after action 0."""

    class Meta:
        model = Part

    version = factory.SubFactory(VersionFactory)
    seat = factory.LazyAttribute(
        lambda o: Seat.objects.create(match=MatchFactory(), number=0, player=o.version.player)
    )
    actions = 8
    thinking_ms = 100
    slowest_ms = 20
    fault_round = factory.LazyAttribute(lambda o: 0 if o.fault else None)
    fault_action = factory.LazyAttribute(lambda o: 0 if o.fault else None)
    fault = ""
    created_at = NOW + timedelta(minutes=1)


class NoticeFactory(DjangoModelFactory):
    class Meta:
        model = Notice

    account = factory.SubFactory(AccountFactory)
    text = "Fox 1 passed its check and may play."
    created_at = NOW


class WebhookFactory(DjangoModelFactory):
    """A webhook that is told all that one of its kind can be told."""

    class Meta:
        model = Webhook

    owner = factory.SubFactory(AccountFactory)
    url = "https://example.org/hook"
    events = factory.LazyAttribute(lambda o: webhooks.events_of(has_club=o.club is not None))
    club = None
    secret = "stw_secret"
    created_at = NOW


class DeliveryFactory(DjangoModelFactory):
    """A delivery that is due."""

    class Meta:
        model = Delivery

    webhook = factory.SubFactory(WebhookFactory)
    event = "result.final"
    subject = "match:abc"
    facts = {"match": "abc"}
    due_at = NOW
    created_at = NOW


class LeagueFactory(DjangoModelFactory):
    class Meta:
        model = League

    club = factory.SubFactory(ClubFactory)
    name = named("League")


class DivisionFactory(DjangoModelFactory):
    """A division of a league in a season of the same club."""

    class Meta:
        model = Division

    season = factory.SubFactory(SeasonFactory)
    league = factory.LazyAttribute(lambda o: LeagueFactory(club=o.season.club))
    level = 1
    name = named("Liga")


class EntrantFactory(DjangoModelFactory):
    """A player in a division, who has agreed to play in the club; or else a `team`."""

    class Meta:
        model = Entrant
        skip_postgeneration_save = True

    division = factory.SubFactory(DivisionFactory)
    player = factory.Maybe("team", None, factory.SubFactory(PlayerFactory))
    team = None

    @factory.post_generation
    def agreed(self, create, agreed, **kwargs):
        if self.player is not None:
            agree(self.division.league.club, self.player)


class TeamFactory(DjangoModelFactory):
    """A team; `players`, who have agreed to play in the club, are its members in their order."""

    class Meta:
        model = Team
        skip_postgeneration_save = True

    club = factory.SubFactory(ClubFactory)
    name = named("Team")

    @factory.post_generation
    def players(self, create, players, **kwargs):
        for position, player in enumerate(players or (), start=1):
            TeamMember.objects.create(team=self, player=player, position=position)
        agree(self.club, *(players or ()))
