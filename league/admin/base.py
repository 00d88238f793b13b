"""What the pages of the admin share: rows to look at, and rows that services change."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import FieldDoesNotExist, PermissionDenied
from django.core.paginator import Page
from django.db.models import Model, Q, QuerySet, UniqueConstraint
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league import models
from league.services.base import refusals
from league.services.base.pages import BoundedPaginator

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, Inline = admin.ModelAdmin, admin.TabularInline


class Few(ModelAdmin):
    """An admin page of rows of which a site has few: its clubs and seasons, authors' bots."""

    paginator = BoundedPaginator
    show_full_result_count = False


MOST_FOUND: Final = 1000
"""So many rows are taken for what a search names, the newest."""


class IndexedColumns(ChangeList):
    """A list that is sorted by no other columns than its page says, whatever its address asks."""

    def get_ordering_field(self, field_name: Any) -> Any:
        wanted = self.sortable_by is None or field_name in self.sortable_by
        return super().get_ordering_field(field_name) if wanted else None


class KeyedPaginator(BoundedPaginator):
    """Pages whose keys are found before what is shown of them: on late ones, too, by the index."""

    def page(self, number: int | str) -> Page[Any]:
        """Return a page; two queries."""
        number = self.validate_number(number)
        rows: Any = self.object_list
        first = (number - 1) * self.per_page
        last = min(first + self.per_page, self.count)
        keys = rows.select_related(None).values_list("pk", flat=True)[first:last]
        return Page(rows.filter(pk__in=list(keys)), number, self)


class Sorted(ModelAdmin):
    """An admin page of a list in the order of an index, the newest first unless asked for."""

    paginator = KeyedPaginator
    show_full_result_count = False
    ordering = ("-pk",)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Return a list that does not sort all rows there are."""
        return IndexedColumns

    def get_sortable_by(self, request: HttpRequest) -> list[Any]:
        """Return the columns that an index has in their order."""
        shown = map(str, self.get_list_display(request))
        return [name for name in shown if is_in_order(self.model, name)]


class Admin(Sorted):
    """An admin page of rows of which there may be any number; it asks for those it shows.

    `search_fields` are names, of the rows or of what they are about, that are written in full: an
    index has what is found, part by part. Filters need an index, too.
    """

    search_help_text = _("Codes and other names in full")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Keep what is named so; one query for each step from a row to what it is about."""
        if not search_term:
            return queryset, False
        named = Q(pk__in=[])
        for path in self.get_search_fields(request):
            named |= _named(self.model, str(path), search_term.strip())
        return queryset.filter(named), False


def is_in_order(model: type[Model], name: str) -> bool:
    """Return whether an index has all rows of a model in the order of a column of its own.

    The newest comes first among those that are equal there, and another column must not come
    between: of one kind there may be as many as there are at all.
    """
    try:
        field: Any = model._meta.get_field(name)
    except FieldDoesNotExist:
        return False
    if field.is_relation or not field.concrete:
        return False
    unique = [rule for rule in model._meta.constraints if isinstance(rule, UniqueConstraint)]
    whole = [
        list(rule.fields) for rule in (*unique, *model._meta.indexes) if rule.condition is None
    ]
    leads = {fields[0].lstrip("-") for fields in whole if fields and fields[1:] in ([], ["id"])}
    return field.unique or field.db_index or name in leads


def _named(model: type[Model], path: str, name: str) -> Q:
    """Return which rows are named so at the end of a path; what is found nowhere is left out."""
    first, _step, rest = path.partition("__")
    if not rest:
        found = Q(**{first: name})
        return found if model._default_manager.filter(found).exists() else Q(pk__in=[])
    owner: Any = model._meta.get_field(first).related_model
    owners = owner._default_manager.filter(_named(owner, rest, name)).order_by("-pk")
    return Q(**{f"{first}__in": list(owners.values_list("pk", flat=True)[:MOST_FOUND])})


class LookOnly:
    """An admin page that shows rows and changes nothing."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


Act = Callable[[Any, models.Account], object]


def change_each(request: HttpRequest, rows: QuerySet[Any], act: Act) -> None:
    """Let a service change each row; whatever it refuses is shown with its reason."""
    if not isinstance(request.user, models.Account):
        raise PermissionDenied
    for row in rows:
        try:
            act(row, request.user)
        except refusals.ANY as refusal:
            messages.error(request, f"{row}: {refusal.message}")
        else:
            messages.success(request, str(row))
