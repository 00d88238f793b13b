"""What other programs are told when something happens.

An act calls `announcements` in its transaction, which adds a delivery for each of the `webhooks`
that asked for it. A worker claims a delivery under a lease (`deliveries`) and sends it by
`posting`, the only place that writes to an address somebody else has named.
"""
