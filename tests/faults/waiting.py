"""Waiting for what programs do by themselves."""

import time

WAIT_S = 90


def await_true(is_true, what, *, seconds=WAIT_S):
    """Wait for something; return after how many seconds it was there."""
    began = time.monotonic()
    while not is_true():
        late = time.monotonic() > began + seconds
        assert not late, f"waited {seconds} s for {what() if callable(what) else what}"
        time.sleep(0.05)
    return time.monotonic() - began
