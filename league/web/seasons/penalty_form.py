"""The form by which organisers take points from a player."""

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models import Player, Season
from league.services.seasons.penalties import EXACT, MOST_POINTS
from league.web.base.sending import ServiceForm

MOST_OFFERED = 1000


class PenaltyForm(ServiceForm):
    """Whose points are taken, how many, for what, and why."""

    player = forms.ChoiceField(label=_("Player"))
    points = forms.DecimalField(
        label=_("Points deducted"), min_value=EXACT, max_value=MOST_POINTS, decimal_places=3
    )
    event = forms.ChoiceField(label=_("At which event?"), required=False)
    reason = forms.CharField(
        label=_("Reason"), max_length=1000, help_text=_("Everybody can read it.")
    )

    def __init__(self, season: Season, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.players = {row.code: row for row in players_of(season)}
        self.events = {row.code: row for row in season.events.order_by("-pk")[:MOST_OFFERED]}
        for name, rows in (("player", self.players), ("event", self.events)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
            field.choices = [("", "–"), *((code, row.name) for code, row in rows.items())]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        return {
            **own,
            "player": self.players[own["player"]],
            "event": self.events.get(own["event"]),
        }


def players_of(season: Season) -> list[Player]:
    """Return who has played in a season or is registered in it, by name; one query."""
    here = Q(standings__season=season) | Q(registrations__event__season=season)
    rows = Player.objects.filter(here).distinct().order_by("name", "pk")
    return list(rows[:MOST_OFFERED])
