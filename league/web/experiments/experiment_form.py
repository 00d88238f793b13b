"""The form that starts an experiment, in words for people who know cards."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import games
from bots.contests import sprt
from league.models import Version
from league.services.bots.bots import slugs_of
from league.services.experiments import experiments
from league.web.base.sending import ServiceForm
from league.web.games.games import game_name

AT_TABLE = ":"


class ExperimentForm(ServiceForm):
    """Two versions, a table, and how small a difference is to be found how surely."""

    new = forms.ChoiceField(label=_("New version"))
    old = forms.ChoiceField(label=_("Compared with"))
    table = forms.ChoiceField(
        label=_("Game"), help_text=_("Choose a game that both versions play.")
    )
    upper = forms.FloatField(
        label=_("smallest improvement to detect"),
        initial=0.2,
        help_text=_(
            "0.2 is a clear improvement and takes about 200 pairs of matches. 0.1 is half as "
            "much and takes four times as many."
        ),
    )
    lower = forms.FloatField(
        label=_("largest difference that still counts as no better"),
        initial=0.0,
        help_text=_(
            "Enter 0 to ask whether it is better at all. Enter a little less, such as -0.1 "
            "with 0.1 above, to ask whether it has not become worse."
        ),
    )
    alpha = forms.FloatField(
        label=_("false-positive rate"),
        initial=0.05,
        min_value=experiments.SURE,
        max_value=experiments.UNSURE,
        help_text=_("0.05 means one in twenty. A lower rate takes more matches."),
    )
    beta = forms.FloatField(
        label=_("false-negative rate"),
        initial=0.05,
        min_value=experiments.SURE,
        max_value=experiments.UNSURE,
    )
    most = forms.IntegerField(
        label=_("Maximum number of pairs"),
        initial=5000,
        min_value=sprt.MIN_PAIRS,
        max_value=experiments.MOST_PAIRS,
        help_text=_("If there is no answer after this many pairs, the experiment ends undecided."),
    )

    def __init__(self, own: Sequence[Version], other: Version | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.versions = {version.code: version for version in (*own, other) if version}
        versions = [(version.code, str(version)) for version in own]
        others = [(other.code, str(other))] if other and other not in own else []
        self.choices_of("new", versions)
        self.choices_of("old", [*others, *versions])
        self.choices_of("table", tables(games_of(own)))
        for field in self.visible_fields():
            field.field.widget.attrs["aria-describedby"] = f"{field.auto_id}_hint"

    def choices_of(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Let a field offer these choices."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = choices

    def shared(self) -> list[tuple[str, str]]:
        """Return the tables at which the two versions that are chosen can both play."""
        chosen = [self.versions.get(self[name].value()) for name in ("new", "old")]
        both = [games_of([version]) for version in chosen if version]
        return tables(set.intersection(*both)) if both else []

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        slug, _at, players = own["table"].partition(AT_TABLE)
        names = ("lower", "upper", "alpha", "beta", "most")
        return {
            "new": self.versions[own["new"]],
            "old": self.versions[own["old"]],
            "game": slug,
            "players": int(players),
            **{name: own[name] for name in names},
        }


def games_of(versions: Sequence[Version]) -> set[str]:
    """Return the slugs of the games that one of the versions plays, as its manifest says."""
    return {slug for version in versions for slug in slugs_of(version)}


def tables(slugs: set[str]) -> list[tuple[str, str]]:
    """Return every table there is of some games, as a value and in words."""
    found = []
    for game in games.all():
        for players in game.players if game.slug in slugs else ():
            seats = ngettext("%(counter)s player", "%(counter)s players", players)
            words = f"{game_name(game.slug)}, {seats % {'counter': players}}"
            found.append((f"{game.slug}{AT_TABLE}{players}", words))
    return found
