"""The forms of remote bots: one is made, changed, and gets tokens for its program."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import games as registry
from league.models import RemoteBot
from league.services.accounts.people import LONGEST_NAME, LONGEST_TOKEN_DAYS
from league.services.play import remote_bots
from league.web.base.sending import ServiceForm
from league.web.games.games import game_name


class GamesForm(ServiceForm):
    """The games of a remote bot."""

    games = forms.MultipleChoiceField(
        label=_("Games"),
        help_text=_("Tick the games your bot plays. If you tick none, it plays all games."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        field = self.fields["games"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        named = {game_name(game.slug): game.slug for game in registry.all()}
        field.choices = [(named[name], name) for name in sorted(named)]


class NewBotForm(GamesForm):
    """The name of a new remote bot, which stays, and its games."""

    field_order = ("name", "games")
    name = forms.CharField(
        label=_("Name"),
        help_text=_("Everybody can read it, and you cannot change it later."),
        max_length=remote_bots.LONGEST_NAME,
    )


class BotForm(GamesForm):
    """What can be changed about a remote bot."""

    most_tables = forms.IntegerField(
        label=_("Tables at the same time"),
        help_text=_("At more tables than this it does not sit down."),
        min_value=1,
        max_value=RemoteBot.MOST_TABLES,
    )
    is_open = forms.BooleanField(
        label=_("Players can ask it to sit down at their table"), required=False
    )


class BotTokenForm(ServiceForm):
    """What a token of a remote bot is called, and until when it works."""

    name = forms.CharField(
        label=_("Description"),
        help_text=_("Only you can read this. Say where the program runs, such as “laptop”."),
        max_length=LONGEST_NAME,
    )
    days = forms.IntegerField(
        label=_("Valid for (days)"),
        min_value=1,
        max_value=LONGEST_TOKEN_DAYS,
        initial=remote_bots.TOKEN_DAYS,
    )


def settings_of(bot: RemoteBot) -> dict[str, Any]:
    """Return a remote bot as its form shows it at first."""
    return {"games": bot.games, "most_tables": bot.most_tables, "is_open": bot.is_open}
