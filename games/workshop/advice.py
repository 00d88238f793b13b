"""Where authors look when a law does not hold: the rule functions and files that it is about."""

ADVICE = {
    "cards_are_conserved": "`deal` and `apply` in rules.py: cards move by `put`, `move`, `draw`, "
    "`play_to_trick` and `collect_trick` alone; `clear_table` comes after they have moved",
    "legal_actions_are_sound": "`legal`, `format_action` and `parse_action` in rules.py, "
    "`max_legal` in __init__.py; `finish_round` ends a round",
    "refusals_change_nothing": "`parse_action` in rules.py, which raises InvalidNotation for what "
    "is no action, and `explain`, which says why one is not legal",
    "views_keep_secrets": "`facts` and `legal` in rules.py: what a seat reads may depend on cards "
    "that it knows (`s.known`), not on others",
    "deals_keep_secrets": "`deal` in rules.py: fields that depend on hidden cards tell them",
    "logs_keep_secrets": "`told` and `uncovers` of the GAME: others read as much of an action as "
    "they see of its cards; what it was may not show by itself, as by whose turn it is then: let "
    "a further action without a choice uncover it",
    "look_alikes_are_alike": "`facts` and `legal` in rules.py, `telling` and `calls` in "
    "__init__.py: what is public may not depend on hidden cards",
    "records_replay": "`deal`, `apply` and `end_round` in rules.py: all that they read is in the "
    "state; `carried` in __init__.py names what a round takes over from the one before",
    "changed_records_are_refused": "`end_round` in rules.py: scores follow from the actions alone",
    "scores_are_possible": "`end_round` and `is_over` in rules.py, `scores_fault` in sheet.py, "
    "`redeals` and `may_end_early` in __init__.py",
    "facts_are_as_described": "`facts` in rules.py and the model in facts.py",
    "beliefs_are_possible": "`legal` in rules.py and `known` of cards that move: what a hand must "
    "do tells what it holds; `telling` in __init__.py has further actions that tell it",
    "actions_have_numbers": "the numbers of actions in rules.py, and `format_action`",
    "rules_of_thumb_are_blind": "greedy.py: `s` has the cards that its seat knows, and of the "
    "others numbers (`s.count`); `legal[:n]` are the actions",
    "hands_stand_in_order": "`ranking` in __init__.py: `ranked_by` for a table of ranks",
    "scores_are_told": "tally.py, and `tally` in words.py",
    "actions_have_words": "words.py: `labels`, `phrases`, `unseen` and `meanings`",
    "sheets_score_as_played": "sheet.py, where `written` is the sheet of a round as played, "
    "and pad.py; seats are `Seat`, sides `Side` of `engine.rules.sheet`: forms show their names",
    "words_are_there": "words.py, and `notation` in __init__.py",
    "rules_have_a_page": "rules.md",
    "translations_fit": "locale/; `python -m games texts` brings it in line and compiles it",
    "playthrough_is_kept": "rules.py, greedy.py and facts.py; after a deliberate change "
    "`python -m games show --keep` keeps the new one",
    "compiled_rules_play_the_same": "rules.py: what is marked `@rule` is compiled by Numba, for "
    "numbers and arrays; no sets, texts, generators or keyword arguments in it",
}
"""By the name of a law."""
