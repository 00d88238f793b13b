"""Examples for the OpenAPI document: what the tests of the API send and are answered.

With `EXAMPLES` set, tests note what succeeds in that file, a line each. As a program this module
keeps the examples of `league/api/examples.json` that the document still allows, and chooses for the
other operations what shows most of them, with codes and times that stay the same. `make examples`
does both.
"""

import json
import os
import re
import sys
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from league.api.examples import PATH

from . import contract

JSON = "application/json"
LONGEST_PAGE = 2
"""So many items of a page show what is in it."""
MOST_CHARACTERS = 3000
"""An example that is longer is taken only where there is no other."""
LETTERS = "23456789abcdefgh"
"""Codes that are made up have these, of those that codes may have."""
CODE = re.compile(r"(?<![\w-])(?=\w*[0-9])[2-9a-z]{10}(?![\w-])")
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
TOKEN = re.compile(r"\bst[tw]_[\w-]{40,}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+")
RIGHT_NOW = "2026-11-20T19:30:00"
SITE = "https://cards.example.org"


def note(response, sent):
    """Note a request that succeeded and its answer, unless that is something else than JSON."""
    request = response.wsgi_request
    path = contract.path_of(request.path)
    if not is_wanted() or path is None or not 200 <= response.status_code < 300:
        return
    operation = contract.document()["paths"][path].get(request.method.lower())
    if operation is None or response.headers.get("Content-Type", JSON) != JSON:
        return
    _write(
        {
            "operation": operation["operationId"],
            "body": json.loads(sent) if sent and request.content_type == JSON else None,
            "status": response.status_code,
            "answer": response.json() if response.content else None,
        }
    )


def note_message(body):
    """Note a message of a webhook."""
    if is_wanted():
        message = json.loads(body)
        _write({"webhook": message["event"], "answer": message})


def is_wanted():
    return "EXAMPLES" in os.environ


def _write(line):
    with Path(os.environ["EXAMPLES"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def main(path):
    """Write the examples that are still true, and for other operations those noted in a file."""
    noted = {"operations": defaultdict(list), "webhooks": defaultdict(list)}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if "webhook" in one:
            noted["webhooks"][one.pop("webhook")].append(one)
        else:
            noted["operations"][one.pop("operation")].append(one)
    known = json.loads(PATH.read_text(encoding="utf-8"))
    messages = {event: {"answer": message} for event, message in known["webhooks"].items()}
    operations = _chosen(_operations(), known["operations"], noted["operations"])
    messages = _chosen(_messages(), messages, noted["webhooks"])
    chosen = {
        "operations": operations,
        "webhooks": {event: message["answer"] for event, message in messages.items()},
    }
    PATH.write_text(json.dumps(chosen, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


def _chosen(documented, known, noted):
    """Return the example of each part of the document that has one, the known one if it may."""
    found = {}
    for name, parts in documented.items():
        if name in known and _is_allowed(parts, known[name]):
            found[name] = known[name]
        elif allowed := [one for one in noted[name] if _is_allowed(parts, one)]:
            found[name] = _best(allowed)
    return found


def _is_allowed(parts, example):
    """Tell whether the document allows an example, perhaps of some time ago."""
    answers = parts["answers"]
    if example.get("status") not in answers:
        return False
    documented = {"body": parts["body"], "answer": answers[example.get("status")]}
    try:
        for part, content in documented.items():
            told = content.get("content", {}).get(JSON)
            if told is not None and example[part] is not None:
                contract.strictly(told["schema"], example[part])
    except AssertionError:
        return False
    return True


def _operations():
    """Return what is sent and answered, by operation; answers by status."""
    return {
        operation["operationId"]: {
            "body": operation.get("requestBody", {}),
            "answers": {
                int(status): answer
                for status, answer in operation["responses"].items()
                if status.isdecimal()
            },
        }
        for operations in contract.document()["paths"].values()
        for operation in operations.values()
    }


def _messages():
    """Return what webhooks send, by event, in the place of what is answered."""
    return {
        event: {"body": {}, "answers": {None: operations["post"]["requestBody"]}}
        for event, operations in contract.document()["webhooks"].items()
    }


def _best(noted):
    """Return what shows most of an operation and is not too long, as it stays the same."""
    shown = {json.dumps(_lasting(_short(one)), sort_keys=True) for one in noted}
    return json.loads(max(shown, key=_worth))


def _worth(text):
    """Return what orders examples: short ones before long ones, first pages, what is filled."""
    if len(text) > MOST_CHARACTERS:
        return False, False, -len(text), text
    filled = len(re.findall(r": (?!null|\[\]|\{\})", text))
    return True, '"previous": "' not in text, filled, text


def _short(noted):
    """Return what was noted with the first items of a page only."""
    answer = noted["answer"]
    if isinstance(answer, dict) and isinstance(answer.get("results"), list):
        answer = answer | {"results": answer["results"][:LONGEST_PAGE]}
    return noted | {"answer": answer}


def _lasting(value):
    """Return a value with codes, digests, tokens and moments of no meaning."""
    text = json.dumps(value)
    seen = {}

    def stand_in(found, prefix=""):
        number = seen.setdefault(found.group(), len(seen))
        return prefix + _made_up(number, len(found.group()) - len(prefix))

    text = TOKEN.sub(lambda found: stand_in(found, found.group()[:4]), text)
    text = CODE.sub(stand_in, text)
    text = DIGEST.sub(lambda found: sha256(stand_in(found).encode()).hexdigest(), text)
    return json.loads(MOMENT.sub(RIGHT_NOW, text).replace("http://testserver", SITE))


def _made_up(number, length):
    """Return a text of the letters of codes, another for each number."""
    digest = sha256(f"example {number}".encode()).digest() * 3
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:length])


if __name__ == "__main__":
    main(sys.argv[1])
