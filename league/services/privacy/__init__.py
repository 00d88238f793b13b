"""What people may ask of the site about themselves: to be told all, to leave, to be forgotten.

`personal_data` writes down all there is, `departures` ends playing in a club, `erasures` removes a
person and keeps the results of the others.
"""
