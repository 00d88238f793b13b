"""The commands of docs/api.md, run in their order, give the answers the page names."""

import argparse
import json
import re
import shlex
import string
from pathlib import Path

import pytest
from django.utils import timezone

from league.api.errors import CODES, TITLES
from league.services.accounts import people
from tests.league.factories import PlayerFactory

from .conftest import ALL_SCOPES, ContractClient

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
BLOCK = re.compile(r"^```sh\n(curl [^`]*?)\n# (\d+)(?:; its (\S+) is (\w+) below)?\n```$", re.M)


def parse(command):
    """Return the arguments of a curl command."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("curl")
    parser.add_argument("address")
    parser.add_argument("-X", dest="method")
    parser.add_argument("-H", dest="headers", action="append", default=[])
    parser.add_argument("-d", dest="body")
    return parser.parse_args(shlex.split(command.replace("\\\n", "")))


def run(command):
    asked = parse(command)
    headers = dict(header.split(": ", 1) for header in asked.headers)
    content_type = headers.pop("Content-Type", "application/octet-stream")
    method = asked.method or ("POST" if asked.body else "GET")
    body = (asked.body or "").encode()
    client = ContractClient()
    return client.generic(method, asked.address, body, content_type, headers=headers)


def kept(response, what):
    """Return the part of an answer that later commands use."""
    if what == "ETag":
        return response.headers["ETag"]
    value = response.json()
    for step in what.strip('"').split("."):
        value = value[int(step) if step.isdigit() else step]
    return value


@pytest.fixture
def variables(alice, dora):
    tokens = {
        name: people.issue_token(
            account=account, name="docs", scopes=ALL_SCOPES, now=timezone.now()
        )[1]
        for name, account in {"ALICE": alice, "DORA": dora}.items()
    }
    guests = {name.upper(): PlayerFactory(name=name).code for name in ("Frida", "Gerd")}
    PlayerFactory(name="Emil")
    return {"API": "/api/v1", **tokens, **guests}


@pytest.mark.further
def test_every_command_gives_the_answer_named(variables):
    for command, status, what, name in BLOCK.findall(PAGE):
        # ETags hold quotation marks, which a shell would not read again.
        text = string.Template(command).substitute(
            {key: value.replace('"', '\\"') for key, value in variables.items()}
        )
        response = run(text)
        assert response.status_code == int(status), (command, response.content)
        if what:
            variables[name] = kept(response, what)


def test_every_block_of_the_page_is_a_command():
    assert len(BLOCK.findall(PAGE)) == PAGE.count("```sh")


def test_the_problem_shown_is_the_one_given(variables):
    [shown] = re.findall(r"^```json\n(.*?)\n```$", PAGE, re.M | re.S)
    [command] = [command for command, status, *_ in BLOCK.findall(PAGE) if status == "422"]
    response = run(string.Template(command).substitute(variables))
    told = json.loads(shown)
    assert response.json() | {"request_id": told["request_id"]} == told


def test_every_code_is_explained():
    assert not {code for code in TITLES if f"`{code}`" not in PAGE}
    assert set(CODES.values()) <= set(TITLES)
