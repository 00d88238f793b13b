"""The commands of `python -m bots`: `add` says what words one takes, `run` does it."""
