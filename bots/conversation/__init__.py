"""What is spoken with a bot that is a program of its own.

`protocol` are the messages and `schema` writes them down for other languages; `process` holds the
conversation with a program over a channel, and `local` is the channel on its author's machine
(`bots.sandbox` is the one on a server).
"""
