"""Forms of leagues: founding one, dividing who plays, calendars, league days, the next season."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.logic.calendar import FORTNIGHTLY, MONTHLY, WEEKLY, dates_after
from league.models import Club, Division, Entrant, Event, Fixture, League, Player, Season, Team
from league.services.clubs import people
from league.services.leagues import fixtures, league_days, leagues
from league.services.leagues.leagues import LARGEST_TEAM, MOST_DIVISIONS, MOST_MOVED, NewDivision
from league.services.registration import plans
from league.web.base.sending import ServiceForm

MOST_OFFERED = 500
ROWS = 3
"""Rows for divisions in a new form."""

RHYTHMS = [
    (WEEKLY, gettext_lazy("every week")),
    (FORTNIGHTLY, gettext_lazy("every second week")),
    (MONTHLY, gettext_lazy("every month, on the same weekday")),
]


class DatesField(forms.CharField):
    """Dates, separated by white space, commas or semicolons."""

    def clean(self, value: Any) -> list[date]:
        """Return the dates; raises ValidationError for what is none."""
        text = str(super().clean(value)).replace(",", " ").replace(";", " ")
        single = forms.DateField()
        try:
            return [single.clean(one) for one in text.split()]
        except ValidationError:
            raise ValidationError(_("Write dates as 2026-11-20, separated by spaces.")) from None


def a_date(**options: Any) -> forms.DateField:
    """Return a field for a date, which browsers let choose from a calendar."""
    return forms.DateField(widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"), **options)


def a_time(**options: Any) -> forms.DateTimeField:
    """Return a field for a local date and time."""
    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(widget=widget, **options)


class LeagueForm(ServiceForm):
    """A league in its first season; each row with a name is a division, the highest first."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    season = forms.ChoiceField(
        label=gettext_lazy("First season"),
        help_text=gettext_lazy("The whole league is played by this season's game and rules."),
    )
    team_size = forms.IntegerField(
        label=gettext_lazy("Players per team in a line-up"),
        help_text=gettext_lazy(
            "Leave empty if players take part on their own instead of in teams."
        ),
        min_value=1,
        max_value=LARGEST_TEAM,
        required=False,
    )

    def __init__(self, club: Club, *, rows: int = ROWS, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.seasons = {season.code: season for season in open_seasons(club)}
        field = self.fields["season"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = [(code, season.name) for code, season in self.seasons.items()]
        self.rows = range(min(max(rows, 1), MOST_DIVISIONS))
        for row in self.rows:
            self.fields |= {
                f"divisions.{row}.name": forms.CharField(
                    label=_("Division %(level)d") % {"level": row + 1},
                    max_length=leagues.LONGEST_NAME,
                    required=row == 0,
                ),
                f"divisions.{row}.promoted": _moved(_("Promoted"), initial=1 if row else 0),
                f"divisions.{row}.relegated": _moved(_("Relegated")),
            }

    @property
    def division_rows(self) -> Iterable[list[forms.BoundField]]:
        """The fields of each division."""
        for row in self.rows:
            yield [self[f"divisions.{row}.{name}"] for name in ("name", "promoted", "relegated")]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The fields that are about the league as a whole."""
        return [self[name] for name in ("name", "season", "team_size")]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        return {
            "name": own["name"],
            "season": self.seasons[own["season"]],
            "team_size": own["team_size"],
            "divisions": [
                NewDivision(
                    own[f"divisions.{row}.name"],
                    promoted=own[f"divisions.{row}.promoted"] or 0,
                    relegated=own[f"divisions.{row}.relegated"] or 0,
                )
                for row in self.rows
                if own[f"divisions.{row}.name"]
            ],
        }


class EntrantsForm(ServiceForm):
    """Players or teams that are to play in a division."""

    def __init__(self, division: Division, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = "players" if division.league.team_size is None else "teams"
        rows: QuerySet[Any] = (
            offered_players(division) if self.name == "players" else (offered_teams(division))
        )
        self.offered = {row.code: row for row in rows[:MOST_OFFERED]}
        self.fields[self.name] = a_choice_of(
            self.offered.values(),
            label=_("Players") if self.name == "players" else _("Teams"),
            error_messages={"required": _("Choose at least one.")},
        )

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {self.name: [self.offered[code] for code in self.cleaned_data[self.name]]}


class CalendarForm(ServiceForm):
    """The dates of a calendar, and on which of them who cannot play."""

    first = a_date(label=gettext_lazy("First date"))
    rhythm = forms.ChoiceField(label=gettext_lazy("Then"), choices=RHYTHMS)
    count = forms.IntegerField(
        label=gettext_lazy("Dates in total"), min_value=1, max_value=fixtures.MOST_DATES
    )
    skip = DatesField(
        label=gettext_lazy("Skipped"),
        help_text=gettext_lazy("Separate dates such as 2026-12-24 by spaces."),
        required=False,
    )
    legs = forms.IntegerField(
        label=gettext_lazy("Meetings of each pair"),
        min_value=1,
        max_value=fixtures.MOST_LEGS,
        initial=1,
    )

    def __init__(self, entrants: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for entrant in entrants:
            self.fields[f"blackouts.{entrant.key}"] = DatesField(
                label=_("%(name)s is not available on") % {"name": entrant.name}, required=False
            )

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        later = dates_after(
            own["first"],
            own["rhythm"],
            times=own["count"],
            skip=own["skip"],
            most=fixtures.MOST_DATES,
        )
        dates = [day for day in (own["first"], *later) if day not in own["skip"]]
        closed = {
            name.removeprefix("blackouts."): days
            for name, days in own.items()
            if name.startswith("blackouts.") and days
        }
        return {"dates": dates[: own["count"]], "legs": own["legs"], "blackouts": closed}


class DayForm(ServiceForm):
    """A league day."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    sessions = forms.IntegerField(
        label=gettext_lazy("Sessions"),
        min_value=1,
        max_value=league_days.MOST_SESSIONS,
        initial=4,
    )
    starts_at = a_time(label=gettext_lazy("Start"), required=False)
    fill = forms.ChoiceField(
        label=gettext_lazy("If a team is short of players"),
        choices=plans.FILLS_IN_A_ROOM,
        initial=Event.Fill.SIZES,
    )

    def __init__(self, division: Division, fixture: Fixture | None, **kwargs: Any) -> None:
        initial = {}
        if fixture is not None:
            initial = {"name": str(fixture), "starts_at": fixtures.start_of(fixture)}
        super().__init__(initial=initial, **kwargs)
        if division.league.team_size is None:
            self.fields["fill"].label = _("If numbers don't divide evenly")
        self.members = {player.code: player for player in may_be_absent(division, fixture)}
        self.fields["absent"] = a_choice_of(
            self.members.values(), label=_("Absent players"), required=False
        )

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        absent = [self.members[code] for code in self.cleaned_data["absent"]]
        return {**self.cleaned_data, "absent": absent}


class NextSeasonForm(ServiceForm):
    """How large the divisions of next season are to be, and who is new."""

    def __init__(
        self, league: League, divisions: Sequence[Division], counts: Sequence[int], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.names = [f"sizes.{level}" for level in range(len(divisions) + 1)]
        for level, name in enumerate(self.names):
            is_further = level == len(divisions)
            label = _("another one below") if is_further else divisions[level].name
            self.fields[name] = forms.IntegerField(
                label=label,
                min_value=1,
                max_value=leagues.MOST_ENTRANTS,
                required=False,
                initial=None if is_further else counts[level] or None,
            )
        self.new = {row.code: row for row in newcomers(league, divisions)[:MOST_OFFERED]}
        self.fields["entrants"] = a_choice_of(
            self.new.values(),
            label=_("New players or teams (they start in the lowest division)"),
            required=False,
        )
        self.fields["name"] = forms.CharField(
            label=_("Name of the next season"), max_length=120, required=False
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a division without a size above one that has one."""
        sizes = [self.cleaned_data.get(name) for name in self.names]
        while sizes and sizes[-1] is None:
            sizes.pop()
        for name, size in zip(self.names, sizes, strict=False):
            if size is None and name not in self.errors:
                self.add_error(name, _("Enter a size, because there is a division below."))
        return self.cleaned_data

    def values(self) -> dict[str, Any]:
        """Return what the services take."""
        sizes = [self.cleaned_data[name] for name in self.names]
        return {
            "sizes": [size for size in sizes if size is not None] or None,
            "entrants": [self.new[code] for code in self.cleaned_data["entrants"]],
        }


def a_choice_of(rows: Iterable[Any], **options: Any) -> forms.MultipleChoiceField:
    """Return a field in which some of the players or teams are ticked."""
    return forms.MultipleChoiceField(
        choices=[(row.code, row.name) for row in rows],
        widget=forms.CheckboxSelectMultiple,
        **options,
    )


def may_be_absent(division: Division, fixture: Fixture | None) -> QuerySet[Player]:
    """Return the members of all teams that play, or the players of a whole division."""
    rows = division.entrants.filter(withdrawn_at=None)
    if fixture is not None:
        rows = division.entrants.filter(pk__in=[fixture.home_id, fixture.away_id])
    plays = Q(teams__team__entered__in=rows)
    if fixture is None:
        plays |= Q(entered__in=rows)
    return Player.objects.filter(plays).distinct().order_by("name", "pk")


def open_seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club that a league can begin in, the newest first."""
    rows = club.seasons.filter(kind=Season.Kind.EVENTS).exclude(status=Season.Status.CLOSED)
    return rows.order_by("-pk")


def offered_players(division: Division) -> QuerySet[Player]:
    """Return the people of the club, guests too, who are in no division of the league yet."""
    playing = _playing(division)
    here = Q(pk__in=people.people_of(division.league.club).order_by().values("pk"))
    here |= Q(entered__division=division)
    rows = Player.objects.filter(here, kind=Player.Kind.PERSON).exclude(entered__in=playing)
    return rows.distinct().order_by("name", "pk")


def offered_teams(division: Division) -> QuerySet[Team]:
    """Return the teams of the club that are in no division of the league yet."""
    rows = Team.objects.filter(club=division.league.club_id)
    return rows.exclude(entered__in=_playing(division)).order_by("name", "pk")


def newcomers(league: League, divisions: Sequence[Division]) -> QuerySet[Any]:
    """Return who of the club is in no division of a season: players, or teams."""
    entered = Entrant.objects.filter(division__in=divisions)
    rows: QuerySet[Any] = Team.objects.filter(club=league.club_id)
    if league.team_size is None:
        rows = people.people_of(league.club)
    return rows.exclude(entered__in=entered).order_by("name", "pk")


def _playing(division: Division) -> QuerySet[Entrant]:
    return Entrant.objects.filter(
        division__league=division.league_id, division__season=division.season_id
    ).exclude(division=division, withdrawn_at__isnull=False)


def _moved(label: str, *, initial: int = 1) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST_MOVED, required=False, initial=initial
    )
