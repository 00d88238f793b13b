"""What mails say, and that they arrive: written and sent by a worker of the queue `mail`.

`deliveries` claims rows under a lease, `letters` writes each from what is stored by then, in the
language of who reads it, `transport` hands it over, and says what a server answered.
"""
