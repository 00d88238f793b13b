"""That somebody is to be told something by mail: whom, what of, and who wants it how.

Services `post` in their transaction, which adds a row for each person; `choices` says who wants to
hear of what, `links` makes the addresses in mails, `addresses` knows where an account's mails go.
`services/letters` writes and sends. What is posted to a person, `pushes` posts to their devices,
as `push_choices` says; `services/push` sends it.
"""
