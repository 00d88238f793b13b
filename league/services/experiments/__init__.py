"""Experiments of authors: whether one version of a bot is better than another, or how it does.

`experiments` starts, stops and resumes them, `duplicates` starts those of a fixed number against
bots of the author's choice; `pairs` plays a slice of one experiment at a time in a worker, and
stores what it found.
"""
