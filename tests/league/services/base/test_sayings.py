"""Sentences of workers are found again in what was stored, and said in other languages."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from django.utils import translation

from bots.playing.runner import Fault
from bots.sandbox import BotFault, Reason, framing
from bots.sandbox.process import _SIGNALS
from bots.submission import compliance
from bots.submission.compliance import Outcome, Trial
from league import queue
from league.logic import season_archive
from league.logic.season_archive import ArchiveFault
from league.services.accounts import notices
from league.services.archives import import_gate, imported_matches, season_imports
from league.services.base.sayings import LONGEST, SENTENCES, is_known, said
from league.services.experiments import pairs
from league.services.monitoring import host_errors
from league.services.results import disputes

SERVICES = Path(inspect.getfile(notices)).parents[1]


def in_german(text):
    with translation.override("de"):
        return said(text)


def test_english_stays_as_it_was_stored():
    text = "the check broke off: the worker stopped answering (attempt 2 of 3)"
    assert said(text) == text


def test_a_sentence_is_said_with_its_parameters():
    assert in_german("Fox 1 passed its check and may play.") == (
        "Fox 1 hat die Prüfung bestanden und kann spielen."
    )


def test_a_sentence_within_a_sentence_is_said_too():
    text = "Fox 1 was refused: skat: crash: it crashed (SIGSEGV)"
    assert in_german(text) == "Fox 1 wurde abgelehnt: skat: crash: er stürzte ab (SIGSEGV)"


def test_a_status_within_a_sentence_is_said_too():
    text = "Fox 2 is withdrawn; start another experiment without it."
    assert "withdrawn" not in in_german(text)


@pytest.mark.parametrize(
    "text", ["", ": " * 400, "KeyError: 7", "'R99' is not a card", "100 %", "%(why)s"]
)
def test_what_is_not_known_stays(text):
    assert in_german(text) == text


def test_a_text_made_to_take_long_is_left_alone():
    text = "table of " * LONGEST
    assert in_german(text) == text


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_sentence_is_found_in_what_is_made_of_it(sentence):
    values = {"why": "it crashed (SIGSEGV)", "status": "void"}
    kinds = re.findall(r"%\((\w+)\)([sd])", sentence)
    text = sentence % {name: values.get(name, 7 if kind == "d" else "x") for name, kind in kinds}
    assert is_known(text)
    assert in_german(text) != text


BAD_LINES = [
    b"\xef\xbb\xbf{}",
    b"\xff",
    b"{",
    b"[]",
    b"[" * 99,
    b'{"a": "\\u0000"}',
    b'{"a": "\\ud800"}',
    b'{"a": 1, "a": 2}',
    b'{"a": 99999999999999999999}',
    b'{"a": 1e999}',
    b'{"a": NaN}',
    b"{}",
    b'{"seq": 2}',
    b"x" * framing.MAX_LINE_BYTES,
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_faults_of_lines_are_known(line):
    with pytest.raises(BotFault) as fault:
        framing.answer_to(1, line)
    assert is_known(fault.value.detail)


@pytest.mark.parametrize("words", [*_SIGNALS.values(), queue.NOT_SENT, queue.NO_BROKER, queue.SENT])
def test_what_ends_a_process_and_what_a_job_waits_for_is_known(words):
    assert is_known(words)


@pytest.mark.parametrize("words", [*pairs.FAULTY.values()])
def test_ends_of_experiments_are_known(words):
    assert is_known(words.format(most=10, tried=20))


def test_mishaps_are_known():
    said_of = [words for _kind, words in host_errors.WORDS]
    for words in (host_errors.NO_SANDBOX, host_errors.MISTAKE, *said_of):
        assert is_known(words % {"job": "2abc"} if "%" in words else words)


TRIAL = Trial("skat", 3, 1, "random")
FAULT = Fault(1, 0, 8, Reason.CRASH, "it crashed (SIGSEGV)", "")


def test_findings_of_checks_are_known():
    well = Outcome(TRIAL, [(0, 1, "C7")], 7.4, None)
    other = Outcome(TRIAL, [(0, 1, "C8")], 7.4, None)
    found = [
        *compliance._findings([well]),
        *compliance._findings([Outcome(TRIAL, [], 0.0, FAULT)]),
        compliance._compare([well], [well]),
        compliance._compare([well], [other]),
    ]
    for finding in found:
        assert in_german(finding.detail) != finding.detail


@pytest.mark.parametrize("count", [1, 2])
def test_findings_of_one_match_and_of_several_are_said_in_their_number(count):
    well, bad = Outcome(TRIAL, [(0, 1, "C7")], 7.4, None), Outcome(TRIAL, [], 0.0, FAULT)
    found = [
        compliance._compare([well], [well] * count),
        *compliance._findings([well] * count),
        *compliance._findings([bad] * count),
    ]
    for finding in found:
        assert ("1 match" in finding.detail) == (count == 1)
        assert "1 matches" not in finding.detail
        assert f"{count} {'Partie' if count == 1 else 'Partien'}" in in_german(finding.detail)
        assert "1 Partien" not in in_german(finding.detail)


FAULTY_LINES = [
    b"nonsense",
    b'{"kind":"mountain"}',
    b'{"name":"x"}',
    b'{"kind":"end"}',
    b'{"kind":"end","lines":"1"}',
    b'{"kind":"end","lines":1,"more":2}',
    b'{"kind":"end","lines":9}',
    b'{"kind":"bye","session":"x","player":"y"}',
    b'{"kind":"seat","match":"2345678923","number":10,"player":"2345678923","counts_for":null}',
    b'{"kind":"venue","code":"2345678923","name":"","address":"","tables":null}',
    b'{"kind":"venue","code":"2345678923","name":"\\u0000","address":"","tables":null}',
    b'{"kind":"player","code":"2345678923","type":"cat","name":"Tom","builtin":""}',
]


@pytest.mark.parametrize("line", FAULTY_LINES)
def test_faults_of_archives_are_said(line):
    header = (
        b'{"kind":"header","format":"stammtisch-season/1","exported_at":"2026-11-20T20:00:00Z"}'
    )
    with pytest.raises(ArchiveFault) as fault:
        list(season_archive.parse([header, line]))
    assert is_known(fault.value.message), fault.value.message
    assert in_german(str(fault.value)) != str(fault.value)


def faults_in(module):
    """Yield the sentences that a module finds archives at fault with, as they are written."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        match node:
            case ast.Call(
                func=ast.Name("Invalid"), args=[ast.Dict(values=[ast.List(elts=[text])])]
            ):
                yield text
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=[*_, text]) if (
                name in {"fault", "ArchiveFault"}
            ):
                yield text


