"""Lines to and from bots."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.sandbox import BotFault, Reason, framing

integers = st.integers(-framing.MAX_INTEGER, framing.MAX_INTEGER)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
scalars = st.none() | st.booleans() | integers | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(scalars | texts, lambda inner: st.lists(inner, max_size=3), max_leaves=10)


@settings(max_examples=50)
@given(st.dictionaries(texts, values, max_size=5))
def test_message_comes_back_as_it_was(message):
    line = framing.encode(message)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert framing.decode(line) == message


def _reason(line):
    """Return why a line is refused, or None for an object."""
    try:
        return None if isinstance(framing.decode(line), dict) else "no object"
    except BotFault as fault:
        return fault.reason


@given(st.binary(max_size=60))
def test_any_bytes_are_an_object_or_a_fault(line):
    assert _reason(line) in {None, Reason.BAD_LINE}


@given(st.text('[]{}",:\\0aeu-.', max_size=40))
def test_what_looks_like_json_is_an_object_or_a_fault(text):
    assert _reason(text.encode()) in {None, Reason.BAD_LINE}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"x":NaN}', "NaN is not JSON"),
        (b'{"x":Infinity}', "Infinity is not JSON"),
        (b'{"x":1e400}', "too large"),
        (b'{"x":1,"x":2}', "same name twice"),
        (b'{"y":[{"x":1,"x":2}]}', "same name twice"),
        (b'{"x":"\\udc00"}', "surrogate"),
        (b'{"\\ud800x":1}', "surrogate"),
        (b'{"x":["\\u0000"]}', "NUL"),
        (b'{"x":"\0"}', "control character"),
        (b'{"x":9007199254740992}', "beyond 9007199254740991"),
        (b'{"x":-9007199254740992}', "beyond"),
        (b'{"x":' + b"1" * 9000 + b"}", "beyond"),
        (b'{"x":' + b"[" * 16 + b"]" * 16 + b"}", "nested more than 16"),
        (b"[" * 16000, "nested more than 16"),
        (b'\xef\xbb\xbf{"x":1}', "byte order mark"),
        (b'{"x":"\xff"}', "byte 6"),
        (b'{"x":"\xed\xa0\x80"}', "not UTF-8"),
        (b"[1]", "not an object"),
        (b"null", "not an object"),
        (b"", "not JSON"),
        (b"{'x':1}", "not JSON"),
        (b'{"x":01}', "not JSON"),
        (b'{"x":1,}', "not JSON"),
        (b'{"x":1} {"x":1}', "not JSON"),
    ],
)
def test_bad_line_is_said_in_words(line, words):
    with pytest.raises(BotFault) as caught:
        framing.decode(line)
    assert caught.value.reason == Reason.BAD_LINE
    assert words in caught.value.detail
    assert caught.value.evidence == line[:1024]


@pytest.mark.parametrize(
    "line",
    [
        b'{"x":"\\ud83c\\udccf"}\n',
        b' {"x" : 1.5e3 }\r\n',
        b'{"x":"[[[[[[[[[[[[[[[[[[[[[["}\n',
        b'{"x":"\\"[[[[[[[[[[[[[[[[[[[["}\n',
        b'{"x":9007199254740991}',
    ],
)
def test_unusual_line_is_accepted(line):
    assert framing.decode(line) == json.loads(line)


def test_line_may_have_16_kib_with_its_end_and_no_more():
    def line(length):
        return b'{"x":"' + b"x" * (length - 9) + b'"}\n'

    assert len(line(framing.MAX_LINE_BYTES)) == framing.MAX_LINE_BYTES
    framing.decode(line(framing.MAX_LINE_BYTES))
    with pytest.raises(BotFault, match="too-long"):
        framing.decode(line(framing.MAX_LINE_BYTES + 1))


def test_message_that_is_too_long_is_our_own_error():
    with pytest.raises(ValueError, match="longer"):
        framing.encode({"x": "x" * framing.MAX_MESSAGE_BYTES})


def test_answer_repeats_the_number_of_the_request():
    assert framing.answer_to(3, b'{"seq":3,"action":"R10"}') == {"seq": 3, "action": "R10"}


@pytest.mark.parametrize("seq", ["2", "4", "3.0", '"3"', "true", "null", "[3]"])
def test_answer_with_another_number_is_a_fault(seq):
    with pytest.raises(BotFault, match="bad-seq"):
        framing.answer_to(3, f'{{"seq":{seq}}}'.encode())
