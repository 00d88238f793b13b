"""What is gathered from all subjects for somebody's first look; nothing here writes.

`front` is for visitors, `desk` for those who run a club, `careers` for a player, and `feeds` for
the calendars of their phones.
"""
