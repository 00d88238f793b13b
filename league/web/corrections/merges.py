"""Two people of a club who are one: looked at before, merged, and parted again."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Club, Merge, Player
from league.services.base import refusals
from league.services.clubs import people
from league.services.corrections import merges
from league.services.corrections.merges import Preview
from league.web.base import access, refused
from league.web.base.sending import UNPROCESSABLE, ServiceForm, sent
from league.web.clubs.clubs import find_club
from league.web.registration.place_forms import offer

CONFLICT = 409


class OtherForm(ServiceForm):
    """Who else somebody is."""

    other = forms.ChoiceField(label=gettext_lazy("Is the same person as"))

    def __init__(self, club: Club, player: Player, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        rows = people.people_of(club).exclude(pk=player.pk)
        self.players = offer(self, "other", rows)
        field = self.fields["other"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = [("", "–"), *((code, _told(one)) for code, one in self.players.items())]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def merge(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Ask whom somebody is the same as; sent, say what would move; sent again, merge them."""
    club = find_club(request, slug)
    account = access.require_organiser(request, club)
    player = get_object_or_404(people.people_of(club), code=code)
    initial = {"other": request.GET.get("other", "")}
    form = OtherForm(club, player, data=sent(request), initial=initial)
    if not (form.is_bound and form.is_valid()):
        return _show(request, club, player, form)
    gone, stays = merges.direction(player, form.players[form.cleaned_data["other"]])
    act = merges.merge if "do" in request.POST else merges.preview
    try:
        made = act(gone=gone, stays=stays, by=account, now=timezone.now())
    except (refusals.Invalid, refusals.Refused) as refusal:
        form.add_error(None, str(refusal))
        return _show(request, club, player, form, status=CONFLICT)
    if isinstance(made, Preview):
        return _show(request, club, player, form, found=made, gone=gone, stays=stays)
    said = _("%(gone)s and %(stays)s are one person now.")
    messages.success(request, said % {"gone": gone.shown_name, "stays": stays.shown_name})
    return redirect("web:member", slug=slug, code=stays.code)


@require_POST
@login_required
def part(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Make two people of one again; `code` is that of the merge."""
    club = find_club(request, slug)
    account = access.require_organiser(request, club)
    rows = Merge.objects.select_related("gone", "stays")
    row = get_object_or_404(rows, code=code, stays__in=people.people_of(club))
    with refused.told(request):
        merges.part(merge=row, by=account, now=timezone.now())
        said = _("%(gone)s and %(stays)s are two people again.")
        words = {"gone": row.gone.shown_name, "stays": row.stays.shown_name}
        messages.success(request, said % words)
    return redirect("web:members", slug=slug)


def _told(player: Player) -> str:
    """Return a name that tells two of the same name apart."""
    kind = _("with an account") if player.account_id else _("without an account")
    return f"{player.shown_name} ({kind}, {player.code})"


def _show(
    request: HttpRequest,
    club: Club,
    player: Player,
    form: OtherForm,
    *,
    status: int = 200,
    **found: Any,
) -> HttpResponse:
    wrong = UNPROCESSABLE if form.errors and status == 200 else status
    context = {"club": club, "player": player, "form": form, **found}
    return render(request, "web/corrections/merge.html", context, status=wrong)
