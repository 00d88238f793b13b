"""A match between players of any kind.

`runner` asks each seat in turn; `herald` tells players what happens, each as its seat may read it,
and `narrator` tells whoever watches. `together` plays many matches of built-in bots at once.
"""
