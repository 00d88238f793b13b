"""Forms about a place in an event: late entry, what is said of it, leaving it, a substitute."""

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from league.models import Event, Player, Registration
from league.services.registration.registrations import LAST_TABLE, LONGEST_GROUP
from league.web.base.sending import ServiceForm

MOST_OFFERED = 1000


class DetailsForm(ServiceForm):
    """Group and table of somebody who is registered."""

    group = forms.CharField(
        label=_("Group"),
        help_text=_("The draw keeps players of the same group apart."),
        max_length=LONGEST_GROUP,
        required=False,
    )
    fixed_table = forms.IntegerField(
        label=_("Always at table"),
        help_text=_("For players who cannot change tables."),
        min_value=1,
        max_value=LAST_TABLE,
        required=False,
    )


class EntryForm(DetailsForm):
    """A player of the club who is let in by an organiser, also late."""

    player = forms.ChoiceField(label=_("Player"))
    first_session = forms.IntegerField(
        label=_("From session"),
        help_text=_("Leave empty for the next unpublished session."),
        min_value=1,
        max_value=Event.MOST_SESSIONS,
        required=False,
    )
    force = forms.BooleanField(
        label=_("Even if this player is in another event at that time"), required=False
    )
    field_order = ("player", "first_session", "group", "fixed_table", "force")

    def __init__(self, event: Event, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.players = offer(self, "player", absent_from(event))

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {**self.cleaned_data, "player": self.players[self.cleaned_data["player"]]}


class LeaveForm(ServiceForm):
    """From when on somebody is not there."""

    from_session = forms.IntegerField(
        label=_("From session"),
        help_text=_("Leave empty for the next unpublished session."),
        min_value=1,
        max_value=Event.MOST_SESSIONS,
        required=False,
    )


class SubstituteForm(LeaveForm):
    """Who plays instead, from when on."""

    player = forms.ChoiceField(label=_("Substitute player"))
    force = forms.BooleanField(
        label=_("Even if this player is in another event at that time"), required=False
    )
    field_order = ("player", "from_session", "force")

    def __init__(self, row: Registration, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.players = offer(self, "player", absent_from(row.event))

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {**self.cleaned_data, "player": self.players[self.cleaned_data["player"]]}


def absent_from(event: Event) -> QuerySet[Player]:
    """Return the people of the club and its events who have no place in an event now, by name."""
    club = event.season.club_id
    here = Q(memberships__club=club) | Q(registrations__event__season__club=club)
    there = event.registrations.filter(player=OuterRef("pk"), last_session=None)
    there = there.filter(status=Registration.Status.REGISTERED)
    people = Player.objects.filter(here, ~Exists(there), kind=Player.Kind.PERSON)
    return people.distinct().order_by("name", "pk")


def offer(form: forms.Form, name: str, rows: QuerySet[Player]) -> dict[str, Player]:
    """Let a field choose among players, and return them by code; one query."""
    found = {row.code: row for row in rows[:MOST_OFFERED]}
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
    field.choices = [("", "–"), *((code, row.name) for code, row in found.items())]
    return found
