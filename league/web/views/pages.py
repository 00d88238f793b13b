"""Pages of text."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def fair_deals(request: HttpRequest) -> HttpResponse:
    """Show how anybody can check that no deal was chosen."""
    return render(request, "web/fair_deals.html")
