"""Forms of federations: which club is asked, and for which one somebody plays."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Club, Player, Season
from league.services.clubs import allegiances
from league.services.clubs.clubs import LONGEST_NAME
from league.web.base.sending import ServiceForm


class AskForm(ServiceForm):
    """The club that is asked, by the name or the web address that it has."""

    club = forms.CharField(
        label=gettext_lazy("Name or web address of the club"), max_length=LONGEST_NAME
    )

    def __init__(self, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.clubs = clubs

    def clean_club(self) -> Club:
        """Return the club that is meant; the address says it where several have the name."""
        told = self.cleaned_data["club"].strip()
        rows = list(self.clubs.filter(Q(slug=told) | Q(name__iexact=told))[:3])
        found = [club for club in rows if club.slug == told] or rows
        if not found:
            raise forms.ValidationError(_("There is no club of this name or address."))
        if len(found) > 1:
            raise forms.ValidationError(
                _("Several clubs have this name. Enter the web address of the one you mean.")
            )
        return found[0]


class PlaysForForm(ServiceForm):
    """The club for which somebody plays in a season of a federation, or none."""

    club = forms.ChoiceField(label=gettext_lazy("Plays for"), required=False)

    def __init__(self, season: Season, player: Player, **kwargs: Any) -> None:
        own = allegiances.clubs_of(season, [player.pk]).get(player.pk)
        super().__init__(initial={"club": own.slug if own else ""}, **kwargs)
        # The club that it is now may have left the federation, and stays until another is chosen.
        there = [*allegiances.offered(season, player), *filter(None, [own])]
        self.clubs = {club.slug: club for club in there}
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = [("", "–"), *((slug, club.name) for slug, club in self.clubs.items())]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {"club": self.clubs.get(self.cleaned_data["club"])}
