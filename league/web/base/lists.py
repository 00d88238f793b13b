"""Lists that people paste or upload: shown as a table with columns to match, then imported.

The list travels with the form, and so do the columns and what was chosen for its lines: nothing is
kept on the server meanwhile, and two tabs know nothing of each other.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.logic.list_columns import CALLED, Column
from league.services.base import refusals
from league.services.clubs.lists import LEFT_OUT, NEW, NONE_OF, Imported, Row, Table, Wishes
from league.services.clubs.people import described

from .sending import UNPROCESSABLE

CONFLICT: Final = 409
LARGEST_BYTES: Final = 1_000_000
MOST_SHOWN: Final = 200
"""How many lines a page shows; those that ask something come first."""
IN_LINE: Final = re.compile(r"lines\.([0-9]+)\.(.+)")
WHO: Final = re.compile(r"who-([0-9]{1,6})")
LABELS: Final = {
    Column.IGNORED: gettext_lazy("Ignore"),
    Column.NAME: gettext_lazy("Name"),
    Column.FIRST_NAME: gettext_lazy("First name"),
    Column.LAST_NAME: gettext_lazy("Last name"),
    Column.CODE: gettext_lazy("Code"),
    Column.ROLE: gettext_lazy("Member or guest"),
    Column.EMAIL: gettext_lazy("E-mail address"),
    Column.GROUP: gettext_lazy("Group"),
    Column.FIXED_TABLE: gettext_lazy("Fixed table"),
    Column.DATE: gettext_lazy("Date"),
    Column.SESSION: gettext_lazy("Session"),
    Column.TABLE: gettext_lazy("Table"),
    Column.SCORE: gettext_lazy("Score of the match"),
}

Look = Callable[..., tuple[Table, list[Row]]]
"""What reads a list: `content` and `wishes` are given to it."""
Act = Callable[..., Imported[Any]]
"""What imports a list, or only tries to: it is given `preview` as well."""


@dataclass(slots=True)
class Shown:
    """A line as the page shows it; `said` is what would become of it."""

    row: Row
    cells: list[tuple[str, list[str]]]
    errors: list[str]
    choice: str
    said: str = ""

    @property
    def not_these(self) -> str:
        """What the form sends to say that this is none of those who are known."""
        return " ".join([NONE_OF, *(one.code for one in self.row.known)])

    @property
    def known(self) -> list[tuple[str, str]]:
        """Code and description of those of the club who have this name."""
        return [(one.code, described(one)) for one in self.row.known]

    @property
    def asks(self) -> bool:
        """Whether there is more to choose from than one who is known or a new person."""
        is_chosen = bool(self.choice) and not self.row.known and self.choice != LEFT_OUT
        return len(self.row.known) > 1 or self.row.first is not None or is_chosen

    @property
    def is_said_new(self) -> bool:
        """Whether somebody has chosen that this is none of those who are known."""
        return self.choice.partition(" ")[0] in {NEW, NONE_OF}


@dataclass(slots=True)
class Asked:
    """What a form has sent of a list, and what is found out about it."""

    content: bytes
    wishes: Wishes
    table: Table | None = None
    rows: Sequence[Row] = ()
    errors: dict[str, list[str]] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)
    lines: Sequence[Any] = ()
    status: int = 200


def sent(request: HttpRequest) -> Asked:
    """Return the list that a form has sent: the file that was chosen, else what was typed."""
    file = request.FILES.get("file")
    content = request.POST.get("csv", "").encode()
    if isinstance(file, UploadedFile):
        content = bytes(file.read(LARGEST_BYTES + 1))
    return Asked(content, _wishes(request.POST))


def go_through(
    request: HttpRequest,
    *,
    look: Look,
    act: Act,
    said_of: Callable[[Any], str],
    template: str,
    columns: Sequence[Column],
    context: Mapping[str, Any],
    sums_of: Callable[[Sequence[Any]], Mapping[str, Any]] = lambda _lines: {},
) -> HttpResponse | Imported[Any]:
    """Show the form for a list, or the list as a table; return what was imported once it is.

    `sums_of` tells the page what all lines together would come to.
    """
    if request.method != "POST":
        return render(request, template, {**context, "csv": ""})
    asked = sent(request)
    done = _try(asked, look, act, said_of, is_done="do" in request.POST)
    if done is not None:
        return done
    shown = {**context, **_context(asked, columns), **sums_of(asked.lines)}
    return render(request, template, shown, status=asked.status)


def show_brought(
    request: HttpRequest,
    *,
    find: Callable[[], Any],
    undo: Callable[[], Any],
    template: str,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Show what an imported list has brought; sent, take it back. Raises Http404."""
    try:
        if request.method == "POST":
            undo()
            messages.success(request, _("The import is undone."))
            return redirect(request.path)
        brought = find()
    except refusals.NotFound as refusal:
        raise Http404(refusal.message) from None
    except refusals.Conflict as refusal:
        messages.error(request, refusal.message)
        return redirect(request.path)
    return render(request, template, {**context, "brought": brought})


