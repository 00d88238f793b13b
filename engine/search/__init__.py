"""What a seat should do: looking ahead over deals that it holds possible.

A concealed state with what `inference` noted goes in; a `searcher` searches a `tree` of cards, or
makes a `comparison` of all that can be done, both by `playout`; an action comes out, or a report.
"""
