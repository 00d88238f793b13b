"""What strangers hand in is read or refused, whatever it is; `make fuzz` tries for longer."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .corpus import keep, kept
from .targets import TARGETS, seeds

CHANGES = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.binary(max_size=3)), min_size=1, max_size=4
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["game", "players", "rounds", "scores", "bid"]), inner)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("name", TARGETS)
def test_seed_is_read(name):
    for seed in seeds(name):
        TARGETS[name](seed)


@pytest.mark.further
@pytest.mark.parametrize("name", TARGETS)
def test_what_a_search_has_found_is_read_or_refused(name):
    assert len(kept(name)) > 10
    for data in kept(name):
        TARGETS[name](data)


def test_what_is_kept_is_each_input_once(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.fuzz.corpus.KEPT", tmp_path / "corpus")
    folder = tmp_path / "found"
    folder.mkdir()
    for name, data in (("a", b"one"), ("b", b"two"), ("c", b"one")):
        (folder / name).write_bytes(data)
    assert keep("line", folder) == 2
    assert sorted(kept("line")) == [b"one", b"two"]


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=60)
@given(data=st.data(), changes=CHANGES)
def test_seed_with_any_bytes_changed_is_read_or_refused(name, data, changes):
    changed = bytearray(data.draw(st.sampled_from(seeds(name))))
    for place, put in changes:
        start = place % len(changed)
        changed[start : start + len(put)] = put
    TARGETS[name](bytes(changed))


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=40)
@given(head=st.binary(max_size=1), said=JSON)
def test_any_json_is_read_or_refused(name, head, said):
    text = json.dumps(said).encode()
    TARGETS[name](head + text)
    TARGETS[name](text)


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(name, data):
    TARGETS[name](data)


@pytest.mark.parametrize("name", ["record", "sheet", "line"])
@pytest.mark.parametrize("opening", [b"[", b'{"players":', b'{"rounds":['])
def test_deep_nesting_is_refused(name, opening):
    TARGETS[name](opening * 50_000)
    TARGETS[name](b"\x00" + opening * 50_000)
