"""Why tables of a draw cost what they cost, and which rules are not kept, in words."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Player

PARTS: Final = {
    "gap": gettext_lazy("scores apart"),
    "side_gap": gettext_lazy("sides of unlike strength"),
    "repeats": gettext_lazy("met before"),
    "partners": gettext_lazy("partners before"),
    "groups": gettext_lazy("of one group"),
    "seats": gettext_lazy("had this seat before"),
}
BREACHES: Final = {
    "missing": gettext_lazy("neither a seat nor a bye: %(names)s"),
    "twice": gettext_lazy("more than one place: %(names)s"),
    "stranger": gettext_lazy("seated, but not there in this session: %(names)s"),
    "size": gettext_lazy("a size that is not allowed"),
    "byes": gettext_lazy("fewer players could have a bye"),
    "sizes": gettext_lazy("tables could be nearer the usual size"),
    "together": gettext_lazy("must share a table: %(names)s"),
    "apart": gettext_lazy("must not share a table: %(names)s"),
    "fixed_table": gettext_lazy("must sit at another table: %(names)s"),
    "bye_turn": gettext_lazy("a bye again before others had one: %(names)s"),
    "short_turn": gettext_lazy("an odd table again before others had one: %(names)s"),
}

Names = Callable[[Iterable[str]], str]


def costs_in_words(explanation: Mapping[str, Any] | None) -> dict[int, dict[str, Any]]:
    """Return what each table costs, in words, by its number; one query."""
    if explanation is None:
        return {}
    names = names_of(explanation)
    return {
        table["table"]: {
            "total": table["total"],
            "parts": [_part(part, names) for part in table["parts"]],
            "breaches": [breach_in_words(breach, names) for breach in table["breaches"]],
        }
        for table in explanation["tables"]
    }


def breach_in_words(breach: Mapping[str, Any], names: Names) -> str:
    """Return which rule is not kept, and by whom."""
    said = BREACHES.get(breach["code"])
    return str(said) % {"names": names(breach["players"])} if said else str(breach["code"])


def price_in_words(price: Mapping[str, Any]) -> list[str]:
    """Return what a change costs, a sentence for each part and each rule; one query."""
    names = names_of(price)
    said = [
        _("%(reason)s: %(cost)+d") % {"reason": PARTS[part["name"]], "cost": part["cost"]}
        for part in price["parts"]
    ]
    said += [_("breaks a rule: %s") % breach_in_words(one, names) for one in price["breaches"]]
    said += [_("mends a rule: %s") % breach_in_words(one, names) for one in price["mended"]]
    return said or [_("It costs nothing.")]


def names_of(found: Mapping[str, Any]) -> Names:
    """Return what turns codes of players that are named anywhere in `found` into names."""
    players = Player.objects.filter(code__in=set(_codes(found)))
    names = {player.code: player.shown_name for player in players}
    return lambda codes: ", ".join(names.get(code, code) for code in codes)


def _part(part: Mapping[str, Any], names: Names) -> dict[str, Any]:
    causes = [{"names": names(cause["players"]), "cost": cause["cost"]} for cause in part["causes"]]
    return {"reason": PARTS[part["name"]], "cost": part["cost"], "causes": causes}


def _codes(found: Any) -> Iterable[str]:
    if isinstance(found, Mapping):
        yield from found.get("players", ())
        found = found.values()
    if not isinstance(found, str) and isinstance(found, Iterable):
        for one in found:
            yield from _codes(one)