def _try(
    asked: Asked, look: Look, act: Act, said_of: Callable[[Any], str], *, is_done: bool
) -> Imported[Any] | None:
    """Import a list or only try to; note what was found out, and return what was imported."""
    try:
        _require_small(asked.content)
        asked.table, asked.rows = _looked(asked, look)
        imported = act(content=asked.content, wishes=asked.wishes, preview=not is_done)
    except refusals.Invalid as refusal:
        asked.errors |= refusal.errors
        asked.status = UNPROCESSABLE if is_done or asked.table is None else 200
        return None
    except refusals.Refused as refusal:
        asked.errors[""] = [refusal.message]
        asked.status = CONFLICT if is_done else 200
        return None
    asked.lines = imported.lines
    asked.said = {line.line: said_of(line) for line in imported.lines}
    return imported if is_done else None


def _looked(asked: Asked, look: Look) -> tuple[Table, list[Row]]:
    """Return the list as a table; as guessed where the chosen columns contradict each other."""
    try:
        return look(content=asked.content, wishes=asked.wishes)
    except refusals.Invalid as refusal:
        if not any(path.startswith("columns") for path in refusal.errors):
            raise
        asked.errors |= refusal.errors
        return look(content=asked.content, wishes=replace(asked.wishes, columns=None))


def _require_small(content: bytes) -> None:
    if len(content) > LARGEST_BYTES:
        said = _("The list is larger than %(kib)d KiB. Split it into smaller lists.")
        raise refusals.Invalid({"csv": [said % {"kib": LARGEST_BYTES // 1024}]})


def _wishes(data: QueryDict) -> Wishes:
    """Return what was chosen above the columns and beside the lines; nothing before a table."""
    if "matched" not in data:
        return Wishes()
    who = {
        int(found[1]): str(data[name])[:500]
        for name in data
        if (found := WHO.fullmatch(name)) and data[name]
    }
    return Wishes(data.getlist("column"), data.get("header") == "yes", who)


def _context(asked: Asked, columns: Sequence[Column]) -> dict[str, Any]:
    """Return what the page shows of a list, and what is wrong with it beside no line."""
    if asked.table is None:
        typed = asked.content.decode("utf-8-sig", errors="replace")
        return {"csv": "" if "\0" in typed else typed, "errors": _in_words(asked.errors)}
    shown = [_shown(row, asked) for row in asked.rows]
    kept = {row.line.number for row in asked.rows}
    is_told = any(row.is_ambiguous for row in asked.rows)
    apart = {
        path: said
        for path, said in asked.errors.items()
        if _line_of(path) not in kept and (path or not is_told)
    }
    ready = [one for one in shown if one.said]
    return {
        "csv": asked.table.text,
        "table": asked.table,
        "columns": _columns(asked, columns),
        "total": len(shown),
        "wrong": sum(bool(one.row.errors or one.errors) for one in shown),
        "ready": len(ready) if len(ready) == len(asked.said) else 0,
        "rows": sorted(
            sorted(shown, key=_urgency)[:MOST_SHOWN], key=lambda one: one.row.line.number
        ),
        "hidden": max(0, len(shown) - MOST_SHOWN),
        "is_nameless": not CALLED & {*asked.table.columns},
        "errors": _in_words(apart),
    }


def _shown(row: Row, asked: Asked) -> Shown:
    """Return a line with its errors at the cells they are about, the others beside it."""
    assert asked.table is not None  # noqa: S101 - there are lines of a table only
    wrong = {**row.errors}
    for path, said in asked.errors.items():
        if _line_of(path) == row.line.number:
            wrong[path.split(".", 2)[2]] = said
    cells = [
        (cell, wrong.pop(kind.value, []) if kind else [])
        for cell, kind in zip(row.line.cells, asked.table.columns, strict=True)
    ]
    errors = [said for several in wrong.values() for said in several]
    number = row.line.number
    choice = asked.wishes.who.get(number, "")
    return Shown(row, cells, errors, choice, asked.said.get(number, ""))


def _urgency(shown: Shown) -> int:
    """Return how soon somebody should look at a line: 0 at once."""
    is_wrong = shown.errors or any(said for _cell, said in shown.cells)
    return 0 if is_wrong or shown.choice else 1 if shown.row.known else 2


def _columns(asked: Asked, known: Sequence[Column]) -> list[dict[str, Any]]:
    """Return for each column its name in the list, and what it can mean."""
    assert asked.table is not None  # noqa: S101 - there are columns of a table only
    names = asked.table.header.cells if asked.table.header else ()
    choices = (Column.IGNORED, *known)
    return [
        {
            "number": number + 1,
            "name": names[number] if names else "",
            "choices": [(one.value, LABELS[one], one == chosen) for one in choices],
        }
        for number, chosen in enumerate(asked.table.columns)
    ]


def _line_of(path: str) -> int | None:
    found = IN_LINE.fullmatch(path)
    return int(found[1]) if found else None


def _in_words(errors: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    """Return where each error is, in words, and what it says."""
    return [(_where(path), said) for path, several in errors.items() for said in several]


def _where(path: str) -> str:
    found = IN_LINE.fullmatch(path)
    if found is None:
        return ""
    line = _("Line %(line)s") % {"line": found[1]}
    column = LABELS.get(Column(found[2])) if found[2] in {*Column} else None
    return f"{line}, {column}" if column else line
