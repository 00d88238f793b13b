"""Who must, and who must not, share a table of an event."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Event, PairRule, Player
from league.services.draws import pairings
from league.web.base import access
from league.web.base.sending import ServiceForm, send, sent, show_form
from league.web.events.events import find_event
from league.web.events.plans import above
from league.web.leagues.league_forms import MOST_OFFERED


class PairForm(ServiceForm):
    """The pairs that stay, and one more."""

    def __init__(self, event: Event, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        rules = event.pair_rules.select_related("one", "other").order_by("pk")
        self.rules = {str(rule.pk): rule for rule in rules}
        players = Player.objects.filter(registrations__event=event).distinct()
        self.players = {row.code: row for row in players.order_by("name", "pk")[:MOST_OFFERED]}
        choices = [("", "–"), *((code, row.shown_name) for code, row in self.players.items())]
        kept = [
            (key, f"{rule.one} – {rule.other}: {rule.get_kind_display()}")
            for key, rule in self.rules.items()
        ]
        self.fields |= {
            "kept": forms.MultipleChoiceField(
                label=_("Pairs (untick to remove a rule)"),
                choices=kept,
                initial=list(self.rules),
                required=False,
                widget=forms.CheckboxSelectMultiple,
            ),
            "one": forms.ChoiceField(label=_("Another pair"), choices=choices, required=False),
            "other": forms.ChoiceField(label=_("with"), choices=choices, required=False),
            "kind": forms.ChoiceField(
                label=_("Rule"), choices=PairRule.Kind, initial=PairRule.Kind.APART
            ),
        }

    def clean(self) -> dict[str, Any]:
        """Refuse half a pair."""
        own = self.cleaned_data
        if bool(own.get("one")) != bool(own.get("other")):
            self.add_error("other" if own.get("one") else "one", _("A pair is two players."))
        return own

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        own = self.cleaned_data
        found: dict[str, list[tuple[Player, Player]]] = {kind: [] for kind in PairRule.Kind.values}
        for key in own["kept"]:
            rule = self.rules[key]
            found[rule.kind].append((rule.one, rule.other))
        if own["one"]:
            found[own["kind"]].append((self.players[own["one"]], self.players[own["other"]]))
        return found


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pairs(request: HttpRequest, code: str) -> HttpResponse:
    """Show the pairs of an event to organisers; sent, those ticked stay, with one more."""
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    form = PairForm(event, data=sent(request))
    fields = dict.fromkeys(_paths(form), "other") if form.is_valid() else {}
    stored = send(request, form, pairings.set_pairs, fields=fields, event=event)
    if stored is not None:
        messages.success(request, _("The pairs are saved."))
        return redirect("web:pairs", code=code)
    return show_form(
        request,
        form,
        title=_("Pair rules"),
        about=_(
            "Draws follow these rules from now on. Draws that are already made keep their tables."
        ),
        button=_("Save the pairs"),
        **above(event),
    )


def _paths(form: PairForm) -> list[str]:
    """Return how the service calls the pairs."""
    return [
        f"{kind}.{number}" for kind, found in form.values().items() for number in range(len(found))
    ]
