"""What is kept of a match, and the proof that it was played by the rules.

A table goes in and comes out as JSON (`document`) or as compact bytes (`packed`); on the way back
every record is replayed, one by one or many in one kernel call (`validation`). `batch` plays whole
matches straight into compact records.
"""
