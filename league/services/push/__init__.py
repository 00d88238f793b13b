"""What devices show of what mails say: which devices, and that it arrives there.

`devices` are added and removed by their owners. `messages` says in short what a mail of the kind
says, and `sealing` so that only the device can read it. `deliveries` claims rows under a lease and
sends them to the push services of browsers, on the queue `deliver`, as webhooks are.
"""
