"""What a seat should do: tree search over deals that it holds possible.

A concealed state with what `inference` noted goes in, a `searcher` runs simulations in the `tree`,
and an action comes out, or a report on all of them.
"""
