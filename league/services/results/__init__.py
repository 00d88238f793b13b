"""Results of matches: read, entered, confirmed, disputed, made final.

A submission is read into an outcome or refused field by field (`submissions`); `results` stores it
as a version, and makes it final once it is confirmed. That moves points and standings in the same
transaction. `pads` keeps what a table writes down deal by deal until it is handed in. `records`
replays the records of bots' tables, `analyses` has what a strong bot would have done in a seat,
which `analysing` finds in a worker; `disputes` stops a match, and `states` says who was first of
two who change one.
"""
