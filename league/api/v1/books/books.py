"""The books of an event, for who keeps scores in its club. Amounts are whole cents."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Said, WholeNumber
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, RIGHTS
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import ORGANISE, READ, Resource, VisibleField
from league.models import Event, Payment, Registration, Role
from league.services.base import rights
from league.services.books import fees, payments, prizes


class PaymentOutput(Output[Payment]):
    """Money that somebody has paid, or was handed as a prize."""

    noted_by = PlayerOutput(source="noted_by.player", read_only=True, allow_null=True)

    class Meta:
        model = Payment
        fields = ["amount", "way", "noted_at", "noted_by"]
        read_only_fields = fields


class WinnerOutput(serializers.Serializer[Any]):
    """Who gets a prize, or was handed one."""

    place = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="null for who would get none any more"
    )
    player = PlayerOutput(read_only=True)
    due = serializers.IntegerField(read_only=True)
    handed = PaymentOutput(many=True, read_only=True)


class PrizesOutput(serializers.Serializer[Any]):
    """How the pot is shared out."""

    pot = serializers.IntegerField(read_only=True, help_text="what was paid so far")
    shares = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="percents, the first place's first",
    )
    kept = serializers.IntegerField(
        source="all_kept", read_only=True, help_text="what stays with the club in all"
    )
    left = serializers.IntegerField(
        read_only=True, help_text="the part of it that could not be shared out"
    )
    planned = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="what each place gets if nobody shares one",
    )
    waits = Said(help_text="why nobody gets anything yet; empty if nothing stands in the way")
    winners = WinnerOutput(many=True, read_only=True)


class BooksOutput(serializers.Serializer[Any]):
    """What came in for an event, what is open, and who gets which prize; amounts in cents."""

    currency = serializers.CharField(read_only=True)
    fee = serializers.IntegerField(read_only=True, help_text="what a place costs, 0 for nothing")
    expected = serializers.IntegerField(source="totals.expected", read_only=True)
    cash = serializers.IntegerField(source="totals.cash", read_only=True)
    transfer = serializers.IntegerField(source="totals.transfer", read_only=True)
    open = serializers.IntegerField(source="totals.open", read_only=True)
    owing = serializers.IntegerField(
        source="totals.owing", read_only=True, help_text="how many people have not paid"
    )
    prizes = PrizesOutput(read_only=True)


class BookLineOutput(serializers.Serializer[Any]):
    """Somebody of the books: what they still owe, and what they have paid."""

    registration = serializers.CharField(
        source="registration.code", read_only=True, help_text="code of it"
    )
    player = PlayerOutput(source="registration.player", read_only=True)
    status = Choice(
        source="registration.status", choices=Registration.Status.choices, read_only=True
    )
    due = serializers.IntegerField(read_only=True)
    paid = PaymentOutput(many=True, read_only=True)


class PayerInput(serializers.Serializer[Any]):
    """Whose payment it is."""

    registration = serializers.CharField(
        max_length=10, help_text="code of a registration of the event"
    )


class PaymentInput(PayerInput):
    """Who has paid, and how."""

    way = Choice(choices=Payment.Way.choices)
    amount = WholeNumber(
        min_value=0,
        max_value=fees.MOST,
        required=False,
        help_text="in cents; the fee if absent, 0 for who pays nothing",
    )


class WinnerInput(serializers.Serializer[Any]):
    """Whose prize it is."""

    player = VisibleField(rights.readable_players, help_text="code of a player")


class PrizeInput(WinnerInput):
    """Who has got a prize, and how."""

    way = Choice(choices=Payment.Way.choices)


class EventBooks(Resource):
    """The books of an event."""

    scopes = {
        "books": READ,
        "payments": READ,
        "note_payment": ORGANISE,
        "undo_payment": ORGANISE,
        "hand_out_prize": ORGANISE,
        "take_back_prize": ORGANISE,
    }

    @extend_schema(operation_id="events_books", responses={200: BooksOutput, **RIGHTS, **ABSENT})
    @action(detail=True, serializer_class=BooksOutput, filterset_class=None)
    def books(self, request: Request, code: str) -> Response:
        """Read what came in for an event, what is open, and who gets which prize; for scorers."""
        event = self._event()
        return self.answer(
            {
                "currency": event.season.club.currency,
                "fee": fees.fee_of(event),
                "totals": payments.totals(event),
                "prizes": prizes.look(event),
            }
        )

    @extend_schema(
        operation_id="events_payments_list",
        responses={200: BookLineOutput(many=True), **RIGHTS, **ABSENT},
    )
    @action(detail=True, url_path="payments", serializer_class=BookLineOutput, filterset_class=None)
    def payments(self, request: Request, code: str) -> Response:
        """List who owes or has paid the fee of an event, by name; for scorers."""
        event = self._event()
        page = self.paginate_queryset(payments.rows_of(event)) or []
        rows = payments.lines(event, page)
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)

    @extend_schema(
        operation_id="events_payments_note",
        parameters=[IDEMPOTENCY_KEY],
        request=PaymentInput,
        responses={200: BookLineOutput, **COMMAND},
    )
    @payments.mapping.post
    @idempotent
    def note_payment(self, request: Request, code: str) -> Response:
        """Note that somebody has paid for a place. Who has paid already stays as it was noted."""
        event, wanted = self._event(), self.read(PaymentInput)
        row = _registration(event, wanted.pop("registration"))
        payments.note_paid(registration=row, by=self.actor, now=timezone.now(), **wanted)
        return self.answer(payments.own(row))

    @extend_schema(
        operation_id="events_undo_payment",
        parameters=[IDEMPOTENCY_KEY],
        request=PayerInput,
        responses={200: BookLineOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="undo-payment",
        serializer_class=BookLineOutput,
        filterset_class=None,
    )
    @idempotent
    def undo_payment(self, request: Request, code: str) -> Response:
        """Take back that somebody has paid for a place."""
        row = _registration(self._event(), self.read(PayerInput)["registration"])
        payments.undo_paid(registration=row, by=self.actor, now=timezone.now())
        return self.answer(payments.own(row))

    @extend_schema(
        operation_id="events_hand_out_prize",
        parameters=[IDEMPOTENCY_KEY],
        request=PrizeInput,
        responses={200: PrizesOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="hand-out-prize",
        serializer_class=PrizesOutput,
        filterset_class=None,
    )
    @idempotent
    def hand_out_prize(self, request: Request, code: str) -> Response:
        """Note that somebody has got their prize. Who has it already stays as it was noted."""
        event, wanted = self._event(), self.read(PrizeInput)
        prizes.hand_out(event=event, by=self.actor, now=timezone.now(), **wanted)
        return self.answer(prizes.look(event))

    @extend_schema(
        operation_id="events_take_back_prize",
        parameters=[IDEMPOTENCY_KEY],
        request=WinnerInput,
        responses={200: PrizesOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="take-back-prize",
        serializer_class=PrizesOutput,
        filterset_class=None,
    )
    @idempotent
    def take_back_prize(self, request: Request, code: str) -> Response:
        """Undo that somebody was handed a prize."""
        event, wanted = self._event(), self.read(WinnerInput)
        prizes.take_back(event=event, by=self.actor, now=timezone.now(), **wanted)
        return self.answer(prizes.look(event))

    def _event(self) -> Event:
        """Return the event, for who keeps scores in its club."""
        event: Event = self.get_object()
        rights.require_role(club=event.season.club, account=self.actor, role=Role.SCORER)
        return event


def _registration(event: Event, code: str) -> Registration:
    """Return a registration of an event, withdrawn ones too, as the page of its books has them."""
    rows = event.registrations.select_related("event__season__club", "player")
    found = rows.filter(code=code).first()
    if found is None:
        said = _("This event has no registration with this code.")
        raise ValidationError({"registration": [said]})
    return found
