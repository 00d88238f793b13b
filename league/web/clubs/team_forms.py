"""The form of a team: its name, and which members of the club play in it in which order."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Player
from league.services.clubs import teams
from league.web.base.sending import ServiceForm

PLACE = "place."


class TeamForm(ServiceForm):
    """A team; whoever has a number plays in it, the smallest first."""

    def __init__(self, members: Sequence[Player], *, has_name: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.members = {player.code: player for player in members}
        if has_name:
            self.fields["name"] = forms.CharField(label=_("Name"), max_length=teams.LONGEST_NAME)
        else:
            self.fields["captain"] = forms.ChoiceField(
                label=_("Captain"),
                choices=[("", _("the first")), *((one.code, one.name) for one in members)],
                required=False,
            )
        for code, player in self.members.items():
            self.fields[PLACE + code] = forms.IntegerField(
                label=player.shown_name, min_value=1, max_value=99, required=False
            )

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields for the places in the team."""
        return [field for field in self if field.name.startswith(PLACE)]

    @property
    def others(self) -> list[forms.BoundField]:
        """The fields that are about the team as a whole."""
        return [field for field in self if not field.name.startswith(PLACE)]

    def values(self) -> dict[str, Any]:
        """Return what the services take."""
        own = self.cleaned_data
        places = [(own[PLACE + code], code) for code in self.members if own[PLACE + code]]
        found: dict[str, Any] = {"members": [self.members[code] for _at, code in sorted(places)]}
        if "name" in self.fields:
            return found | {"name": own["name"]}
        return found | {"captain": self.members.get(own["captain"])}
