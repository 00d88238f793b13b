"""What is taken out of the site and brought in: seasons as archives, tables as CSV.

`archives` writes a season line by line, `exports` the tables that a club would otherwise copy. An
upload is kept by `imports` until a job has read it: `season_imports` reads the lines, checked by
`import_gate` as the same from people would be, and `imported_matches` replays and counts results.

Results of a past season come from a list: `past_results` matches its lines, `past_evenings` makes
events of them, and `taken_back` undoes that.
"""
