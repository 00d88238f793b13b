"""Pages of a match: entering its result, confirming it, stepping through its record.

`sheet_schema` finds the inputs of a score sheet in the game's own schema, `sheets` makes the form
of them, `entry` the whole form; `replay` plays a record again up to a step, `analyses` shows what a
strong bot would have done, `notes` at each step; `proofs` says how deals are verified.
"""
