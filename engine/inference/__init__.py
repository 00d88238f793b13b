"""What a seat can tell about cards that it does not see.

Public actions come in: `evidence` notes what they show a hand not to hold, `calls` what was bid.
What comes out are deals of the unseen cards that agree with it (`belief`), likelier ones weighed by
`calls`. All read concealed states.
"""
