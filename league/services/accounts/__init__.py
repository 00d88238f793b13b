"""People: their accounts and logins, their players, what they have agreed to.

An account (`accounts`, `passwords`, `logins`, `second_factors`, `guesses`) belongs to a person, who
plays as a player (`people`). Nobody with an account counts in a club without an agreement
(`agreements`); `counting` says what of a player then counts beyond it. `notices` are what the site
tells an account.
"""
