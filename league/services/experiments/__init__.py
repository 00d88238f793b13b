"""Experiments of authors: whether one version of a bot is better than another.

`experiments` starts, stops and resumes them; `pairs` plays a slice of one experiment at a time in
a worker, and stores what it found.
"""
