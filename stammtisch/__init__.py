"""What is typed and imported under the project's own name.

`python -m stammtisch` leads to what there is of bots, games and the site; `stammtisch.client` talks
to a site over its API, and knows nothing else of the project.
"""
