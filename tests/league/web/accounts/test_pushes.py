"""The devices that show what one is told: this one, until when, and what keeps it from it."""

import pytest
from django.utils.timezone import localtime

from league.models import Device, Login
from tests.league.web.forms_matrix import SUBSCRIPTION

pytestmark = pytest.mark.django_db

PAGE = "/me/mail/"
ADD = {"act": "add-device", **SUBSCRIPTION}


def said(answer):
    return answer.content.decode()


def test_page_says_until_when_a_device_is_notified(as_bob):
    as_bob.post(PAGE, ADD)
    until = Login.objects.get().expires_at
    assert f'Until: <time datetime="{localtime(until).isoformat()}">' in said(as_bob.get(PAGE))


def test_a_form_that_no_script_has_filled_in_is_refused_in_words(as_bob):
    answer = as_bob.post(PAGE, {"act": "add-device", "endpoint": "", "point": "", "secret": ""})
    words = "A device can be notified only where the browser may run scripts."
    assert answer.status_code == 422
    assert f"<li>{words}</li>" in said(answer)


def test_what_the_site_refuses_stands_above_the_page(as_bob):
    answer = as_bob.post(PAGE, ADD | {"endpoint": "ftp://push.example.org/1"})
    assert answer.status_code == 422
    assert "<li>This site cannot write to this browser&#x27;s push service.</li>" in said(answer)


def test_one_removes_a_device_by_its_code(as_bob):
    as_bob.post(PAGE, ADD)
    as_bob.post(PAGE, {"act": "remove-device", "device": "another"})
    device = Device.objects.get()
    as_bob.post(PAGE, {"act": "remove-device", "device": device.code})
    assert not Device.objects.exists()
