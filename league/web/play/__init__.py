"""Pages of online tables: those of an event, and the table at which one plays.

`board` puts a look at a table into words, `spots` says what a chip shows of a seat, `asks` what a
player is asked, and `choices` turns legal actions into what can be pressed and finds the action
again that a form sends.
"""
