"""Where organisers choose a part for their own site, see it, and copy the line that shows it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from league.models import Club, Season
from league.services.overviews import outside
from league.web.base import access
from league.web.base.languages import own_names
from league.web.base.match_names import session_name
from league.web.clubs.clubs import find_club
from league.web.seasons.seasons import find_season

from .feeds import site_of


@dataclass(frozen=True)
class Part:
    """What can be shown elsewhere: the name that a form has for it, its title and its address."""

    name: str
    title: str
    address: str


def _languages() -> list[tuple[str, str]]:
    return [("", _("that of the reader's browser")), *own_names()]


class LookForm(forms.Form):
    """Which part is shown, and how."""

    part = forms.ChoiceField(label=gettext_lazy("What is shown"), required=False)
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=_languages, required=False)
    theme = forms.ChoiceField(
        label=gettext_lazy("Colours"),
        choices=[
            ("", gettext_lazy("as the reader's device")),
            ("light", gettext_lazy("light")),
            ("dark", gettext_lazy("dark")),
        ],
        required=False,
    )

    def __init__(self, parts: Sequence[Part], **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        field = self.fields["part"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = [(part.name, part.title) for part in parts]


@require_safe
@login_required
def of_season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the parts of a season: its standings, its latest results, those of a session."""
    season = find_season(request, code)
    access.require_organiser(request, season.club)
    if season.kind == Season.Kind.LADDER:
        raise Http404
    return _show(request, season.club, partial(parts_of, season), season)


@require_safe
@login_required
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the part of a club: when and where it plays next."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    return _show(request, club, partial(parts_of_club, club))


def parts_of_club(club: Club) -> list[Part]:
    """Return what of a club can be shown elsewhere."""
    address = reverse("web:embed-evening", args=[club.slug])
    return [Part("evening", _("Next evening"), address)]


def parts_of(season: Season) -> list[Part]:
    """Return what of a season can be shown elsewhere."""
    sessions = outside.sessions_of(season)
    return [
        Part("standings", _("Standings"), reverse("web:embed-standings", args=[season.code])),
        Part("results", _("Latest results"), reverse("web:embed-results", args=[season.code])),
        *(
            Part(
                session.code,
                f"{session.event}, {session_name(session)}",
                reverse("web:embed-session", args=[session.code]),
            )
            for session in sessions
        ),
    ]


def line_of(title: str, address: str, site: str) -> SafeString:
    """Return the line of HTML that shows a part, and makes its frame as high as it is."""
    return format_html(
        '<iframe src="{}" title="{}" width="100%" height="360" style="border:0" loading="lazy">'
        '</iframe><script src="{}" async></script>',
        f"{site}{address}",
        title,
        f"{site}{reverse('web:embed-script')}",
    )


def _show(
    request: HttpRequest,
    club: Club,
    make: Callable[[], Sequence[Part]],
    season: Season | None = None,
) -> HttpResponse:
    parts = make()
    form = LookForm(parts, data=request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    asked = {name: chosen[name] for name in ("language", "theme") if chosen.get(name)}
    with translation.override(asked.get("language", translation.get_language())):
        named = {part.name: part for part in make()}  # the frame's title is in its language
    part = named.get(chosen.get("part", ""), named[parts[0].name])
    address = f"{part.address}?{urlencode(asked)}" if asked else part.address
    title = f"{season or club}: {part.title}"
    context = {
        "club": club,
        "season": season,
        "form": LookForm(parts, initial=asked | {"part": part.name}),
        "address": address,
        "title": title,
        "line": line_of(title, address, site_of(request)),
        "is_draft": season is not None and season.status == Season.Status.DRAFT,
    }
    return render(request, "web/overviews/embed_choice.html", context)
