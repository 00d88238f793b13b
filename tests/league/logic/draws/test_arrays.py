"""Which kernels a draw takes."""

import pytest

from league.logic.draws import arrays


@pytest.mark.parametrize("are_there", [True, False])
def test_draw_takes_compiled_kernels_once_they_are_there(monkeypatch, are_there):
    monkeypatch.setattr(type(arrays._AWAITED), "is_there", lambda self: are_there)
    assert arrays.kernels().is_compiled == are_there
