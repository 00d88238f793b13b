"""What authors of games type, and the laws about what people and bots get to see of a game.

`python -m games`: in `new`, `check`, `show` and `texts` `add` says what words a command takes, and
`run` does it. `check` asks the laws of `engine.conformance`, those of `laws`, of `folder_laws` and
`compiled`, as the project's own tests do; `findings` and `advice` tell what to do about one that
is broken.
"""
