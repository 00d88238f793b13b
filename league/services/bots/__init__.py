"""Bots of authors: uploaded in versions that never change, checked, seated, reported on.

`bots` takes uploads and withdraws them, within the `quotas` of an author; `checks` tries a version
in the sandbox. `unpacking` lays its files on a worker's disk and `crew` starts its processes for a
table. What they did is kept by `reports`, and summed up by `statistics`.
"""
