"""The forms of clubs and of seasons: their game, how long matches are, and how they count."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from engine.rules.game import Game
from league.models import Club, Season
from league.models.events import default_tie_breaks
from league.services.accounts.people import LONGEST_NAME as LONGEST_PLAYER
from league.services.base import formats
from league.services.clubs.clubs import LONGEST_ABOUT, LONGEST_NAME, LONGEST_SLUG
from league.services.seasons.seasons import (
    MOST_ATTENDED,
    MOST_CYCLES,
    MOST_DROPPED,
    MOST_TIE_BREAKS,
    TIE_BREAKS,
)
from league.web.base.sending import ServiceForm
from league.web.games.games import game_name

TIE_BREAK_NAMES: Final = {
    "wins": _("more matches won"),
    "seconds": _("more second places"),
    "thirds": _("more third places"),
    "places": _("better places, the best first"),
    "best": _("best single match"),
    "score": _("total score of all matches"),
    "opponents": _("opponents' points"),
    "opponents-mean": _("opponents' points on average"),
    "opponents-median": _("opponents' points without the best and the worst"),
    "games-won": _("more games won as declarer"),
    "games-lost": _("fewer games lost as declarer"),
    "lot": _("drawing lots"),
    "direct": _("head-to-head matches"),
}
USUAL_LENGTH: Final = _("Leave empty for the usual length: once, or as the game says.")
ORDER: Final = (_("First"), _("Then"), _("Finally"))
TIE_BREAK_FIELDS: Final = {f"tie_breaks.{at}": f"tie_break_{at}" for at in range(MOST_TIE_BREAKS)}
"""Where a form shows what a service says of a tie-break."""


def tie_breaks() -> list[tuple[str, Any]]:
    """Return what can decide between equal points as choices, and nothing."""
    return [("", "–"), *((name, TIE_BREAK_NAMES.get(name, name)) for name in TIE_BREAKS)]


def games_played() -> list[tuple[str, str]]:
    """Return every game as a choice."""
    return [(game.slug, game_name(game.slug)) for game in games.all()]


def lengths() -> list[str]:
    """Return a sentence for each length at which clubs play a game that has several."""
    return [
        gettext("%(game)s: %(cycles)d times make %(deals)s deals.")
        % {"game": game_name(game.slug), "cycles": cycles, "deals": _deals(game, cycles)}
        for game in games.all()
        for cycles in (game.series if len(game.series) > 1 else ())
    ]


def _deals(game: Game, cycles: int) -> str:
    """Return how many deals a match has, by the size of its table, the largest first."""
    said = gettext("%(deals)d (at tables of %(size)d)")
    sizes = reversed(formats.sizes(game))
    return ", ".join(said % {"deals": size * cycles, "size": size} for size in sizes)


class RulesForm(ServiceForm):
    """How matches count: what decides between equal points, and which of them do not count."""

    drop_worst = forms.IntegerField(
        label=_("How many of each player's worst matches are dropped"),
        min_value=0,
        max_value=MOST_DROPPED,
        initial=0,
    )
    min_attendance = forms.IntegerField(
        label=_("Matches a player needs to be ranked"),
        min_value=0,
        max_value=MOST_ATTENDED,
        initial=0,
    )

    def __init__(self, chain: Sequence[str] | None = None, **kwargs: Any) -> None:
        """Fill in the tie-breaks of `chain`, however many they are; those most clubs have if None.

        Three can be chosen at least.
        """
        super().__init__(**kwargs)
        given = default_tie_breaks() if chain is None else chain
        spare = ("" for _order in ORDER[len(given) :])
        self.tie_breaks = dict(zip(TIE_BREAK_FIELDS.values(), [*given, *spare], strict=False))
        for at, (name, initial) in enumerate(self.tie_breaks.items()):
            label = ORDER[-1] if at == len(self.tie_breaks) - 1 else ORDER[min(at, 1)]
            self.fields[name] = forms.ChoiceField(
                label=label, choices=tie_breaks, initial=initial, required=False
            )

    @property
    def chain(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, the first decides first."""
        return [self[name] for name in self.tie_breaks]

    def values(self) -> dict[str, Any]:
        """Return what the service takes; tie-breaks the form was not sent with are as usual."""
        given = self.cleaned_data
        values = {name: value for name, value in given.items() if name not in self.tie_breaks}
        if any(name in self.data for name in self.tie_breaks):
            values["tie_breaks"] = [given[name] for name in self.tie_breaks if given[name]]
        return values


class SeasonForm(RulesForm):
    """What an organiser says of a new season."""

    name = forms.CharField(label=_("Name"), max_length=120)
    game = forms.ChoiceField(label=_("Game"), choices=games_played, widget=forms.RadioSelect)
    cycles = forms.IntegerField(
        label=_("How many times everyone deals in a match"),
        min_value=1,
        max_value=MOST_CYCLES,
        required=False,
    )
    native = forms.BooleanField(
        label=_("Play to the game's own end instead of a number of rounds"), required=False
    )
    points_rule = forms.ChoiceField(
        label=_("Points"),
        choices=[("", _("as most clubs count in this game")), *Season.PointsRule.choices],
        required=False,
    )
    field_order = ("name", "game", "cycles", "native", "points_rule")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields["cycles"].help_text = " ".join([str(USUAL_LENGTH), *lengths()])

    def values(self) -> dict[str, Any]:
        """Return what the service takes; what is left empty is as usual in the game."""
        found = super().values()
        empty = [name for name in ("cycles", "points_rule") if not found[name]]
        return {name: value for name, value in found.items() if name not in empty}


class ClubForm(ServiceForm):
    """What somebody says who founds a club; an account that is nobody yet names itself, too."""

    kind = forms.ChoiceField(
        label=_("What is it?"),
        choices=[
            (Club.Kind.CLUB, _("A club")),
            (Club.Kind.FEDERATION, _("A federation of clubs")),
        ],
        initial=Club.Kind.CLUB,
        widget=forms.RadioSelect,
        required=False,
    )
    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    slug = forms.SlugField(
        label=_("Web address of the club"),
        max_length=LONGEST_SLUG,
        required=False,
        help_text=_("Letters, digits and hyphens. Leave empty to use the name."),
    )
    about = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    owner_name = forms.CharField(label=_("The name you play under"), max_length=LONGEST_PLAYER)

    def __init__(self, *, is_known: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if is_known:
            del self.fields["owner_name"]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        given = self.cleaned_data
        kind = given["kind"] or Club.Kind.CLUB
        return {**given, "kind": kind, "slug": given["slug"] or slugify(given["name"])}
