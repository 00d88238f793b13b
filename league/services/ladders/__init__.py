"""Ladders: seasons without sessions, in which versions of bots meet all the time.

`ladders` lets bots enter and leave, `duplicates` opens their tables and has the finished ones
rated, `ratings` moves each rating once, in the order in which duplicates end. `absences` keeps
remote bots waiting that have not played by themselves. `levels` says how strong built-in bots have
turned out.
"""
