"""What an author packs, uploads and has checked.

`manifest` is the `bot.toml` of a `folder`; `archive` packs one and reads what others have packed
without believing it; `compliance` is the test that a bot must pass to be seated.
"""
