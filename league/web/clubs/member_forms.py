"""The forms of clubs that are there: what one is called, who belongs to it, and with which role."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Membership, Role
from league.services.accounts.people import LONGEST_NAME as LONGEST_PLAYER
from league.services.clubs import whereabouts
from league.services.clubs.clubs import LONGEST_ABOUT, LONGEST_NAME
from league.services.clubs.contacts import LONGEST as LONGEST_CONTACT
from league.web.accounts.join_form import LONGEST_USERNAME
from league.web.base.sending import ServiceForm

RIGHTS = _(
    "Scorers enter and confirm all results of the club. Organisers can also do everything "
    "else, and owners appoint organisers and owners."
)


PUBLIC = _("Everybody reads this on the club's page. Give one of the club, not of a person.")


class ToldField(forms.CharField):
    """What a club says of where it is, or nothing; `rows` for a field of several lines."""

    def __init__(self, field: str, *, rows: int | None = None, **options: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows}) if rows else forms.TextInput()
        longest = whereabouts.LONGEST[field]
        super().__init__(max_length=longest, required=False, widget=widget, **options)


class DescribeForm(ServiceForm):
    """What a club is called and says about itself."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    town = ToldField("town", label=_("Town"))
    country = ToldField("country", label=_("Country"))
    address = ToldField("address", label=_("Address"), rows=2)
    email = ToldField("email", label=_("E-mail address"), help_text=PUBLIC)
    telephone = ToldField("telephone", label=_("Telephone"), help_text=PUBLIC)
    website = ToldField("website", label=_("Website"))
    directions = ToldField(
        "directions",
        label=_("How to get there"),
        rows=4,
        help_text=_("By bus or by car, which door, where to ask."),
    )


class NameForm(ServiceForm):
    """Another name for somebody without an account."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_PLAYER)


class ContactForm(ServiceForm):
    """How the club reaches somebody."""

    text = forms.CharField(
        label=_("Telephone, e-mail or anything else"),
        help_text=_("Only organisers of this club and the person can read and change this."),
        max_length=LONGEST_CONTACT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class RoleForm(ServiceForm):
    """Which role a member has, of those that whoever asks may give."""

    role = forms.ChoiceField(label=_("Role"), help_text=RIGHTS)

    def __init__(self, roles: list[Role], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = [(role.value, role.label) for role in roles]

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {**self.cleaned_data, "role": Role(self.cleaned_data["role"])}


class AdmitForm(RoleForm):
    """Who becomes a member: somebody with an account, or a guest without."""

    username = forms.CharField(
        label=_("Username"),
        help_text=_("For a person with an account. It is the name they log in with."),
        max_length=LONGEST_USERNAME,
        required=False,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off"}),
    )
    name = forms.CharField(
        label=_("Or the name of a guest"),
        help_text=_("For a person without an account. Everybody can read the name."),
        max_length=LONGEST_PLAYER,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    is_new = forms.BooleanField(
        label=_("Even if somebody of the club has the same name"), required=False
    )
    field_order = ("username", "name", "is_new", "role")

    def clean(self) -> dict[str, Any]:
        """Refuse neither and both."""
        given = super().clean() or {}
        if not self.errors and bool(given["username"]) == bool(given["name"]):
            said = _("Enter either a username or the name of a guest.")
            self.add_error("username", said)
        return given

    def values(self) -> dict[str, Any]:
        """Return what the service takes: one of the two."""
        return {name: given for name, given in super().values().items() if given}


def role_form(membership: Membership, roles: list[Role], data: Any) -> RoleForm:
    """Return the form for the role of somebody, filled with the one they have."""
    return RoleForm(roles, data=data, initial={"role": membership.role})
