"""What the league does: one module per noun, keyword-only functions, each one transaction.

Every refusal is an exception of `refusals`; nothing is stored then.
"""
