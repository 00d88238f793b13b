"""Pages of events and sessions, on a phone, at the door, on a projector and on paper.

`paper` sets pages of A4, `printed_lists` and `score_sheets` fill them.
"""
