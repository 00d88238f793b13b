"""Work for workers: rows that wait, are claimed under a lease and end with a reason.

`jobs` makes, claims, finishes and sweeps them, `waits` says why one waits to whoever looks,
`leftovers` deletes what nobody needs any more. What a job does is in the subject it is about.
"""
