"""Forms of events: how one is planned, called off and repeated; and of venues."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import games
from league.models import Event, Season, Venue
from league.services.base import formats
from league.services.clubs.venues import LONGEST_ADDRESS, MOST_TABLES
from league.services.events import events, repeats
from league.services.registration import plans
from league.web.base.sending import ServiceForm
from league.web.leagues.league_forms import RHYTHMS, DatesField, a_date, a_time


class EventForm(ServiceForm):
    """Name and plan of an event."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = a_time(label=_("Start"), required=False)
    ends_at = a_time(label=_("End"), required=False)
    venue = forms.ChoiceField(label=_("Venue"), required=False)
    capacity = forms.IntegerField(
        label=_("Places"),
        help_text=_(
            "When all places are taken, further players go on the waiting list. Leave empty for "
            "no limit."
        ),
        min_value=1,
        max_value=plans.MOST_PLAYERS,
        required=False,
    )
    is_open = forms.BooleanField(
        label=_("Players can register themselves"), initial=True, required=False
    )
    closes_at = a_time(label=_("Registration closes at"), required=False)
    play_now = forms.BooleanField(
        label=_("Seat whoever presses “Play now” here"),
        help_text=_(
            "For online tables that anybody may join. The operator of this site must trust the "
            "club."
        ),
        required=False,
    )
    takes_guests = forms.BooleanField(
        label=_("People without an account can play at online tables"),
        help_text=_(
            "They need the link of a table from whoever opened it. Their results count as those "
            "of everybody else."
        ),
        required=False,
    )
    takes_remote_bots = forms.BooleanField(
        label=_("Remote bots may sit down at online tables"),
        help_text=_(
            "They run on their authors' computers. Whoever opens a table can ask them, and their "
            "results count."
        ),
        required=False,
    )
    guests_enter = forms.BooleanField(
        label=_("People without an account can write the score of their own table"),
        help_text=_(
            "They scan the code on the table's card. One enters the result, somebody else confirms "
            "it. Without this only players with an account and scorers do."
        ),
        required=False,
    )
    planned_sessions = forms.IntegerField(
        label=_("Planned sessions"), min_value=1, max_value=Event.MOST_SESSIONS, required=False
    )
    draw = forms.ChoiceField(
        label=_("How tables are drawn"), choices=Event.Draw, initial=Event.Draw.SWISS
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"), coerce=int, empty_value=None, required=False
    )
    fill = forms.ChoiceField(
        label=_("If numbers don't divide evenly"),
        choices=plans.FILLS_IN_A_ROOM,
        initial=Event.Fill.SIZES,
    )
    force = forms.BooleanField(
        label=_("Save even if players have another event at that time"), required=False
    )

    def __init__(self, season: Season, *, is_new: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.venues = {row.code: row for row in season.club.venues.order_by("name", "pk")}
        sizes = [(size, str(size)) for size in formats.sizes(games.get(season.game))]
        venues = [(code, row.name) for code, row in self.venues.items()]
        for name, choices in (("venue", venues), ("table_size", sizes)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
            field.choices = [("", "–"), *choices]
        if is_new:
            del self.fields["force"]

    def values(self) -> dict[str, Any]:
        """Return what the services take."""
        return {**self.cleaned_data, "venue": self.venues.get(self.cleaned_data["venue"])}


def plan_of(event: Event) -> dict[str, Any]:
    """Return an event as its form shows it at first."""
    found = {name: getattr(event, name) for name in ("name", *plans.Plan.__annotations__)}
    return found | {"venue": event.venue.code if event.venue else ""}


class ReasonForm(ServiceForm):
    """Why something is done."""

    reason = forms.CharField(
        label=_("Reason"), max_length=events.LONGEST_REASON, help_text=_("Everybody can read it.")
    )


class ReinstateForm(ServiceForm):
    """Whether an event takes place although players have made other plans."""

    force = forms.BooleanField(
        label=_("Even if players have registered for another event at that time"), required=False
    )


class RepeatForm(ServiceForm):
    """When an evening comes again."""

    rhythm = forms.ChoiceField(label=_("Repeats"), choices=RHYTHMS)
    times = forms.IntegerField(
        label=_("How many times"), min_value=1, max_value=repeats.MOST_REPEATS, required=False
    )
    until = a_date(label=_("Or repeat until"), required=False)
    skip = DatesField(
        label=_("Skipped"),
        help_text=_("Separate dates such as 2026-12-24 by spaces."),
        required=False,
    )


class SessionForm(ServiceForm):
    """A session to be added."""

    starts_at = a_time(label=_("Start"), required=False)


class VenueForm(ServiceForm):
    """Where a club plays."""

    name = forms.CharField(label=_("Name"), max_length=120)
    address = forms.CharField(
        label=_("URL"),
        max_length=LONGEST_ADDRESS,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    tables = forms.IntegerField(
        label=_("Tables"),
        help_text=_("Events at the same time share these tables. Leave empty for no limit."),
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
    )


def values_of(venue: Venue) -> dict[str, Any]:
    """Return a venue as its form shows it at first."""
    return {"name": venue.name, "address": venue.address, "tables": venue.tables}
