"""The devices that show what one is told: this one, the others, and what they show."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Account, Device, Mail
from league.services.accounts import logins
from league.services.mail import push_choices
from league.services.push import devices, sealing
from league.web.base import access
from league.web.base.sending import ServiceForm, send, sent

from .browsers import name_of

ADD, REMOVE, CHOOSE = "add-device", "remove-device", "choose-pushes"


class DeviceForm(ServiceForm):
    """How the push service of this browser reaches it, which a script fills in."""

    endpoint = forms.CharField(widget=forms.HiddenInput, required=False)
    point = forms.CharField(widget=forms.HiddenInput, required=False)
    secret = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean(self) -> None:
        """Say why nothing was filled in."""
        if not all(self.cleaned_data.values()):
            said = _("A device can be notified only where the browser may run scripts.")
            raise forms.ValidationError(said)


class PushesForm(ServiceForm):
    """Which kinds of things one's devices show."""

    prefix = "push"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in Mail.TO_CHOOSE:
            self.fields[kind.value] = forms.BooleanField(label=kind.label, required=False)

    def values(self) -> dict[str, Any]:
        """Return the choices as the service takes them."""
        return {"wanted": self.cleaned_data}


@dataclass(frozen=True)
class Shown:
    """A device as its owner sees it; `is_here` is the one with which the page is asked for."""

    device: Device
    name: str
    is_here: bool


@dataclass(frozen=True)
class Here:
    """What a script needs to have this device notified; `is_on` if the site has it already."""

    key: str
    form: DeviceForm
    is_on: bool


@dataclass(frozen=True)
class Panel:
    """What a page shows about the devices of an account."""

    here: Here
    chosen: PushesForm
    devices: list[Shown]


def here_of(request: HttpRequest) -> Here | None:
    """Return what lets this device be notified, None where the site notifies none; one query."""
    if not settings.HAS_PUSH:
        return None
    digest = logins.digest_of(request.session.session_key)
    is_on = Device.objects.filter(login=digest).exists()
    return Here(sealing.public_key(), DeviceForm(_of(request, ADD)), is_on)


def panel_of(request: HttpRequest, account: Account) -> Panel | None:
    """Return what is shown of an account's devices, None where the site notifies none."""
    here = here_of(request)
    if here is None:
        return None
    digest = logins.digest_of(request.session.session_key)
    rows = devices.of_account(account, now=timezone.now())
    found = [Shown(row, name_of(row.login), row.login_id == digest) for row in rows]
    chosen = PushesForm(_of(request, CHOOSE), initial=push_choices.of_account(account))
    return Panel(here, chosen, sorted(found, key=lambda one: not one.is_here))


def has_acted(request: HttpRequest, panel: Panel | None, account: Account) -> bool:
    """Do what a form of the panel asks for; tell whether that is done, else it says why not."""
    act = request.POST.get("act", "")
    if panel is None or act not in {ADD, REMOVE, CHOOSE}:
        return False
    if act == ADD:
        return _add(request, panel)
    if act == REMOVE:
        return _remove(request, account)
    send(request, panel.chosen, push_choices.choose, account=account)
    if not panel.chosen.is_valid():
        return False
    messages.success(request, _("Your choice is saved."))
    return True


def _add(request: HttpRequest, panel: Panel) -> bool:
    digest = logins.digest_of(request.session.session_key)
    above = dict.fromkeys(DeviceForm.base_fields, "")
    if send(request, panel.here.form, devices.add, fields=above, digest=digest) is None:
        return False
    messages.success(request, _("This device shows your notifications now."))
    return True


def _remove(request: HttpRequest, account: Account) -> bool:
    now = timezone.now()
    for device in devices.of_account(account, now=now):
        if device.code == request.POST.get("device", ""):
            devices.remove(device=device, by=access.require_account(request), now=now)
    messages.success(request, _("That device shows nothing any more."))
    return True


def _of(request: HttpRequest, act: str) -> Any:
    return sent(request) if request.POST.get("act") == act else None