@pytest.mark.parametrize("module", [season_archive, season_imports, imported_matches, import_gate])
def test_every_sentence_about_an_archive_is_known(module):
    texts = [node.value for node in faults_in(module) if isinstance(node, ast.Constant)]
    assert texts
    assert [text for text in texts if not is_known(text)] == []


def texts_of_notices():
    """Yield every text that a service makes for a notice, with 1 in place of its values."""
    for path in sorted(SERVICES.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef) and "notices.tell" in ast.unparse(function):
                yield from map(worded, filter(None, map(text_in, ast.walk(function))))


def text_in(node):
    """Return the formatted text that a node calls or gives as `text`, if it does."""
    is_named = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "text"
    is_given = isinstance(node, ast.keyword) and node.arg == "text"
    value = node.value if is_named or is_given else None
    return value if isinstance(value, ast.JoinedStr) else None


def worded(text):
    return "".join(part.value if isinstance(part, ast.Constant) else "1" for part in text.values)


@pytest.mark.further
def test_every_notice_is_known():
    texts = list(texts_of_notices())
    assert "1 passed its check and may play." in texts
    assert [text for text in texts if in_german(text) == text] == []


@pytest.mark.parametrize("text", [disputes.CHANGED, disputes.VOID, disputes.REFUSED])
def test_every_notice_about_a_dispute_is_known(text):
    said = text % {"event": "November", "table": 3, "why": "the sheet is clear"}
    assert in_german(said) != said
