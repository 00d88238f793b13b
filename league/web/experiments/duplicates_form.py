"""The form that starts unrated duplicates against bots of one's choice."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bots import builtin
from league.models import Version
from league.services.experiments import duplicates
from league.web.base.bot_names import choices_of_bots
from league.web.base.sending import ServiceForm

from .experiment_form import AT_TABLE, games_of, tables


class DuplicatesForm(ServiceForm):
    """A version of one's own, a table, who else sits there, and how many duplicates."""

    new = forms.ChoiceField(label=_("Your version"))
    table = forms.ChoiceField(label=_("Game"))
    most = forms.IntegerField(
        label=_("Number of duplicates"),
        initial=50,
        min_value=duplicates.LEAST,
        max_value=duplicates.MOST,
        help_text=_(
            "In a duplicate the same deals are played once for each rotation of the table. Four "
            "times as many halve the ±."
        ),
    )
    opponents = forms.MultipleChoiceField(
        label=_("Opponents"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "They take the other seats in turn. In a game with partners, your version plays both "
            "seats of its side."
        ),
    )

    def __init__(self, own: Sequence[Version], others: Sequence[Version], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.own = {version.code: version for version in own}
        self._offer("new", [(version.code, str(version)) for version in own])
        chosen = self.own.get(self["new"].value())
        self._offer("table", tables(games_of(own)))
        asked = [one for one in others if one.code in self.initial.get("opponents", ())]
        if chosen and not self.initial.get("table"):
            self.initial["table"] = usual_table([chosen, *asked])
        slug = str(self["table"].value() or "").partition(AT_TABLE)[0]
        playing = [one for one in others if one != chosen and slug in games_of([one])]
        self.others = {version.code: version for version in playing}
        versions = [(version.code, str(version)) for version in playing]
        self._offer("opponents", [*choices_of_bots(builtin.names()), *versions])
        for field in self.visible_fields():
            field.field.widget.attrs["aria-describedby"] = f"{field.auto_id}_hint"

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        slug, _at, players = own["table"].partition(AT_TABLE)
        return {
            "new": self.own[own["new"]],
            "opponents": [self.others[one] for one in own["opponents"] if one in self.others],
            "bots": [one for one in own["opponents"] if one not in self.others],
            "game": slug,
            "players": int(players),
            "most": own["most"],
        }

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = choices


def usual_table(versions: Sequence[Version]) -> str:
    """Return the first table at which all versions can play, empty if there is none."""
    shared = set.intersection(*(games_of([version]) for version in versions))
    return next((value for value, _words in tables(shared)), "")
