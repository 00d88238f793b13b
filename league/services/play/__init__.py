"""Matches that are played on this site: of bots by workers, of people at online tables.

`bot_matches` plays, replays and stores what bots play. An online table is opened and filled by
`tables`; `table_numbers` takes what browsers add to the deals before the first one, `table_play`
adds actions to its log, `positions` replays it, `table_looks` shows what one seat may know,
`table_answers` lets bots act, `table_watch` stands in for who does not, `table_phrases` lets people
say a few fixed things, and `live` tells those who watch that there is something new.
`ladder_tables` opens the tables at which remote bots of a ladder play.
"""
