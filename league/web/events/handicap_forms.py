"""The forms of handicaps: a field for each player, and the rule that proposes what to put there."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.logic.handicaps import MOST_MATCHES, MOST_PERCENT, Rule
from league.models import Player
from league.services.events.handicap_rules import Basis
from league.services.events.handicaps import Wanted
from league.services.seasons.penalties import MOST_POINTS
from league.web.base.sending import ServiceForm

USUAL_PERCENT: Final = 80
FIELD: Final = "points-"
"""What the names of players' fields begin with."""


class HandicapsForm(ServiceForm):
    """The points of each of these players from the start, and why they are changed.

    Sent, it has the players of `codes_in` what was sent, and nobody who has come meanwhile.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"), max_length=1000, required=False, help_text=_("Everybody can read it.")
    )

    def __init__(self, players: Sequence[Player], *, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.players = players
        self.fields["reason"].required = needs_reason
        for player in players:
            self.fields[_name(player)] = forms.DecimalField(
                label=player.shown_name,
                required=False,
                min_value=0,
                max_value=MOST_POINTS,
                decimal_places=3,
            )

    @property
    def rows(self) -> list[tuple[Player, forms.BoundField]]:
        """Each player with their field."""
        return [(player, self[_name(player)]) for player in self.players]

    @property
    def paths(self) -> dict[str, str]:
        """The names of fields by those that the service has for them."""
        return {
            f"handicaps.{number}.{part}": _name(player)
            for number, player in enumerate(self.players)
            for part in ("player", "points")
        }

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        wanted = [Wanted(player, own[_name(player)]) for player in self.players]
        return {"handicaps": wanted, "reason": own["reason"], "seen": own["seen"]}


class RuleForm(forms.Form):
    """How handicaps are worked out from what players have done until now."""

    basis = forms.ChoiceField(label=_("By"), choices=Basis.choices, initial=Basis.AVERAGE)
    percent = forms.IntegerField(
        label=_("Percent of the distance to the best player"),
        min_value=1,
        max_value=MOST_PERCENT,
        initial=USUAL_PERCENT,
    )
    matches = forms.IntegerField(
        label=_("Matches that each plays"), min_value=1, max_value=MOST_MATCHES, initial=1
    )
    most = forms.IntegerField(
        label=_("At most this many points"), min_value=1, max_value=int(MOST_POINTS), initial=100
    )

    @property
    def wanted(self) -> tuple[Basis, Rule]:
        """What a valid form asks for."""
        own = self.cleaned_data
        rule = Rule(percent=own["percent"], most=Decimal(own["most"]), matches=own["matches"])
        return Basis(own["basis"]), rule


def initial_of(points: Mapping[int, Decimal], players: Sequence[Player]) -> dict[str, Any]:
    """Return what fields show at first of the points of players, by primary key."""
    return {
        _name(player): f"{points[player.pk].normalize():f}"
        for player in players
        if points.get(player.pk)
    }


def codes_in(data: Iterable[str]) -> list[str]:
    """Return the codes of the players whose fields are among the names of what was sent."""
    return [name.removeprefix(FIELD) for name in data if name.startswith(FIELD)]


def _name(player: Player) -> str:
    return f"{FIELD}{player.code}"
