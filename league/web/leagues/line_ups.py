"""Who plays for which team on a league day; captains and organisers let others play instead."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.models import Account, Event, LineUp, Player
from league.services.leagues import league_days
from league.web.base import access
from league.web.base.sending import ServiceForm, send, sent, show_form
from league.web.events.events import find_event


class SubstituteForm(ServiceForm):
    """Who plays instead of whom in the sessions that are not published."""

    out = forms.ChoiceField(label=gettext_lazy("Player to replace"))
    to = forms.ChoiceField(label=gettext_lazy("Substitute player"))

    def __init__(self, rows: QuerySet[LineUp], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        teams = rows.values("entrant__team")
        members = Player.objects.filter(teams__team__in=teams).exclude(line_ups__in=rows)
        playing = {row.player.code: row for row in rows}
        free = {row.code: row for row in members.distinct().order_by("name", "pk")}
        self.players = {code: row.player for code, row in playing.items()} | free
        named = [(code, f"{row.player} ({row.entrant.name})") for code, row in playing.items()]
        for name, choices in (
            ("out", named),
            ("to", [(code, row.name) for code, row in free.items()]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
            field.choices = [("", "–"), *choices]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {name: self.players[code] for name, code in self.cleaned_data.items()}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def substitute(request: HttpRequest, code: str) -> HttpResponse:
    """Show who plays in the teams the visitor leads; sent, another member plays instead."""
    event = find_event(request, code)
    rows = led_in(request, event)
    if not rows.exists():
        raise PermissionDenied(_("Only the captain of the team or an organiser can do this."))
    form = SubstituteForm(rows, data=sent(request))
    taken = send(request, form, league_days.substitute, event=event)
    if taken is not None:
        said = _("%(name)s plays now.") % {"name": taken.player.shown_name}
        messages.success(request, said)
        return redirect("web:event", code=code)
    return show_form(
        request,
        form,
        title=_("Substitute in a team"),
        about=_(
            "The substitute takes this player's seats in all sessions that are not published yet."
        ),
        button=_("Substitute this player"),
        back=reverse("web:event", args=[code]),
        club=event.season.club,
        season=event.season,
        event=event,
    )


def led_in(request: HttpRequest, event: Event) -> QuerySet[LineUp]:
    """Return the line-ups of an event whose teams the visitor leads, team by team."""
    account: Account = access.require_account(request)
    rows = LineUp.objects.filter(event=event, entrant__team__isnull=False)
    if not access.is_organiser(request, event.season.club):
        rows = rows.filter(entrant__team__captain__account=account)
    return rows.select_related("player", "entrant__team").order_by("entrant", "position", "pk")
