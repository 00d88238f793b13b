"""What all of the REST API shares: who asks, what is refused and how, pages of lists.

`authentication` and `permissions` say who may ask, `parsers` and `known` what is read, `errors`
answers refusals as problems, `idempotency` a repeated request; `v1` has the resources.
"""
