"""How a bot at its author's home plays at the online tables of a site: the parts of `serve`.

`link` speaks with the site until it answers, `hearing` listens to its stream, `thinking` has the
bot's processes, `retelling` tells them what happens, and `desk` brings all of them together.
"""
