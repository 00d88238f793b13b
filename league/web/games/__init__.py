"""Games in words and pictures: cards, facts, actions, tiles, and the pages of their rules.

`labels` are what stands on buttons, `phrases` what was done; `words` calls them with the game's
own functions where a sentence is not enough. `felt` seats everybody around the table.
"""
