"""What every subject stands on: rights, refusals, the audit trail and the event's log.

`rights` says which rows an account may know of, `refusals` why something was not done. `names`
and `formats` check what people type and how many may sit at a table. Whatever is done is noted by
`audit`, and what concerns an event by `log`, both in the transaction of the act. `rows` writes
many rows at once; `leases` has one worker at a time send a row; `limits` counts what may happen
only so often; `pages`, `streams` and `sayings` serve whoever reads. Nothing here knows any other
subject.
"""
