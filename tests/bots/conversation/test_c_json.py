"""The reader of JSON in the C kit, beside Python's own."""

import json
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots import sdk

pytestmark = pytest.mark.needs("gcc")

C = sdk.PATH / "c"
STRICT = ["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-g"]
SANE = ["-fsanitize=address,undefined", "-fno-sanitize-recover"]


@pytest.fixture(scope="module")
def read_by_c(tmp_path_factory):
    """Return what the C kit reads in some lines: texts of JSON, or `!`."""
    program = tmp_path_factory.mktemp("c") / "dump"
    source = [__file__.replace("test_c_json.py", "dump_json.c"), str(C / "stammtisch_bot.c")]
    subprocess.run([*STRICT, *SANE, "-I", C, "-o", program, *source], check=True)

    def read(lines):
        given_ = "".join(line + "\n" for line in lines).encode()
        done = subprocess.run([program], input=given_, capture_output=True, check=True)
        return done.stdout.decode().split("\n")[:-1]

    return read


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@pytest.mark.further
@given(values=st.lists(VALUES, max_size=6), ascii_only=st.booleans())
@settings(max_examples=25)
def test_c_reads_what_python_wrote(read_by_c, values, ascii_only):
    lines = [json.dumps(value, ensure_ascii=ascii_only) for value in values]
    assert [json.loads(line) for line in read_by_c(lines)] == values


@pytest.mark.parametrize(
    "line",
    [
        *["", "nul", "NaN", "Infinity", "1 2", "01", "1.", ".5", "+1", "1e", "-"],
        *["[", "]", "[1]]", "[1,]", "[1 2]", '{"a"}', '{"a":1,}', "{1:2}", "[" * 99 + "]" * 99],
        *['"', '"\\', '"\\x"', '"\\u12g4"', '"\\ud800"', '"\\udc00x"', '"\\ud800\\u0041"'],
        *['"\\u0000"', '"a\tb"'],
    ],
)
def test_c_refuses_what_is_no_json(read_by_c, line):
    assert read_by_c([line, "[1]"]) == ["!", "[1]"]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (' { "a" : [ 1 , -2.5e3 ] } \r', '{"a":[1,-2500]}'),
        ('"\\u00e9\\ud83c\\udca1\\/\\n"', '"é🂡/\\u000a"'),
        ("[" * 64 + "[]" + "]" * 64, "[" * 65 + "]" * 65),
        ("[[],{},[[]]]", "[[],{},[[]]]"),
    ],
)
def test_c_reads(read_by_c, line, read):
    assert read_by_c([line]) == [read]
