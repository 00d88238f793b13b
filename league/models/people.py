"""Accounts that log in, players that take seats, tokens that programs use."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code

NAMES_OF_BOTS: dict[str, str | Promise] = {
    "random": pgettext_lazy("bot", "Random"),
    "greedy": pgettext_lazy("bot", "Rule of thumb"),
    "learned": pgettext_lazy("bot", "Self-taught"),
    "easy": pgettext_lazy("bot", "Beginner"),
    "medium": pgettext_lazy("bot", "Club player"),
    "hard": pgettext_lazy("bot", "Strong player"),
    "expert": pgettext_lazy("bot", "Master"),
}
"""What built-in bots are to people, by the names that programs know them by."""


class Account(AbstractUser):
    """Somebody who can log in. Rights in a club come from the memberships of its player."""

    language = models.CharField(
        max_length=8, blank=True, help_text="of its pages; empty: as the browser asks for"
    )
    is_guest = models.BooleanField(
        default=False,
        db_default=False,
        help_text="of somebody without a password, who plays at the tables of one browser's seats",
    )
    email_confirmed_at = models.DateTimeField(
        null=True, blank=True, help_text="who owns the account reads mail to its address"
    )
    email_wanted = models.CharField(
        max_length=254, blank=True, db_default="", help_text="an address to be confirmed"
    )
    email_fault = models.CharField(
        max_length=200, blank=True, db_default="", help_text="why no mail is sent to the address"
    )
    email_language = models.CharField(
        max_length=8, blank=True, db_default="", help_text="of mails, where `language` is empty"
    )

    class Meta(AbstractUser.Meta):
        indexes = [
            models.Index(
                fields=["email"],
                name="account_by_email",
                condition=Q(email_confirmed_at__isnull=False),
            )
        ]

    @property
    def author_name(self) -> str:
        """The name under which bots of the account are shown; with its player loaded."""
        player = getattr(self, "player", None)
        return self.username if player is None else player.name


class Player(models.Model):
    """Who takes a seat: a person, with or without an account, or a bot."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.PERSON)
    name = models.CharField(max_length=80)
    account = models.OneToOneField(
        Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    builtin = models.CharField(
        max_length=40,
        blank=True,
        help_text="name of the built-in bot that plays this seat; others have a version",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    erased_at = models.DateTimeField(
        null=True, blank=True, help_text="the person wanted to be forgotten; results stay"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="player_is_person_or_bot",
                condition=Q(kind="person", builtin="")
                | Q(kind="bot", account=None)
                | Q(kind="bot", builtin=""),
            ),
            models.UniqueConstraint(
                name="one_player_per_builtin_bot", fields=["builtin"], condition=~Q(builtin="")
            ),
        ]
        indexes = [models.Index(fields=["name", "id"], name="player_by_name")]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name as people read it, in their language; `name` is what programs read."""
        if self.erased_at is not None:
            return gettext("Former player %(mark)s") % {"mark": self.code[:4]}
        return str(NAMES_OF_BOTS.get(self.builtin, self.name))

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @property
    def is_answered_here(self) -> bool:
        """Whether this site acts for them at online tables: for built-in bots alone."""
        return self.builtin != ""

    @property
    def is_remote(self) -> bool:
        """Whether it is a bot that acts from its author's machine, by an account of its own."""
        return self.is_bot and self.account_id is not None


class ApiToken(models.Model):
    """A program's key to the API in an account's name; only its digest is stored."""

    class Scope(models.TextChoices):
        READ = "read", _("read what the account may read")
        RESULTS = "results", _("enter and confirm results")
        ORGANISE = "organise", _("run clubs, seasons, events and sessions")
        PLAY = "play", _("play at online tables")
        BOTS = "bots", _("upload bots, enter them in ladders, run experiments")
        BOT = "play-as-bot", _("play at online tables as a remote bot")

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


SCOPES_OF_PEOPLE = [choice for choice in ApiToken.Scope.choices if choice[0] != ApiToken.Scope.BOT]
"""What tokens of people may be made for; that of remote bots is theirs alone."""
